/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Webhooks by libcurl, mails by a command, each letter until it is delivered or too old. */

#include "letters.h"

#include "log.h"
#include "loop.h"
#include "mail.h"
#include "people.h"
#include "public_address.h"

#include "base/text.h"

#include <assert.h>
#include <curl/curl.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    AT_ONCE = 64,      /* on their way at the same time, none waits for another */
    LEASE_MS = 120000, /* another server may take it over after this: much more than one takes */
    OF_USER_MAX = 4,   /* of those at once, so that nobody's receivers hold up everybody else's */
    OTHERS_MS = 2000,  /* then others of the user wait so long */
    TRIES_MAX = 10,
    LATE_TRIES_MAX = 4,    /* for a receiver that does not answer in time */
    FIRST_WAIT_MS = 30000, /* doubled with every try */
    WEBHOOK_MS = 10000,
    ANSWER_MAX = 65536, /* bytes of an answer that are read */
    COMMAND_MS = 30000,
    LOOK_MS = 1000, /* between looks into the store */
    COMMAND_LOOK_MS = 50,
    STOP_MS = 500, /* for mails under way when the server stops: most take less */
};

/* So long a letter about a table stands for others about it, if its user does not come. */
#define UNREAD_MS (INT64_C(86400000) * 90)

/* A letter on its way; nothing while its number is 0. */
struct sending {
    int64_t number;
    int tries;
    char kind[STORE_KIND_SIZE];
    char table[STORE_ID_SIZE]; /* that it is about, or "" */
    char body[2000];
    struct store_user user;
    /* its webhook */
    CURL *curl; /* NULL: none, or it has ended */
    struct curl_slist *headers;
    size_t answered; /* bytes of the answer */
    /* its mail */
    pid_t child;         /* 0: none, or it has ended */
    int64_t child_until; /* by loop_now */
    bool failed, late;   /* one of them; it did not answer in time */
};

struct letters {
    struct store *store;
    const char *mail;
    const char *url; /* of the server, for links */
    CURLM *curl;
    struct sending list[AT_ONCE];
    int count;         /* of those on their way */
    int64_t next_look; /* by loop_now */
    bool private_allowed;
    pthread_t thread;
    pthread_mutex_t lock;
    bool runs, stopping; /* the second one under the lock */
};

/* ---- webhooks -------------------------------------------------------------------------------- */

/* A webhook may not reach into the host's own network. This is the address that is connected to,
 * whatever a name server has said before. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    if (!*(const bool *)context &&
        (!address_is_public(&address->addr) || address_is_own(&address->addr)))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Nobody wants to know what it says; who says too much is cut off. */
static size_t take_answer(char *data, size_t size, size_t count, void *context)
{
    struct sending *sending = context;
    (void)data;
    sending->answered += size * count;
    return sending->answered <= ANSWER_MAX ? size * count : 0;
}

/* "X-Orrery-Signature: sha256=…", by the secret that the user knows. */
static struct curl_slist *sign(const char *secret, const char *body)
{
    uint8_t key[32] = {0}, hash[crypto_auth_hmacsha256_BYTES];
    struct text header = {0};
    span_hex(span_of(secret), key, sizeof key);
    crypto_auth_hmacsha256(hash, (const uint8_t *)body, strlen(body), key);
    text_add(&header, "X-Orrery-Signature: sha256=");
    text_add_hex(&header, hash, sizeof hash);
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    headers = curl_slist_append(headers, text_string(&header));
    text_free(&header);
    return headers;
}

static void begin_webhook(struct letters *letters, struct sending *sending)
{
    CURL *curl = curl_easy_init();
    if (curl == NULL) {
        sending->failed = true;
        return;
    }
    sending->headers = sign(sending->user.secret, sending->body);
    curl_easy_setopt(curl, CURLOPT_URL, sending->user.webhook);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, sending->body);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, sending->headers);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "orrery");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)WEBHOOK_MS);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L); /* a name server may take its time */
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &letters->private_allowed);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, sending);
    curl_easy_setopt(curl, CURLOPT_PRIVATE, sending);
    sending->curl = curl;
    curl_multi_add_handle(letters->curl, curl);
}

