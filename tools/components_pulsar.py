# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The tables of pulsar_2849.md as cards, for tools/components."""

import json
import re

from component_tables import PRINTED, RECONSTRUCTED, Card, rows_with

NOUNS = {"same": "same-type", "base": "base-projects"}
EVENTS = {
    "patent": "patent", "endpulsar": "claim", "start": "construction", "flip": "completion",
    "txpay": "transmitter-payment", "online": "transmitter-online", "project": "project", "run": "gate-run",
    "bonusdie": "bonus-die", "bonus": "exploration-bonus", "station": "station", "pm": "plus-minus-spent",
    "p2": "plus-two-spent", "xtile": "exploration-tile",
}
SCOPES = {
    "flight:green": "flight-green", "flight:magenta": "flight-magenta", "flight:orange": "flight-orange",
    "flight:endpulsar": "flight-claim", "flip": "completion", "txpay": "transmitter-payment", "patent": "patent",
    "project": "project", "any:once": "once-a-turn",
}
OPERATIONS = [  # the notation of the tables, and the words of card files
    (r"PTS (\d+)", r"points \1"),
    (r"CUBE (\d+)", r"cubes \1"),
    (r"PM (\d+)", r"plus-minus \1"),
    (r"P2 (\d+)", r"plus-two \1"),
    (r"GYRO (\w+)", r"gyrodyne \1"),
    (r"GYRO2", "two gyrodynes"),
    (r"XTILE (\d+)", r"exploration \1"),
    (r"STN (\d+)", r"extra stations \1"),
    (r"ISO", "claim an isolated pulsar"),
    (r"TP (\w+)", r"teleport to \1"),
    (r"RED (\d)", r"red die \1"),
    (r"DBL (\d)/(\d)", r"silver die \1 and red die \2"),
    (r"BUYRED (\d)>(\d)", r"pay \1 cubes for red die \2"),
    (r"SPIN (\d)", r"spin up to \1 gyrodynes"),
    (r"BUY (\d)>(\d)", r"buy \2 points for \1 cubes"),
    (r"RUN (\w+) (\d)", r"gate run \1 \2"),
    (r"COPY (\d)", r"copy a die for \1 cubes"),
    (r"WILDGOAL", "one goal counts as achieved"),
    (r"INITX (\d)", r"initiative times \1"),
    (r"CUBEVAL", "every cube counts"),
    (r"IDLEVAL (\d)", r"idle pulsars count \1"),
    (r"ADJ (\S+)", lambda found: f"tolerance {SCOPES[found[1]]}"),
    (r"ON (\w+): (.*)", lambda found: f"when {EVENTS[found[1]]} ({operation(found[2])})"),
    (r"PTSX (\w+)\*(\d)", lambda found: f"points {found[2]} per {noun(found[1])}"),
    (r"PTSX (\w+)/(\d)", lambda found: f"points 1 per {found[2]} {noun(found[1])}"),
    (r"TAB (\w+) (\S+)", lambda found: f"points by {noun(found[1])} ({steps(found[2])})"),
]
TYPES = {"I": "immediate", "P": "permanent", "R": "production", "E": "final"}
PLANETS = {"b": "blue", "l": "lifeless"}
# What a sentence about a partly printed component says of its values; all others are reconstructed. Where a value is
# known in part, it is reconstructed too.
PARTLY = {
    "links 0 and 2 (which end R), 3 points per round; letter, dice, no immediate R": ["production"],
    "one link 2, 2 cubes per round, one die 5 or 6; letter, other die, points R": ["production"],
    "links, 10, cube, die 6, letter (likely); other die R": ["left", "right", "immediate", "production", "letter"],
    "one link 3, two dice, points kind, cube; letter, dice, 8 R": ["production"],
    "letter, a die 2, one link 2, benefit; other die R": ["letter", "immediate", "production"],
    "kind (PM PM); die R": ["benefit"],
    "kind; die R": ["benefit"],
    "kinds; die and numbers R": [],
    "kind, doubler numbers; die R": ["benefit"],
    "kind; die likely 5; numbers R": ["die"],
    "benefit (RB example); place, die R": ["benefit"],
    "kind and value P; count R": ["effect"],
    "kind P; count R": ["effect"],
    "kind P; 3 cubes and count R": [],
    "kind P; content and count R": [],
}


def noun(word):
    return NOUNS.get(word, word)


def steps(numbers):
    return ", ".join(f"{at} gives {number}" for at, number in enumerate(numbers.split("/"), 1))


def operation(text):
    for pattern, words in OPERATIONS:
        found = re.fullmatch(pattern, text)
        if found:
            return words(found) if callable(words) else found.expand(words)
    raise ValueError(f"there is no operation {text!r}")


