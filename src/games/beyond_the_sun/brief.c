/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: effects in few words, for pictures where a sentence has no room. Made from the
 * same rows as the sentences of cards_tell.c; no rules. */

#include "brief.h"

#include <assert.h>

/* ---- effects --------------------------------------------------------------------------------- */

/* Slots beside {a} {b} {body}: {level} {disc} {noun} {deck} {guild}. */
static const struct brief briefs[OP_COUNT] = {
    [OP_OPTION] = {"option", "", NULL, 0},
    [OP_PAY] = {"pay", _("{a} ore"), NULL, 0},
    [OP_RETURN] = {"return", _("return {a}"), NULL, 0},
    [OP_PAY_RIVAL] = {"pay-rival", _("{a} ore to a rival"), NULL, 0},
    [OP_ORE] = {"ore", _("+{a} ore"), NULL, 0},
    [OP_GROW] = {"grow", _("+{a} pop"), NULL, 0},
    [OP_SHIP] = {"ship", _("ship L{a}"), _("{b} ships L{a}"), 2},
    [OP_SHIP_DEEP] = {"ship-deep", _("ship L{a} in DS"), NULL, 0},
    [OP_POP_SHIP] = {"population-ship", _("pop to ship L{a}"), NULL, 0},
    [OP_AUTOMATE] = {"automate", _("automate {disc}"), NULL, 0},
    [OP_SHIFT] = {"shift", _("shift {a} to A"), _("shift {a}"), 1},
    [OP_PRODUCE] = {"produce", _("{disc} production"), NULL, 0},
    [OP_TRADE] = {"trade", _("trade"), NULL, 0},
    [OP_UPGRADE] = {"upgrade", _("raise {a} by {b}"), NULL, 0},
    [OP_UPGRADE_SUM] = {"upgrade-sum", _("raise by {a} in all"), NULL, 0},
    [OP_JUMP] = {"jump", _("jump {a}"), NULL, 0},
    [OP_WARP] = {"warp", _("warp {a}"), NULL, 0},
    [OP_RESEARCH] = {"research", _("research {level}"), _("research known {level}"), 1},
    [OP_PRIVATE] = {"private", _("private {level}"), NULL, 0},
    [OP_COLONIZE] = {"colonize", _("colonize"), _("colonize by stealth"), 1},
    [OP_ANNEX] = {"annex", _("1 of {a} systems {deck}"), NULL, 0},
    [OP_ADD_SYSTEM] = {"add-system", _("add a system {deck}"), NULL, 0},
    [OP_CHOOSE] = {"choose", _("choose {a}: {body}"), _("choose {a}, repeats allowed: {body}"), 1},
    [OP_MAY] = {"may", _("may ({body})"), NULL, 0},
    [OP_PER] = {"per", _("{body} per {noun}"), _("{body} per {noun} (max {b})"), 1},
    [OP_AGAIN] = {"again", _("repeat {a} others"), NULL, 0},
    [OP_COPY] = {"copy", _("copy a research"), NULL, 0},
    [OP_EACH] = {"each", _("all: {body}"), NULL, 0},
    [OP_LEAST] = {"least", _("the last: {body}"), NULL, 0},
    [OP_RESEARCHER] = {"researcher", _("the researcher: {body}"), NULL, 0},
    [OP_OPEN] = {"open", _("open {guild}"), NULL, 0},
    [OP_BANK] = {"bank", _("up to {a} ships to the museum"), NULL, 0},
    [OP_DYSON] = {"dyson", _("lay a system {deck}"), NULL, 0},
    [OP_SUPERFLARE] = {"superflare", _("all but 1 ship from Sol to DS"), NULL, 0},
    [OP_FORTIFY] = {"fortify", _("fortify a shipyard ({a} ore)"), NULL, 0},
    [OP_RELIEVE] = {"relieve", _("the weakest: {body}"), NULL, 0},
    [OP_TAKE_LAID] = {"take-laid", _("take the system"), NULL, 0},
};

