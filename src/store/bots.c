/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Bots of accounts: users with an owner and without a password. */

#include "kinds.h"
#include "names.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

static void id_seen(void *context, const struct value *values, int count)
{
    struct reader reader = {values, count, false};
    *(int64_t *)context = read_number(&reader, 1, INT64_MAX);
}

enum store_result store_make_bot(struct store *store, struct store_user *bot, int64_t most,
                                 int64_t now)
{
    char skeleton[SKELETON_SIZE];
    int64_t id = 0;
    if (bot->bot_owner <= 0 || bot->password[0] != '\0' ||
        !text_fits(bot->name, sizeof bot->name, false) ||
        !text_fits(bot->language, sizeof bot->language, true) ||
        !text_fits(bot->secret, sizeof bot->secret, true))
        return STORE_REFUSED;
    name_skeleton(bot->name, false, skeleton);
    assert(skeleton[0] != '\0'); /* or its name would look like nobody's */
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = LOCK_USER, .values = {value_number(bot->bot_owner)}},
        {.statement = MAKE_BOT,
         .values = {value_text(bot->name), value_text(bot->language), value_text(bot->secret),
                    value_number(now), value_text(skeleton), value_number(bot->bot_owner),
                    value_number(most)},
         .seen = id_seen,
         .context = &id},
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 4);
    bot->id = result == STORE_DONE ? id : 0;
    return result == STORE_DONE && id == 0 ? STORE_FULL : result;
}

static void bot_seen(void *context, const struct value *values, int count)
{
    struct wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_bot bot = {0};
    bot.id = read_number(&reader, 1, INT64_MAX);
    read_text_into(&reader, bot.name, sizeof bot.name);
    bot.made = read_time(&reader);
    bot.expires = read_number(&reader, 0, INT64_MAX);
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen.bot(wait->context, &bot);
}

enum store_result store_bots(struct store *store, int64_t owner, int64_t now, store_seen_bot *seen,
                             void *context)
{
    struct wait wait = {.seen.bot = seen, .context = context};
    assert(owner > 0); /* everyone else would be a bot of nobody's */
    return store_run_waiting(store,
                             (struct request){.statement = LIST_BOTS,
                                              .values = {value_number(owner), value_number(now)},
                                              .seen = bot_seen},
                             &wait);
}

enum store_result store_remove_bot(struct store *store, int64_t bot, int64_t owner)
{
    char whose[STORE_ID_SIZE], payload[NEWS_SIZE];
    assert(owner > 0);
    snprintf(whose, sizeof whose, "!%" PRId64, bot);
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = REMOVE_BOT, .values = {value_number(bot), value_number(owner)}},
        news_request(store, whose, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 4);
    return result == STORE_DONE && requests[1].changed == 0 ? STORE_MISSING : result;
}
