/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Changes positions so that they stay readable: a value becomes another one or changes places with
 * one of its kind, one of something goes elsewhere, frames of the agenda are doubled, dropped or
 * taken from another position. Random bytes would hardly ever get past the reader. New positions
 * come out of random games. Works on every game through its table of fields. */

#ifndef TESTS_FUZZ_POSITION_MUTATOR_H
#define TESTS_FUZZ_POSITION_MUTATOR_H

#include "require.h"

#include "base/bits.h"
#include "contract/fields.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "kit/agenda.h"
#include "record/heading.h"
#include "record/position.h"

enum {
    MUTATOR_CELLS = 1200,
    MUTATOR_EDITS = 4,
    FRESH_ONE = 24,
    FRESH_MOVES = 900,
    MUTATOR_KEPT = 512
};

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size); /* of libFuzzer */

/* A position while it is being changed: any bytes that a position can express. */
struct draft {
    struct ruleset *rules;
    union any_state state;
    struct cell cells[MUTATOR_CELLS];
    int count;
    struct random *random;
};

/* ---- reading and writing --------------------------------------------------------------------- */

static inline void list_cells(struct draft *draft)
{
    draft->count = 0;
    for (struct cell at = cell_first(draft->rules); at.field != NULL;
         at = cell_next(draft->rules, at)) {
        REQUIRE(draft->count < MUTATOR_CELLS);
        draft->cells[draft->count++] = at;
    }
}

/* The lines up to "end", whether such a state can be or not. */
static inline bool read_lines(struct draft *draft, struct scan *scan)
{
    memset(&draft->state, 0, sizeof draft->state);
    if (!span_is(scan->text, "state"))
        return false;
    while (scan_line(scan) && !span_is(scan->text, "end")) {
        struct cell cell;
        if (!cell_read(draft->rules, scan, &cell) || !span_is(scan_word(scan), "=") ||
            !value_read(draft->rules, &draft->state, cell, scan))
            return false;
    }
    return !problem_is_set(scan->problem);
}

/* False if the text is not a position; then there is nothing to close. */
static inline bool draft_read(struct draft *draft, const uint8_t *data, size_t size)
{
    struct scan scan;
    struct problem problem = {0};
    draft->rules = NULL;
    if (!scan_open(&scan, "draft", (struct span){(const char *)data, size}, &problem) ||
        !heading_read_title(&scan, "position"))
        return false;
    draft->rules = heading_read(&scan, NULL);
    if (draft->rules == NULL || !read_lines(draft, &scan)) {
        ruleset_close(draft->rules);
        return false;
    }
    list_cells(draft);
    return true;
}

/* Writes and closes it; 0 if there is no room. */
static inline size_t draft_write(struct draft *draft, uint8_t *data, size_t max_size)
{
    struct text text = {0};
    position_write(draft->rules, &draft->state, &text);
    size_t size = text.length <= max_size ? text.length : 0;
    memcpy(data, text_string(&text), size);
    text_free(&text);
    ruleset_close(draft->rules);
    return size;
}

/* A position out of a random game. */
static inline bool draft_play(struct draft *draft, const char *name)
{
    const struct game *game = game_find(span_of(name));
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    struct random *random = draft->random;
    setup.players = (uint8_t)(game->players_min +
                              random_below(random, game->players_max - game->players_min + 1u));
    for (int i = 0; i < option_count(game); i++)
        if (random_below(random, 2) == 0)
            setup.options[i] =
                (uint8_t)random_below(random, (uint32_t)choice_count(&game->words->options[i]));
    draft->rules = ruleset_open(game, &setup, NULL, &problem);
    if (draft->rules == NULL)
        return false;
    memset(&draft->state, 0, sizeof draft->state);
    play_start(draft->rules, &draft->state);
    uint32_t moves = random_below(random, 1 + random_below(random, FRESH_MOVES));
    while (moves-- > 0 && play_random(draft->rules, &draft->state, random))
        ;
    list_cells(draft);
    return true;
}

/* ---- accepted ones ------------------------------------------------------------------------------
 * What is refused is new to the fuzzer just as well, and there is far more of it. Most changes
 * begin with a position that was accepted, or hardly any would be. */

static struct {
    char *text[MUTATOR_KEPT];
    size_t size[MUTATOR_KEPT];
    uint32_t count;
} kept;

static inline void keep_accepted(struct span position)
{
    uint32_t at = kept.count < MUTATOR_KEPT
                      ? kept.count
                      : (uint32_t)(position.length * 2654435761u) % MUTATOR_KEPT;
    free(kept.text[at]);
    kept.text[at] = malloc(position.length + 1);
    REQUIRE(kept.text[at] != NULL);
    memcpy(kept.text[at], position.at, position.length);
    kept.size[at] = position.length;
    kept.count += kept.count < MUTATOR_KEPT;
}

