/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What the store thread and the hashing thread do for a query. */

#include "mail.h"
#include "password_hash.h"
#include "people_check.h"
#include "people_parts.h"

#include "store/names.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEVICE_NONCE = 16,
    DEVICE_MAC = 16,
    KNOWN_MS = 60000,
};

static_assert(DEVICE_SIZE == 2 * (DEVICE_NONCE + DEVICE_MAC) + 1, "a device fits");

struct records *records_open(const char *store, struct problem *problem)
{
    struct records *records = memory_new(1, sizeof *records);
    records->store = store_open(store, problem);
    if (records->store != NULL)
        return records;
    records_close(records);
    return NULL;
}

void records_close(struct records *records)
{
    if (records != NULL)
        store_close(records->store);
    free(records);
}

/* ---- texts ----------------------------------------------------------------------------------- */

enum people_result people_refuse(struct people_query *query, const char *sentence)
{
    problem_set(&query->problem, sentence, NULL, NULL, NULL);
    return PEOPLE_WRONG;
}

/* The name as it is kept. */
bool people_take_name(struct people_query *query)
{
    char normal[STORE_NAME_SIZE];
    if (name_normalize(query->name, normal, sizeof normal))
        memcpy(query->name, normal, sizeof normal);
    return check_name(query->name, &query->problem);
}

