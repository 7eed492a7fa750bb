/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Compares the members of objects with lists of those that are known. */

#include "members.h"

#include <assert.h>
#include <string.h>

/* The names of a list that belong to one object: those behind its own name and a dot. */
struct members_of {
    const char *const *known;
    struct span object; /* its name; empty: what was sent */
};

/* What the name is called inside the object; NULL if it does not belong there. */
static const char *name_at(const struct members_of *level, const char *name)
{
    size_t length = level->object.length;
    if (length == 0)
        return name;
    bool inside = strncmp(name, level->object.at, length) == 0 && name[length] == '.';
    return inside ? name + length + 1 : NULL;
}

/* Fills in the names of the members of an object itself, and their number. */
static int list_names(const struct members_of *level, const char *names[MEMBERS_MAX + 1])
{
    int count = 0;
    for (int i = 0; level->known[i] != NULL; i++) {
        const char *name = name_at(level, level->known[i]);
        assert(i < MEMBERS_MAX);
        if (name != NULL && strchr(name, '.') == NULL)
            names[count++] = name;
    }
    names[count] = NULL;
    return count;
}

static bool refuse(const char *name, const char *const *names, struct problem *problem)
{
    const char *nearest = nearest_word(span_of(name), names);
    if (nearest != NULL)
        return problem_set(problem, _("unknown member \"{0}\"; did you mean \"{1}\"?"), name,
                           nearest, NULL);
    return problem_set(problem, _("unknown member \"{0}\""), name, NULL, NULL);
}

static bool check_members(const json_t *object, const char *const *names, struct problem *problem)
{
    const char *name;
    json_t *value;
    assert(!problem_is_set(problem)); /* the first one is told */
    json_object_foreach((json_t *)object, name, value)
    {
        int i = 0;
        while (names[i] != NULL && strcmp(names[i], name) != 0)
            i++;
        if (names[i] == NULL)
            return refuse(name, names, problem);
    }
    return true;
}

/* An object, or those of a list; what is neither has no members. */
static bool check_inside(const json_t *value, const char *const *names, struct problem *problem)
{
    bool fine = check_members(value, names, problem);
    for (size_t i = 0; fine && i < json_array_size(value); i++)
        fine = check_members(json_array_get(value, i), names, problem);
    return fine;
}

bool members_check(const json_t *object, const char *const *known, struct problem *problem)
{
    const char *names[MEMBERS_MAX + 1], *own[MEMBERS_MAX + 1];
    assert(known != NULL && !problem_is_set(problem));
    int count = list_names(&(struct members_of){known, {"", 0}}, own);
    bool fine = check_members(object, own, problem);
    for (int i = 0; fine && i < count; i++)
        if (list_names(&(struct members_of){known, span_of(own[i])}, names) > 0)
            fine = check_inside(json_object_get(object, own[i]), names, problem);
    return fine;
}