def effect(cell):
    """What stands between `…`; None for none."""
    found = re.match(r"`([^`]*)`", cell)
    return None if not found else ", ".join(operation(part) for part in found[1].split(" + "))


def sources(about, keys):
    """The sources of the values, by what the provenance column says."""
    sentence = about.removeprefix("PP: ")
    if sentence in PARTLY:
        return {key: PRINTED if key in PARTLY[sentence] else RECONSTRUCTED for key in keys}
    if about.startswith("PP") or not re.match(r"[PR]\b", about):
        raise ValueError(f"it is not known what is printed: {about!r}")
    return dict.fromkeys(keys, PRINTED if about[0] == "P" else RECONSTRUCTED)


def printed(**values):
    """A card whose values are all printed."""
    return Card(values, dict.fromkeys((key for key in values if key not in ("name", "name.de")), PRINTED))


def named(card, row):
    card.values |= {"name": row["name EN"], "name.de": row["Name DE"]}
    return card


def technologies(text):
    for _, row in rows_with(text, "board/row", "icons", "effect"):
        board, in_row = row["board/row"].split(" r")
        values = {"row": in_row, "cost": row["cost"], "icons": row["icons"], "type": TYPES[row["type"]],
                  "effect": effect(row["effect"])}
        known = row["prov. of effect"]
        card = Card(values, dict.fromkeys(("row", "cost", "icons", "type"), PRINTED))
        card.sources["effect"] = PRINTED if re.match(r"P\b", known) else RECONSTRUCTED
        assert row["id"].startswith(board + "-")
        yield ("technologies", "technology", row["id"]), named(card, row)


def boards(text):
    for _, row in rows_with(text, "letter", "r1", "r8"):
        bonuses = ["median" if row[f"r{at}"] == "MED" else row[f"r{at}"].lstrip("+") for at in range(1, 9)]
        for board, part in (("I", bonuses[:2]), ("II", bonuses[2:5]), ("III", bonuses[5:])):
            card = Card({"bonus": " ".join(part)}, {"bonus": PRINTED if row["prov."] == "P" else RECONSTRUCTED})
            yield ("technologies", "board", row["letter"] + board), card


def planets(cell):
    return " ".join(PLANETS[word[0]] + word[1:].replace("(", "-").replace(")", "") for word in cell.split())


def tiles(text):
    for _, row in rows_with(text, "planets", "bonus"):
        yield ("systems", "system", row["id"]), printed(planets=planets(row["planets"]), bonus=effect(row["bonus"]))
    kinds = [row for _, row in rows_with(text, "kind", "after use")]
    for number, row in enumerate(kinds, 1):
        values = {"count": row["count"], "effect": effect(row["kind"])}
        yield ("exploration", "tile", f"X{number}"), Card(values, sources(row["prov."], values))


def transmitters(text):
    ends = {"-": "none"}
    for _, row in rows_with(text, "dice cost", "left", "right"):
        values = {
            "letter": row["id"][2], "dice": row["dice cost"].replace(",", " "),
            "left": ends.get(row["left"], row["left"]), "right": ends.get(row["right"], row["right"]),
            "immediate": effect(row["immediate"]), "production": effect(row["every production (step 4)"]),
        }
        yield ("transmitters", "transmitter", row["id"]), Card(values, sources(row["prov."], values))


def headquarters(text):
    sides = {}
    for heading, row in rows_with(text, "pos", "die", "benefit"):
        values = {"die": row["die"], "benefit": effect(row["benefit"])}
        card = named(Card(values, sources(row["prov."], ("die", "benefit"))), row)
        side = sides.setdefault(heading.split()[1], Card({"board": heading[3]}))
        side.whole = RECONSTRUCTED if RECONSTRUCTED in (side.whole, card.source()) else PRINTED
        yield ("headquarters", "project", row["pos"]), card
    for side, card in sides.items():
        yield ("headquarters", "headquarters", side), card


def gyrodynes(text):
    awards, buying = re.search(r"Awards per type: (\d).* (\d) for the second", text), re.search(
        r"plus-minus token: die (\d) or (\d); a plus-two token: die (\d)", text)
    for _, row in rows_with(text, "tiles", "die to take"):
        yield ("gyrodynes", "gyrodyne", row["type"][0]), printed(
            tiles=row["tiles"], take=row["die to take"], complete=row["die to flip"], produces=row["produces"],
            awards=f"{awards[1]} {awards[2]}")
    # How many tokens there are at the start is a rule (PUL-SETUP), and in no table.
    yield ("gyrodynes", "modifier", "plus-minus"), printed(dice=f"{buying[1]} {buying[2]}", start="1")
    yield ("gyrodynes", "modifier", "plus-two"), printed(dice=buying[3], start="0")
    yield ("gyrodynes", "rings", "rings"), printed(count=re.search(r"Rings (\d) per player", text)[1])


