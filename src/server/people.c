/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Guests, accounts, tokens and passwords. A question goes through up to three steps: what the store
 * knows, the hash of a password, what the store has to keep. The first and the last are done in the
 * thread of the store, the one between in that of the hashes; the loop decides whether it goes on.
 */

#include "people.h"

#include "backoff.h"
#include "log.h"
#include "mail.h"
#include "people_check.h"

#include "base/owner.h"
#include "base/text.h"
#include "store/names.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOKEN_BYTES = 32,
    DEVICE_NONCE = 16,
    DEVICE_MAC = 16,
    KNOWN = 4096,
    KNOWN_MS = 60000,
    CLOSE_LOOK_MS = 20,
    BUSY_MS = 5000, /* to come back after, if too many passwords wait */
};

static_assert(DEVICE_SIZE == 2 * (DEVICE_NONCE + DEVICE_MAC) + 1, "a device fits");

#define MINUTES(count) (INT64_C(60000) * (count))

/* Wrong passwords for one account, whoever tries; of one address, whatever it tries; of a browser
 * that has come in before, or is in. */
static const struct backoff_rule account_rule = {5, 1000, MINUTES(15), MINUTES(60)};
static const struct backoff_rule peer_rule = {10, 1000, MINUTES(5), MINUTES(30)};
static const struct backoff_rule device_rule = {5, 1000, MINUTES(15), MINUTES(60)};

/* Links to confirm an address: to one address, of one account, of who asks from one address. */
static const struct backoff_rule mail_rule = {2, MINUTES(10), MINUTES(1440), MINUTES(1440)};
static const struct backoff_rule mailer_rule = {5, MINUTES(1), MINUTES(1440), MINUTES(1440)};

/* Tokens asked for lately; the thread's own. */
struct known {
    uint8_t hash[STORE_HASH_SIZE];
    struct store_user user;
    int64_t until;
};

struct people {
    struct loop *loop;
    struct store *store; /* the thread's own */
    struct workers *thread;
    struct known known[KNOWN];
    struct workers *hashing; /* one thread: each hash takes 64 MiB */
    struct inquiry *hashed;  /* the one that is there now; the loop's own, as all below */
    struct inquiry *waiting[HASHES_WAITING]; /* in the order of their turns */
    int waiting_count;
    uint64_t turn; /* of the last one that was begun */
    struct backoff backoff;
};

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

static struct known *slot_of(struct people *people, const uint8_t hash[STORE_HASH_SIZE])
{
    return &people->known[(hash[0] | hash[1] << 8) % KNOWN];
}

static void forget_user(struct people *people, int64_t user)
{
    for (int i = 0; i < KNOWN; i++)
        if (people->known[i].user.id == user)
            people->known[i] = (struct known){0};
}

static enum inquiry_result result_of(enum store_result result)
{
    return result == STORE_DONE      ? PEOPLE_FINE
           : result == STORE_MISSING ? PEOPLE_UNKNOWN
           : result == STORE_TAKEN   ? PEOPLE_TAKEN
                                     : PEOPLE_FAILED;
}

static enum inquiry_result give_token(struct people *people, struct inquiry *inquiry)
{
    new_secret(inquiry->token, TOKEN_BYTES);
    hash_token(inquiry->token, inquiry->hash);
    int64_t expires = loop_time() + INT64_C(86400000) * TOKEN_DAYS;
    return result_of(store_put_token(people->store, inquiry->hash, inquiry->user.id, expires));
}

