/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What is done for a question in the thread of the store, and in that of the hashes. */

#include "mail.h"
#include "people_check.h"
#include "people_parts.h"

#include "store/names.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOKEN_BYTES = 32,
    DEVICE_NONCE = 16,
    DEVICE_MAC = 16,
    KNOWN = 4096,
    KNOWN_MS = 60000,
};

static_assert(DEVICE_SIZE == 2 * (DEVICE_NONCE + DEVICE_MAC) + 1, "a device fits");

/* Tokens asked for lately. */
struct known {
    uint8_t hash[STORE_HASH_SIZE];
    struct store_user user;
    int64_t until; /* by loop_now */
};

struct records {
    struct store *store;
    struct known known[KNOWN];
};

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

static enum inquiry_result refuse(struct inquiry *inquiry, const char *sentence)
{
    problem_set(&inquiry->problem, sentence, NULL, NULL, NULL);
    return PEOPLE_WRONG;
}

/* The name as it is kept. */
static bool take_name(struct inquiry *inquiry)
{
    char normal[STORE_NAME_SIZE];
    if (name_normalize(inquiry->name, normal, sizeof normal))
        memcpy(inquiry->name, normal, sizeof normal);
    return check_name(inquiry->name, &inquiry->problem);
}

static void copy_text(const char *from, char *to, size_t size)
{
    span_copy(span_of(from), to, size);
}

