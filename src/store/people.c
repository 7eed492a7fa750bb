/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Users, their tokens, and what they say. */

#include "kinds.h"
#include "names.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- users ----------------------------------------------------------------------------------- */

static bool user_fits(const struct store_user *user)
{
    return text_fits(user->name, sizeof user->name, false) &&
           text_fits(user->password, sizeof user->password, true) &&
           text_fits(user->language, sizeof user->language, true) &&
           text_fits(user->webhook, sizeof user->webhook, true) &&
           text_fits(user->secret, sizeof user->secret, true) &&
           text_fits(user->mail, sizeof user->mail, true);
}

/* Guests have none: they need not differ from each other. */
static void skeleton_of(const struct store_user *user, char out[SKELETON_SIZE])
{
    out[0] = '\0';
    if (user->password[0] != '\0' || user->bot_owner != 0)
        name_skeleton(user->name, false, out);
}

/* Someone waits for a user. */
struct user_wait {
    struct store_user *user;
    enum store_result result;
};

static void user_seen(void *context, const struct value *values, int count)
{
    struct user_wait *wait = context;
    struct store_user *user = wait->user;
    struct reader reader = {values, count, false};
    user->id = read_number(&reader, 1, INT64_MAX);
    read_text_into(&reader, user->name, sizeof user->name);
    read_text_into(&reader, user->password, sizeof user->password);
    read_text_into(&reader, user->language, sizeof user->language);
    read_text_into(&reader, user->webhook, sizeof user->webhook);
    read_text_into(&reader, user->secret, sizeof user->secret);
    read_text_into(&reader, user->mail, sizeof user->mail);
    user->mail_confirmed = read_number(&reader, 0, 1) != 0;
    user->bot_owner = read_number(&reader, 0, INT64_MAX);
    wait->result = reader.damaged ? STORE_DAMAGED : STORE_DONE;
}

static enum store_result get_user(struct store *store, enum store_statement statement,
                                  struct value value, struct store_user *out)
{
    struct user_wait wait = {out, STORE_MISSING};
    assert(statement == GET_USER || statement == GET_ACCOUNT);
    *out = (struct store_user){0};
    enum store_result result = store_run_one(
        store, (struct request){
                   .statement = statement, .values = {value}, .seen = user_seen, .context = &wait});
    return result == STORE_DONE ? wait.result : result;
}

enum store_result store_user(struct store *store, int64_t id, struct store_user *out)
{
    return get_user(store, GET_USER, value_number(id), out);
}

enum store_result store_account(struct store *store, const char *name, struct store_user *out)
{
    if (!text_fits(name, STORE_NAME_SIZE, false))
        return STORE_MISSING;
    return get_user(store, GET_ACCOUNT, value_text(name), out);
}

static void one_of_users_seen(void *context, const struct value *values, int count)
{
    struct wait *wait = context;
    struct store_user user;
    struct user_wait one = {&user, STORE_MISSING};
    user_seen(&one, values, count);
    wait->damaged = wait->damaged || one.result != STORE_DONE;
    if (one.result == STORE_DONE)
        wait->seen.user(wait->context, &user);
}

enum store_result store_all_users(struct store *store, store_seen_user *seen, void *context)
{
    struct wait wait = {.seen.user = seen, .context = context};
    return store_run_waiting(
        store, (struct request){.statement = LIST_USERS, .seen = one_of_users_seen}, &wait);
}

/* A request waits for one number. */
static void number_seen(void *context, const struct value *values, int count)
{
    struct reader reader = {values, count, false};
    *(int64_t *)context = read_number(&reader, 1, INT64_MAX);
}

enum store_result store_make_user(struct store *store, struct store_user *user, int64_t now)
{
    int64_t id = 0;
    char skeleton[SKELETON_SIZE];
    if (!user_fits(user) || user->bot_owner != 0)
        return STORE_REFUSED;
    skeleton_of(user, skeleton);
    struct request make = {.statement = MAKE_USER,
                           .values = {value_text(user->name), value_text(user->password),
                                      value_text(user->language), value_text(user->webhook),
                                      value_text(user->secret), value_text(user->mail),
                                      value_number(now), value_text(skeleton)},
                           .seen = number_seen,
                           .context = &id};
    enum store_result result = store_write_one(store, &make);
    if (result != STORE_DONE)
        return result;
    user->id = id;
    return id > 0 ? STORE_DONE : STORE_DAMAGED;
}

enum store_result store_change_user(struct store *store, const struct store_user *user)
{
    if (!user_fits(user))
        return STORE_REFUSED;
    return store_change(
        store, (struct request){.statement = CHANGE_USER,
                                .values = {value_number(user->id), value_text(user->name),
                                           value_text(user->language), value_text(user->webhook),
                                           value_text(user->mail)}});
}