/* The draft begins with one of them. */
static inline bool draft_kept(struct draft *draft)
{
    if (kept.count == 0)
        return false;
    uint32_t at = random_below(draft->random, kept.count);
    return draft_read(draft, (const uint8_t *)kept.text[at], kept.size[at]);
}

/* ---- values ---------------------------------------------------------------------------------- */

static inline struct cell any_cell(const struct draft *draft)
{
    return draft->cells[random_below(draft->random, (uint32_t)draft->count)];
}

/* A cell where a value is written, more often than not. */
static inline struct cell any_filled(const struct draft *draft)
{
    struct cell at = any_cell(draft);
    for (int i = 0; i < 40 && value_is_zero(&draft->state, at); i++)
        at = any_cell(draft);
    return at;
}

/* Another cell of the same field or, if there is none nearby, of the same kind of thing. */
static inline struct cell any_like(const struct draft *draft, struct cell one)
{
    for (int i = 0; i < 200; i++) {
        struct cell at = any_cell(draft);
        if (at.field == one.field && at.offset != one.offset)
            return at;
    }
    for (int i = 0; i < 200; i++) {
        struct cell at = any_cell(draft);
        if (at.field->form == one.field->form && at.field->holds == one.field->holds &&
            at.field->size == one.field->size && at.offset != one.offset)
            return at;
    }
    return one;
}

/* Can a position say it? Then it is set. */
static inline void set_value(struct draft *draft, struct cell at, int64_t value)
{
    const struct field *field = at.field;
    int64_t before = value_get(&draft->state, at);
    if (field->form == FIELD_SET) {
        for (uint64_t members = (uint64_t)value; members != 0;) {
            unsigned one = bits_pop(&members);
            if (field->holds != THING_NUMBER &&
                thing_token(draft->rules, field->holds, (int)one) == NULL)
                return;
        }
    } else if (field->holds != THING_NUMBER &&
               (value < 0 || value > UINT8_MAX ||
                thing_token(draft->rules, field->holds, (int)value) == NULL)) {
        return;
    }
    value_set(&draft->state, at, value);
    if (value_get(&draft->state, at) != value)
        value_set(&draft->state, at, before); /* it does not fit */
}

static inline void change_pile(struct draft *draft, struct cell at)
{
    uint8_t *groups = draft->state.bytes + at.offset;
    unsigned one = random_below(draft->random, at.field->size);
    if (thing_token(draft->rules, at.field->holds, (int)one) == NULL)
        return;
    if (groups[one] == 0)
        groups[one] = 1;
    else
        memset(groups + one, 0, random_below(draft->random, 2));
}

/* A number near the old one, or any; the next thing or any; a member more or less. */
static inline void change_value(struct draft *draft, struct cell at)
{
    struct random *random = draft->random;
    if (at.field->form == FIELD_PILE) {
        change_pile(draft, at);
        return;
    }
    int64_t value = value_get(&draft->state, at);
    if (at.field->form == FIELD_SET)
        value ^= (int64_t)bit(random_below(random, 8u * at.field->size));
    else if (random_below(random, 2) == 0)
        value += random_below(random, 2) == 0 ? 1 : -1;
    else
        value = random_below(random, random_below(random, 4) == 0 ? 256 : 24);
    set_value(draft, at, value);
}

/* One of something goes from one cell to another. */
static inline void move_one(struct draft *draft, struct cell from, struct cell to)
{
    int64_t a = value_get(&draft->state, from), b = value_get(&draft->state, to);
    if (from.field->form == FIELD_SET && a != 0) {
        uint64_t members = (uint64_t)a;
        unsigned one = bits_pop(&members);
        for (uint32_t skip = random_below(draft->random, 6); skip > 0 && members != 0; skip--)
            one = bits_pop(&members);
        set_value(draft, from, a & ~(int64_t)bit(one));
        set_value(draft, to, b | (int64_t)bit(one));
    } else if (from.field->form == FIELD_VALUE && a > 0) {
        set_value(draft, from, a - 1);
        set_value(draft, to, b + 1);
    }
}

static inline void swap_values(struct draft *draft, struct cell one, struct cell other)
{
    int64_t a = value_get(&draft->state, one), b = value_get(&draft->state, other);
    set_value(draft, one, b);
    set_value(draft, other, a);
}

