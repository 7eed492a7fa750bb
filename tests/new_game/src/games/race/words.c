/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The race: its words, its cards, and how it looks. No rules. */

#include "race.h"

#include "base/container_of.h"
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

static const struct thing_count thing_counts[] = {{THING_FACE, RACE_FACES_MAX}, {0}};

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
    [ASK_TURN] = {"turn", "RAC-TURN-01", {0}, _("{seat|Choose|{seat} is choosing}: walk or ride.")},
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

static const struct section sections[] = {{_("board"), _("Board"), true}, {0}};

const struct words race_words = {
    .things = things,
    .thing_counts = thing_counts,
    .moves = moves,
    .events = events,
    .reasons = reasons,
    .questions = questions,
    .sources = sources,
    .options = options,
    .fields = fields,
    .component_uses = component_uses,
    .sections = sections,
};

/* ---- cards ----------------------------------------------------------------------------------- */

/* What is on its way from the file to the cards. */
struct race_reading {
    struct table_reading base;
    struct race_cards *cards;
};

static const struct table_key face_keys[] = {
    {"spaces", REQUIRED, table_number, .offset = offsetof(struct race_face, spaces), .min = 1,
     .max = RACE_GOAL},
    {0},
};

static void *place_face(struct table_reading *base, struct card *card)
{
    struct race_cards *cards = container_of(base, struct race_reading, base)->cards;
    int number = table_next(card, &cards->face_count, RACE_FACES_MAX);
    return number < 0 ? NULL : &cards->faces[number];
}

static bool check_faces(struct table_reading *base, const char *file)
{
    struct race_cards *cards = container_of(base, struct race_reading, base)->cards;
    if (cards->face_count > 0)
        return true;
    problem_set(base->problem, _("the die has no face"), NULL, NULL, NULL);
    problem_place(base->problem, file, 0, 0);
    return false;
}

static const struct table_kind face_kinds[] = {{"face", face_keys, place_face, 0, NULL}, {0}};
static const struct table_file die_file = {face_kinds, check_faces, 0};

const struct table_format race_card_format = {
    .base = CARD_FORMAT_BASE, .files = &die_file, .file_count = 1};

void *race_read_cards(const struct card_text *files, int count, struct problem *problem)
{
    struct race_cards *cards = memory_new(1, sizeof *cards);
    struct race_reading reading = {{problem, &cards->sources}, cards};
    assert(count == 1);
    if (count != 1 || !table_read(&reading.base, &die_file, &files[0])) {
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
    component->token = NULL;
    card_face_tell(&face->face, &cards->sources, language, component);
    phrase_write(&component->text, language, _("A ride takes you {a} spaces forward."),
                 &(struct phrase_slots){write_spaces, NULL, &face->spaces});
    return true;
}

/* ---- pictures -------------------------------------------------------------------------------- */

void race_draw(const struct ruleset *rules, const void *state, int section,
               const struct drawing *drawing, struct text *out)
{
    (void)section, (void)drawing;
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