/* The few that depend on a, or on more than one bit of b. */
static const char *special_text(const struct effect *row)
{
    if (row->op == OP_AGAIN && row->a == 0)
        return _("repeat \"at once\"");
    if (row->op == OP_COPY && row->a == 1)
        return _("copy an own research");
    if (row->op == OP_RESEARCH && (row->b & RESEARCH_PAID))
        return _("research {level} of theirs");
    if (row->op == OP_RESEARCH && (row->b & RESEARCH_FREE))
        return _("research any known {level}");
    return NULL;
}

static const char *level_text(int level)
{
    static const char *const texts[] = {"",     "I",     "II", "III", "IIII", _("systems+1"),
                                        "I/II", "II/III"};
    return texts[level];
}

static const char *disc_text(int kind)
{
    static const char *const texts[] = {"", _("food"), _("ore"), _("either")};
    return texts[kind];
}

static const char *noun_text(int noun)
{
    static const char *const texts[] = {
        [NOUN_NONE] = "",
        [NOUN_CONTROLLED] = _("outpost"),
        [NOUN_SYSTEM] = _("system"),
        [NOUN_TWO_SYSTEMS] = _("2 systems"),
        [NOUN_TAKEN] = _("outpost taken"),
        [NOUN_TWO_TECHS] = _("2 technologies"),
    };
    return texts[noun];
}

static void fill(const void *cards, const struct effect *row, struct span slot,
                 enum language language, struct text *out)
{
    const struct bts_cards *set = cards;
    if (span_is(slot, "level"))
        text_add(out, phrase(language, level_text(row->a)));
    else if (span_is(slot, "disc"))
        text_add(out, phrase(language, disc_text(row->a)));
    else if (span_is(slot, "noun"))
        text_add(out, phrase(language, noun_text(row->a)));
    else if (span_is(slot, "deck"))
        text_add(out, row->b == 0 ? "A" : "B");
    else if (span_is(slot, "guild"))
        text_add(out, set->guilds[row->a].face.id);
    else
        assert(!"every slot is known");
}

struct brief_book bts_brief_book(const struct bts_cards *cards)
{
    static const struct brief_grammar grammar = {&bts_grammar, briefs, special_text, fill};
    return (struct brief_book){&grammar, cards, cards->rows};
}

/* ---- types and conditions -------------------------------------------------------------------- */

const char *brief_type(int type, enum language language)
{
    static const char *const texts[TYPES] = {_("sci"), _("eco"), _("mil"), _("com")};
    assert(type >= 0 && type < TYPES);
    return phrase(language, texts[type]);
}

void brief_condition(const struct bts_achievement *achievement, enum language language,
                     struct text *out)
{
    static const char *const texts[] = {
        [CONDITION_NONE] = "",
        [CONDITION_LEVEL_IIII] = _("technologies IIII: {0}"),
        [CONDITION_SYSTEMS] = _("own systems: {0}"),
        [CONDITION_FLEET] = _("levels of all ships: {0}"),
        [CONDITION_CONTROLLED] = _("outposts: {0}"),
        [CONDITION_AUTOMATION] = _("automation levels: {0}"),
        [CONDITION_RICHES] = _("ore: {0}, population: {1}"),
        [CONDITION_LEVEL_III] = _("technologies III: {0}"),
        [CONDITION_SPECIALTY] = _("icons of one kind: {0}"),
        [CONDITION_TYPES] = _("3 types: {0} of each, the 4th: {1}"),
        [CONDITION_SYMBOLS] = _("symbols on both tracks: {0}"),
    };
    struct text first = {0}, second = {0};
    text_add_number(&first, achievement->number);
    text_add_number(&second, achievement->second);
    phrase_write_with(out, language, texts[achievement->condition], text_string(&first),
                      text_string(&second), NULL);
    text_free(&first);
    text_free(&second);
}
