/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: effects in few words, for pictures where a sentence has no room. Made from the
 * same rows as the sentences of cards_tell.c; no rules. */

#include "brief.h"

#include <assert.h>

/* ---- effects --------------------------------------------------------------------------------- */

/* The few that depend on a, or on more than one bit of b. */
static const char *special_text(const struct effect *row)
{
    if (row->op == OP_AGAIN && row->a == 0)
        return _("repeat \"at once\"");
    if (row->op == OP_COPY && row->a == 1)
        return _("copy your research");
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
    static const struct brief_grammar grammar = {
        .effects = &bts_grammar, .special = special_text, .fill = fill};
    return (struct brief_book){&grammar, cards, cards->rows};
}

/* ---- types and conditions -------------------------------------------------------------------- */

const char *bts_brief_type(int type, enum language language)
{
    static const char *const texts[TYPES] = {_("sci"), _("eco"), _("mil"), _("com")};
    assert(type >= 0 && type < TYPES);
    return phrase(language, texts[type]);
}

void bts_brief_condition(const struct bts_achievement *achievement, enum language language,
                         struct text *out)
{
    static const char *const texts[] = {
        [CONDITION_NONE] = "",
        [CONDITION_LEVEL_IIII] = _("technologies of level IIII: {0}"),
        [CONDITION_SYSTEMS] = _("systems of your own: {0}"),
        [CONDITION_FLEET] = _("ship levels in total: {0}"),
        [CONDITION_CONTROLLED] = _("outposts: {0}"),
        [CONDITION_AUTOMATION] = _("automation levels: {0}"),
        [CONDITION_RICHES] = _("ore: {0}, population: {1}"),
        [CONDITION_LEVEL_III] = _("technologies of level III: {0}"),
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
