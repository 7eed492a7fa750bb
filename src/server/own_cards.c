/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Card sets that people bring. */

#include "own_cards.h"

#include <assert.h>
#include <string.h>

const char *const own_cards_words[] = {
    [OWN_CARDS_ALL] = "all",
    [OWN_CARDS_ACCOUNTS] = "accounts",
    [OWN_CARDS_NOBODY] = "nobody",
    NULL,
};

static struct card_text *find_file(struct card_texts *texts, const char *name)
{
    for (int i = 0; i < texts->count; i++)
        if (strcmp(texts->files[i].file, name) == 0)
            return &texts->files[i];
    return NULL;
}

static bool is_too_large(const struct card_texts *texts)
{
    size_t size = 0;
    for (int i = 0; i < texts->count; i++)
        size += texts->files[i].text.length;
    return size > OWN_CARDS_BYTES;
}

bool own_cards_texts(const struct card_sets *card_sets, const struct game *game,
                     const json_t *files, struct card_texts *texts, struct problem *problem)
{
    const char *name;
    json_t *value;
    assert(json_is_object(files));
    card_sets_texts(card_sets, game, texts);
    json_object_foreach((json_t *)files, name, value)
    {
        struct card_text *file = find_file(texts, name);
        if (file == NULL)
            return problem_set(problem, _("{0} has no card file \"{1}\""), game->name, name, NULL);
        if (!json_is_string(value))
            return problem_set(problem, _("\"{0}\" is missing, too long or of the wrong kind"),
                               name, NULL, NULL);
        file->text = (struct span){json_string_value(value), json_string_length(value)};
    }
    return !is_too_large(texts) ||
           problem_set(problem, _("this card set is too large: at most 256 KiB are allowed"), NULL,
                       NULL, NULL);
}
