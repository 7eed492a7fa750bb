/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How searches agree. A search that has looked at a move more often knows more of it, and its word
 * counts the more; but one that has given a move up early has a reason, so a move that the others
 * did not look at either cannot win by a few lucky looks. */

#include "agree.h"

#include <assert.h>

enum { FIRST_LOOK = 16 }; /* so many looks weigh as much as what a search thought before them */

/* What all searches together think of a move. */
struct joint {
    uint64_t looks, weight, worth;
};

static struct joint join(const struct opinion opinions[][MOVES_MAX], int searches, int move)
{
    struct joint joint = {0};
    for (int i = 0; i < searches; i++) {
        const struct opinion *one = &opinions[i][move];
        uint64_t weight = one->visits > 0 ? (uint64_t)one->looks + FIRST_LOOK : 0;
        joint.looks += one->looks;
        joint.weight += weight;
        joint.worth += weight * one->worth;
    }
    return joint;
}

int opinions_agree(const struct opinion opinions[][MOVES_MAX], int searches, int count)
{
    uint64_t most = 0, best = 0;
    int chosen = -1;
    assert(searches >= 1 && searches <= OPINIONS_MAX && count >= 1 && count <= MOVES_MAX);
    for (int i = 0; i < count; i++) {
        struct joint joint = join(opinions, searches, i);
        most = joint.looks > most ? joint.looks : most;
    }
    for (int i = 0; i < count; i++) {
        struct joint joint = join(opinions, searches, i);
        if (joint.weight == 0 || joint.looks * 2 < most)
            continue;
        if (chosen < 0 || joint.worth / joint.weight > best) {
            chosen = i;
            best = joint.worth / joint.weight;
        }
    }
    return chosen < 0 ? 0 : chosen; /* nobody has looked at anything: any will do */
}

void opinions_write(const struct opinion *opinions, int count, struct text *out)
{
    for (int i = 0; i < count; i++)
        text_addf(out, "%s%u %u %u", i > 0 ? " " : "", opinions[i].visits, opinions[i].looks,
                  opinions[i].worth);
}

/* The next number before a space; false if there is none. */
static bool take_number(struct span *text, uint32_t *out)
{
    int64_t number;
    if (!span_number(span_cut(text, ' '), 0, UINT32_MAX, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool opinions_read(struct span text, struct opinion *opinions, int count)
{
    for (int i = 0; i < count; i++)
        if (!take_number(&text, &opinions[i].visits) || !take_number(&text, &opinions[i].looks) ||
            !take_number(&text, &opinions[i].worth) || opinions[i].worth > OPINION_WORTH_MAX)
            return false;
    return text.length == 0;
}
