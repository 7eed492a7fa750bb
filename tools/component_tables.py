# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""What tools/components reads: tables in Markdown, and card files. Knows no game."""

import dataclasses
import re

PRINTED, RECONSTRUCTED = "printed", "reconstructed"


@dataclasses.dataclass
class Card:
    """A card as it should be: values by key (a list where the key may be repeated, None where there must be none) and
    the sources of those values of which something is known."""
    values: dict = dataclasses.field(default_factory=dict)
    sources: dict = dataclasses.field(default_factory=dict)
    whole: str = ""  # its source; from those of its values if it is empty

    def source(self):
        """A card is printed if all its values are; a translated name is no part of that."""
        if self.whole:
            return self.whole
        return RECONSTRUCTED if any(status == RECONSTRUCTED for key, status in self.sources.items()
                                    if key != "name.de") else PRINTED


def tables(text):
    """All tables: the heading before it, and its rows as dicts by column."""
    heading, lines = "", text.split("\n")
    for at, line in enumerate(lines):
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if line.startswith("|") and re.fullmatch(r"\|[-|]+\|", lines[at + 1] if at + 1 < len(lines) else ""):
            yield heading, list(rows_of(lines, at))


def rows_of(lines, at):
    names = cells(lines[at])
    for line in lines[at + 2:]:
        if not line.startswith("|"):
            return
        yield dict(zip(names, cells(line)))


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows_with(text, *columns):
    """The rows of all tables that have these columns."""
    for heading, rows in tables(text):
        if rows and all(column in rows[0] for column in columns):
            for row in rows:
                yield heading, row


def read_cards(folder):
    """The cards of a folder: {(file, kind, id): {key: [values]}}."""
    found = {}
    for path in sorted(folder.glob("*.cards")):
        card = None
        for line in path.read_text().split("\n"):
            line = re.sub(r"(^|\s)#.*", "", line).rstrip()
            if not line:
                continue
            first, _, rest = line.strip().partition(" ")
            if line[0].isspace():
                card.setdefault(first, []).append(re.sub(r"\s+", " ", rest.strip().strip('"')))
            else:
                card = found.setdefault((path.stem, first, rest.strip()), {})
    return found


def source_of(card, key):
    """The source of a value: its own, or that of the card."""
    return card.get(f"source.{key}", card["source"])[0].split()[0]


def differences(expected, found):
    """What differs, as sentences."""
    for name in expected.keys() - found.keys():
        yield f"{' '.join(name)}: is missing in data"
    for name in found.keys() - expected.keys():
        yield f"{' '.join(name)}: is in no table"
    for name in sorted(expected.keys() & found.keys()):
        for sentence in card_differences(expected[name], found[name]):
            yield f"{' '.join(name)}: {sentence}"


def card_differences(expected, card):
    for key, value in expected.values.items():
        wanted = [] if value is None else value if isinstance(value, list) else [value]
        if card.get(key, []) != wanted:
            yield f"{key} is {card.get(key)} in data, {wanted} in the table"
    own = {key for key in card if key != "source" and not key.startswith("source.")}
    for key in own - expected.values.keys():
        yield f"{key} {card[key]} is in no table"
    if card["source"][0] != expected.source():
        yield f"source is {card['source'][0]} in data, {expected.source()} in the table"
    for key, status in expected.sources.items():
        if source_of(card, key) != status:
            yield f"source of {key} is {source_of(card, key)} in data, {status} in the table"
    for key in card:
        about = key.removeprefix("source.")
        if about != key and about not in expected.sources:
            yield f"{key} is in no table"
