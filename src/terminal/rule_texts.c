/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Finding rules by number or word. */

#include "rule_texts.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

const struct rule_text *rule_text_find(struct span id)
{
    for (const struct rule_text *rule = rule_texts; rule->id != NULL; rule++)
        if (strlen(rule->id) == id.length && strncasecmp(rule->id, id.at, id.length) == 0)
            return rule;
    return NULL;
}

int rule_text_search(const char *like, struct span words, enum language language, int most,
                     struct text *out)
{
    char wanted[80];
    size_t prefix = strcspn(like, "-") + 1;
    int count = 0;
    assert(language < LANGUAGE_COUNT && most >= 0);
    span_copy(words, wanted, sizeof wanted);
    for (const struct rule_text *rule = rule_texts; rule->id != NULL; rule++) {
        if (strncmp(rule->id, like, prefix) != 0 ||
            (strcasestr(rule->id, wanted) == NULL &&
             strcasestr(rule->text[language], wanted) == NULL))
            continue;
        if (count++ < most)
            text_addf(out, "%s  %s\n", rule->id, rule->text[language]);
    }
    return count;
}
