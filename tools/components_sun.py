# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The tables of beyond_the_sun.md as cards, for tools/components."""

import re

from component_tables import PRINTED, RECONSTRUCTED, Card, rows_with, tables

TYPES = {"B": "scientific", "G": "economic", "R": "military", "Y": "commercial"}
SPECIALTIES = {"F": "food", "O": "ore", "FO": "food ore", "-": None, "card": None}
AUTOMATE = {"F": "food", "O": "ore", "*": "either"}
NOUNS = {
    "controlled location": "controlled-location", "own system": "own-system", "2 own systems": "two-own-systems",
    "location taken from another faction by this Jump": "location-taken",
}
OPERATIONS = [  # the notation of the tables, and the words of card files
    (r"Ore (\d)", r"gain \1 ore"),
    (r"S>P (\d)", r"grow \1"),
    (r"S>L(\d) x(\d)", r"\2 ships of level \1 from supply"),
    (r"S>L(\d) @DS", r"ship of level \1 from supply in deep space"),
    (r"S>L(\d)", r"ship of level \1 from supply"),
    (r"P>L(\d)", r"ship of level \1 from population"),
    (r"Auto (.)", lambda found: f"automate {AUTOMATE[found[1]]}"),
    (r"Shift (\d)>A", r"shift \1 to column A"),
    (r"Shift (\d)>any", r"shift \1 to any column"),
    (r"ProdF", "produce population"),
    (r"ProdO", "produce ore"),
    (r"Trade", "trade"),
    (r"Up 1 x (\d)", r"upgrade a ship by \1"),
    (r"Up (\d) x (\d)", r"upgrade up to \1 ships by \2"),
    (r"UpSum (\d)", r"upgrade ships by \1 in all"),
    (r"Jump (\d)", r"jump \1"),
    (r"Warp (\d)", r"warp \1"),
    (r"Res X, X = own systems \+ 1, at most IIII", "research systems+1"),
    (r"Res ([I/]+) eye; the paid opponent must have that technology", r"research \1 that this opponent has"),
    (r"Res ([I/]+) eye -pre -imm", r"research \1 discovered without prerequisites or bonus"),
    (r"Res ([I/]+) eye", r"research \1 discovered"),
    (r"Res ([I/]+)( \(research mandatory\))?", r"research \1"),
    (r"Priv (I+)", r"private technology \1"),
    (r"Col stealth", "colonize in stealth"),
    (r"Col", "colonize"),
    (r"Annex (\d) (.)", r"annex 1 of \1 systems from deck \2"),
    (r"Again\(up to 2 different other technologies of yours, level I-III\)",
     "repeat the immediate effects of 2 other technologies"),
    (r"Again", "repeat the immediate effect"),
    (r"Copy\(research-all\)", "copy any research action"),
    (r"Copy\(research-own\)", "copy an own research action"),
    (r"ret (\d)", r"return \1 population"),
    (r"pay (\d) ore", r"pay \1 ore"),
    (r"Opt\((.*)\)", lambda found: f"may ({effect(found[1])})"),
    (r"Choose (\d)( repeat)? \{(.*)\}",
     lambda found: f"choose {found[1]}{' with repeats' if found[2] else ''} of {{{options(found[3])}}}"),
    (r"\(?per ([^:\[]+?)( \[max (\d)\])? : (.*?)\)?",
     lambda found: f"per {NOUNS[found[1]]}{f' up to {found[3]}' if found[3] else ''} ({effect(found[4])})"),
]
COSTS = [(r"(\d) ore>opp", r"pay \1 ore to an opponent"), (r"(\d) ore", r"pay \1 ore"),
         (r"ret (\d)", r"return \1 population")]
