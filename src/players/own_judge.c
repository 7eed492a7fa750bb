/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Judges from files. */

#include "own_judge.h"

#include "base/file.h"

#include <stdlib.h>

struct own_judge *own_judge_open(const struct game *game, const char *file, struct problem *problem)
{
    struct own_judge *own = memory_new(1, sizeof *own);
    struct text text = {0};
    if (!file_read(file, &text, problem) ||
        !network_read(&own->network, game, file, text_span(&text), problem)) {
        free(own);
        own = NULL;
    } else {
        own->judge = network_judge(&own->network);
    }
    text_free(&text);
    return own;
}

void own_judge_close(struct own_judge *own)
{
    if (own == NULL)
        return;
    network_free(&own->network);
    free(own);
}
