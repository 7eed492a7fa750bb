/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the store thread does for bots and their owners. A bot is asked for by its number and by its
 * owner: someone else's bot is one that does not exist. */

#include "people_check.h"
#include "people_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint8_t no_token[STORE_HASH_SIZE]; /* the hash of none */

static void keep_bot(void *context, const struct store_bot *bot)
{
    struct people_query *query = context;
    assert(bot->id > 0 && query->bot_count >= 0);
    if (query->bot_count < BOTS_MAX)
        query->bots[query->bot_count++] = *bot;
}

enum people_result people_list_bots(struct records *records, struct people_query *query)
{
    assert(query->bots != NULL);
    query->bot_count = 0;
    return people_result_of(
        store_bots(records->store, query->user.id, loop_time(), keep_bot, query));
}

static enum people_result tell_full(struct people_query *query)
{
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, query->most);
    problem_set(&query->problem,
                query->most == 0
                    ? _("accounts cannot create bots on this server")
                    : _("you have {0} {0|bot|bots}, as many as an account may have on this server"),
                number, NULL, NULL);
    return PEOPLE_FULL;
}

enum people_result people_make_bot(struct records *records, struct people_query *query)
{
    struct store_user bot = {.bot_owner = query->user.id};
    assert(query->user.password[0] != '\0' && query->most >= 0); /* the access of the route */
    if (!people_take_name(query) || !check_reserved(query->name, true, &query->problem))
        return PEOPLE_WRONG;
    enum people_result result =
        people_result_of(store_name_is_free(records->store, query->name, 0));
    if (result != PEOPLE_FINE)
        return result;
    memcpy(bot.name, query->name, sizeof bot.name);
    memcpy(bot.language, query->user.language, sizeof bot.language);
    token_make(bot.secret);
    result = people_result_of(store_make_bot(records->store, &bot, query->most, loop_time()));
    if (result != PEOPLE_FINE)
        return result == PEOPLE_FULL ? tell_full(query) : result;
    query->bot.id = bot.id;
    memcpy(query->bot.name, bot.name, sizeof query->bot.name);
    return people_give_token(records, query, bot.id, BOT_TOKEN_DAYS);
}

/* The bot that is asked about, if it is a bot of the one who asks. */
static enum people_result find_bot(struct records *records, struct people_query *query)
{
    struct store_user bot;
    assert(query->bot.id > 0 && query->user.id > 0);
    enum people_result result = people_result_of(store_user(records->store, query->bot.id, &bot));
    if (result != PEOPLE_FINE)
        return result;
    if (bot.bot_owner == 0 || bot.bot_owner != query->user.id)
        return PEOPLE_UNKNOWN;
    memcpy(query->bot.name, bot.name, sizeof query->bot.name);
    return PEOPLE_FINE;
}

/* The new token comes first: if the rest fails, the old one is still good. */
enum people_result people_renew_bot(struct records *records, struct people_query *query)
{
    enum people_result result = find_bot(records, query);
    if (result == PEOPLE_FINE)
        result = people_give_token(records, query, query->bot.id, BOT_TOKEN_DAYS);
    return result == PEOPLE_FINE ? people_drop_tokens(records, query->bot.id, query->hash) : result;
}

enum people_result people_revoke_bot(struct records *records, struct people_query *query)
{
    enum people_result result = find_bot(records, query);
    memcpy(query->hash, no_token, sizeof query->hash);
    return result == PEOPLE_FINE ? people_drop_tokens(records, query->bot.id, no_token) : result;
}

enum people_result people_remove_bot(struct records *records, struct people_query *query)
{
    enum people_result result = people_revoke_bot(records, query);
    if (result != PEOPLE_FINE)
        return result;
    result = people_result_of(store_remove_bot(records->store, query->bot.id, query->user.id));
    return result == PEOPLE_UNKNOWN
               ? people_refuse(query, _("this bot has been at a table: its token has been revoked, "
                                        "but its name stays"))
               : result;
}