# What events do, sentence by sentence: the operations of section 0.4 stand between words there.
EVENTS = {
    "E2-01": {"resolve": "open GU-1, each faction (gain 1 ore)"},
    "E2-02": {"resolve": "open GU-2, each faction (shift 1 to column A)"},
    "E2-03": {"resolve": "each faction (gain 1 ore), whoever has least ore (gain 1 ore)"},
    "E2-06": {"resolve": "each faction (choose 1 of {return 1 population; pay 2 ore}), the researcher (grow 1)"},
    "E2-07": {"resolve": "whoever has least automation (automate either)"},
    "E2-08": {"award": "deep-space-power 3 1"},
    "E2-09": {"award": "level-II-technologies 3 1"},
    "E3-01": {"resolve": "open GU-3, each faction (grow 1)"},
    "E3-02": {"resolve": "open GU-4, each faction (per own-system up to 3 (gain 1 ore))"},
    "E3-03": {"resolve": "each faction (bank up to 2 ships)", "ship-points": "1 1 2 3"},
    "E3-04": {"resolve": "lay a system from deck B on this card",
              "action": "pay 6 ore, return 2 population: take the system on this card"},
    "E3-06": {"resolve": "add a system from deck B"},
    "E3-07": {"resolve": "each faction (send all ships but 1 from Sol to deep space)"},
    "E3-08": {"award": "systems 4 2"},
    "E3-09": {"resolve": "fortify a shipyard for 1 ore", "points": "2"},
    "E3-10": {"resolve": "the weakest faction (grow 1, gain 1 ore)", "points": "2"},
}
# The numbers that those sentences must have, in their order: a changed sentence is found by them.
EVENT_NUMBERS = {
    "E2-01": "1 1", "E2-02": "2 1", "E2-03": "1 1", "E2-06": "1 1 2 1", "E2-07": "", "E2-08": "3 1 1",
    "E2-09": "3 1", "E3-01": "3 1", "E3-02": "4 3 1", "E3-03": "2 1 1 2 1 3 2 4 3", "E3-04": "6 2", "E3-06": "",
    "E3-07": "1", "E3-08": "4 2", "E3-09": "1 2", "E3-10": "1 1 2",
}
CONDITIONS = [
    (r"have a level IIII technology", "level-IIII-technologies 1"),
    (r"have (\d) own systems", r"systems \1"),
    (r"levels of all own ships .* sum to (\d+) or more.*", r"ship-levels \1"),
    (r"control (\d) or more locations", r"controlled-locations \1"),
    (r"(\d) or more automation levels", r"automation-levels \1"),
    (r"have (\d+) or more ore and (\d) or more population", r"ore-and-population \1 \2"),
    (r"have (\d) level III technologies", r"level-III-technologies \1"),
    (r"printed specialty icons of one kind .*: (\d) or more.*", r"icons-of-one-kind \1"),
    (r"(\d) or more technologies of each of three types and (\d) or more of the fourth.*",
     r"three-types-and-fourth \1 \2"),
    (r"(\d) or more visible symbols on food and ore track together.*", r"track-symbols \1"),
]
INNOVATIONS = {  # names of ours for A and B of each faction; what is written as a number or an effect
    "FA-UN": [("UN-A", r"has (\d) or more exchanges : after that phase (.*), ONE-TIME", "number effect"),
              ("UN-B", r"(\d) or more food symbols visible : .* costs (\d) ore, WHILE", "number second")],
    "FA-NO": [("NO-A", r"(\d) or more ore symbols visible : .* rises (\d) level .*, WHILE", "number second"),
              ("NO-B", r"the last disc .* : (.*), after system bonuses, ONE-TIME", "effect")],
    "FA-DC": [("DC-A", r"automation level (\d) reached : (.*), ONE-TIME", "number effect"),
              ("DC-B", r"(\d) or more food symbols visible : .*, WHILE", "number")],
    "FA-MR": [("MR-A", r"column ([A-E]) empty .* : (.*), ONE-TIME", "number effect"),
              ("MR-B", r"(\d) or more ore symbols visible : .* cost you (\d) ore less .*, WHILE", "number second")],
}