/* A new token, and no other: whoever had one is out. */
static enum inquiry_result change_token(struct people *people, struct inquiry *inquiry)
{
    enum inquiry_result result = give_token(people, inquiry);
    forget_user(people, inquiry->user.id);
    if (result != PEOPLE_FINE)
        return result;
    return result_of(store_drop_other_tokens(people->store, inquiry->user.id, inquiry->hash));
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
static enum inquiry_result free_for_guest(struct people *people, struct inquiry *inquiry,
                                          int64_t user)
{
    if (!check_reserved(inquiry->name, false, &inquiry->problem))
        return PEOPLE_WRONG;
    if (name_is_for_guests(inquiry->name))
        return PEOPLE_FINE;
    return result_of(store_name_is_free(people->store, inquiry->name, user));
}

static enum inquiry_result make_guest(struct people *people, struct inquiry *inquiry)
{
    struct store_user *user = &inquiry->user;
    if (!take_name(inquiry) || !check_language(inquiry->language, &inquiry->problem))
        return PEOPLE_WRONG;
    enum inquiry_result result = free_for_guest(people, inquiry, 0);
    if (result != PEOPLE_FINE)
        return result;
    *user = (struct store_user){0};
    copy_text(inquiry->name, user->name, sizeof user->name);
    copy_text(inquiry->language, user->language, sizeof user->language);
    new_secret(user->secret, 32);
    result = result_of(store_make_user(people->store, user, loop_time()));
    return result == PEOPLE_FINE ? give_token(people, inquiry) : result;
}

static enum inquiry_result find_token(struct people *people, struct inquiry *inquiry)
{
    uint8_t *hash = inquiry->hash;
    int64_t user, now = loop_time();
    if (!hash_token(inquiry->token, hash))
        return PEOPLE_UNKNOWN;
    struct known *known = slot_of(people, hash);
    if (known->until > now && sodium_memcmp(known->hash, hash, STORE_HASH_SIZE) == 0) {
        inquiry->user = known->user;
        return PEOPLE_FINE;
    }
    enum inquiry_result result = result_of(store_token(people->store, hash, now, &user));
    if (result == PEOPLE_FINE)
        result = result_of(store_user(people->store, user, &inquiry->user));
    if (result != PEOPLE_FINE)
        return result;
    memcpy(known->hash, hash, STORE_HASH_SIZE);
    known->user = inquiry->user;
    known->until = now + KNOWN_MS;
    return PEOPLE_FINE;
}

static enum inquiry_result end_token(struct people *people, struct inquiry *inquiry)
{
    *slot_of(people, inquiry->hash) = (struct known){0};
    return result_of(store_drop_token(people->store, inquiry->user.id, inquiry->hash));
}

static enum inquiry_result check_token(struct people *people, struct inquiry *inquiry)
{
    int64_t user;
    forget_user(people, inquiry->user.id);
    return result_of(store_token(people->store, inquiry->hash, loop_time(), &user));
}

/* ---- passwords ------------------------------------------------------------------------------- */

static bool password_fits(const char *stored, const char *password)
{
    return stored[0] != '\0' && crypto_pwhash_str_verify(stored, password, strlen(password)) == 0;
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

static enum inquiry_result keep_user(struct people *people, struct inquiry *inquiry)
{
    forget_user(people, inquiry->user.id);
    return result_of(store_change_user(people->store, &inquiry->user));
}

/* What somebody types may be another form of what is kept, in accounts of today; old ones are kept
 * as they were typed then. An unknown name goes on as an account that no password opens. */
static enum inquiry_result find_account(struct people *people, struct inquiry *inquiry)
{
    char normal[STORE_NAME_SIZE];
    enum store_result found = store_account(people->store, inquiry->name, &inquiry->user);
    if (found == STORE_MISSING && name_normalize(inquiry->name, normal, sizeof normal) &&
        strcmp(normal, inquiry->name) != 0)
        found = store_account(people->store, normal, &inquiry->user);
    if (found != STORE_DONE)
        inquiry->user = (struct store_user){0};
    inquiry->known_device = found == STORE_DONE && knows_device(&inquiry->user, inquiry->device);
    return found == STORE_MISSING ? PEOPLE_FINE : result_of(found);
}

/* An unknown name takes as long as a wrong password. */
static enum inquiry_result compare_password(struct people *people, struct inquiry *inquiry)
{
    static char nobody[crypto_pwhash_STRBYTES]; /* the hashing thread's own */
    (void)people;
    if (nobody[0] == '\0' &&
        crypto_pwhash_str(nobody, "nobody", 6, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0)
        return PEOPLE_FAILED;
    bool found = inquiry->user.id != 0;
    bool fits = password_fits(found ? inquiry->user.password : nobody, inquiry->password);
    return fits && found ? PEOPLE_FINE : PEOPLE_UNKNOWN;
}

static enum inquiry_result come_in(struct people *people, struct inquiry *inquiry)
{
    give_device(inquiry);
    return give_token(people, inquiry);
}

static enum inquiry_result find_guest(struct people *people, struct inquiry *inquiry)
{
    int64_t id = inquiry->user.id;
    if (!take_name(inquiry) || !check_reserved(inquiry->name, true, &inquiry->problem) ||
        !check_password(inquiry->password, inquiry->name, &inquiry->problem))
        return PEOPLE_WRONG;
    enum inquiry_result result = result_of(store_user(people->store, id, &inquiry->user));
    if (result != PEOPLE_FINE)
        return result;
    if (inquiry->user.password[0] != '\0')
        return refuse(inquiry, _("you have an account already"));
    copy_text(inquiry->name, inquiry->user.name, sizeof inquiry->user.name);
    return result_of(store_name_is_free(people->store, inquiry->name, id));
}

static enum inquiry_result hash_first_password(struct people *people, struct inquiry *inquiry)
{
    (void)people;
    return hash_password(inquiry, inquiry->password);
}

/* Whoever had a token of the guest has none of the account. */
static enum inquiry_result keep_account(struct people *people, struct inquiry *inquiry)
{
    enum inquiry_result result = keep_user(people, inquiry);
    give_device(inquiry);
    return result == PEOPLE_FINE ? change_token(people, inquiry) : result;
}

static enum inquiry_result find_own_account(struct people *people, struct inquiry *inquiry)
{
    enum inquiry_result result =
        result_of(store_user(people->store, inquiry->user.id, &inquiry->user));
    if (result != PEOPLE_FINE)
        return result;
    if (inquiry->user.password[0] == '\0')
        return PEOPLE_UNKNOWN;
    return check_password(inquiry->new_password, inquiry->user.name, &inquiry->problem)
               ? PEOPLE_FINE
               : PEOPLE_WRONG;
}

static enum inquiry_result hash_next_password(struct people *people, struct inquiry *inquiry)
{
    (void)people;
    if (!password_fits(inquiry->user.password, inquiry->password))
        return PEOPLE_UNKNOWN;
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

static enum inquiry_result may_change(struct people *people, struct inquiry *inquiry)
{
    const struct store_user *user = &inquiry->user;
    bool is_account = user->password[0] != '\0';
    if (inquiry->has_name && is_account)
        return refuse(inquiry, _("the name of an account stays as it is"));
    if (inquiry->has_mail && inquiry->mail[0] != '\0' && !is_account)
        return refuse(inquiry, _("mail is for accounts only; create an account first"));
    if (!inquiry->has_name || strcmp(inquiry->name, user->name) == 0)
        return PEOPLE_FINE;
    return free_for_guest(people, inquiry, user->id);
}

static enum inquiry_result find_changed(struct people *people, struct inquiry *inquiry)
{
    struct store_user *user = &inquiry->user;
    if (!change_fits(inquiry))
        return PEOPLE_WRONG;
    enum inquiry_result result = result_of(store_user(people->store, user->id, user));
    if (result == PEOPLE_FINE)
        result = may_change(people, inquiry);
    if (result != PEOPLE_FINE)
        return result;
    bool same = strcmp(inquiry->mail, user->mail) == 0;
    inquiry->sends_mail =
        inquiry->has_mail && inquiry->mail[0] != '\0' && !(same && user->mail_confirmed);
    inquiry->new_mail = !same;
    if (inquiry->has_name)
        copy_text(inquiry->name, user->name, sizeof user->name);
    if (inquiry->has_language)
        copy_text(inquiry->language, user->language, sizeof user->language);
    if (inquiry->has_webhook)
        copy_text(inquiry->webhook, user->webhook, sizeof user->webhook);
    if (inquiry->has_mail && !same) {
        copy_text(inquiry->mail, user->mail, sizeof user->mail);
        user->mail_confirmed = false;
    }
    return PEOPLE_FINE;
}

/* The link itself is made when it is sent (letters.c), so that no store has it. */
static enum inquiry_result keep_changed(struct people *people, struct inquiry *inquiry)
{
    struct store_letter letter = {
        .user = inquiry->user.id, .kind = "confirm", .body = "{}", .due = loop_time()};
    enum inquiry_result result = keep_user(people, inquiry);
    if (result == PEOPLE_FINE && inquiry->sends_mail)
        result = result_of(store_add_letter(people->store, &letter));
    return result;
}

static enum inquiry_result confirm_mail(struct people *people, struct inquiry *inquiry)
{
    uint8_t hash[STORE_HASH_SIZE];
    int64_t user;
    if (!hash_token(inquiry->token, hash))
        return PEOPLE_UNKNOWN;
    enum inquiry_result result =
        result_of(store_confirm_mail(people->store, hash, loop_time(), &user));
    inquiry->user.id = user;
    if (result == PEOPLE_FINE)
        forget_user(people, user);
    return result;
}

static enum inquiry_result stop_mail(struct people *people, struct inquiry *inquiry)
{
    char word[MAIL_STOP_SIZE];
    char *end;
    int64_t user = strtoll(inquiry->stop, &end, 10);
    enum inquiry_result result = user > 0 && *end == '-'
                                     ? result_of(store_user(people->store, user, &inquiry->user))
                                     : PEOPLE_UNKNOWN;
    if (result != PEOPLE_FINE)
        return result;
    if (!mail_stop_word(&inquiry->user, word) || strlen(word) != strlen(inquiry->stop) ||
        sodium_memcmp(word, inquiry->stop, strlen(word)) != 0)
        return PEOPLE_UNKNOWN;
    inquiry->user.mail[0] = '\0';
    return keep_user(people, inquiry);
}

static enum inquiry_result note_visit(struct people *people, struct inquiry *inquiry)
{
    return result_of(store_been_there(people->store, inquiry->user.id, inquiry->table));
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Of each kind: in the thread of the store, in that of the hashes, in that of the store. */
enum { STEP_FIND, STEP_HASH, STEP_KEEP, STEPS };

typedef enum inquiry_result step(struct people *people, struct inquiry *inquiry);

static step *const steps[INQUIRY_KINDS][STEPS] = {
    [ASK_GUEST] = {make_guest},
    [ASK_WHO] = {find_token},
    [ASK_LOGIN] = {find_account, compare_password, come_in},
    [ASK_ACCOUNT] = {find_guest, hash_first_password, keep_account},
    [ASK_PASSWORD] = {find_own_account, hash_next_password, keep_account},
    [ASK_CHANGE] = {find_changed, NULL, keep_changed},
    [ASK_LOGOUT] = {end_token},
    [ASK_STILL] = {check_token},
    [ASK_CONFIRM] = {confirm_mail},
    [ASK_STOP] = {stop_mail},
    [ASK_THERE] = {note_visit},
};

static struct inquiry *inquiry_of(struct job *job)
{
    return owner_of(job, struct inquiry, job);
}

static void work(struct job *job)
{
    struct inquiry *inquiry = inquiry_of(job);
    assert(inquiry->step < STEPS && steps[inquiry->kind][inquiry->step] != NULL);
    inquiry->result = steps[inquiry->kind][inquiry->step](inquiry->people, inquiry);
}

/* ---- what the log tells ---------------------------------------------------------------------- */

/* What has happened, by kind; what did not; NULL: nothing that anybody has to know. */
static const struct {
    const char *done, *refused;
} events[INQUIRY_KINDS] = {
    [ASK_GUEST] = {NULL, "guest refused"},
    [ASK_LOGIN] = {"sign-in", "sign-in refused"},
    [ASK_ACCOUNT] = {"account created", "account refused"},
    [ASK_PASSWORD] = {"password changed", "password refused"},
    [ASK_LOGOUT] = {"sign-out", NULL},
    [ASK_CONFIRM] = {"mail confirmed", "mail link refused"},
    [ASK_STOP] = {"mail stopped", "mail link refused"},
};

static const char *const reasons[] = {
    [PEOPLE_FINE] = "",         [PEOPLE_UNKNOWN] = "unknown", [PEOPLE_TAKEN] = "taken",
    [PEOPLE_WRONG] = "invalid", [PEOPLE_LATER] = "delayed",   [PEOPLE_BUSY] = "busy",
    [PEOPLE_FAILED] = "store",
};

static void tell(const struct inquiry *inquiry)
{
    bool fine = inquiry->result == PEOPLE_FINE;
    const char *what = fine ? events[inquiry->kind].done : events[inquiry->kind].refused;
    if (inquiry->kind == ASK_CHANGE && inquiry->has_mail)
        what = fine ? "mail address changed" : "mail address refused";
    else if (inquiry->kind == ASK_CHANGE && inquiry->has_webhook)
        what = fine ? "webhook changed" : "webhook refused";
    else if (inquiry->kind == ASK_CHANGE && inquiry->has_name && !fine)
        what = "name refused";
    if (what != NULL)
        log_security(fine ? LOG_NOTICE : LOG_WARNING, what, inquiry->user.id, inquiry->peer,
                     reasons[inquiry->result]);
}

static void finish(struct inquiry *inquiry)
{
    sodium_memzero(inquiry->password, sizeof inquiry->password);
    sodium_memzero(inquiry->new_password, sizeof inquiry->new_password);
    tell(inquiry);
    inquiry->done(inquiry);
}

/* ---- who may try ----------------------------------------------------------------------------- */

/* The keys under which something is counted, with their rules. */
struct tries {
    struct {
        struct backoff_key key;
        const struct backoff_rule *rule;
        bool shared; /* with others: one success does not make up for the failures of all */
    } list[3];
    int count;
};

static void add_try(struct tries *tries, struct people *people, const char *kind, const char *text,
                    const struct backoff_rule *rule, bool shared)
{
    assert(tries->count < 3);
    tries->list[tries->count].key = backoff_key(&people->backoff, kind, text);
    tries->list[tries->count].rule = rule;
    tries->list[tries->count++].shared = shared;
}

/* One text for all forms of a name or an address that may mean the same. */
static void fold(const char *text, char *out, size_t size)
{
    if (!name_normalize(text, out, size))
        copy_text(text, out, size);
    for (char *at = out; *at != '\0'; at++)
        *at = (char)((unsigned char)*at < 0x80 ? tolower((unsigned char)*at) : *at);
}

/* What the inquiry is counted under. Whether there is such an account makes no difference. */
static void find_tries(struct people *people, const struct inquiry *inquiry, struct tries *tries)
{
    char text[sizeof inquiry->mail], user[24];
    static_assert(sizeof text >= STORE_NAME_SIZE, "a name fits too");
    snprintf(user, sizeof user, "%" PRId64, inquiry->user.id);
    *tries = (struct tries){0};
    if (inquiry->kind == ASK_PASSWORD)
        add_try(tries, people, "session", user, &device_rule, false);
    else if (inquiry->kind == ASK_LOGIN && inquiry->known_device)
        add_try(tries, people, "device", inquiry->device, &device_rule, false);
    else if (inquiry->kind == ASK_LOGIN) {
        fold(inquiry->name, text, sizeof text);
        add_try(tries, people, "account", text, &account_rule, false);
        add_try(tries, people, "peer", inquiry->peer, &peer_rule, true);
    } else if (inquiry->kind == ASK_CHANGE && inquiry->sends_mail) {
        fold(inquiry->mail, text, sizeof text);
        add_try(tries, people, "mail", text, &mail_rule, false);
        add_try(tries, people, "mailer", user, &mailer_rule, false);
        add_try(tries, people, "mailing peer", inquiry->peer, &mailer_rule, false);
    }
}

/* Counts the try before anybody knows how it ends, so that many at once are many. */
static bool may_try(struct people *people, struct inquiry *inquiry)
{
    struct tries tries;
    int64_t now = loop_now();
    find_tries(people, inquiry, &tries);
    inquiry->wait = 0;
    for (int i = 0; i < tries.count; i++) {
        int64_t wait = backoff_wait(&people->backoff, tries.list[i].key, now);
        inquiry->wait = wait > inquiry->wait ? wait : inquiry->wait;
    }
    for (int i = 0; i < tries.count && inquiry->wait == 0; i++)
        backoff_count(&people->backoff, tries.list[i].key, tries.list[i].rule, now);
    return inquiry->wait == 0;
}

/* The password was right. */
static void forgive(struct people *people, const struct inquiry *inquiry)
{
    struct tries tries;
    find_tries(people, inquiry, &tries);
    for (int i = 0; i < tries.count; i++)
        if (tries.list[i].shared)
            backoff_take_back(&people->backoff, tries.list[i].key);
        else
            backoff_forgive(&people->backoff, tries.list[i].key);
}

/* ---- the queue of passwords ------------------------------------------------------------------ */

static void begin_step(struct people *people, struct inquiry *inquiry, int step_number)
{
    inquiry->step = step_number;
    inquiry->result = PEOPLE_FAILED; /* until it is asked */
    workers_add(step_number == STEP_HASH ? people->hashing : people->thread, &inquiry->job,
                inquiry->kind == ASK_WHO);
}

/* The next one, if the thread is free. */
static void hash_next(struct people *people)
{
    if (people->hashed != NULL || people->waiting_count == 0)
        return;
    struct inquiry *inquiry = people->waiting[0];
    people->waiting_count--;
    memmove(people->waiting, people->waiting + 1,
            (size_t)people->waiting_count * sizeof people->waiting[0]);
    people->hashed = inquiry;
    people->turn = inquiry->turn;
    begin_step(people, inquiry, STEP_HASH);
}

/* Addresses take turns: the second password of one waits for the first of every other. */
static uint64_t turn_of(const struct people *people, const struct inquiry *inquiry)
{
    uint64_t turn = people->turn;
    for (int i = 0; i < people->waiting_count; i++)
        if (strcmp(people->waiting[i]->peer, inquiry->peer) == 0)
            turn = people->waiting[i]->turn + 1;
    return turn;
}

static void put_off(struct inquiry *inquiry)
{
    inquiry->result = PEOPLE_BUSY;
    inquiry->wait = BUSY_MS;
    finish(inquiry);
}

/* Where the queue is full, the last one of who has most in it goes. */
static void wait_for_hash(struct people *people, struct inquiry *inquiry)
{
    struct inquiry *last = NULL;
    int place = people->waiting_count;
    inquiry->turn = turn_of(people, inquiry);
    if (people->waiting_count == HASHES_WAITING) {
        last = people->waiting[HASHES_WAITING - 1];
        if (last->turn <= inquiry->turn) {
            put_off(inquiry);
            return;
        }
        people->waiting_count--;
        place--;
    }
    for (; place > 0 && people->waiting[place - 1]->turn > inquiry->turn; place--)
        people->waiting[place] = people->waiting[place - 1];
    people->waiting[place] = inquiry;
    people->waiting_count++;
    assert(people->waiting_count <= HASHES_WAITING);
    hash_next(people);
    if (last != NULL)
        put_off(last);
}

/* ---- from step to step ----------------------------------------------------------------------- */

/* The store has told what it knows. An address that waits for its link already is not refused. */
static void go_on_from_find(struct people *people, struct inquiry *inquiry)
{
    step *const *own = steps[inquiry->kind];
    if (!may_try(people, inquiry)) {
        bool goes_on = inquiry->sends_mail && !inquiry->new_mail;
        inquiry->sends_mail = false;
        if (!goes_on) {
            inquiry->result = PEOPLE_LATER;
            finish(inquiry);
            return;
        }
    }
    if (own[STEP_HASH] != NULL)
        wait_for_hash(people, inquiry);
    else if (own[STEP_KEEP] != NULL)
        begin_step(people, inquiry, STEP_KEEP);
    else
        finish(inquiry);
}

static void done(struct job *job)
{
    struct inquiry *inquiry = inquiry_of(job);
    struct people *people = inquiry->people;
    if (inquiry->step == STEP_HASH) {
        assert(people->hashed == inquiry);
        people->hashed = NULL;
        hash_next(people);
    }
    if (inquiry->result != PEOPLE_FINE || inquiry->step == STEP_KEEP)
        finish(inquiry);
    else if (inquiry->step == STEP_FIND)
        go_on_from_find(people, inquiry);
    else {
        forgive(people, inquiry);
        begin_step(people, inquiry, STEP_KEEP);
    }
}

void people_ask(struct people *people, struct inquiry *inquiry)
{
    assert(inquiry->kind < INQUIRY_KINDS && inquiry->done != NULL);
    inquiry->people = people;
    inquiry->problem = (struct problem){0};
    inquiry->job.work = work;
    inquiry->job.done = done;
    inquiry->known_device = inquiry->sends_mail = false;
    begin_step(people, inquiry, STEP_FIND);
}

struct people *people_open(struct loop *loop, const char *store, struct problem *problem)
{
    struct people *people = memory_new(1, sizeof *people);
    people->loop = loop;
    backoff_start(&people->backoff);
    people->store = store_open(store, problem);
    if (people->store != NULL)
        people->thread = workers_open(loop, 1, problem);
    if (people->thread != NULL)
        people->hashing = workers_open(loop, 1, problem);
    if (people->hashing != NULL)
        return people;
    people_close(people);
    return NULL;
}

/* The threads have ended before the loop runs once more: what goes on from one to the other fails
 * there at once. */
void people_close(struct people *people)
{
    if (people == NULL)
        return;
    workers_end(people->thread);
    workers_end(people->hashing);
    while (workers_pending(people->thread) + workers_pending(people->hashing) > 0)
        loop_round(people->loop, CLOSE_LOOK_MS);
    workers_close(people->thread);
    workers_close(people->hashing);
    assert(people->waiting_count == 0 && people->hashed == NULL);
    store_close(people->store);
    free(people);
}
