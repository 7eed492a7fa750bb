/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The state by name, from the table of fields. Knows no game. */

#include "fields.h"

#include "notation.h"

#include "base/bits.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- places ---------------------------------------------------------------------------------- */

static bool index_exists(const struct ruleset *rules, const struct field *field, int which,
                         int value)
{
    if (value >= field->index[which].count)
        return false;
    int by = field->index[which].by;
    return by == THING_NUMBER || thing_token(rules, by, value) != NULL;
}

/* Puts the offset into a place whose field and indices are set. */
static struct place locate(struct place place)
{
    unsigned offset = place.field->offset;
    for (int i = 0; i < 2; i++)
        offset += (unsigned)place.index[i] * place.field->index[i].stride;
    place.offset = (uint16_t)offset;
    return place;
}

/* The first value of this field or of the next that has any. */
static struct place first_of(const struct ruleset *rules, const struct field *field)
{
    for (; field->name != NULL; field++) {
        bool exists = field->form != FIELD_SPARE;
        for (int i = 0; i < 2 && field->index[i].by != THING_NONE; i++)
            exists = exists && index_exists(rules, field, i, 0);
        if (exists)
            return locate((struct place){.field = field});
    }
    return (struct place){0};
}

struct place place_first(const struct ruleset *rules)
{
    return first_of(rules, rules->game->words->fields);
}

struct place place_next(const struct ruleset *rules, struct place place)
{
    for (int i = 1; i >= 0; i--) {
        if (place.field->index[i].by == THING_NONE)
            continue;
        if (index_exists(rules, place.field, i, place.index[i] + 1)) {
            place.index[i]++;
            return locate(place);
        }
        place.index[i] = 0;
    }
    return first_of(rules, place.field + 1);
}

void place_write(const struct ruleset *rules, struct place place, struct text *out)
{
    text_add(out, place.field->name);
    for (int i = 0; i < 2 && place.field->index[i].by != THING_NONE; i++) {
        text_add_char(out, ' ');
        thing_write(rules, place.field->index[i].by, place.index[i], out);
    }
}

static const struct field *find_field(const struct ruleset *rules, struct span name)
{
    for (const struct field *field = rules->game->words->fields; field->name != NULL; field++)
        if (field->form != FIELD_SPARE && span_is(name, field->name))
            return field;
    return NULL;
}

bool place_read(const struct ruleset *rules, struct scan *scan, struct place *out)
{
    struct span name = scan_word(scan);
    struct place place = {.field = find_field(rules, name)};
    if (place.field == NULL)
        return scan_expected(scan, name, _("the name of a field"));
    for (int i = 0; i < 2 && place.field->index[i].by != THING_NONE; i++) {
        int index = 0;
        struct span word = scan_peek(scan);
        if (!thing_read(rules, place.field->index[i].by, 0, UINT8_MAX, scan, &index))
            return false;
        if (!index_exists(rules, place.field, i, index))
            return scan_expected(scan, word, _("a smaller number"));
        place.index[i] = (uint8_t)index;
    }
    *out = locate(place);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Numbers in a state are in the byte order of the machine; all that we support are little-endian.
 */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "states are little-endian");

int64_t value_get(const void *state, struct place place)
{
    unsigned size = place.field->size;
    uint64_t value = 0;
    assert(size == 1 || size == 2 || size == 4 || size == 8);
    memcpy(&value, (const unsigned char *)state + place.offset, size);
    bool negative = place.field->is_signed && size < 8 && (value >> (8 * size - 1)) != 0;
    return (int64_t)(negative ? value | ~bits_below(8 * size) : value);
}

void value_set(void *state, struct place place, int64_t value)
{
    memcpy((unsigned char *)state + place.offset, &value, place.field->size);
}

