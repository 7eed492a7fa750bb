/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads a state back from the JSON that front ends get (contract/fields.h writes it). Parsing is
 * jansson's; this walks over the table of fields and takes each value where it must stand. */

#include "position.h"

#include "contract/fields.h"
#include "contract/notation.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Sets the problem to the cell, e.g. "marks 1". */
static bool wrong_value(const struct ruleset *rules, struct cell cell, struct problem *problem)
{
    struct text name = {0};
    cell_write(rules, cell, &name);
    problem_set(problem, _("the value of {0} is missing or wrong"), text_string(&name), NULL, NULL);
    text_free(&name);
    return false;
}

/* The JSON value of a cell: its field, then the key of each index. */
static json_t *find_value(const struct ruleset *rules, json_t *root, struct cell cell)
{
    json_t *value = json_object_get(root, cell.field->name);
    for (int i = 0; i < 2 && cell.field->index[i].by != THING_NONE; i++) {
        char number[8];
        const char *key = thing_token(rules, cell.field->index[i].by, cell.index[i]);
        snprintf(number, sizeof number, "%d", cell.index[i]);
        value = json_object_get(value, key != NULL ? key : number);
    }
    return value;
}

/* Writes a number or thing in the notation of positions, so that value_read can take it. */
static bool add_notation(const struct field *field, json_t *value, struct text *out)
{
    if (field->holds == THING_NUMBER) {
        text_add_number(out, json_integer_value(value));
        return json_is_integer(value);
    }
    const char *word = json_string_value(value);
    bool is_word = word != NULL && word[0] != '\0' && strpbrk(word, " \t\r\n\"#") == NULL;
    bool is_sign = is_word && (strcmp(word, "-") == 0 || strcmp(word, "/") == 0);
    text_add(out, is_word ? word : "");
    return is_word && !is_sign;
}

static bool add_list(const struct field *field, json_t *list, struct text *out)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        text_add(out, i > 0 ? " " : "");
        if (!add_notation(field, item, out))
            return false;
    }
    return json_is_array(list);
}

static bool add_groups(const struct field *field, json_t *groups, struct text *out)
{
    size_t i;
    json_t *group;
    json_array_foreach(groups, i, group)
    {
        text_add(out, i > 0 ? " / " : "");
        if (json_array_size(group) == 0 || !add_list(field, group, out))
            return false;
    }
    return json_is_array(groups);
}

static bool take_value(const struct ruleset *rules, void *state, struct cell cell, json_t *value)
{
    const struct field *field = cell.field;
    json_int_t number = json_integer_value(value);
    /* Most values are small numbers, and those fit every field. */
    if (field->form == FIELD_VALUE && field->holds == THING_NUMBER && json_is_integer(value) &&
        number >= 0 && number <= INT8_MAX) {
        value_set(state, cell, number);
        return true;
    }
    struct text notation = {0};
    struct problem ignored = {0};
    struct scan scan;
    bool fine = field->form == FIELD_PILE  ? add_groups(field, value, &notation)
                : field->form == FIELD_SET ? add_list(field, value, &notation)
                                           : add_notation(field, value, &notation);
    if (field->form != FIELD_VALUE && notation.length == 0)
        text_add_char(&notation, '-');
    fine = fine && scan_open(&scan, NULL, text_span(&notation), &ignored) && scan_line(&scan) &&
           value_read(rules, state, cell, &scan);
    text_free(&notation);
    return fine;
}

/* How many values an object holds, counting through objects inside it; an empty one counts too. */
static size_t count_values(json_t *object)
{
    const char *key;
    json_t *value;
    size_t count = 0;
    json_object_foreach(object, key, value)
    {
        count += json_object_size(value) > 0 ? count_values(value) : 1;
    }
    return count;
}

bool state_from_json(const struct ruleset *rules, struct span text, void *state,
                     struct problem *problem)
{
    json_error_t error;
    json_t *root = json_loadb(text.at, text.length, JSON_REJECT_DUPLICATES, &error);
    size_t taken = 0;
    bool fine = json_is_object(root) || problem_set(problem, _("this is not a JSON object: {0}"),
                                                    root != NULL ? "[" : error.text, NULL, NULL);
    memset(state, 0, rules->game->state_size);
    for (struct cell p = cell_first(rules); fine && p.field != NULL; p = cell_next(rules, p)) {
        fine = take_value(rules, state, p, find_value(rules, root, p)) ||
               wrong_value(rules, p, problem);
        taken++;
    }
    if (fine && count_values(root) != taken)
        fine = problem_set(problem, _("the JSON holds values that the state does not have"), NULL,
                           NULL, NULL);
    const char *wrong = fine ? rules->game->check(rules, state) : NULL;
    if (wrong != NULL)
        fine = problem_set(problem, _("this position is impossible: {0}"), wrong, NULL, NULL);
    json_decref(root);
    return fine;
}
