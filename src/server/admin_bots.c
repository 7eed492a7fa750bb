/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Bots that the host gives to accounts. */

#include "admin.h"
#include "people.h"
#include "people_check.h"

#include "store/names.h"

#include <assert.h>
#include <string.h>
#include <time.h>

static const uint8_t no_token[STORE_HASH_SIZE]; /* the hash of none */

static bool refuse(struct problem *problem, const char *sentence, const char *detail)
{
    return problem_set(problem, sentence, detail, NULL, NULL);
}

/* Is it done? If not, the problem says why; `missing` is what to say if something is not there. */
static bool is_done(const struct store *store, enum store_result result, const char *missing,
                    const char *detail, struct problem *problem)
{
    if (result == STORE_MISSING)
        return refuse(problem, missing, detail);
    if (result == STORE_TAKEN)
        return refuse(problem, _("this name, or one that looks like it, is taken"), NULL);
    return result == STORE_DONE ||
           refuse(problem, _("The store is not responding: {0}."), store_error(store));
}

/* By the clock that the servers of the store have. */
static int64_t time_now(struct store *store)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return store_time(store, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

/* A new token, which is written, and no other. */
static bool give_token(struct store *store, int64_t bot, struct text *out, struct problem *problem)
{
    char token[TOKEN_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
    token_make(token);
    token_hash(token, hash);
    int64_t expires = time_now(store) + INT64_C(86400000) * BOT_TOKEN_DAYS;
    enum store_result result = store_put_token(store, hash, bot, expires);
    if (result == STORE_DONE)
        result = store_drop_other_tokens(store, bot, hash);
    text_addf(out, "%s\n", token);
    return is_done(store, result, _("There is no bot with that number."), NULL, problem);
}

bool admin_make_bot(struct store *store, const char *owner, const char *name, struct text *out,
                    struct problem *problem)
{
    struct store_user account, bot = {0};
    if (!name_normalize(name, bot.name, sizeof bot.name))
        return refuse(problem, _("a name has at most 40 characters and no control characters"),
                      NULL);
    if (!check_name(bot.name, problem) || !check_reserved(bot.name, true, problem))
        return false;
    enum store_result result = store_account(store, owner, &account);
    if (result == STORE_DONE)
        result = store_name_is_free(store, bot.name, 0);
    if (!is_done(store, result, _("There is no account with the name {0}."), owner, problem))
        return false;
    bot.bot_owner = account.id;
    memcpy(bot.language, account.language, sizeof bot.language);
    token_make(bot.secret);
    result = store_make_bot(store, &bot, INT64_MAX, time_now(store));
    return is_done(store, result, NULL, NULL, problem) && give_token(store, bot.id, out, problem);
}

/* Is it the number of a bot? */
static bool find_bot(struct store *store, const char *number, int64_t *id, struct problem *problem)
{
    struct store_user bot = {0};
    bool is_number = span_number(span_of(number), 1, INT64_MAX, id);
    enum store_result result = is_number ? store_user(store, *id, &bot) : STORE_MISSING;
    if (result == STORE_DONE && bot.bot_owner == 0)
        result = STORE_MISSING;
    assert(result != STORE_DONE || bot.id == *id);
    return is_done(store, result, _("There is no bot with that number."), NULL, problem);
}

bool admin_renew_bot(struct store *store, const char *number, struct text *out,
                     struct problem *problem)
{
    int64_t id;
    return find_bot(store, number, &id, problem) && give_token(store, id, out, problem);
}

bool admin_revoke_bot(struct store *store, const char *number, struct problem *problem)
{
    int64_t id;
    return find_bot(store, number, &id, problem) &&
           is_done(store, store_drop_other_tokens(store, id, no_token), NULL, NULL, problem);
}