enum store_result store_change_password(struct store *store, const struct store_user *user,
                                        const char *before)
{
    if (!user_fits(user) || user->password[0] == '\0' ||
        !text_fits(before, sizeof user->password, false))
        return STORE_REFUSED;
    return store_change(
        store, (struct request){.statement = CHANGE_PASSWORD,
                                .values = {value_number(user->id), value_text(user->password),
                                           value_text(before)}});
}

enum store_result store_make_account(struct store *store, const struct store_user *user)
{
    char skeleton[SKELETON_SIZE];
    if (!user_fits(user) || user->password[0] == '\0')
        return STORE_REFUSED;
    skeleton_of(user, skeleton);
    assert(skeleton[0] != '\0'); /* an account without one would look like nobody */
    return store_change(
        store, (struct request){.statement = MAKE_ACCOUNT,
                                .values = {value_number(user->id), value_text(user->name),
                                           value_text(user->password), value_text(skeleton)}});
}

enum store_result store_rename_account(struct store *store, const struct store_user *user)
{
    char skeleton[SKELETON_SIZE];
    if (!user_fits(user) || user->password[0] == '\0')
        return STORE_REFUSED;
    skeleton_of(user, skeleton);
    assert(skeleton[0] != '\0');
    return store_change(store,
                        (struct request){.statement = RENAME_ACCOUNT,
                                         .values = {value_number(user->id), value_text(user->name),
                                                    value_text(skeleton)}});
}

enum store_result store_remove_user(struct store *store, int64_t id)
{
    char whose[STORE_ID_SIZE], payload[NEWS_SIZE];
    assert(id > 0);
    snprintf(whose, sizeof whose, "!%" PRId64, id);
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = REMOVE_USER, .values = {value_number(id)}},
        {.statement = DROP_NOTIFICATIONS_OF_NOBODY, .values = {value_number(id)}},
        news_request(store, whose, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 5);
    return result == STORE_DONE && requests[1].changed == 0 ? STORE_MISSING : result;
}

enum store_result store_name_is_free(struct store *store, const char *name, int64_t user)
{
    char small[SKELETON_SIZE], capitals[SKELETON_SIZE];
    int64_t alike = 0;
    name_skeleton(name, false, small);
    name_skeleton(name, true, capitals);
    enum store_result result = store_run_one(
        store,
        (struct request){.statement = FIND_ALIKE,
                         .values = {value_text(small), value_text(capitals), value_number(user)},
                         .seen = count_seen,
                         .context = &alike});
    return result == STORE_DONE && alike > 0 ? STORE_TAKEN : result;
}

/* ---- addresses of mails ---------------------------------------------------------------------- */

enum store_result store_put_mail_link(struct store *store, int64_t user,
                                      const uint8_t hash[STORE_HASH_SIZE], int64_t expires)
{
    assert(user > 0);
    return store_change(
        store, (struct request){.statement = PUT_MAIL_LINK,
                                .values = {value_number(user), value_bytes(hash, STORE_HASH_SIZE),
                                           value_number(expires)}});
}

enum store_result store_confirm_mail(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                                     int64_t now, int64_t *user)
{
    *user = 0;
    struct request confirm = {.statement = CONFIRM_MAIL,
                              .values = {value_bytes(hash, STORE_HASH_SIZE), value_number(now)},
                              .seen = number_seen,
                              .context = user};
    enum store_result result = store_write_one(store, &confirm);
    return result == STORE_DONE && *user == 0 ? STORE_MISSING : result;
}

/* ---- accounts from before there were skeletons ----------------------------------------------- */

enum { BARE_MAX = 1000 };

struct bare {
    struct {
        int64_t id;
        char name[STORE_NAME_SIZE];
    } list[BARE_MAX];
    int count;
};

static void bare_seen(void *context, const struct value *values, int count)
{
    struct bare *bare = context;
    struct reader reader = {values, count, false};
    if (bare->count == BARE_MAX)
        return;
    bare->list[bare->count].id = read_number(&reader, 1, INT64_MAX);
    read_text_into(&reader, bare->list[bare->count].name, STORE_NAME_SIZE);
    bare->count += reader.damaged ? 0 : 1;
}

static enum store_result fill(struct store *store, int64_t id, const char *skeleton)
{
    return store_write_one(store,
                           &(struct request){.statement = FILL_SKELETON,
                                             .values = {value_number(id), value_text(skeleton)}});
}

/* In the order of their ids, so that of those that look alike the oldest gets the skeleton, also if
 * several servers do this at once. The others continue without one. */
static enum store_result fill_all(struct store *store, struct bare *bare)
{
    enum store_result result = store_run_one(
        store, (struct request){.statement = LIST_BARE, .seen = bare_seen, .context = bare});
    assert(bare->count >= 0 && bare->count <= BARE_MAX);
    for (int i = 0; i < bare->count && result == STORE_DONE; i++) {
        char skeleton[SKELETON_SIZE];
        name_skeleton(bare->list[i].name, false, skeleton);
        result = fill(store, bare->list[i].id, skeleton);
        if (result == STORE_TAKEN)
            result = fill(store, bare->list[i].id, "");
    }
    return result;
}

