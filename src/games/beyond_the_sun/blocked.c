/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

#include "bts.h"
#include "things.h"
const struct wording bts_reasons[] = {{0}};
int bts_blocked(const struct ruleset *rules, const void *state, struct blocked *blocked)
{
    (void)rules, (void)state, (void)blocked;
    return 0;
}
void bts_draw(const struct ruleset *rules, const void *state, enum language language,
              struct text *out)
{
    (void)rules, (void)state, (void)language;
    text_add(out, "table\n");
}
void bts_layout(const struct ruleset *rules, struct json *json)
{
    (void)rules;
    json_open(json, NULL, '{');
    json_close(json, '}');
}
void bts_features(const struct ruleset *rules, const void *state, int seat, int16_t *features)
{
    (void)rules, (void)state, (void)seat;
    for (int i = 0; i < BTS_FEATURES; i++)
        features[i] = 0;
}