def dice_board(text):
    spaces = re.search(r"(\d+) spaces.* start (\d+); space (\d+) = -(\d), space (\d+) = -(\d)", text)
    loss = ["0"] * int(spaces[1])
    loss[int(spaces[3]) - 1], loss[int(spaces[5]) - 1] = spaces[4], spaces[6]
    yield ("dice_board", "tracks", "tracks"), printed(start=spaces[2], loss=" ".join(loss))
    for _, row in rows_with(text, "silver dice", "leftover dice"):
        players = row["players"][0]
        income = [part.strip().replace("-", "0") for part in row["engineering income by rank"].split(",")]
        card = printed(
            silver=row["silver dice"], leftover=row["leftover dice"], counters="2" if players == "2" else "1",
            cubes=" ".join("0" if "point" in part else part.split()[0] for part in income),
            initiative=row["final initiative"].replace("/", " "))
        card.values["start-points"] = row["start points"].replace("/", " ")
        # The dice of an even start are a rule (PUL-VAR), and in no table.
        card.values["even-start"] = "1 2 3 4 5 6" if players == "4" else "2 3 4 5"
        if any("point" in part for part in income):
            card.values["points"] = " ".join(part.split()[0] if "point" in part else "0" for part in income)
        yield ("dice_board", "players", players), card
    yield ("dice_board", "copy", "copy"), printed(cubes=re.search(r"costs n cubes instead of (\d)", text)[1])


def goals(text):
    for _, row in rows_with(text, "tile side", "condition"):
        what, least = re.fullmatch(r"`(\w+)` >= (\d+)", row["condition"]).groups()
        bonuses = [row[f"bonus {number} cubes"] for number in (1, 2)]
        values = {
            "tile": row["tile side"].split()[1], "condition": f"{noun(what)} {least}", "points": row["points"],
            "bonus": " ".join(cubes for cubes in bonuses if cubes != "none"),
            "first-game": row["first game"] or None,
        }
        known = sources(row["prov. of numbers"], ("points", "bonus")) | {"condition": PRINTED}
        yield ("goals", "goal", row["id"]), named(Card(values, known), row)


def scoring(text):
    row = next(row for _, row in rows_with(text, "stations", "each more"))
    points = ["0", "0"] + [row[str(count)] for count in range(2, 14)]
    card = Card({"points": " ".join(points), "further": row["each more"].lstrip("+")},
                {"points": RECONSTRUCTED, "further": PRINTED})
    assert "0 points for one station is R" in text
    yield ("goals", "stations", "stations"), card
    steps_of = re.search(r"3 one point per claimed pulsar.*4 one point per tile.*5 one point per (\d) cubes", text)
    yield ("goals", "leftovers", "leftovers"), printed(pulsar="1", gyrodyne="1", cubes=steps_of[1])


def cluster(side, file, letter):
    """A side of the board, from the file beside the tables."""
    ends = {}
    for times, key in ((1, "segments"), (2, "double_segments")):
        for one, other in side[key]:
            ends.setdefault(one, []).extend([other] * times)
            ends.setdefault(other, []).extend([one] * times)
    for number, node in side["nodes"].items():
        kind, _, colour = node["type"].partition("-")
        isolated = kind == "pulsar" and int(number) not in ends
        card = printed(kind="isolated" if isolated else kind, x=f"{node['x']:.2f}", y=f"{node['y']:.2f}")
        card.values["colour"] = colour if kind == "gate" else None
        card.values["dead-end"] = "yes" if node.get("dead_end") else None
        card.values["segments"] = sorted(f"{letter}{end}" for end in ends.get(int(number), [])) or None
        yield (file, "location", letter + number), card


def cards(folder):
    """All cards by (file, kind, id)."""
    text = (folder / "pulsar_2849.md").read_text()
    sides = json.loads((folder / "pulsar_2849_starcluster.json").read_text())
    found = {}
    for part in (technologies, boards, tiles, transmitters, headquarters, gyrodynes, dice_board, goals, scoring):
        found |= dict(part(text))
    found |= dict(cluster(sides["normal_side"], "star_cluster_plain", "N"))
    found |= dict(cluster(sides["dead_end_side"], "star_cluster_dead_ends", "D"))
    return found


def prepare(found):
    """Names that are in no table are ours, and the order of segments is of no matter."""
    for (file, kind, _), card in found.items():
        if kind not in ("technology", "project", "goal"):
            card.pop("name"), card.pop("name.de")
        if kind == "location" and "segments" in card:
            card["segments"] = sorted(card["segments"][0].split())
    return found