/* Any number of the table of the same form goes up, where another one goes down. */
static inline struct cell any_number(const struct draft *draft)
{
    for (int i = 0; i < 200; i++) {
        struct cell at = any_cell(draft);
        if (at.field->form == FIELD_VALUE && at.field->holds == THING_NUMBER)
            return at;
    }
    return any_cell(draft);
}

/* ---- things that go elsewhere ---------------------------------------------------------------- */

/* The number of members that a cell can hold by name, and whether it holds one. */
static inline int members_of(struct cell at)
{
    return at.field->form == FIELD_PILE  ? at.field->size
           : at.field->form == FIELD_SET ? 8 * at.field->size
                                         : UINT8_MAX + 1;
}

static inline bool has_member(const struct draft *draft, struct cell at, int member)
{
    if (at.field->form == FIELD_PILE)
        return draft->state.bytes[at.offset + member] != 0;
    int64_t value = value_get(&draft->state, at);
    return at.field->form == FIELD_SET ? (value >> member & 1) != 0 : value == member;
}

/* Puts the member in or takes it out. */
static inline void put_member(struct draft *draft, struct cell at, int member, bool in)
{
    if (at.field->form == FIELD_PILE)
        draft->state.bytes[at.offset + member] = in;
    else if (at.field->form == FIELD_VALUE)
        set_value(draft, at, in ? member : 0);
    else if (in)
        set_value(draft, at, value_get(&draft->state, at) | (int64_t)bit((unsigned)member));
    else
        set_value(draft, at, value_get(&draft->state, at) & ~(int64_t)bit((unsigned)member));
}

/* Which member of the cell has this notation? -1 if none. */
static inline int member_named(const struct draft *draft, struct cell at, const char *name)
{
    const char *token = "";
    for (int i = 0; i < members_of(at) && token != NULL; i++) {
        token = thing_token(draft->rules, at.field->holds, i);
        if (token != NULL && strcmp(token, name) == 0)
            return i;
    }
    return -1;
}

/* Takes a thing from where it is (a card from a deck, say) and puts it where it can be, too. */
static inline void move_thing(struct draft *draft)
{
    struct cell from = any_filled(draft);
    int member = (int)random_below(draft->random, (uint32_t)members_of(from));
    for (int i = 0; i < 300 && !has_member(draft, from, member); i++)
        member = (int)random_below(draft->random, (uint32_t)members_of(from));
    const char *name = from.field->holds == THING_NUMBER || !has_member(draft, from, member)
                           ? NULL
                           : thing_token(draft->rules, from.field->holds, member);
    for (int i = 0; name != NULL && i < 100; i++) {
        struct cell to = any_cell(draft);
        int there = to.field->holds == THING_NUMBER || to.offset == from.offset
                        ? -1
                        : member_named(draft, to, name);
        if (there < 0)
            continue;
        put_member(draft, from, member, false);
        put_member(draft, to, there, true);
        return;
    }
}

/* One of a number becomes a member of a set, or the other way round: a cube goes to a slot. */
static inline void exchange_one(struct draft *draft)
{
    struct cell number = any_number(draft), set = any_filled(draft);
    int64_t value = value_get(&draft->state, number);
    if (set.field->form != FIELD_SET || number.field->form != FIELD_VALUE)
        return;
    int64_t members = value_get(&draft->state, set);
    int64_t one = (int64_t)bit(random_below(draft->random, 8u * set.field->size));
    set_value(draft, set, members ^ one);
    if (value_get(&draft->state, set) != members)
        set_value(draft, number, value + ((members & one) != 0 ? 1 : -1));
}

/* ---- the agenda ------------------------------------------------------------------------------ */

static inline const struct cell *cell_named(const struct draft *draft, const char *name)
{
    for (int i = 0; i < draft->count; i++)
        if (strcmp(draft->cells[i].field->name, name) == 0)
            return &draft->cells[i];
    return NULL;
}

/* The frames of the agenda; NULL if the game has none. */
static inline struct frame *frames_of(struct draft *draft, uint8_t **depth, int *most)
{
    const struct cell *deep = cell_named(draft, "agenda"), *work = cell_named(draft, "work");
    if (deep == NULL || work == NULL)
        return NULL;
    *depth = draft->state.bytes + deep->offset;
    *most = work->field->index[0].count;
    return (struct frame *)(void *)(draft->state.bytes + work->offset);
}