bool value_is_zero(const void *state, struct place place)
{
    const unsigned char *at = (const unsigned char *)state + place.offset;
    for (int i = 0; i < place.field->size; i++)
        if (at[i] != 0)
            return false;
    return true;
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
static uint64_t group_members(const void *state, struct place place, int group)
{
    const unsigned char *groups = (const unsigned char *)state + place.offset;
    uint64_t members = 0;
    for (unsigned i = 0; i < place.field->size; i++)
        if (groups[i] == group)
            members |= bit(i);
    return members;
}

static void write_pile(const struct ruleset *rules, const void *state, struct place place,
                       struct text *out)
{
    uint64_t members = group_members(state, place, 1);
    for (int group = 1; members != 0; members = group_members(state, place, ++group)) {
        if (group > 1)
            text_add(out, " / ");
        write_members(rules, place.field, members, out);
    }
}

void value_write(const struct ruleset *rules, const void *state, struct place place,
                 struct text *out)
{
    const struct field *field = place.field;
    if (field->form != FIELD_VALUE && value_is_zero(state, place))
        text_add_char(out, '-');
    else if (field->form == FIELD_PILE)
        write_pile(rules, state, place, out);
    else if (field->form == FIELD_SET)
        write_members(rules, field, (uint64_t)value_get(state, place), out);
    else if (field->holds == THING_NUMBER)
        text_add_number(out, value_get(state, place));
    else
        thing_write(rules, field->holds, (int)value_get(state, place), out);
}

static bool read_number(void *state, struct place place, struct scan *scan)
{
    const struct field *field = place.field;
    int64_t number = 0;
    unsigned bits = 8u * field->size;
    int64_t max = (int64_t)bits_below(field->is_signed || bits == 64 ? bits - 1 : bits);
    int64_t min = field->is_signed ? -max - 1 : 0;
    if (!scan_number(scan, min, max, _("a number that fits the field"), &number))
        return false;
    value_set(state, place, number);
    return scan_done(scan);
}

static bool read_one(const struct ruleset *rules, void *state, struct place place,
                     struct scan *scan)
{
    int value = 0;
    if (!thing_read(rules, place.field->holds, 0, UINT8_MAX, scan, &value))
        return false;
    value_set(state, place, value);
    return scan_done(scan);
}

/* Members of a set or of the groups of a pile. `groups` gets the group of each thing, from 1. */
static bool read_groups(const struct ruleset *rules, struct place place, struct scan *scan,
                        uint8_t groups[64])
{
    bool is_pile = place.field->form == FIELD_PILE;
    int most = is_pile ? place.field->size - 1 : 8 * place.field->size - 1;
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
        if (!thing_read(rules, place.field->holds, 0, most, scan, &thing))
            return false;
        if (groups[thing] != 0)
            return scan_problem(scan, word, _("this appears twice"), NULL, NULL);
        groups[thing] = group;
        group_is_empty = false;
    } while (scan_peek(scan).length > 0 || group_is_empty);
    return true;
}

static bool read_many(const struct ruleset *rules, void *state, struct place place,
                      struct scan *scan)
{
    uint8_t groups[64] = {0};
    if (!read_groups(rules, place, scan, groups))
        return false;
    if (place.field->form == FIELD_PILE) {
        memcpy((unsigned char *)state + place.offset, groups, place.field->size);
        return true;
    }
    uint64_t set = 0;
    for (unsigned i = 0; i < 64; i++)
        set |= groups[i] != 0 ? bit(i) : 0;
    value_set(state, place, (int64_t)set);
    return true;
}

bool value_read(const struct ruleset *rules, void *state, struct place place, struct scan *scan)
{
    if (place.field->form != FIELD_VALUE)
        return read_many(rules, state, place, scan);
    if (place.field->holds == THING_NUMBER)
        return read_number(state, place, scan);
    return read_one(rules, state, place, scan);
}

/* ---- whole states ---------------------------------------------------------------------------- */

void state_write(const struct ruleset *rules, const void *state, struct text *out)
{
    for (struct place p = place_first(rules); p.field != NULL; p = place_next(rules, p)) {
        if (value_is_zero(state, p))
            continue;
        place_write(rules, p, out);
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

static void json_value(const struct ruleset *rules, const void *state, struct place place,
                       struct json *json, const char *key)
{
    const struct field *field = place.field;
    if (field->form == FIELD_PILE) {
        json_open(json, key, '[');
        uint64_t members = group_members(state, place, 1);
        for (int group = 1; members != 0; members = group_members(state, place, ++group))
            json_members(rules, field, members, json, NULL);
        json_close(json, ']');
    } else if (field->form == FIELD_SET) {
        json_members(rules, field, (uint64_t)value_get(state, place), json, key);
    } else if (field->holds == THING_NUMBER) {
        json_put_number(json, key, value_get(state, place));
    } else {
        json_put_string(json, key, thing_token(rules, field->holds, (int)value_get(state, place)));
    }
}

/* The key of an index in a JSON object. */
static const char *index_key(const struct ruleset *rules, struct place place, int which,
                             char number[8])
{
    int by = place.field->index[which].by;
    if (by != THING_NUMBER)
        return thing_token(rules, by, place.index[which]);
    char *at = number + 7;
    *at = '\0';
    for (unsigned rest = place.index[which], digits = 0; rest > 0 || digits == 0; digits++) {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    }
    return at;
}

void state_json(const struct ruleset *rules, const void *state, struct json *json, const char *key)
{
    json_open(json, key, '{');
    for (struct place p = place_first(rules); p.field != NULL;) {
        struct place next = place_next(rules, p);
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