static void drop_webhook(struct letters *letters, struct sending *sending)
{
    if (sending->curl == NULL)
        return;
    curl_multi_remove_handle(letters->curl, sending->curl);
    curl_easy_cleanup(sending->curl);
    curl_slist_free_all(sending->headers);
    sending->curl = NULL;
    sending->headers = NULL;
}

static void end_webhook(struct letters *letters, struct sending *sending, CURLcode code)
{
    long status = 0;
    curl_easy_getinfo(sending->curl, CURLINFO_RESPONSE_CODE, &status);
    if (sending->answered > ANSWER_MAX) /* its status is all that counts */
        code = CURLE_OK;
    if (code != CURLE_OK || status < 200 || status >= 300) { /* the address is the user's secret */
        sending->failed = true;
        sending->late = code == CURLE_OPERATION_TIMEDOUT;
        log_line(LOG_WARNING, "webhook failed", log_number("user", sending->user.id),
                 log_number("status", status),
                 log_text("error", code != CURLE_OK ? curl_easy_strerror(code) : ""));
    }
    drop_webhook(letters, sending);
}

static void end_webhooks(struct letters *letters)
{
    int left;
    for (CURLMsg *said; (said = curl_multi_info_read(letters->curl, &left)) != NULL;) {
        struct sending *sending = NULL;
        CURLcode code = said->data.result;
        if (said->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(said->easy_handle, CURLINFO_PRIVATE, (char **)&sending);
        end_webhook(letters, sending, code);
    }
}

/* ---- mails ----------------------------------------------------------------------------------- */

/* A new link for each try; the store has its hash before the mail is on its way. */
static bool write_confirm(struct letters *letters, const struct store_user *user, struct text *out)
{
    uint8_t bytes[(TOKEN_SIZE - 1) / 2], hash[STORE_HASH_SIZE];
    char token[TOKEN_SIZE];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(token, sizeof token, bytes, sizeof bytes);
    crypto_generichash(hash, sizeof hash, bytes, sizeof bytes, NULL, 0);
    if (store_put_mail_link(letters->store, user->id, hash,
                            loop_time() + INT64_C(3600000) * MAIL_LINK_HOURS) != STORE_DONE)
        return false;
    mail_write_confirm(user, letters->url, token, out);
    return true;
}

static bool write_mail(struct letters *letters, const struct sending *sending, struct text *out)
{
    if (strcmp(sending->kind, "confirm") == 0)
        return write_confirm(letters, &sending->user, out);
    mail_write_turn(&sending->user, letters->url, sending->table, out);
    return true;
}

/* Starts the command with a pipe as its standard input. The server's own signals are none of its
 * business. */
static bool start_command(const char *command, const char *address, int input, pid_t *child)
{
    extern char **environ;
    char *arguments[] = {(char *)(uintptr_t)command, (char *)(uintptr_t)address, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    int wrong = posix_spawnp(child, command, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return wrong == 0;
}

static void note_mail(struct sending *sending, int status)
{
    sending->child = 0;
    if (status == 0)
        return;
    sending->failed = true;
    log_line(LOG_WARNING, "mail failed", log_number("user", sending->user.id),
             log_number("status", status));
}

/* Runs the command with the mail on its standard input. A mail is short enough for a pipe to take
 * it at once. */
static void begin_mail(struct letters *letters, struct sending *sending)
{
    int pipes[2];
    struct text mail = {0};
    bool written = write_mail(letters, sending, &mail);
    if (!written || pipe2(pipes, O_CLOEXEC) != 0) {
        text_free(&mail);
        note_mail(sending, -1);
        return;
    }
    bool started = start_command(letters->mail, sending->user.mail, pipes[0], &sending->child);
    close(pipes[0]);
    if (started && write(pipes[1], mail.at, mail.length) != (ssize_t)mail.length)
        sending->failed = true;
    close(pipes[1]);
    text_free(&mail);
    sending->child_until = loop_now() + COMMAND_MS;
    if (!started)
        note_mail(sending, -1);
}

/* A command that does not end is ended. */
static void look_after_mail(struct sending *sending)
{
    int status = 0;
    if (sending->child == 0)
        return;
    if (waitpid(sending->child, &status, WNOHANG) == sending->child) {
        note_mail(sending, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    } else if (loop_now() > sending->child_until) {
        kill(sending->child, SIGKILL);
        waitpid(sending->child, &status, 0);
        note_mail(sending, -1);
    }
}

/* ---- one letter ------------------------------------------------------------------------------ */

/* An address that nobody has confirmed gets one kind of mail: the one that asks. */
static bool wants_mail(const struct letters *letters, const struct sending *sending)
{
    const struct store_user *user = &sending->user;
    bool asks = strcmp(sending->kind, "confirm") == 0;
    if (letters->mail == NULL || user->mail[0] == '\0' || user->password[0] == '\0')
        return false;
    return asks ? !user->mail_confirmed : user->mail_confirmed && sending->table[0] != '\0';
}

/* Sends everything that the user wants. */
static void begin(struct letters *letters, struct sending *sending, int64_t user)
{
    if (strcmp(sending->kind, "unread") == 0)
        return; /* it has been there for long enough */
    enum store_result result = store_user(letters->store, user, &sending->user);
    sending->failed = result != STORE_DONE && result != STORE_MISSING;
    if (result != STORE_DONE)
        return; /* nobody wants it any more, or nobody knows */
    bool is_turn = strcmp(sending->kind, "turn") == 0;
    bool has_webhook =
        is_turn && sending->user.webhook[0] != '\0' && sending->user.password[0] != '\0';
    if (has_webhook)
        begin_webhook(letters, sending);
    /* A letter that is sent again because of its webhook brings no second mail. */
    if (wants_mail(letters, sending) && (sending->tries <= 1 || !has_webhook))
        begin_mail(letters, sending);
}

static void finish(struct letters *letters, struct sending *sending)
{
    bool ends = !sending->failed || sending->tries >= (sending->late ? LATE_TRIES_MAX : TRIES_MAX);
    if (ends && sending->table[0] != '\0' && strcmp(sending->kind, "unread") != 0)
        store_keep_letter(letters->store, sending->number, loop_time() + UNREAD_MS);
    else if (ends)
        store_drop_letter(letters->store, sending->number);
    else
        store_put_off_letter(letters->store, sending->number,
                             loop_time() + ((int64_t)FIRST_WAIT_MS << sending->tries));
    sending->number = 0;
    letters->count--;
}

/* ---- the thread ------------------------------------------------------------------------------ */

/* Letters that were taken, before the store can be asked about their users. */
struct bag {
    struct {
        struct sending *sending;
        int64_t user;
    } list[AT_ONCE];
    int count;
    int64_t returned[AT_ONCE]; /* numbers of those that are too many of one user */
    int returned_count;
    struct letters *letters;
};

static bool has_enough(const struct letters *letters, int64_t user)
{
    int count = 0;
    for (int i = 0; i < AT_ONCE; i++)
        count += letters->list[i].number != 0 && letters->list[i].user.id == user;
    return count >= OF_USER_MAX;
}

static void take(void *context, const struct store_letter *letter)
{
    struct bag *bag = context;
    struct sending *sending = bag->letters->list;
    if (bag->letters->count == AT_ONCE || strlen(letter->body) >= sizeof sending->body)
        return;
    if (has_enough(bag->letters, letter->user)) {
        assert(bag->returned_count < AT_ONCE);
        bag->returned[bag->returned_count++] = letter->number;
        return;
    }
    while (sending->number != 0)
        sending++;
    *sending =
        (struct sending){.number = letter->number, .tries = letter->tries, .user.id = letter->user};
    span_copy(span_of(letter->kind), sending->kind, sizeof sending->kind);
    span_copy(span_of(letter->table), sending->table, sizeof sending->table);
    memcpy(sending->body, letter->body, strlen(letter->body) + 1);
    bag->list[bag->count].sending = sending;
    bag->list[bag->count++].user = letter->user;
    bag->letters->count++;
}

/* Takes letters that are due, as many as there is room for. */
static void look(struct letters *letters)
{
    struct bag bag = {.letters = letters};
    int64_t now = loop_time();
    int room = AT_ONCE - letters->count;
    if (room == 0 || loop_now() < letters->next_look)
        return;
    /* A store that does not answer is told by the writer. */
    store_take_letters(letters->store, now, now + LEASE_MS, room, take, &bag);
    for (int i = 0; i < bag.count; i++)
        begin(letters, bag.list[i].sending, bag.list[i].user);
    for (int i = 0; i < bag.returned_count; i++)
        store_return_letter(letters->store, bag.returned[i], now + OTHERS_MS);
    bool more = bag.count + bag.returned_count == room; /* there may be */
    letters->next_look = loop_now() + (more ? 0 : LOOK_MS);
}

/* Moves everything on that is on its way, and waits for more of it. */
static void go_on(struct letters *letters, int64_t longest)
{
    int running;
    bool mails = false;
    curl_multi_perform(letters->curl, &running);
    end_webhooks(letters);
    for (int i = 0; i < AT_ONCE; i++) {
        struct sending *sending = &letters->list[i];
        look_after_mail(sending);
        mails = mails || sending->child != 0;
        if (sending->number != 0 && sending->curl == NULL && sending->child == 0) {
            finish(letters, sending);
            longest = 0; /* there is room again */
        }
    }
    if (mails && longest > COMMAND_LOOK_MS)
        longest = COMMAND_LOOK_MS;
    if (longest > 0)
        curl_multi_poll(letters->curl, NULL, 0, (int)longest, NULL);
}

static bool is_stopping(struct letters *letters)
{
    pthread_mutex_lock(&letters->lock);
    bool stopping = letters->stopping;
    pthread_mutex_unlock(&letters->lock);
    return stopping;
}

/* What has not ended is for whoever comes next. */
static void give_up(struct letters *letters, struct sending *sending)
{
    assert(sending->number != 0);
    if (sending->child != 0) {
        kill(sending->child, SIGKILL);
        waitpid(sending->child, NULL, 0);
        sending->child = 0;
    }
    store_put_off_letter(letters->store, sending->number, loop_time());
    sending->number = 0;
    letters->count--;
}

/* Nobody waits for the receivers of webhooks, at a restart least of all. */
static void give_up_webhooks(struct letters *letters)
{
    for (int i = 0; i < AT_ONCE; i++) {
        struct sending *sending = &letters->list[i];
        if (sending->number == 0 || sending->curl == NULL)
            continue;
        drop_webhook(letters, sending);
        sending->failed = true; /* if its mail is under way */
        if (sending->child == 0)
            give_up(letters, sending);
    }
}

static void *run(void *context)
{
    struct letters *letters = context;
    while (!is_stopping(letters)) {
        look(letters);
        go_on(letters, LOOK_MS);
    }
    give_up_webhooks(letters);
    int64_t end = loop_now() + STOP_MS;
    while (letters->count > 0 && loop_now() < end)
        go_on(letters, COMMAND_LOOK_MS);
    for (int i = 0; i < AT_ONCE; i++)
        if (letters->list[i].number != 0)
            give_up(letters, &letters->list[i]);
    return NULL;
}

struct letters *letters_open(const char *store, const char *mail, const char *url,
                             struct problem *problem)
{
    struct letters *letters = memory_new(1, sizeof *letters);
    letters->mail = url != NULL ? mail : NULL;
    letters->url = url;
    letters->private_allowed = getenv("ORRERY_PRIVATE_WEBHOOKS") != NULL; /* home networks, tests */
    pthread_mutex_init(&letters->lock, NULL);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    letters->curl = curl_multi_init();
    letters->store = store_open(store, problem);
    if (letters->curl == NULL)
        problem_set(problem, _("libcurl cannot be used"), NULL, NULL, NULL);
    if (letters->store == NULL || letters->curl == NULL) {
        letters_close(letters);
        return NULL;
    }
    letters->runs = pthread_create(&letters->thread, NULL, run, letters) == 0;
    if (letters->runs)
        return letters;
    problem_set(problem, _("the system gives no more threads: {0}"), "letters", NULL, NULL);
    letters_close(letters);
    return NULL;
}

void letters_close(struct letters *letters)
{
    if (letters == NULL)
        return;
    pthread_mutex_lock(&letters->lock);
    letters->stopping = true;
    pthread_mutex_unlock(&letters->lock);
    if (letters->runs) {
        curl_multi_wakeup(letters->curl);
        pthread_join(letters->thread, NULL);
    }
    if (letters->curl != NULL)
        curl_multi_cleanup(letters->curl);
    curl_global_cleanup();
    store_close(letters->store);
    pthread_mutex_destroy(&letters->lock);
    free(letters);
}