def split(text, *marks):
    """Parts between the marks that stand outside of brackets."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(text):
        depth += (text[at] in "({") - (text[at] in ")}")
        mark = next((mark for mark in marks if depth == 0 and text.startswith(mark, at)), None)
        if mark:
            parts.append(text[start:at])
            start = at = at + len(mark)
        else:
            at += 1
    return parts + [text[start:]]


def first_of(rows, text):
    for pattern, words in rows:
        found = re.fullmatch(pattern, text)
        if found:
            return words(found) if callable(words) else found.expand(words)
    raise ValueError(f"this is not known: {text!r}")


def options(text):
    return "; ".join(effect(re.sub(r"^[A-D]= ", "", option.strip())) for option in split(text, ";"))


def steps(text):
    if text.startswith("Res X"):  # the + in it is none between steps
        return first_of(OPERATIONS, text)
    parts = split(text, " then ", " + ")
    return ", ".join(first_of(OPERATIONS, part.strip()) for part in parts)


def cost(text):
    """In words of card files; None if it is none."""
    try:
        return ", ".join(first_of(COSTS, part) for part in text.split(" + "))
    except ValueError:
        return None


def effect(text):
    """None for none."""
    if text in ("-", "none", ""):
        return None
    text = re.sub(r"(?<!\w)([A-D])\) ", r"\1= ", text)  # the letters of options are no brackets
    paid = cost(split(text, " : ")[0])
    return f"{paid}: {steps(text.partition(' : ')[2])}" if paid and " : " in text else steps(text)


def spaces(text):
    found = []
    for part in text.split(" // "):
        many = re.fullmatch(r"\[(\d)\] (.*)", part)
        found += [effect(many[2])] * int(many[1]) if many else []
    return found


# ---- provenance --------------------------------------------------------------------------------------------------


def fields_of(cell):
    """{letter: (source letter, what is in brackets)}."""
    return {field: (source, about) for field, source, about in
            re.findall(r"\b([NDTIAWVQCG]):([PLpX])(?:\(([^()]*)\))?", cell)}


def status(source):
    """Likely values count as printed, as the tables have it; those printed in part do not."""
    return PRINTED if source in "PL" else RECONSTRUCTED


def sources(cell, keys_of):
    """The sources of values. A value that several fields are about is printed if they all are."""
    found = {}
    for field, (source, _) in fields_of(cell).items():
        for key in keys_of.get(field, ()):
            if found.get(key) != RECONSTRUCTED:
                found[key] = status(source)
    return found


NAMES = {"N": ("name",), "D": ("name.de",)}


def named(values, row, english="English"):
    return {"name": row[english], "name.de": row["German"], **values}


# ---- the tables --------------------------------------------------------------------------------------------------


def points(cell):
    found = re.fullmatch(r"(\d)(?: \+ 1 per (.*), max \+(\d))?", cell)
    if not found[2]:
        return cell
    what = "controlled-location" if found[2].startswith("controlled") else "two-other-technologies"
    return f"{found[1]} + 1 per {what} up to {found[3]}"


def technologies(text):
    for heading, row in rows_with(text, "IMMEDIATE", "action spaces"):
        level = heading.split()[2]
        values = named({
            "level": level, "types": " ".join(TYPES[letter] for letter in row["left"].split("/")),
            "hands-on": TYPES.get(row["right"]), "immediate": effect(row["IMMEDIATE"]),
            "space": spaces(row["action spaces"]), "power": None if row["power"] == "-" else row["power"],
            "points": points(row["VP"]) if "VP" in row else None,
        }, row)
        keys = NAMES | {"T": ("types", "hands-on") if level != "IIII" else ("types",), "I": ("immediate",),
                        "A": ("space",), "W": ("power",), "V": ("points",)}
        yield ("technologies", "technology", row["id"]), Card(values, sources(row["provenance"], keys))


def events(text):
    for heading, row in rows_with(text, "resolve", "stays"):
        said = re.sub(r"E\d-\d\d|GU-(\d) \([^)]*\)|Mk\. I", r"\1", row["resolve"])
        said = re.sub(r"L(\d) (\d)", r"\1 \2", said)
        values = dict.fromkeys(("resolve", "award", "points", "ship-points", "action"))
        if row["id"] in EVENTS:
            values |= EVENTS[row["id"]]
            said = re.sub(r"\[\d\]|<[^>]*>|level II", "", said)
            found = " ".join(re.findall(r"(?<![A-Za-z])\d+", re.sub(r"A\) ret|B\) pay", "", said)))
            if found != EVENT_NUMBERS[row["id"]]:
                raise ValueError(f"{row['id']} has other numbers: {found}")
        else:
            values["resolve"] = f"each faction ({effect(row['resolve'].removeprefix('Each: '))})"
        values |= {"level": heading.split()[2], "light": "yes" if row["light"] == "yes" else None,
                   "stays": None if row["stays"] == "no" else "yes"}
        keys = NAMES | {field: tuple(key for key in EVENTS.get(row["id"], {"resolve": 0})) for field in "WC"}
        yield ("events", "event", row["id"]), Card(named(values, row), sources(row["provenance"], keys))


def deck_and_specialty(source, about):
    """The letter T of a system is about both."""
    if "spec X" in about or about.startswith("deck"):
        return {"deck": status(source), "specialty": RECONSTRUCTED}
    if about:  # partly: of the specialty something is seen, the deck is likely
        return {"deck": PRINTED, "specialty": PRINTED}
    return {"deck": status(source), "specialty": status(source)}


def systems(text):
    for heading, row in rows_with(text, "start", "colonization bonus"):
        values = named({
            "deck": heading.split()[2], "start": "yes" if row["start"] == "yes" else None, "strength": row["power"],
            "specialty": SPECIALTIES[row["spec"]], "points": row["VP"], "gain": effect(row["gain"]),
            "bonus": effect(row["colonization bonus"]), "power": None if row["special"] == "-" else row["special"],
        }, row)
        keys = NAMES | {"Q": ("strength",), "V": ("points",), "I": ("gain",), "A": ("bonus",), "W": ("power",)}
        known = sources(row["provenance"], keys) | deck_and_specialty(*fields_of(row["provenance"])["T"])
        yield ("systems", "system", row["id"]), Card(values, known)


def achievements(text):
    first = re.search(r"Recommended first set \(P\): (.*)\.", text)[1].split(", ")
    for _, row in rows_with(text, "condition", "slots VP"):
        slots = row["slots VP"].split()
        values = named({
            "deck": row["deck"], "first-game": "yes" if row["English"] in first else None,
            "condition": first_of(CONDITIONS, row["condition"]), "slots": " ".join(slots).replace("(", "").replace(")", ""),
            "closed": str(sum("(" in slot for slot in slots)) if "(" in row["slots VP"] else None,
        }, row)
        keys = NAMES | {"T": ("deck",), "Q": ("condition",), "C": ("slots",)}
        known = sources(row["provenance"], keys)
        if "closed with 2-3" in row["provenance"]:
            known["closed"] = PRINTED
        yield ("achievements", "achievement", row["id"]), Card(values, known)


def guilds(text):
    x, *ys = re.search(r"guilds below it at x (\d+), y ([\d ]+)\)", text).groups()
    for y, (_, row) in zip(ys[0].split(), rows_with(text, "place", "opened by")):
        values = named({"action": effect(row["action"]), "x": x, "y": y}, row)
        yield ("guilds", "guild", row["id"]), Card(
            values, sources(row["provenance"], NAMES | {"A": ("action",), "C": ("action",)}))


def powers(text):
    """Their numbers stand with the codes, what is known of them with the cards that have them."""
    known = {row.get("power") if "IMMEDIATE" in row else row["special"]: fields_of(row["provenance"]).get("W")
             for columns in (("IMMEDIATE", "power"), ("special", "gain")) for _, row in rows_with(text, *columns)}
    for _, row in rows_with(text, "code", "owner of"):
        source, _ = known[row["code"]]
        said = row["power"]
        does = re.search(r": `(.*)`$", said) or re.search(r"once per own turn: (Up 1 x 1)", said)
        times = re.search(r"at most (\d) x per own turn|(once) per own turn", said)
        values = {
            "effect": effect(does[1]) if does and row["code"] != "W9" else None,
            "times": (times[1] or "1") if times else None,
            "replaces": "achievements" if "star discs on an ACHIEVEMENT" in said else None,
        }
        card = Card(values, dict.fromkeys(("name", "name.de"), RECONSTRUCTED), status(source))
        card.sources |= {key: status(source) for key, value in values.items() if value}
        yield ("powers", "power", row["code"]), card


def factions(text):
    basic = re.search(r"Columns A-E = ([\d ]+) \(.*at positions ([\d ]+) \(L\). Ore track symbols at ([\d ]+) \(L\)", text)
    setups = {"Shift (\\d)>A.*": "shift", "the starting ship is L(\\d)": "ship-level", "(\\d) ore more": "more-ore"}
    names = {}
    for _, row in rows_with(text, "faction", "extra setup (basic)"):
        values = {"columns": basic[1], "food": basic[2], "ore": basic[3], "two-players": row["2 players"],
                  "shift": None, "ship-level": None, "more-ore": None, "deep-ship": None}
        extra = row["extra setup (basic)"]
        key, value = next(((key, re.fullmatch(pattern, extra)[1]) for pattern, key in setups.items()
                           if re.fullmatch(pattern, extra)), ("deep-ship", "yes"))
        values[key] = value
        known = sources(row["provenance"], NAMES | {"W": (key,), "G": ("two-players",)})
        known |= {"columns": RECONSTRUCTED, "food": PRINTED, "ore": PRINTED}
        names[row["id"]] = ({"name": row["faction"], "name.de": row["German"]},
                            {key: known[key] for key in ("name", "name.de")})
        yield ("factions", "basic", row["id"]), Card(values | names[row["id"]][0], known)
    for _, row in rows_with(text, "columns A-E", "ore symbols at"):
        letters = [name for name, *_ in INNOVATIONS[row["id"]]]
        values = {"columns": row["columns A-E"], "food": basic[2], "ore": row["ore symbols at"],
                  "innovations": " ".join(letters)} | names[row["id"]][0]
        known = names[row["id"]][1] | {"columns": RECONSTRUCTED, "ore": RECONSTRUCTED, "food": PRINTED}
        yield ("factions", "advanced", row["id"]), Card(values, known)
        yield from innovations(row)
    points_of = re.search(r"level 1..7 = ([\d ]+) ; .* each further level (\d) \(P\)", text)
    yield ("factions", "automation", "points"), Card(
        {"points": points_of[1], "further": points_of[2]}, {"points": RECONSTRUCTED, "further": PRINTED})
    ore = {f"players-{players}": ore.strip() for players, ore in
           re.findall(r"(\d)p ([\d ]+)", re.search(r"Start ore by seat \(P\): (.*)\.", text)[1])}
    yield ("factions", "start-ore", "seats"), Card(ore, dict.fromkeys(ore, PRINTED))
    trade = re.search(r"Trade on all mats \(P\): (\d) ore > 1 S to P", text)
    yield ("factions", "trade", "prices"), Card({"ore": trade[1]}, {"ore": PRINTED})


def innovations(row):
    for column, (name, pattern, keys) in zip("AB", INNOVATIONS[row["id"]]):
        found = re.search(pattern, row[f"Innovation {column} (condition : effect, kind)"])
        values = dict.fromkeys(("number", "second", "effect"))
        for key, value in zip(keys.split(), found.groups()):
            values[key] = effect(value) if key == "effect" else str("ABCDE".index(value) + 1) if value in "ABCDE" else value
        known = {key: RECONSTRUCTED for key in keys.split()}
        if f"Q:P({column} condition" in row["provenance"] and "number" in known:
            known["number"] = PRINTED
        yield ("factions", "innovation", name), Card(values, known, RECONSTRUCTED)


def slots(text):
    for _, row in rows_with(text, "prerequisites", "need"):
        after = None if row["prerequisites"] == "-" else row["prerequisites"]
        values = {"level": row["level"], "after": after, "need": row["need"] if after else None, "x": row["x"],
                  "y": row["y"]}
        yield ("technology_board", "slot", row["id"]), Card(
            values, sources(row["provenance"], {"G": ("after", "need") if after else ("after",)}))


def rows(text):
    x, first, last = re.search(r"Basic Spacefaring \(x (\d+), y (\d+)-(\d+);", text).groups()
    found = list(rows_with(text, "action", "4 players", "2 players"))
    for at, (_, row) in enumerate(found):
        counts = [row[f"{players} players"] for players in "234"]
        unlimited = counts[0].startswith("unlimited")
        dearer = [str(len(re.findall(r"\dn?(?:st|nd|rd|th)", count))) for count in counts]
        values = {
            "action": effect(row["action"]), "x": x,
            "y": str(int(int(first) + at * (int(last) - int(first)) / (len(found) - 1) + 0.5)),
            "spaces": "unlimited" if unlimited else " ".join(count[0] for count in counts),
            "dearer": " ".join(dearer) if set(dearer) != {"0"} else None,
        }
        keys = {"A": ("action",), "C": ("spaces", "dearer") if values["dearer"] else ("spaces",)}
        card = Card(values, sources(row["provenance"], keys) | dict.fromkeys(("name", "name.de"), RECONSTRUCTED))
        card.whole = PRINTED if card.sources["spaces"] == PRINTED else RECONSTRUCTED
        yield ("technology_board", "row", row["row"]), card


def places(text):
    kinds = {"deep": "deep-space", "yard": "shipyard"}
    for heading, found in tables(text):
        if not found or "kind" not in found[0] or "spec" not in found[0]:
            continue
        few = "2 players" in heading
        edges = re.search(rf"EDGES-{'2' if few else '4'}P: (.*)", text)[1].split()
        for row in found:
            beside = [other for edge in edges for other in edge.split("-") if row["id"] in edge.split("-")]
            values = {"kind": kinds.get(row["kind"], row["kind"]), "specialty": SPECIALTIES[row["spec"]], "x": row["x"],
                      "y": row["y"], "name": re.sub(r" \(.*", "", row["name"]),
                      "edges": sorted(other for other in beside if other != row["id"])}
            yield ("exploration_two" if few else "exploration_many", "place", row["id"]), Card(
                values, {"kind": PRINTED, "edges": RECONSTRUCTED, "x": RECONSTRUCTED, "y": RECONSTRUCTED})


def cards(folder):
    """All cards by (file, kind, id)."""
    text = (folder / "beyond_the_sun.md").read_text()
    found = {}
    for part in (technologies, events, systems, achievements, guilds, powers, factions, slots, rows, places):
        found |= dict(part(text))
    return found


def prepare(found):
    """Names that are in no table are ours, and the order of edges is of no matter."""
    for (file, kind, _), card in found.items():
        if kind in ("power", "innovation", "automation", "start-ore", "trade", "slot", "row"):
            card.pop("name"), card.pop("name.de")
        if kind == "place":
            card.pop("name.de")
            card["edges"] = sorted(card["edges"][0].split())
    return found
