# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

# Adds the race to the list of games (src/contract/games.c).
s/^extern const struct game pulsar_2849;/&\nextern const struct game race;/
s/^    NULL,/    \&race,\n    NULL,/
