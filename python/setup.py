# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""Puts the library and its header into the package; `make library` must have been run before."""

import os
import pathlib
import shutil

import setuptools
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = pathlib.Path(os.environ.get("ORRERY_BUILT", ROOT / "build/library"))


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        library = BUILT / "lib/liborrery.so.1"
        if not library.exists():
            raise SystemExit(f"{library} is not there: run `make library` first")
        folder = pathlib.Path(self.build_lib) / "orrery"
        shutil.copyfile(library, folder / library.name)
        shutil.copyfile(BUILT / "include/orrery.h", folder / "orrery.h")


class NativeDistribution(setuptools.Distribution):
    def has_ext_modules(self):
        """The library is for one kind of machine, so the package is too."""
        return True


setuptools.setup(cmdclass={"build_py": BuildWithLibrary}, distclass=NativeDistribution)