static void copy_text(const char *from, char *to, size_t size)
{
    span_copy(span_of(from), to, size);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static struct known_token *slot_of(struct records *records, const uint8_t hash[STORE_HASH_SIZE])
{
    return &records->known[(hash[0] | hash[1] << 8) % KNOWN_TOKENS];
}

static void forget_user(struct records *records, int64_t user)
{
    for (int i = 0; i < KNOWN_TOKENS; i++)
        if (records->known[i].user.id == user)
            records->known[i] = (struct known_token){0};
}

enum people_result people_result_of(enum store_result result)
{
    return result == STORE_DONE      ? PEOPLE_FINE
           : result == STORE_MISSING ? PEOPLE_UNKNOWN
           : result == STORE_TAKEN   ? PEOPLE_TAKEN
           : result == STORE_FULL    ? PEOPLE_FULL
                                     : PEOPLE_FAILED;
}

enum people_result people_give_token(struct records *records, struct people_query *query,
                                     int64_t user, int days)
{
    assert(user > 0 && days > 0);
    token_make(query->token);
    token_hash(query->token, query->hash);
    int64_t expires = loop_time() + INT64_C(86400000) * days;
    return people_result_of(store_put_token(records->store, query->hash, user, expires));
}

static enum people_result give_token(struct records *records, struct people_query *query)
{
    return people_give_token(records, query, query->user.id, TOKEN_DAYS);
}

enum people_result people_drop_tokens(struct records *records, int64_t user,
                                      const uint8_t hash[STORE_HASH_SIZE])
{
    forget_user(records, user);
    return people_result_of(store_drop_other_tokens(records->store, user, hash));
}

/* A new token, and no other: whoever had one is out. */
static enum people_result change_token(struct records *records, struct people_query *query)
{
    enum people_result result = give_token(records, query);
    forget_user(records, query->user.id);
    return result == PEOPLE_FINE ? people_drop_tokens(records, query->user.id, query->hash)
                                 : result;
}

/* ---- devices --------------------------------------------------------------------------------- */

/* What a browser keeps that has come in: random bytes with a code that only the server can make, of
 * the user's secret. Another password makes all of them worthless. */
static bool device_code(const struct store_user *user, const uint8_t nonce[DEVICE_NONCE],
                        uint8_t code[DEVICE_MAC])
{
    crypto_generichash_state state;
    uint8_t secret[32];
    if (!span_hex(span_of(user->secret), secret, sizeof secret))
        return false;
    crypto_generichash_init(&state, secret, sizeof secret, DEVICE_MAC);
    crypto_generichash_update(&state, (const uint8_t *)"device", 6);
    crypto_generichash_update(&state, nonce, DEVICE_NONCE);
    crypto_generichash_update(&state, (const uint8_t *)user->password, strlen(user->password));
    crypto_generichash_final(&state, code, DEVICE_MAC);
    return true;
}

static bool knows_device(const struct store_user *user, const char *device)
{
    uint8_t bytes[DEVICE_NONCE + DEVICE_MAC], code[DEVICE_MAC];
    return span_hex(span_of(device), bytes, sizeof bytes) && device_code(user, bytes, code) &&
           sodium_memcmp(bytes + DEVICE_NONCE, code, sizeof code) == 0;
}

static void give_device(struct people_query *query)
{
    uint8_t bytes[DEVICE_NONCE + DEVICE_MAC];
    randombytes_buf(bytes, DEVICE_NONCE);
    query->device[0] = '\0';
    if (device_code(&query->user, bytes, bytes + DEVICE_NONCE))
        sodium_bin2hex(query->device, sizeof query->device, bytes, sizeof bytes);
}

/* ---- guests and tokens ----------------------------------------------------------------------- */

/* An account from before names were reserved does not keep out everyone who says no name. */
static enum people_result free_for_guest(struct records *records, struct people_query *query,
                                         int64_t user)
{
    if (!check_reserved(query->name, false, &query->problem))
        return PEOPLE_WRONG;
    if (name_is_for_guests(query->name))
        return PEOPLE_FINE;
    return people_result_of(store_name_is_free(records->store, query->name, user));
}

static enum people_result make_guest(struct records *records, struct people_query *query)
{
    struct store_user *user = &query->user;
    if (!people_take_name(query) || !check_language(query->language, &query->problem))
        return PEOPLE_WRONG;
    enum people_result result = free_for_guest(records, query, 0);
    if (result != PEOPLE_FINE)
        return result;
    *user = (struct store_user){0};
    copy_text(query->name, user->name, sizeof user->name);
    copy_text(query->language, user->language, sizeof user->language);
    token_make(user->secret);
    result = people_result_of(store_make_user(records->store, user, loop_time()));
    return result == PEOPLE_FINE ? give_token(records, query) : result;
}

static enum people_result find_token(struct records *records, struct people_query *query)
{
    uint8_t *hash = query->hash;
    int64_t user, now = loop_now();
    if (!token_hash(query->token, hash))
        return PEOPLE_UNKNOWN;
    struct known_token *known = slot_of(records, hash);
    if (known->until > now && sodium_memcmp(known->hash, hash, STORE_HASH_SIZE) == 0) {
        query->user = known->user;
        return PEOPLE_FINE;
    }
    enum people_result result =
        people_result_of(store_token(records->store, hash, loop_time(), &user));
    if (result == PEOPLE_FINE)
        result = people_result_of(store_user(records->store, user, &query->user));
    if (result != PEOPLE_FINE)
        return result;
    memcpy(known->hash, hash, STORE_HASH_SIZE);
    known->user = query->user;
    known->until = now + KNOWN_MS;
    return PEOPLE_FINE;
}

static enum people_result end_token(struct records *records, struct people_query *query)
{
    *slot_of(records, query->hash) = (struct known_token){0};
    return people_result_of(store_drop_token(records->store, query->user.id, query->hash));
}

static enum people_result check_token(struct records *records, struct people_query *query)
{
    int64_t user;
    forget_user(records, query->user.id);
    return people_result_of(store_token(records->store, query->hash, loop_time(), &user));
}

/* ---- passwords ------------------------------------------------------------------------------- */

static enum people_result result_of_match(enum password_match match)
{
    return match == PASSWORD_RIGHT   ? PEOPLE_FINE
           : match == PASSWORD_WRONG ? PEOPLE_UNKNOWN
                                     : PEOPLE_FAILED;
}

static enum people_result hash_password(struct people_query *query, const char *password)
{
    char hash[sizeof query->user.password] = {0};
    if (!password_hash(password, hash, sizeof hash))
        return PEOPLE_FAILED;
    memcpy(query->user.password, hash, sizeof hash);
    return PEOPLE_FINE;
}

static enum people_result keep_user(struct records *records, struct people_query *query)
{
    assert(query->user.id > 0);
    forget_user(records, query->user.id);
    return people_result_of(store_change_user(records->store, &query->user));
}

/* What someone types may be another form of what is kept, in accounts of today; old ones are kept
 * as they were typed then. An unknown name continues as an account that no password opens. */
static enum people_result find_account(struct records *records, struct people_query *query)
{
    char normal[STORE_NAME_SIZE];
    enum store_result found = store_account(records->store, query->name, &query->user);
    if (found == STORE_MISSING && name_normalize(query->name, normal, sizeof normal) &&
        strcmp(normal, query->name) != 0)
        found = store_account(records->store, normal, &query->user);
    if (found != STORE_DONE)
        query->user = (struct store_user){0};
    query->known_device = found == STORE_DONE && knows_device(&query->user, query->device);
    return found == STORE_MISSING ? PEOPLE_FINE : people_result_of(found);
}

/* An unknown name takes as long as a wrong password. */
static enum people_result compare_password(struct records *records, struct people_query *query)
{
    (void)records;
    return result_of_match(query->user.id != 0
                               ? password_compare(query->user.password, query->password)
                               : password_compare_nobody(query->password));
}

/* A password that was changed meanwhile opens nothing any more. */
static enum people_result come_in(struct records *records, struct people_query *query)
{
    struct store_user now;
    enum people_result result = people_result_of(store_user(records->store, query->user.id, &now));
    if (result != PEOPLE_FINE)
        return result;
    if (strcmp(now.password, query->user.password) != 0)
        return PEOPLE_UNKNOWN;
    give_device(query);
    return give_token(records, query);
}

static enum people_result find_guest(struct records *records, struct people_query *query)
{
    int64_t id = query->user.id;
    if (!people_take_name(query) || !check_reserved(query->name, true, &query->problem) ||
        !check_password(query->password, query->name, &query->problem))
        return PEOPLE_WRONG;
    enum people_result result = people_result_of(store_user(records->store, id, &query->user));
    if (result != PEOPLE_FINE)
        return result;
    if (query->user.password[0] != '\0')
        return people_refuse(query, _("you already have an account"));
    copy_text(query->name, query->user.name, sizeof query->user.name);
    return people_result_of(store_name_is_free(records->store, query->name, id));
}

static enum people_result hash_first_password(struct records *records, struct people_query *query)
{
    (void)records;
    return hash_password(query, query->password);
}

/* Whoever had a token of the guest has none of the account. */
static enum people_result keep_account(struct records *records, struct people_query *query)
{
    enum people_result result = people_result_of(store_make_account(records->store, &query->user));
    if (result == PEOPLE_UNKNOWN) /* asked for twice at the same time */
        return people_refuse(query, _("you already have an account"));
    forget_user(records, query->user.id);
    give_device(query);
    return result == PEOPLE_FINE ? change_token(records, query) : result;
}

/* If someone else has changed it meanwhile, the one that was given is wrong. */
static enum people_result keep_password(struct records *records, struct people_query *query)
{
    enum people_result result = people_result_of(
        store_change_password(records->store, &query->user, query->password_before));
    forget_user(records, query->user.id);
    give_device(query);
    return result == PEOPLE_FINE ? change_token(records, query) : result;
}

static enum people_result find_own_account(struct records *records, struct people_query *query)
{
    enum people_result result =
        people_result_of(store_user(records->store, query->user.id, &query->user));
    if (result != PEOPLE_FINE)
        return result;
    if (query->user.password[0] == '\0')
        return PEOPLE_UNKNOWN;
    return check_password(query->new_password, query->user.name, &query->problem) ? PEOPLE_FINE
                                                                                  : PEOPLE_WRONG;
}

static enum people_result hash_next_password(struct records *records, struct people_query *query)
{
    (void)records;
    enum people_result result =
        result_of_match(password_compare(query->user.password, query->password));
    if (result != PEOPLE_FINE)
        return result;
    copy_text(query->user.password, query->password_before, sizeof query->password_before);
    return hash_password(query, query->new_password);
}

/* ---- changes --------------------------------------------------------------------------------- */

static bool change_fits(struct people_query *query)
{
    struct problem *problem = &query->problem;
    return (!query->has_name || people_take_name(query)) &&
           (!query->has_language || check_language(query->language, problem)) &&
           (!query->has_webhook || check_webhook(query->webhook, problem)) &&
           (!query->has_mail || check_mail(query->mail, problem));
}

static enum people_result may_change(struct records *records, struct people_query *query)
{
    const struct store_user *user = &query->user;
    bool is_account = user->password[0] != '\0';
    if (query->has_name && is_account)
        return people_refuse(query, _("an account's name cannot be changed"));
    if (query->has_name && user->bot_owner != 0)
        return people_refuse(query, _("a bot's name cannot be changed"));
    if (query->has_mail && query->mail[0] != '\0' && !is_account)
        return people_refuse(query, _("mail is for accounts only; create an account first"));
    if (query->has_webhook && query->webhook[0] != '\0' && !is_account)
        return people_refuse(query, _("webhooks are for accounts only; create an account first"));
    if (!query->has_name || strcmp(query->name, user->name) == 0)
        return PEOPLE_FINE;
    return free_for_guest(records, query, user->id);
}

static enum people_result find_changed(struct records *records, struct people_query *query)
{
    struct store_user *user = &query->user;
    if (!change_fits(query))
        return PEOPLE_WRONG;
    enum people_result result = people_result_of(store_user(records->store, user->id, user));
    if (result == PEOPLE_FINE)
        result = may_change(records, query);
    if (result != PEOPLE_FINE)
        return result;
    bool same = strcmp(query->mail, user->mail) == 0;
    query->sends_mail =
        query->has_mail && query->mail[0] != '\0' && !(same && user->mail_confirmed);
    query->new_mail = !same;
    return PEOPLE_FINE;
}

static void change(const struct people_query *query, struct store_user *user)
{
    if (query->has_name && user->password[0] == '\0' && user->bot_owner == 0)
        copy_text(query->name, user->name, sizeof user->name);
    if (query->has_language)
        copy_text(query->language, user->language, sizeof user->language);
    if (query->has_webhook)
        copy_text(query->webhook, user->webhook, sizeof user->webhook);
    if (query->has_mail && strcmp(query->mail, user->mail) != 0) {
        copy_text(query->mail, user->mail, sizeof user->mail);
        user->mail_confirmed = false;
    }
}

/* Another question may have changed the user since it was found. The link itself is made when it is
 * sent (letters.c), so that no store has it. */
static enum people_result keep_changed(struct records *records, struct people_query *query)
{
    struct store_notification notification = {
        .user = query->user.id, .kind = "confirm", .body = "{}", .due = loop_time()};
    struct store_user user;
    enum people_result result = people_result_of(store_user(records->store, query->user.id, &user));
    if (result != PEOPLE_FINE)
        return result;
    change(query, &user);
    query->user = user;
    result = keep_user(records, query);
    if (result == PEOPLE_FINE && query->sends_mail)
        result = people_result_of(store_add_notification(records->store, &notification));
    return result;
}

static enum people_result confirm_mail(struct records *records, struct people_query *query)
{
    uint8_t hash[STORE_HASH_SIZE];
    int64_t user;
    if (!token_hash(query->token, hash))
        return PEOPLE_UNKNOWN;
    enum people_result result =
        people_result_of(store_confirm_mail(records->store, hash, loop_time(), &user));
    query->user.id = user;
    if (result == PEOPLE_FINE)
        forget_user(records, user);
    return result;
}

static enum people_result stop_mail(struct records *records, struct people_query *query)
{
    char word[MAIL_STOP_SIZE];
    int64_t user;
    struct span number = {query->stop, strcspn(query->stop, "-")};
    enum people_result result =
        span_number(number, 1, INT64_MAX, &user)
            ? people_result_of(store_user(records->store, user, &query->user))
            : PEOPLE_UNKNOWN;
    if (result != PEOPLE_FINE)
        return result;
    if (!mail_stop_word(&query->user, word) || strlen(word) != strlen(query->stop) ||
        sodium_memcmp(word, query->stop, strlen(word)) != 0)
        return PEOPLE_UNKNOWN;
    query->user.mail[0] = '\0';
    return keep_user(records, query);
}

static enum people_result note_arrival(struct records *records, struct people_query *query)
{
    return people_result_of(store_been_there(records->store, query->user.id, query->table_id));
}

/* ---- all of them ----------------------------------------------------------------------------- */

step *const steps[PEOPLE_QUERY_KINDS][STEPS] = {
    [ASK_GUEST] = {make_guest},
    [ASK_WHO] = {find_token},
    [ASK_LOGIN] = {find_account, compare_password, come_in},
    [ASK_ACCOUNT] = {find_guest, hash_first_password, keep_account},
    [ASK_PASSWORD] = {find_own_account, hash_next_password, keep_password},
    [ASK_CHANGE] = {find_changed, NULL, keep_changed},
    [ASK_LOGOUT] = {end_token},
    [ASK_STILL] = {check_token},
    [ASK_CONFIRM] = {confirm_mail},
    [ASK_STOP] = {stop_mail},
    [ASK_THERE] = {note_arrival},
    [ASK_BOTS] = {people_list_bots},
    [ASK_BOT] = {people_make_bot},
    [ASK_BOT_TOKEN] = {people_renew_bot},
    [ASK_BOT_REVOKE] = {people_revoke_bot},
    [ASK_BOT_REMOVE] = {people_remove_bot},
};
