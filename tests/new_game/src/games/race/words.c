/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The race: its words, its cards, and how it looks. No rules. */

#include "race.h"

#include "kit/field_rows.h"
#include "kit/things.h"

#include <stdlib.h>

/* ---- words ----------------------------------------------------------------------------------- */

enum { THING_FACE = THING_GAME };

CARD_TOKEN(face, struct race_cards, faces[value], cards->face_count)
CARD_TITLE(face, struct race_cards, faces[value])

static const struct thing things[] = {
    {"face", _("a face of the die"), face_token, face_title},
    {0},
};

static const struct wording moves[] = {
    [MOVE_WALK] = {"walk", "RAC-TURN-01", {0}, _("walk")},
    [MOVE_RIDE] = {"ride", "RAC-TURN-02", {0}, _("ride")},
    [MOVE_ROLL] = {"roll", "RAC-TURN-02", {THING_FACE}, _("roll a {a}")},
    {0},
};

static const struct wording events[] = {
    [EVENT_ROLLED] = {"rolled", "RAC-TURN-02", {THING_FACE}, _("{seat} rolls a {a}.")},
    [EVENT_MOVES] = {"moves",
                     "RAC-TURN-01",
                     {THING_NUMBER, THING_NUMBER},
                     _("{seat} moves {a} {a|space|spaces} to space {b}.")},
    [EVENT_WINS] = {"wins", "RAC-END-01", {0}, _("{seat} reaches the goal.")},
    {0},
};

static const struct wording reasons[] = {
    [REASON_TIRED] = {"tired", "RAC-TURN-03", {0}, _("{seat} rode in the last turn.")},
    {0},
};

static const struct wording questions[] = {
    [ASK_OVER] = {"over", "", {0}, _("The race is over.")},
    [ASK_TURN] = {"turn", "RAC-TURN-01", {0}, _("{seat}: walk or ride.")},
    [ASK_ROLL] = {"roll", "RAC-TURN-02", {0}, _("The dealer rolls for {seat}.")},
    {0},
};

static const struct wording sources[] = {
    {"distance", "RAC-END-02", {0}, _("spaces from the start")},
    {0},
};

static const struct option options[] = {{0}};

static const struct component_use component_uses[] = {
    {EVENT_ROLLED, 0, COMPONENT_USED, "face", NULL},
    {0},
};

#define STATE struct race_state

static const struct field fields[] = {
    MANY("at", at, THING_NUMBER, "how far a seat is", THING_SEAT, SEATS_MAX),
    SET("tired", tired, THING_SEAT, "the seats that rode in their last turn"),
    ONE("turn", turn, THING_SEAT, "the seat whose turn it is"),
    ONE("riding", riding, THING_NUMBER, "1 while the die is to be rolled"),
    ONE("round", round, THING_NUMBER, "the round, from 1"),
    {0},
};

const struct words race_words = {things,  moves,   events, reasons,       questions,
                                 sources, options, fields, component_uses};

/* ---- cards ----------------------------------------------------------------------------------- */

static const struct card_key face_keys[] = {{"spaces", true, false}, {0}};
static const struct card_kind kinds[] = {{"face", face_keys}, {0}};

static bool read_face(struct card *card, struct race_face *face)
{
    struct scan *value = card_value(card, 0);
    int64_t spaces = 0;
    face->face = card->face;
    if (!scan_number(value, 1, RACE_GOAL, _("a number"), &spaces))
        return false;
    face->spaces = (uint8_t)spaces;
    return scan_done(value);
}

void *race_read_cards(const struct card_text *files, int count, struct problem *problem)
{
    assert(count == 1);
    struct race_cards *cards = memory_new(1, sizeof *cards);
    struct card_reader reader;
    struct card card;
    bool fine = cards_open(&reader, &files[0], kinds, problem) && count == 1;
    while (fine && cards_next(&reader, &card)) {
        if (cards->face_count == RACE_FACES_MAX)
            fine = scan_problem(&card.heading, card.heading.text, _("there are more than 8 faces"),
                                NULL, NULL);
        else
            fine = card_keep_sources(&card, &cards->sources) &&
                   read_face(&card, &cards->faces[cards->face_count++]);
    }
    if (fine && !problem_is_set(problem) && cards->face_count == 0)
        problem_set(problem, _("the die has no face"), NULL, NULL, NULL);
    if (problem_is_set(problem)) {
        free(cards);
        return NULL;
    }
    return cards;
}

static void write_spaces(const void *context, struct span slot, struct text *out)
{
    (void)slot;
    text_add_number(out, *(const uint8_t *)context);
}

bool race_component(const struct ruleset *rules, int index, enum language language,
                    struct component *component)
{
    const struct race_cards *cards = rules->cards;
    if (index >= cards->face_count)
        return false;
    const struct race_face *face = &cards->faces[index];
    component->kind = "face";
    component->file = "die.cards";
    component->in_play = true;
    component->level = 0;
    card_face_tell(&face->face, &cards->sources, language, component);
    phrase_write(&component->text, language, _("Who rides moves {a} spaces forward."),
                 &(struct phrase_slots){write_spaces, NULL, &face->spaces});
    return true;
}

/* ---- pictures -------------------------------------------------------------------------------- */

void race_draw(const struct ruleset *rules, const void *state, enum language language,
               struct text *out)
{
    (void)language;
    const struct race_state *s = state;
    for (int seat = 0; seat < rules->setup.players; seat++) {
        text_addf(out, "  %d  ", seat + 1);
        for (int space = 0; space <= RACE_GOAL; space++)
            text_add_char(out, s->at[seat] == space ? '@' : space == RACE_GOAL ? '|' : '.');
        text_add(out, s->tired >> seat & 1 ? "  *\n" : "\n");
    }
}

void race_layout(const struct ruleset *rules, struct json *json)
{
    (void)rules;
    json_open(json, NULL, '{');
    json_put_number(json, "goal", RACE_GOAL);
    json_close(json, '}');
}
