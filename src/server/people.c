/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Guests, accounts, tokens and passwords. */

#include "people.h"

#include "base/owner.h"
#include "base/text.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 32, KNOWN = 4096, KNOWN_MS = 60000 };

/* Tokens asked for lately; the thread's own. */
struct known {
    uint8_t hash[STORE_HASH_SIZE];
    struct store_user user;
    int64_t until; /* by loop_now */
};

struct people {
    struct loop *loop;
    struct store *store; /* the thread's own */
    struct workers *thread;
    struct known known[KNOWN];
};

/* ---- texts ----------------------------------------------------------------------------------- */

static bool refuse(struct inquiry *inquiry, const char *sentence)
{
    inquiry->result = PEOPLE_WRONG;
    return problem_set(&inquiry->problem, sentence, NULL, NULL, NULL);
}

static bool name_is_fine(struct inquiry *inquiry)
{
    struct span name = span_of(inquiry->name);
    if (name.length == 0 || span_trim(name).length != name.length)
        return refuse(inquiry, _("a name may not be empty or begin or end with a blank"));
    if (!span_is_utf8(name) || span_has_control(name) || text_width(name) > 40)
        return refuse(inquiry, _("a name has at most 40 characters and no control characters"));
    if (span_has_hidden(name) || span_has_odd_blank(name) || strstr(inquiry->name, "  ") != NULL)
        return refuse(inquiry, _("a name has no characters that cannot be seen, and plain blanks"));
    return true;
}

static bool password_is_fine(struct inquiry *inquiry, const char *password)
{
    return strlen(password) >= PASSWORD_MIN
               ? true
               : refuse(inquiry, _("a password has at least 8 characters"));
}

static bool language_is_fine(struct inquiry *inquiry)
{
    enum language language;
    return language_from_name(inquiry->language, &language) ||
           refuse(inquiry, _("there is no such language here"));
}

static bool webhook_is_fine(struct inquiry *inquiry)
{
    const char *address = inquiry->webhook;
    if (address[0] == '\0' || strncmp(address, "https://", 8) == 0 ||
        strncmp(address, "http://", 7) == 0)
        return !span_has_control(span_of(address)) ||
               refuse(inquiry, _("this is no address for a webhook"));
    return refuse(inquiry, _("this is no address for a webhook"));
}

static bool mail_is_fine(struct inquiry *inquiry)
{
    struct span mail = span_of(inquiry->mail);
    bool fine = mail.length == 0 || (strchr(inquiry->mail, '@') != NULL && inquiry->mail[0] != '-');
    for (size_t i = 0; i < mail.length; i++)
        fine = fine && mail.at[i] > ' ' && mail.at[i] < 127;
    return fine ? true : refuse(inquiry, _("this is no mail address"));
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
    uint8_t bytes[TOKEN_BYTES], hash[STORE_HASH_SIZE];
    struct text token = {0};
    randombytes_buf(bytes, sizeof bytes);
    text_add_hex(&token, bytes, sizeof bytes);
    span_copy(text_span(&token), inquiry->token, sizeof inquiry->token);
    text_free(&token);
    hash_token(inquiry->token, hash);
    int64_t expires = loop_time() + INT64_C(86400000) * TOKEN_DAYS;
    return result_of(store_put_token(people->store, hash, inquiry->user.id, expires));
}

/* ---- one function for each question ---------------------------------------------------------- */

static void new_secret(char secret[80])
{
    uint8_t bytes[32];
    struct text text = {0};
    randombytes_buf(bytes, sizeof bytes);
    text_add_hex(&text, bytes, sizeof bytes);
    span_copy(text_span(&text), secret, 80);
    text_free(&text);
}

