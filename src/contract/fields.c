/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The state by name, from the table of fields. Knows no game. */

#include "fields.h"

#include "notation.h"

#include "base/bits.h"
#include "base/hash.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- cells ---------------------------------------------------------------------------------- */

static bool index_exists(const struct ruleset *rules, const struct field *field, int which,
                         int value)
{
    if (value >= field->index[which].count)
        return false;
    int by = field->index[which].by;
    return by == THING_NUMBER || thing_token(rules, by, value) != NULL;
}

/* Puts the offset into a cell whose field and indices are set. */
static struct cell locate(struct cell cell)
{
    unsigned offset = cell.field->offset;
    for (int i = 0; i < 2; i++)
        offset += (unsigned)cell.index[i] * cell.field->index[i].stride;
    cell.offset = (uint16_t)offset;
    return cell;
}

/* The first value of this field or of the next that has any. */
static struct cell first_of(const struct ruleset *rules, const struct field *field)
{
    for (; field->name != NULL; field++) {
        bool exists = field->form != FIELD_SPARE;
        for (int i = 0; i < 2 && field->index[i].by != THING_NONE; i++)
            exists = exists && index_exists(rules, field, i, 0);
        if (exists)
            return locate((struct cell){.field = field});
    }
    return (struct cell){0};
}

struct cell cell_first(const struct ruleset *rules)
{
    return first_of(rules, rules->game->words->fields);
}

struct cell cell_next(const struct ruleset *rules, struct cell cell)
{
    for (int i = 1; i >= 0; i--) {
        if (cell.field->index[i].by == THING_NONE)
            continue;
        if (index_exists(rules, cell.field, i, cell.index[i] + 1)) {
            cell.index[i]++;
            return locate(cell);
        }
        cell.index[i] = 0;
    }
    return first_of(rules, cell.field + 1);
}

void cell_write(const struct ruleset *rules, struct cell cell, struct text *out)
{
    text_add(out, cell.field->name);
    for (int i = 0; i < 2 && cell.field->index[i].by != THING_NONE; i++) {
        text_add_char(out, ' ');
        thing_write(rules, cell.field->index[i].by, cell.index[i], out);
    }
}

static const struct field *find_field(const struct ruleset *rules, struct span name)
{
    for (const struct field *field = rules->game->words->fields; field->name != NULL; field++)
        if (field->form != FIELD_SPARE && span_is(name, field->name))
            return field;
    return NULL;
}

