/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Changes people in a store, for the host. */

#include "admin_people.h"

#include "password_hash.h"
#include "people_check.h"

#include "store/names.h"
#include "store/store.h"

#include <assert.h>
#include <string.h>

static bool note_failure(struct store *store, const char *who, enum store_result result,
                         struct problem *problem)
{
    assert(result != STORE_DONE);
    if (result == STORE_MISSING)
        return problem_set(problem, _("There is no user {0}."), who, NULL, NULL);
    if (result == STORE_TAKEN)
        return problem_set(problem, _("this name, or one that looks like it, is taken"), NULL, NULL,
                           NULL);
    return problem_set(problem, _("The store is not responding: {0}."), store_error(store), NULL,
                       NULL);
}

static bool find(struct store *store, const char *who, struct store_user *user,
                 struct problem *problem)
{
    char normal[STORE_NAME_SIZE];
    int64_t id;
    enum store_result result = STORE_MISSING;
    if (who[0] == '#' && span_number(span_of(who + 1), 1, INT64_MAX, &id))
        result = store_user(store, id, user);
    else if (name_normalize(who, normal, sizeof normal))
        result = store_account(store, normal, user);
    return result == STORE_DONE || note_failure(store, who, result, problem);
}

static bool find_account(struct store *store, const char *who, struct store_user *user,
                         struct problem *problem)
{
    if (!find(store, who, user, problem))
        return false;
    if (user->bot_owner != 0)
        return problem_set(problem, _("{0} is a bot, not an account."), who, NULL, NULL);
    return user->password[0] != '\0' ||
           problem_set(problem, _("{0} is a guest, not an account."), who, NULL, NULL);
}

static bool take_name(const char *name, struct store_user *user, struct problem *problem)
{
    char normal[STORE_NAME_SIZE];
    if (!name_normalize(name, normal, sizeof normal))
        return problem_set(problem, _("a name has at most 40 characters and no control characters"),
                           NULL, NULL, NULL);
    if (!check_name(normal, problem))
        return false;
    memcpy(user->name, normal, sizeof user->name);
    return true;
}

static bool take_password(const char *password, struct store_user *user, struct problem *problem)
{
    return check_password(password, user->name, problem) &&
           (password_hash(password, user->password, sizeof user->password) ||
            problem_set(problem, _("there is not enough memory"), NULL, NULL, NULL));
}

bool admin_add(struct store *store, const char *name, const char *password, const char *language,
               int64_t now, struct problem *problem)
{
    struct store_user user = {0};
    if (!take_name(name, &user, problem) || !take_password(password, &user, problem))
        return false;
    span_copy(span_of(language), user.language, sizeof user.language);
    enum store_result result = store_name_is_free(store, user.name, 0);
    if (result == STORE_DONE)
        result = store_make_user(store, &user, now);
    return result == STORE_DONE || note_failure(store, name, result, problem);
}

bool admin_set_password(struct store *store, const char *who, const char *password,
                        struct problem *problem)
{
    static const uint8_t no_token[STORE_HASH_SIZE]; /* so all are others */
    struct store_user user;
    char before[sizeof user.password];
    if (!find_account(store, who, &user, problem))
        return false;
    memcpy(before, user.password, sizeof before);
    if (!take_password(password, &user, problem))
        return false;
    enum store_result result = store_change_password(store, &user, before);
    if (result == STORE_DONE)
        result = store_drop_other_tokens(store, user.id, no_token);
    return result == STORE_DONE || note_failure(store, who, result, problem);
}

bool admin_rename(struct store *store, const char *who, const char *name, struct problem *problem)
{
    struct store_user user;
    if (!find_account(store, who, &user, problem) || !take_name(name, &user, problem))
        return false;
    enum store_result result = store_name_is_free(store, user.name, user.id);
    if (result == STORE_DONE)
        result = store_rename_account(store, &user);
    return result == STORE_DONE || note_failure(store, who, result, problem);
}

static void note_bot(void *context, const struct store_bot *bot)
{
    int64_t *id = context;
    *id = bot->id;
}

/* One after the other, whichever comes last: servers that are running hear of each. */
static enum store_result remove_bots(struct store *store, int64_t owner)
{
    for (;;) {
        int64_t bot = 0;
        enum store_result result = store_bots(store, owner, 0, note_bot, &bot);
        if (result != STORE_DONE || bot == 0)
            return result;
        assert(bot != owner);
        result = store_remove_user(store, bot);
        if (result != STORE_DONE && result != STORE_MISSING) /* its owner may have been quicker */
            return result;
    }
}

bool admin_remove_user(struct store *store, const char *who, struct problem *problem)
{
    struct store_user user;
    if (!find(store, who, &user, problem))
        return false;
    enum store_result result = remove_bots(store, user.id);
    if (result == STORE_DONE)
        result = store_remove_user(store, user.id);
    return result == STORE_DONE || note_failure(store, who, result, problem);
}
