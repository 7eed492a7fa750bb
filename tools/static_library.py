# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Makes the static library: one object of the archive of its own files and of what they need of others, in which only
what is public can be seen.
    tools/static_library.py OUTPUT ARCHIVE OTHER… --compiler COMPILER…
"""

import pathlib
import subprocess
import sys
import tempfile


def main():
    at = sys.argv.index("--compiler")
    output, archive, *others = sys.argv[1:at]
    compiler = [word for word in sys.argv[at + 1:] if not word.endswith("ccache")]
    with tempfile.TemporaryDirectory() as folder:
        whole = str(pathlib.Path(folder) / "orrery.o")
        subprocess.run([*compiler, "-r", "-nostdlib", "-o", whole, "-Wl,--whole-archive", archive,
                        "-Wl,--no-whole-archive,--start-group", *others, "-Wl,--end-group"], check=True)
        subprocess.run(["objcopy", "--localize-hidden", whole], check=True)
        pathlib.Path(output).unlink(missing_ok=True)
        subprocess.run(["ar", "rcs", output, whole], check=True)


main()