bool cell_read(const struct ruleset *rules, struct scan *scan, struct cell *out)
{
    struct span name = scan_word(scan);
    struct cell cell = {.field = find_field(rules, name)};
    if (cell.field == NULL)
        return scan_expected(scan, name, _("the name of a field"));
    for (int i = 0; i < 2 && cell.field->index[i].by != THING_NONE; i++) {
        int index = 0;
        struct span word = scan_peek(scan);
        if (!thing_read(rules, cell.field->index[i].by, 0, UINT8_MAX, scan, &index))
            return false;
        if (!index_exists(rules, cell.field, i, index))
            return scan_expected(scan, word, _("a smaller number"));
        cell.index[i] = (uint8_t)index;
    }
    *out = locate(cell);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Numbers in a state are in the byte order of the machine; all that we support are little-endian.
 */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are little-endian");

int64_t value_get(const void *state, struct cell cell)
{
    unsigned size = cell.field->size;
    uint64_t value = 0;
    assert(size == 1 || size == 2 || size == 4 || size == 8);
    memcpy(&value, (const unsigned char *)state + cell.offset, size);
    bool negative = cell.field->is_signed && size < 8 && (value >> (8 * size - 1)) != 0;
    return (int64_t)(negative ? value | ~bits_below(8 * size) : value);
}

void value_set(void *state, struct cell cell, int64_t value)
{
    memcpy((unsigned char *)state + cell.offset, &value, cell.field->size);
}

bool value_is_zero(const void *state, struct cell cell)
{
    const unsigned char *at = (const unsigned char *)state + cell.offset;
    for (int i = 0; i < cell.field->size; i++)
        if (at[i] != 0)
            return false;
    return true;
}

/* What one value adds to a total; false if it is a single thing. */
static bool add_value(const void *state, struct cell cell, uint64_t *total)
{
    const unsigned char *at = (const unsigned char *)state + cell.offset;
    if (cell.field->form == FIELD_VALUE)
        *total += (uint64_t)value_get(state, cell);
    else if (cell.field->form == FIELD_SET)
        *total += (uint64_t)bits_count((uint64_t)value_get(state, cell));
    else
        for (int i = 0; i < cell.field->size; i++)
            *total += at[i] != 0;
    return cell.field->form != FIELD_VALUE || cell.field->holds == THING_NUMBER;
}

/* Is it the name of the cell, or do some of its words begin it? */
static bool begins_name(struct span name, struct span of_cell)
{
    return name.length <= of_cell.length && memcmp(name.at, of_cell.at, name.length) == 0 &&
           (name.length == of_cell.length || of_cell.at[name.length] == ' ');
}

bool fields_total(const struct ruleset *rules, const void *state, struct span name, int64_t *total)
{
    struct text of_cell = {0};
    uint64_t sum = 0;
    bool found = false, fine = true;
    for (struct cell cell = cell_first(rules); cell.field != NULL; cell = cell_next(rules, cell)) {
        text_clear(&of_cell);
        cell_write(rules, cell, &of_cell);
        if (!begins_name(name, text_span(&of_cell)))
            continue;
        found = true;
        fine = fine && add_value(state, cell, &sum);
    }
    text_free(&of_cell);
    *total = (int64_t)sum;
    return found && fine;
}

static void write_members(const struct ruleset *rules, const struct field *field, uint64_t set,
                          struct text *out)
{
    while (set != 0) {
        thing_write(rules, field->holds, (int)bits_pop(&set), out);
        if (set != 0)
            text_add_char(out, ' ');
    }
}

/* The things in one group of a pile, as bits. */
static uint64_t group_members(const void *state, struct cell cell, int group)
{
    const unsigned char *groups = (const unsigned char *)state + cell.offset;
    uint64_t members = 0;
    for (unsigned i = 0; i < cell.field->size; i++)
        if (groups[i] == group)
            members |= bit(i);
    return members;
}

static void write_pile(const struct ruleset *rules, const void *state, struct cell cell,
                       struct text *out)
{
    uint64_t members = group_members(state, cell, 1);
    for (int group = 1; members != 0; members = group_members(state, cell, ++group)) {
        if (group > 1)
            text_add(out, " / ");
        write_members(rules, cell.field, members, out);
    }
}

void value_write(const struct ruleset *rules, const void *state, struct cell cell, struct text *out)
{
    const struct field *field = cell.field;
    if (field->form != FIELD_VALUE && value_is_zero(state, cell))
        text_add_char(out, '-');
    else if (field->form == FIELD_PILE)
        write_pile(rules, state, cell, out);
    else if (field->form == FIELD_SET)
        write_members(rules, field, (uint64_t)value_get(state, cell), out);
    else if (field->holds == THING_NUMBER)
        text_add_number(out, value_get(state, cell));
    else
        thing_write(rules, field->holds, (int)value_get(state, cell), out);
}

static bool read_number(void *state, struct cell cell, struct scan *scan)
{
    const struct field *field = cell.field;
    int64_t number = 0;
    unsigned bits = 8u * field->size;
    int64_t max = (int64_t)bits_below(field->is_signed || bits == 64 ? bits - 1 : bits);
    int64_t min = field->is_signed ? -max - 1 : 0;
    if (!scan_number(scan, min, max, _("a number that fits the field"), &number))
        return false;
    value_set(state, cell, number);
    return scan_done(scan);
}

static bool read_one(const struct ruleset *rules, void *state, struct cell cell, struct scan *scan)
{
    int value = 0;
    if (!thing_read(rules, cell.field->holds, 0, UINT8_MAX, scan, &value))
        return false;
    value_set(state, cell, value);
    return scan_done(scan);
}

/* Members of a set or of the groups of a pile. `groups` gets the group of each thing, from 1. */
static bool read_groups(const struct ruleset *rules, struct cell cell, struct scan *scan,
                        uint8_t groups[64])
{
    bool is_pile = cell.field->form == FIELD_PILE;
    int most = is_pile ? cell.field->size - 1 : 8 * cell.field->size - 1;
    uint8_t group = 1;
    bool group_is_empty = true;
    if (span_is(scan_peek(scan), "-")) {
        scan_word(scan);
        return scan_done(scan);
    }
    do {
        struct span word = scan_peek(scan);
        int thing = 0;
        if (is_pile && span_is(word, "/") && !group_is_empty) {
            scan_word(scan);
            group++;
            group_is_empty = true;
            continue;
        }
        if (!thing_read(rules, cell.field->holds, 0, most, scan, &thing))
            return false;
        if (groups[thing] != 0)
            return scan_problem(scan, word, _("this appears twice"), NULL, NULL);
        groups[thing] = group;
        group_is_empty = false;
    } while (scan_peek(scan).length > 0 || group_is_empty);
    return true;
}

static bool read_many(const struct ruleset *rules, void *state, struct cell cell, struct scan *scan)
{
    uint8_t groups[64] = {0};
    if (!read_groups(rules, cell, scan, groups))
        return false;
    if (cell.field->form == FIELD_PILE) {
        memcpy((unsigned char *)state + cell.offset, groups, cell.field->size);
        return true;
    }
    uint64_t set = 0;
    for (unsigned i = 0; i < 64; i++)
        set |= groups[i] != 0 ? bit(i) : 0;
    value_set(state, cell, (int64_t)set);
    return true;
}

bool value_read(const struct ruleset *rules, void *state, struct cell cell, struct scan *scan)
{
    if (cell.field->form != FIELD_VALUE)
        return read_many(rules, state, cell, scan);
    if (cell.field->holds == THING_NUMBER)
        return read_number(state, cell, scan);
    return read_one(rules, state, cell, scan);
}

/* ---- whole states ---------------------------------------------------------------------------- */

void state_write(const struct ruleset *rules, const void *state, struct text *out)
{
    for (struct cell p = cell_first(rules); p.field != NULL; p = cell_next(rules, p)) {
        if (value_is_zero(state, p))
            continue;
        cell_write(rules, p, out);
        text_add(out, " = ");
        value_write(rules, state, p, out);
        text_add_char(out, '\n');
    }
}

static void json_members(const struct ruleset *rules, const struct field *field, uint64_t set,
                         struct json *json, const char *key)
{
    json_open(json, key, '[');
    while (set != 0) {
        int member = (int)bits_pop(&set);
        if (field->holds == THING_NUMBER)
            json_put_number(json, NULL, member);
        else
            json_put_string(json, NULL, thing_token(rules, field->holds, member));
    }
    json_close(json, ']');
}

static void json_value(const struct ruleset *rules, const void *state, struct cell cell,
                       struct json *json, const char *key)
{
    const struct field *field = cell.field;
    if (field->form == FIELD_PILE) {
        json_open(json, key, '[');
        uint64_t members = group_members(state, cell, 1);
        for (int group = 1; members != 0; members = group_members(state, cell, ++group))
            json_members(rules, field, members, json, NULL);
        json_close(json, ']');
    } else if (field->form == FIELD_SET) {
        json_members(rules, field, (uint64_t)value_get(state, cell), json, key);
    } else if (field->holds == THING_NUMBER) {
        json_put_number(json, key, value_get(state, cell));
    } else {
        json_put_string(json, key, thing_token(rules, field->holds, (int)value_get(state, cell)));
    }
}

/* The key of an index in a JSON object. */
static const char *index_key(const struct ruleset *rules, struct cell cell, int which,
                             char number[8])
{
    int by = cell.field->index[which].by;
    if (by != THING_NUMBER)
        return thing_token(rules, by, cell.index[which]);
    char *at = number + 7;
    *at = '\0';
    for (unsigned rest = cell.index[which], digits = 0; rest > 0 || digits == 0; digits++) {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    }
    return at;
}

void state_json(const struct ruleset *rules, const void *state, struct json *json, const char *key)
{
    json_open(json, key, '{');
    for (struct cell p = cell_first(rules); p.field != NULL;) {
        struct cell next = cell_next(rules, p);
        int depth = (p.field->index[0].by != THING_NONE) + (p.field->index[1].by != THING_NONE);
        bool ends_field = next.field != p.field;
        bool ends_row = ends_field || next.index[0] != p.index[0];
        char outer[8], inner[8];
        if (depth >= 1 && p.index[0] == 0 && p.index[1] == 0)
            json_open(json, p.field->name, '{');
        if (depth == 2 && p.index[1] == 0)
            json_open(json, index_key(rules, p, 0, outer), '{');
        json_value(rules, state, p, json,
                   depth == 0 ? p.field->name : index_key(rules, p, depth - 1, inner));
        if (depth == 2 && ends_row)
            json_close(json, '}');
        if (depth >= 1 && ends_field)
            json_close(json, '}');
        p = next;
    }
    json_close(json, '}');
}

uint64_t state_digest(const struct ruleset *rules, const void *state)
{
    struct text fields = {0};
    state_write(rules, state, &fields);
    uint64_t digest = hash_bytes(0, text_string(&fields), fields.length);
    text_free(&fields);
    return digest;
}