bool store_fill_skeletons(struct store *store, struct problem *problem)
{
    struct bare *bare = memory_new(1, sizeof *bare);
    enum store_result result;
    do {
        bare->count = 0;
        result = fill_all(store, bare);
    } while (result == STORE_DONE && bare->count > 0);
    free(bare);
    return result == STORE_DONE || problem_set(problem, _("The store is not responding: {0}."),
                                               store_error(store), NULL, NULL);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

enum store_result store_put_token(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                                  int64_t user, int64_t expires)
{
    assert(user > 0);
    struct request put = {
        .statement = PUT_TOKEN,
        .values = {value_bytes(hash, STORE_HASH_SIZE), value_number(user), value_number(expires)}};
    enum store_result result = store_write_one(store, &put);
    return result == STORE_DONE && put.changed == 0 ? STORE_TAKEN : result;
}

enum store_result store_token(struct store *store, const uint8_t hash[STORE_HASH_SIZE], int64_t now,
                              int64_t *user)
{
    *user = 0;
    enum store_result result = store_run_one(
        store, (struct request){.statement = GET_TOKEN,
                                .values = {value_bytes(hash, STORE_HASH_SIZE), value_number(now)},
                                .seen = number_seen,
                                .context = user});
    return result == STORE_DONE && *user == 0 ? STORE_MISSING : result;
}

/* A user has fewer tokens, and all servers know. */
static enum store_result drop_tokens(struct store *store, enum store_statement statement,
                                     int64_t user, const uint8_t hash[STORE_HASH_SIZE],
                                     int64_t *dropped)
{
    char whose[STORE_ID_SIZE], payload[NEWS_SIZE];
    assert(statement == DROP_TOKEN || statement == DROP_OTHER_TOKENS);
    assert(user > 0); /* a token belongs to somebody */
    snprintf(whose, sizeof whose, "!%" PRId64, user);
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = statement,
         .values = {value_bytes(hash, STORE_HASH_SIZE), value_number(user)}},
        news_request(store, whose, payload),
        {.statement = COMMIT},
    };
    enum store_result result = store_run(store, requests, 4);
    *dropped = requests[1].changed;
    return result;
}

enum store_result store_drop_token(struct store *store, int64_t user,
                                   const uint8_t hash[STORE_HASH_SIZE])
{
    int64_t dropped;
    enum store_result result = drop_tokens(store, DROP_TOKEN, user, hash, &dropped);
    return result == STORE_DONE && dropped == 0 ? STORE_MISSING : result;
}

enum store_result store_drop_other_tokens(struct store *store, int64_t user,
                                          const uint8_t hash[STORE_HASH_SIZE])
{
    int64_t dropped;
    return drop_tokens(store, DROP_OTHER_TOKENS, user, hash, &dropped);
}

/* ---- chat ------------------------------------------------------------------------------------ */

enum store_result store_say(struct store *store, const char *table, struct store_line *line)
{
    char payload[NEWS_SIZE];
    int64_t number = 0;
    struct request requests[] = {
        {.statement = BEGIN_WRITING},
        {.statement = COUNT_LINE,
         .values = {value_text(table)},
         .seen = number_seen,
         .context = &number},
        {.statement = ADD_LINE,
         .values = {value_text(table), value_number(line->time), value_number(line->user),
                    value_text(line->name), value_text(line->text)}},
        news_request(store, table, payload),
        {.statement = COMMIT},
    };
    if (!text_fits(line->name, STORE_NAME_SIZE, true) ||
        !text_fits(line->text, STORE_TEXT_SIZE, true))
        return STORE_REFUSED;
    enum store_result result = id_fits(table) ? store_run(store, requests, 5) : STORE_MISSING;
    if (result == STORE_DONE)
        line->number = number;
    return result == STORE_DONE && number == 0 ? STORE_MISSING : result;
}

static void line_seen(void *context, const struct value *values, int count)
{
    struct wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_line line;
    line.number = read_number(&reader, 1, INT64_MAX);
    line.time = read_time(&reader);
    line.user = read_time(&reader);
    line.name = read_text(&reader, STORE_NAME_SIZE);
    line.text = read_text(&reader, STORE_TEXT_SIZE);
    line.bot = read_number(&reader, 0, 1) != 0;
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen.line(wait->context, &line);
}

enum store_result store_lines(struct store *store, const char *table, int64_t after, int limit,
                              store_seen_line *seen, void *context)
{
    struct wait wait = {.seen.line = seen, .context = context};
    if (!id_fits(table))
        return STORE_DONE;
    return store_run_waiting(
        store,
        (struct request){.statement = GET_LINES,
                         .values = {value_text(table), value_number(after), value_number(limit)},
                         .seen = line_seen},
        &wait);
}