static void ask_guest(struct people *people, struct inquiry *inquiry)
{
    struct store_user *user = &inquiry->user;
    if (!name_is_fine(inquiry) || !language_is_fine(inquiry))
        return;
    *user = (struct store_user){0};
    span_copy(span_of(inquiry->name), user->name, sizeof user->name);
    span_copy(span_of(inquiry->language), user->language, sizeof user->language);
    new_secret(user->secret);
    inquiry->result = result_of(store_make_user(people->store, user, loop_time()));
    if (inquiry->result == PEOPLE_FINE)
        inquiry->result = give_token(people, inquiry);
}

static void ask_who(struct people *people, struct inquiry *inquiry)
{
    uint8_t *hash = inquiry->hash;
    int64_t user, now = loop_now();
    inquiry->result = PEOPLE_UNKNOWN;
    if (!hash_token(inquiry->token, hash))
        return;
    struct known *known = slot_of(people, hash);
    if (known->until > now && sodium_memcmp(known->hash, hash, STORE_HASH_SIZE) == 0) {
        inquiry->user = known->user;
        inquiry->result = PEOPLE_FINE;
        return;
    }
    inquiry->result = result_of(store_token(people->store, hash, loop_time(), &user));
    if (inquiry->result == PEOPLE_FINE)
        inquiry->result = result_of(store_user(people->store, user, &inquiry->user));
    if (inquiry->result != PEOPLE_FINE)
        return;
    memcpy(known->hash, hash, STORE_HASH_SIZE);
    known->user = inquiry->user;
    known->until = now + KNOWN_MS;
}

static bool password_fits(const char *stored, const char *password)
{
    return stored[0] != '\0' && crypto_pwhash_str_verify(stored, password, strlen(password)) == 0;
}