/* Puts a frame in, or takes one out. */
static inline void change_agenda(struct draft *draft, const struct frame *in)
{
    uint8_t *depth = NULL;
    int most = 0;
    struct frame *frames = frames_of(draft, &depth, &most);
    if (frames == NULL || *depth > most)
        return;
    unsigned at = random_below(draft->random, *depth + 1u);
    if (in != NULL && *depth < most) {
        memmove(&frames[at + 1], &frames[at], (*depth - at) * sizeof *frames);
        frames[at] = *in;
        ++*depth;
    } else if (in == NULL && at < *depth) {
        memmove(&frames[at], &frames[at + 1], (*depth - at - 1u) * sizeof *frames);
        frames[--*depth] = (struct frame){0};
    }
}

/* Any frame of another draft, or NULL. */
static inline const struct frame *any_frame(struct draft *draft)
{
    uint8_t *depth = NULL;
    int most = 0;
    struct frame *frames = frames_of(draft, &depth, &most);
    return frames == NULL || *depth == 0 || *depth > most
               ? NULL
               : &frames[random_below(draft->random, *depth)];
}

/* Turns a frame into a work of another kind; arguments stay. */
static inline void change_frame(struct draft *draft)
{
    struct frame *frame = (struct frame *)(uintptr_t)any_frame(draft);
    const struct cell *work = cell_named(draft, "work");
    if (frame == NULL || work == NULL)
        return;
    int other = (int)random_below(draft->random, 64);
    if (thing_token(draft->rules, work->field->holds, other) != NULL)
        frame->task = (uint8_t)other;
    else
        frame->args[random_below(draft->random, 5)] = (uint8_t)other;
}

/* ---- all together ---------------------------------------------------------------------------- */

static inline void edit(struct draft *draft)
{
    struct cell one = random_below(draft->random, 3) == 0 ? any_cell(draft) : any_filled(draft);
    struct cell other = any_like(draft, one);
    bool plain = one.field->form != FIELD_PILE;
    switch (random_below(draft->random, 15)) {
    case 0:
    case 1:
        change_value(draft, one);
        break;
    case 2:
        if (plain)
            swap_values(draft, one, other);
        break;
    case 3:
        if (plain)
            set_value(draft, other, value_get(&draft->state, one));
        break;
    case 4:
        memset(draft->state.bytes + one.offset, 0, one.field->size);
        break;
    case 5:
        if (plain)
            move_one(draft, one, other);
        break;
    case 6:
        move_one(draft, any_number(draft), any_number(draft));
        break;
    case 7:
        change_frame(draft);
        break;
    case 8:
        change_agenda(draft, any_frame(draft));
        break;
    case 9:
    case 10:
    case 11:
        move_thing(draft);
        break;
    case 12:
    case 13:
        exchange_one(draft);
        break;
    default:
        change_agenda(draft, NULL);
        break;
    }
}

/* For LLVMFuzzerCustomMutator. */
static inline size_t mutate_position(const char *game, uint8_t *data, size_t size, size_t max_size,
                                     unsigned seed)
{
    static struct draft draft;
    struct random random = {seed};
    draft.random = &random;
    if (random_below(&random, 64) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    uint32_t from = random_below(&random, FRESH_ONE);
    bool fresh =
        from == 0 || !((from % 4 != 1 && draft_kept(&draft)) || draft_read(&draft, data, size));
    if (fresh && !draft_play(&draft, game))
        return LLVMFuzzerMutate(data, size, max_size);
    for (uint32_t i = random_below(&random, MUTATOR_EDITS) + !fresh; i > 0; i--)
        edit(&draft);
    size_t written = draft_write(&draft, data, max_size);
    return written != 0 ? written : LLVMFuzzerMutate(data, size, max_size);
}

/* For LLVMFuzzerCustomCrossOver: some fields, or a frame of the agenda, come from another one. */
static inline size_t splice_positions(const uint8_t *one, size_t one_size, const uint8_t *other,
                                      size_t other_size, uint8_t *out, size_t max_size,
                                      unsigned seed)
{
    static struct draft draft, donor;
    struct random random = {seed};
    draft.random = donor.random = &random;
    if (!draft_read(&draft, one, one_size))
        return 0;
    if (!draft_read(&donor, other, other_size)) {
        ruleset_close(draft.rules);
        return 0;
    }
    if (donor.rules->game == draft.rules->game) {
        const struct field *field = any_filled(&donor).field;
        for (int i = 0; i < draft.count; i++)
            if (draft.cells[i].field == field)
                memcpy(draft.state.bytes + draft.cells[i].offset,
                       donor.state.bytes + draft.cells[i].offset, field->size);
        if (random_below(&random, 3) == 0)
            change_agenda(&draft, any_frame(&donor));
    }
    ruleset_close(donor.rules);
    return draft_write(&draft, out, max_size);
}

#endif
