/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: effects and goals in few words, for pictures where a sentence has no room. Made from
 * the same rows as the sentences of cards_tell.c; no rules. */

#include "brief.h"

#include <assert.h>

/* ---- effects --------------------------------------------------------------------------------- */

static const char *const nouns[NOUN_COUNT] = {
    [NOUN_NONE] = "",
    [NOUN_STATIONS] = _("station"),
    [NOUN_PULSARS] = _("pulsar"),
    [NOUN_SPINNING] = _("spinning gyrodyne"),
    [NOUN_TYPES] = _("spinning size"),
    [NOUN_SAME] = _("spinning of one size"),
    [NOUN_ONLINE] = _("transmitter online"),
    [NOUN_LINKS] = _("link online"),
    [NOUN_PATENTS] = _("patent"),
    [NOUN_PROJECTS] = _("project"),
    [NOUN_BASE] = _("bottom project"),
    [NOUN_RUNS] = _("used run"),
    [NOUN_AWARDS] = _("award"),
    [NOUN_GOALS] = _("goal"),
};

static const char *const many_nouns[NOUN_COUNT] = {
    [NOUN_NONE] = "",
    [NOUN_STATIONS] = _("stations"),
    [NOUN_PULSARS] = _("pulsars"),
    [NOUN_SPINNING] = _("spinning gyrodynes"),
    [NOUN_TYPES] = _("spinning sizes"),
    [NOUN_SAME] = _("spinning of one size"),
    [NOUN_ONLINE] = _("transmitters online"),
    [NOUN_LINKS] = _("links online"),
    [NOUN_PATENTS] = _("patents"),
    [NOUN_PROJECTS] = _("projects"),
    [NOUN_BASE] = _("bottom projects"),
    [NOUN_RUNS] = _("used runs"),
    [NOUN_AWARDS] = _("awards"),
    [NOUN_GOALS] = _("goals"),
};

static const char *const events[EVENT_COUNT] = {
    [EVENT_NONE] = "",
    [EVENT_PATENT] = _("another patent"),
    [EVENT_CLAIM] = _("claiming by ship"),
    [EVENT_CONSTRUCTION] = _("placing a gyrodyne"),
    [EVENT_COMPLETION] = _("a gyrodyne spinning"),
    [EVENT_PAYMENT] = _("a transmitter die"),
    [EVENT_ONLINE] = _("going online"),
    [EVENT_PROJECT] = _("a project"),
    [EVENT_RUN] = _("a gate run"),
    [EVENT_BONUS_DIE] = _("using the bonus die"),
    [EVENT_BONUS] = _("an exploration bonus"),
    [EVENT_STATION] = _("a station"),
    [EVENT_PLUS_MINUS] = _("using a ±1 token"),
    [EVENT_PLUS_TWO] = _("using a +2 token"),
    [EVENT_TILE] = _("an exploration tile"),
};

static const char *const scopes[SCOPE_COUNT] = {
    [SCOPE_NONE] = "",
    [SCOPE_GREEN] = _("a flight by a green gate"),
    [SCOPE_MAGENTA] = _("a flight by a magenta gate"),
    [SCOPE_ORANGE] = _("a flight by an orange gate"),
    [SCOPE_CLAIM] = _("a claiming flight"),
    [SCOPE_COMPLETION] = _("completing a gyrodyne"),
    [SCOPE_PAYMENT] = _("a transmitter"),
    [SCOPE_PATENT] = _("a patent"),
    [SCOPE_PROJECT] = _("a project"),
    [SCOPE_ONCE] = _("anything, once a turn"),
};

static const char *const sizes[] = {"",
                                    _("small gyrodyne"),
                                    _("medium gyrodyne"),
                                    _("small or medium gyrodyne"),
                                    _("large gyrodyne"),
                                    _("small or large gyrodyne"),
                                    _("medium or large gyrodyne"),
                                    _("gyrodyne of any size")};
static const char *const gates[] = {"", _("green"), _("magenta"), _("orange"), _("any colour")};
static const char *const places[] = {
    [TO_NONE] = "", [TO_SYSTEM] = _("system"), [TO_PULSAR] = _("pulsar"), [TO_ANY] = _("anywhere")};

static void fill(const void *cards, const struct effect *row, struct span slot,
                 enum language language, struct text *out)
{
    static const struct {
        const char *slot;
        const char *const *texts;
    } slots[] = {{"noun", nouns}, {"nouns", many_nouns}, {"when", events}, {"scope", scopes},
                 {"size", sizes}, {"gate", gates},       {"place", places}};
    size_t i = 0;
    (void)cards;
    while (!span_is(slot, slots[i].slot)) {
        i++;
        assert(i < sizeof slots / sizeof slots[0]);
    }
    text_add(out, phrase(language, slots[i].texts[row->a]));
}

struct brief_book pulsar_brief_book(const struct pulsar_cards *cards)
{
    static const struct brief_grammar grammar = {.effects = &pulsar_grammar, .fill = fill};
    return (struct brief_book){&grammar, cards, cards->rows};
}

/* ---- types and goals ------------------------------------------------------------------------- */

const char *pulsar_brief_type(int type, enum language language)
{
    static const char *const texts[TYPES] = {_("once"), _("always"), _("round"), _("end")};
    assert(type >= 0 && type < TYPES);
    return phrase(language, texts[type]);
}

void pulsar_brief_goal(const struct pulsar_goal *goal, enum language language, struct text *out)
{
    assert(goal->noun > NOUN_NONE && goal->noun < NOUN_COUNT);
    static const char *const texts[NOUN_COUNT] = {
        [NOUN_NONE] = "",
        [NOUN_STATIONS] = _("stations on planets: {0}"),
        [NOUN_PULSARS] = _("claimed pulsars: {0}"),
        [NOUN_SPINNING] = _("spinning gyrodynes: {0}"),
        [NOUN_TYPES] = _("sizes among the spinning ones: {0}"),
        [NOUN_SAME] = _("spinning ones of one size: {0}"),
        [NOUN_ONLINE] = _("transmitters online: {0}"),
        [NOUN_LINKS] = _("links online: {0}"),
        [NOUN_PATENTS] = _("patents: {0}"),
        [NOUN_PROJECTS] = _("projects: {0}"),
        [NOUN_BASE] = _("projects of the bottom row: {0}"),
        [NOUN_RUNS] = _("used gate runs: {0}"),
        [NOUN_AWARDS] = _("awards: {0}"),
        [NOUN_GOALS] = _("goals: {0}"),
    };
    struct text number = {0};
    text_add_number(&number, goal->number);
    phrase_write_with(out, language, texts[goal->noun], text_string(&number), NULL, NULL);
    text_free(&number);
}