/* An unknown name takes as long as a wrong password. */
static void ask_login(struct people *people, struct inquiry *inquiry)
{
    static char nobody[crypto_pwhash_STRBYTES];
    if (nobody[0] == '\0' &&
        crypto_pwhash_str(nobody, "nobody", 6, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
        inquiry->result = PEOPLE_FAILED;
        return;
    }
    enum inquiry_result found =
        result_of(store_account(people->store, inquiry->name, &inquiry->user));
    inquiry->result = found == PEOPLE_FAILED ? PEOPLE_FAILED : PEOPLE_UNKNOWN;
    const char *stored = found == PEOPLE_FINE ? inquiry->user.password : nobody;
    if (password_fits(stored, inquiry->password) && found == PEOPLE_FINE)
        inquiry->result = give_token(people, inquiry);
}

static bool set_password(struct inquiry *inquiry, const char *password)
{
    char hash[crypto_pwhash_STRBYTES];
    if (!password_is_fine(inquiry, password))
        return false;
    if (crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0) {
        inquiry->result = PEOPLE_FAILED;
        return false;
    }
    span_copy(span_of(hash), inquiry->user.password, sizeof inquiry->user.password);
    return true;
}

static void keep_user(struct people *people, struct inquiry *inquiry)
{
    forget_user(people, inquiry->user.id);
    inquiry->result = result_of(store_change_user(people->store, &inquiry->user));
}

static void ask_account(struct people *people, struct inquiry *inquiry)
{
    int64_t id = inquiry->user.id;
    if (!name_is_fine(inquiry))
        return;
    inquiry->result = result_of(store_user(people->store, id, &inquiry->user));
    if (inquiry->result != PEOPLE_FINE)
        return;
    if (inquiry->user.password[0] != '\0') {
        refuse(inquiry, _("you have an account already"));
        return;
    }
    span_copy(span_of(inquiry->name), inquiry->user.name, sizeof inquiry->user.name);
    if (set_password(inquiry, inquiry->password))
        keep_user(people, inquiry);
}

static void ask_password(struct people *people, struct inquiry *inquiry)
{
    inquiry->result = result_of(store_user(people->store, inquiry->user.id, &inquiry->user));
    if (inquiry->result != PEOPLE_FINE)
        return;
    if (!password_fits(inquiry->user.password, inquiry->password))
        inquiry->result = PEOPLE_UNKNOWN;
    else if (set_password(inquiry, inquiry->new_password))
        keep_user(people, inquiry);
    if (inquiry->result == PEOPLE_FINE)
        inquiry->result =
            result_of(store_drop_other_tokens(people->store, inquiry->user.id, inquiry->hash));
}

static void ask_change(struct people *people, struct inquiry *inquiry)
{
    struct store_user *user = &inquiry->user;
    if ((inquiry->has_name && !name_is_fine(inquiry)) ||
        (inquiry->has_language && !language_is_fine(inquiry)) ||
        (inquiry->has_webhook && !webhook_is_fine(inquiry)) ||
        (inquiry->has_mail && !mail_is_fine(inquiry)))
        return;
    inquiry->result = result_of(store_user(people->store, user->id, user));
    if (inquiry->result != PEOPLE_FINE)
        return;
    if (inquiry->has_name && user->password[0] != '\0') {
        refuse(inquiry, _("the name of an account stays as it is"));
        return;
    }
    if (inquiry->has_name)
        span_copy(span_of(inquiry->name), user->name, sizeof user->name);
    if (inquiry->has_language)
        span_copy(span_of(inquiry->language), user->language, sizeof user->language);
    if (inquiry->has_webhook)
        span_copy(span_of(inquiry->webhook), user->webhook, sizeof user->webhook);
    if (inquiry->has_mail)
        span_copy(span_of(inquiry->mail), user->mail, sizeof user->mail);
    keep_user(people, inquiry);
}

static void ask_logout(struct people *people, struct inquiry *inquiry)
{
    *slot_of(people, inquiry->hash) = (struct known){0};
    inquiry->result = result_of(store_drop_token(people->store, inquiry->user.id, inquiry->hash));
}

static void ask_still(struct people *people, struct inquiry *inquiry)
{
    int64_t user;
    forget_user(people, inquiry->user.id);
    inquiry->result = result_of(store_token(people->store, inquiry->hash, loop_time(), &user));
}

/* ---- the thread ------------------------------------------------------------------------------ */

static struct inquiry *inquiry_of(struct job *job)
{
    return owner_of(job, struct inquiry, job);
}

static void work(struct job *job)
{
    static void (*const ask[])(struct people * people, struct inquiry * inquiry) = {
        [ASK_GUEST] = ask_guest,     [ASK_WHO] = ask_who,           [ASK_LOGIN] = ask_login,
        [ASK_ACCOUNT] = ask_account, [ASK_PASSWORD] = ask_password, [ASK_CHANGE] = ask_change,
        [ASK_LOGOUT] = ask_logout,   [ASK_STILL] = ask_still,
    };
    struct inquiry *inquiry = inquiry_of(job);
    inquiry->result = PEOPLE_WRONG;
    ask[inquiry->kind](inquiry->people, inquiry);
    sodium_memzero(inquiry->password, sizeof inquiry->password);
    sodium_memzero(inquiry->new_password, sizeof inquiry->new_password);
}

static void done(struct job *job)
{
    struct inquiry *inquiry = inquiry_of(job);
    inquiry->done(inquiry);
}

void people_ask(struct people *people, struct inquiry *inquiry)
{
    inquiry->people = people;
    inquiry->problem = (struct problem){0};
    inquiry->result = PEOPLE_FAILED; /* until it is asked */
    inquiry->job.work = work;
    inquiry->job.done = done;
    workers_add(people->thread, &inquiry->job, inquiry->kind == ASK_WHO);
}

struct people *people_open(struct loop *loop, const char *store, struct problem *problem)
{
    struct people *people = memory_new(1, sizeof *people);
    people->loop = loop;
    people->store = store_open(store, problem);
    if (people->store != NULL)
        people->thread = workers_open(loop, 1, problem);
    if (people->thread != NULL)
        return people;
    people_close(people);
    return NULL;
}

void people_close(struct people *people)
{
    if (people == NULL)
        return;
    workers_close(people->thread);
    store_close(people->store);
    free(people);
}