static void new_secret(char *out, size_t bytes)
{
    uint8_t random[32];
    assert(bytes <= sizeof random);
    randombytes_buf(random, bytes);
    sodium_bin2hex(out, 2 * bytes + 1, random, bytes);
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static bool hash_token(const char *token, uint8_t hash[STORE_HASH_SIZE])
{
    uint8_t bytes[TOKEN_BYTES];
    if (!span_hex(span_of(token), bytes, sizeof bytes))
        return false;
    crypto_generichash(hash, STORE_HASH_SIZE, bytes, sizeof bytes, NULL, 0);
    return true;
}

static struct known *slot_of(struct records *records, const uint8_t hash[STORE_HASH_SIZE])
{
    return &records->known[(hash[0] | hash[1] << 8) % KNOWN];
}

static void forget_user(struct records *records, int64_t user)
{
    for (int i = 0; i < KNOWN; i++)
        if (records->known[i].user.id == user)
            records->known[i] = (struct known){0};
}

static enum inquiry_result result_of(enum store_result result)
{
    return result == STORE_DONE      ? PEOPLE_FINE
           : result == STORE_MISSING ? PEOPLE_UNKNOWN
           : result == STORE_TAKEN   ? PEOPLE_TAKEN
                                     : PEOPLE_FAILED;
}

static enum inquiry_result give_token(struct records *records, struct inquiry *inquiry)
{
    new_secret(inquiry->token, TOKEN_BYTES);
    hash_token(inquiry->token, inquiry->hash);
    int64_t expires = loop_time() + INT64_C(86400000) * TOKEN_DAYS;
    return result_of(store_put_token(records->store, inquiry->hash, inquiry->user.id, expires));
}

/* A new token, and no other: whoever had one is out. */
static enum inquiry_result change_token(struct records *records, struct inquiry *inquiry)
{
    enum inquiry_result result = give_token(records, inquiry);
    forget_user(records, inquiry->user.id);
    if (result != PEOPLE_FINE)
        return result;
    return result_of(store_drop_other_tokens(records->store, inquiry->user.id, inquiry->hash));
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

static void give_device(struct inquiry *inquiry)
{
    uint8_t bytes[DEVICE_NONCE + DEVICE_MAC];
    randombytes_buf(bytes, DEVICE_NONCE);
    inquiry->device[0] = '\0';
    if (device_code(&inquiry->user, bytes, bytes + DEVICE_NONCE))
        sodium_bin2hex(inquiry->device, sizeof inquiry->device, bytes, sizeof bytes);
}

/* ---- guests and tokens ----------------------------------------------------------------------- */

/* An account from before names were reserved does not keep out everybody who says no name. */
static enum inquiry_result free_for_guest(struct records *records, struct inquiry *inquiry,
                                          int64_t user)
{
    if (!check_reserved(inquiry->name, false, &inquiry->problem))
        return PEOPLE_WRONG;
    if (name_is_for_guests(inquiry->name))
        return PEOPLE_FINE;
    return result_of(store_name_is_free(records->store, inquiry->name, user));
}

static enum inquiry_result make_guest(struct records *records, struct inquiry *inquiry)
{
    struct store_user *user = &inquiry->user;
    if (!take_name(inquiry) || !check_language(inquiry->language, &inquiry->problem))
        return PEOPLE_WRONG;
    enum inquiry_result result = free_for_guest(records, inquiry, 0);
    if (result != PEOPLE_FINE)
        return result;
    *user = (struct store_user){0};
    copy_text(inquiry->name, user->name, sizeof user->name);
    copy_text(inquiry->language, user->language, sizeof user->language);
    new_secret(user->secret, 32);
    result = result_of(store_make_user(records->store, user, loop_time()));
    return result == PEOPLE_FINE ? give_token(records, inquiry) : result;
}

static enum inquiry_result find_token(struct records *records, struct inquiry *inquiry)
{
    uint8_t *hash = inquiry->hash;
    int64_t user, now = loop_now();
    if (!hash_token(inquiry->token, hash))
        return PEOPLE_UNKNOWN;
    struct known *known = slot_of(records, hash);
    if (known->until > now && sodium_memcmp(known->hash, hash, STORE_HASH_SIZE) == 0) {
        inquiry->user = known->user;
        return PEOPLE_FINE;
    }
    enum inquiry_result result = result_of(store_token(records->store, hash, loop_time(), &user));
    if (result == PEOPLE_FINE)
        result = result_of(store_user(records->store, user, &inquiry->user));
    if (result != PEOPLE_FINE)
        return result;
    memcpy(known->hash, hash, STORE_HASH_SIZE);
    known->user = inquiry->user;
    known->until = now + KNOWN_MS;
    return PEOPLE_FINE;
}

static enum inquiry_result end_token(struct records *records, struct inquiry *inquiry)
{
    *slot_of(records, inquiry->hash) = (struct known){0};
    return result_of(store_drop_token(records->store, inquiry->user.id, inquiry->hash));
}

static enum inquiry_result check_token(struct records *records, struct inquiry *inquiry)
{
    int64_t user;
    forget_user(records, inquiry->user.id);
    return result_of(store_token(records->store, inquiry->hash, loop_time(), &user));
}

/* ---- passwords ------------------------------------------------------------------------------- */

/* Without memory for it nobody knows: that is not wrong. */
static enum inquiry_result compare(const char *stored, const char *password)
{
    if (stored[0] == '\0')
        return PEOPLE_UNKNOWN;
    errno = 0;
    if (crypto_pwhash_str_verify(stored, password, strlen(password)) == 0)
        return PEOPLE_FINE;
    return errno == ENOMEM ? PEOPLE_FAILED : PEOPLE_UNKNOWN;
}

static enum inquiry_result hash_password(struct inquiry *inquiry, const char *password)
{
    char hash[crypto_pwhash_STRBYTES];
    if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return PEOPLE_FAILED;
    copy_text(hash, inquiry->user.password, sizeof inquiry->user.password);
    return PEOPLE_FINE;
}

static enum inquiry_result keep_user(struct records *records, struct inquiry *inquiry)
{
    forget_user(records, inquiry->user.id);
    return result_of(store_change_user(records->store, &inquiry->user));
}

/* What somebody types may be another form of what is kept, in accounts of today; old ones are kept
 * as they were typed then. An unknown name goes on as an account that no password opens. */
static enum inquiry_result find_account(struct records *records, struct inquiry *inquiry)
{
    char normal[STORE_NAME_SIZE];
    enum store_result found = store_account(records->store, inquiry->name, &inquiry->user);
    if (found == STORE_MISSING && name_normalize(inquiry->name, normal, sizeof normal) &&
        strcmp(normal, inquiry->name) != 0)
        found = store_account(records->store, normal, &inquiry->user);
    if (found != STORE_DONE)
        inquiry->user = (struct store_user){0};
    inquiry->known_device = found == STORE_DONE && knows_device(&inquiry->user, inquiry->device);
    return found == STORE_MISSING ? PEOPLE_FINE : result_of(found);
}

/* An unknown name takes as long as a wrong password. */
static enum inquiry_result compare_password(struct records *records, struct inquiry *inquiry)
{
    static char nobody[crypto_pwhash_STRBYTES]; /* the hashing thread's own */
    (void)records;
    if (nobody[0] == '\0' &&
        crypto_pwhash_str(nobody, "nobody", 6, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return PEOPLE_FAILED;
    bool found = inquiry->user.id != 0;
    enum inquiry_result result =
        compare(found ? inquiry->user.password : nobody, inquiry->password);
    return result == PEOPLE_FINE && !found ? PEOPLE_UNKNOWN : result;
}

/* A password that was changed meanwhile opens nothing any more. */
static enum inquiry_result come_in(struct records *records, struct inquiry *inquiry)
{
    struct store_user now;
    enum inquiry_result result = result_of(store_user(records->store, inquiry->user.id, &now));
    if (result != PEOPLE_FINE)
        return result;
    if (strcmp(now.password, inquiry->user.password) != 0)
        return PEOPLE_UNKNOWN;
    give_device(inquiry);
    return give_token(records, inquiry);
}

static enum inquiry_result find_guest(struct records *records, struct inquiry *inquiry)
{
    int64_t id = inquiry->user.id;
    if (!take_name(inquiry) || !check_reserved(inquiry->name, true, &inquiry->problem) ||
        !check_password(inquiry->password, inquiry->name, &inquiry->problem))
        return PEOPLE_WRONG;
    enum inquiry_result result = result_of(store_user(records->store, id, &inquiry->user));
    if (result != PEOPLE_FINE)
        return result;
    if (inquiry->user.password[0] != '\0')
        return refuse(inquiry, _("you have an account already"));
    copy_text(inquiry->name, inquiry->user.name, sizeof inquiry->user.name);
    return result_of(store_name_is_free(records->store, inquiry->name, id));
}

static enum inquiry_result hash_first_password(struct records *records, struct inquiry *inquiry)
{
    (void)records;
    return hash_password(inquiry, inquiry->password);
}

/* Whoever had a token of the guest has none of the account. */
static enum inquiry_result keep_account(struct records *records, struct inquiry *inquiry)
{
    enum inquiry_result result = result_of(store_make_account(records->store, &inquiry->user));
    if (result == PEOPLE_UNKNOWN) /* asked for twice at the same time */
        return refuse(inquiry, _("you have an account already"));
    forget_user(records, inquiry->user.id);
    give_device(inquiry);
    return result == PEOPLE_FINE ? change_token(records, inquiry) : result;
}

/* If somebody else has changed it meanwhile, the one that was given is wrong. */
static enum inquiry_result keep_password(struct records *records, struct inquiry *inquiry)
{
    enum inquiry_result result =
        result_of(store_change_password(records->store, &inquiry->user, inquiry->password_before));
    forget_user(records, inquiry->user.id);
    give_device(inquiry);
    return result == PEOPLE_FINE ? change_token(records, inquiry) : result;
}

static enum inquiry_result find_own_account(struct records *records, struct inquiry *inquiry)
{
    enum inquiry_result result =
        result_of(store_user(records->store, inquiry->user.id, &inquiry->user));
    if (result != PEOPLE_FINE)
        return result;
    if (inquiry->user.password[0] == '\0')
        return PEOPLE_UNKNOWN;
    return check_password(inquiry->new_password, inquiry->user.name, &inquiry->problem)
               ? PEOPLE_FINE
               : PEOPLE_WRONG;
}

static enum inquiry_result hash_next_password(struct records *records, struct inquiry *inquiry)
{
    (void)records;
    enum inquiry_result result = compare(inquiry->user.password, inquiry->password);
    if (result != PEOPLE_FINE)
        return result;
    copy_text(inquiry->user.password, inquiry->password_before, sizeof inquiry->password_before);
    return hash_password(inquiry, inquiry->new_password);
}

/* ---- changes --------------------------------------------------------------------------------- */

static bool change_fits(struct inquiry *inquiry)
{
    struct problem *problem = &inquiry->problem;
    return (!inquiry->has_name || take_name(inquiry)) &&
           (!inquiry->has_language || check_language(inquiry->language, problem)) &&
           (!inquiry->has_webhook || check_webhook(inquiry->webhook, problem)) &&
           (!inquiry->has_mail || check_mail(inquiry->mail, problem));
}

static enum inquiry_result may_change(struct records *records, struct inquiry *inquiry)
{
    const struct store_user *user = &inquiry->user;
    bool is_account = user->password[0] != '\0';
    if (inquiry->has_name && is_account)
        return refuse(inquiry, _("the name of an account stays as it is"));
    if (inquiry->has_mail && inquiry->mail[0] != '\0' && !is_account)
        return refuse(inquiry, _("mail is for accounts only; create an account first"));
    if (inquiry->has_webhook && inquiry->webhook[0] != '\0' && !is_account)
        return refuse(inquiry, _("webhooks are for accounts only; create an account first"));
    if (!inquiry->has_name || strcmp(inquiry->name, user->name) == 0)
        return PEOPLE_FINE;
    return free_for_guest(records, inquiry, user->id);
}

static enum inquiry_result find_changed(struct records *records, struct inquiry *inquiry)
{
    struct store_user *user = &inquiry->user;
    if (!change_fits(inquiry))
        return PEOPLE_WRONG;
    enum inquiry_result result = result_of(store_user(records->store, user->id, user));
    if (result == PEOPLE_FINE)
        result = may_change(records, inquiry);
    if (result != PEOPLE_FINE)
        return result;
    bool same = strcmp(inquiry->mail, user->mail) == 0;
    inquiry->sends_mail =
        inquiry->has_mail && inquiry->mail[0] != '\0' && !(same && user->mail_confirmed);
    inquiry->new_mail = !same;
    return PEOPLE_FINE;
}

static void change(const struct inquiry *inquiry, struct store_user *user)
{
    if (inquiry->has_name && user->password[0] == '\0')
        copy_text(inquiry->name, user->name, sizeof user->name);
    if (inquiry->has_language)
        copy_text(inquiry->language, user->language, sizeof user->language);
    if (inquiry->has_webhook)
        copy_text(inquiry->webhook, user->webhook, sizeof user->webhook);
    if (inquiry->has_mail && strcmp(inquiry->mail, user->mail) != 0) {
        copy_text(inquiry->mail, user->mail, sizeof user->mail);
        user->mail_confirmed = false;
    }
}

/* Another question may have changed the user since it was found. The link itself is made when it is
 * sent (letters.c), so that no store has it. */
static enum inquiry_result keep_changed(struct records *records, struct inquiry *inquiry)
{
    struct store_letter letter = {
        .user = inquiry->user.id, .kind = "confirm", .body = "{}", .due = loop_time()};
    struct store_user user;
    enum inquiry_result result = result_of(store_user(records->store, inquiry->user.id, &user));
    if (result != PEOPLE_FINE)
        return result;
    change(inquiry, &user);
    inquiry->user = user;
    result = keep_user(records, inquiry);
    if (result == PEOPLE_FINE && inquiry->sends_mail)
        result = result_of(store_add_letter(records->store, &letter));
    return result;
}

static enum inquiry_result confirm_mail(struct records *records, struct inquiry *inquiry)
{
    uint8_t hash[STORE_HASH_SIZE];
    int64_t user;
    if (!hash_token(inquiry->token, hash))
        return PEOPLE_UNKNOWN;
    enum inquiry_result result =
        result_of(store_confirm_mail(records->store, hash, loop_time(), &user));
    inquiry->user.id = user;
    if (result == PEOPLE_FINE)
        forget_user(records, user);
    return result;
}

static enum inquiry_result stop_mail(struct records *records, struct inquiry *inquiry)
{
    char word[MAIL_STOP_SIZE];
    char *end;
    int64_t user = strtoll(inquiry->stop, &end, 10);
    enum inquiry_result result = user > 0 && *end == '-'
                                     ? result_of(store_user(records->store, user, &inquiry->user))
                                     : PEOPLE_UNKNOWN;
    if (result != PEOPLE_FINE)
        return result;
    if (!mail_stop_word(&inquiry->user, word) || strlen(word) != strlen(inquiry->stop) ||
        sodium_memcmp(word, inquiry->stop, strlen(word)) != 0)
        return PEOPLE_UNKNOWN;
    inquiry->user.mail[0] = '\0';
    return keep_user(records, inquiry);
}

static enum inquiry_result note_visit(struct records *records, struct inquiry *inquiry)
{
    return result_of(store_been_there(records->store, inquiry->user.id, inquiry->table));
}

/* ---- all of them ----------------------------------------------------------------------------- */

step *const steps[INQUIRY_KINDS][STEPS] = {
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
    [ASK_THERE] = {note_visit},
};
