/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Webhooks by libcurl, mails by a command, each notification until it is delivered or too old.
 *
 * The store is the queue: a notification is put there in the transaction of the row that caused it,
 * so none is lost and none is sent for something that did not happen. Taking one moves its next try
 * into the future, which is its lease: if this server dies, it is due again. It may then arrive
 * twice, which a receiver can handle; never would be worse. One thread handles all of them at once,
 * so a round takes as long as the slowest receiver, not as all together; a user who receives many
 * has only a few under way. */

#include "notifications.h"

#include "log.h"
#include "loop.h"
#include "mail.h"
#include "people.h"
#include "public_address.h"

#include "base/text.h"
#include "libraries/libcurl.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    AT_ONCE = 64,      /* on their way at the same time, none waits for another */
    LEASE_MS = 120000, /* another server may take it over after this: much more than one takes */
    OF_USER_MAX = 4,   /* of those at once, so that nobody's receivers hold up everyone else's */
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

/* So long a notification about a table stands for others about it, if its user does not come. */
#define UNREAD_MS (INT64_C(86400000) * 90)

/* A notification on its way; nothing while its number is 0. */
struct delivery {
    int64_t number;
    int tries;
    char kind[STORE_KIND_SIZE];
    char table_id[STORE_ID_SIZE]; /* that it is about, or "" */
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

struct notifications {
    struct store *store;
    const char *mail;
    const char *url; /* of the server, for links */
    CURLM *curl;     /* NULL until there is a webhook */
    struct delivery list[AT_ONCE];
    int count;         /* of those on their way */
    int64_t next_look; /* by loop_now */
    bool private_allowed;
    pthread_t thread;
    pthread_mutex_t lock;
    bool runs, stopping; /* the second one under the lock */
    int bell;            /* rings when it is set */
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
    struct delivery *delivery = context;
    (void)data;
    delivery->answered += size * count;
    return delivery->answered <= ANSWER_MAX ? size * count : 0;
}

/* Adds a line; false if there is no memory for it. */
static bool add_header(struct curl_slist **headers, const char *line)
{
    struct curl_slist *longer = libcurl.slist_append(*headers, line);
    if (longer != NULL)
        *headers = longer;
    return longer != NULL;
}

/* "X-Orrery-Signature: sha256=…", by the secret that the user knows. False without memory: what
 * nobody has signed is not sent. */
static bool sign(const char *secret, const char *body, struct curl_slist **headers)
{
    uint8_t key[32] = {0}, hash[crypto_auth_hmacsha256_BYTES];
    struct text header = {0};
    span_hex(span_of(secret), key, sizeof key);
    crypto_auth_hmacsha256(hash, (const uint8_t *)body, strlen(body), key);
    text_add(&header, "X-Orrery-Signature: sha256=");
    text_add_hex(&header, hash, sizeof hash);
    bool added = add_header(headers, "Content-Type: application/json") &&
                 add_header(headers, text_string(&header));
    text_free(&header);
    return added;
}

/* All of them, or nothing is sent: some are copied, for which there may be no memory, and without
 * them libcurl would do what is not wanted, such as ask a proxy. */
static bool set_options(const struct notifications *notifications, struct delivery *delivery)
{
    CURL *curl = delivery->curl;
    assert(curl != NULL && delivery->headers != NULL);
    const struct {
        CURLoption option;
        const char *text;
    } texts[] = {{CURLOPT_URL, delivery->user.webhook},
                 {CURLOPT_PROTOCOLS_STR, "http,https"},
                 {CURLOPT_POSTFIELDS, delivery->body},
                 {CURLOPT_USERAGENT, "orrery"},
                 {CURLOPT_PROXY, ""}};
    const struct {
        CURLoption option;
        long number;
    } numbers[] = {{CURLOPT_FOLLOWLOCATION, 0},
                   {CURLOPT_TIMEOUT_MS, WEBHOOK_MS},
                   {CURLOPT_NOSIGNAL, 1},
                   {CURLOPT_QUICK_EXIT, 1}}; /* a name server may take its time */
    bool set = true;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        set = set && libcurl.easy_setopt(curl, texts[i].option, texts[i].text) == CURLE_OK;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        set = set && libcurl.easy_setopt(curl, numbers[i].option, numbers[i].number) == CURLE_OK;
    return set && libcurl.easy_setopt(curl, CURLOPT_HTTPHEADER, delivery->headers) == CURLE_OK &&
           libcurl.easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           libcurl.easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &notifications->private_allowed) ==
               CURLE_OK &&
           libcurl.easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer) == CURLE_OK &&
           libcurl.easy_setopt(curl, CURLOPT_WRITEDATA, delivery) == CURLE_OK &&
           libcurl.easy_setopt(curl, CURLOPT_PRIVATE, delivery) == CURLE_OK;
}

static void drop_webhook(struct notifications *notifications, struct delivery *delivery)
{
    if (delivery->curl == NULL)
        return;
    libcurl.multi_remove_handle(notifications->curl,
                                delivery->curl); /* fine if it was never added */
    libcurl.easy_cleanup(delivery->curl);
    libcurl.slist_free_all(delivery->headers);
    delivery->curl = NULL;
    delivery->headers = NULL;
}

/* Where nobody wants webhooks libcurl may be missing; whoever installs it need not start again. */
static bool is_prepared(struct notifications *notifications, struct problem *problem)
{
    if (notifications->curl == NULL && libcurl_load("webhooks", problem))
        notifications->curl = libcurl.multi_init();
    return notifications->curl != NULL || problem_no_memory(problem);
}

static bool start_webhook(struct notifications *notifications, struct delivery *delivery,
                          struct problem *problem)
{
    if (!is_prepared(notifications, problem))
        return false;
    delivery->curl = libcurl.easy_init();
    return (delivery->curl != NULL &&
            sign(delivery->user.secret, delivery->body, &delivery->headers) &&
            set_options(notifications, delivery) &&
            libcurl.multi_add_handle(notifications->curl, delivery->curl) == CURLM_OK) ||
           problem_no_memory(problem);
}

static void begin_webhook(struct notifications *notifications, struct delivery *delivery)
{
    struct problem problem = {0};
    struct text error = {0};
    if (start_webhook(notifications, delivery, &problem))
        return;
    delivery->failed = true;
    problem_write_sentence(&problem, ENGLISH, &error);
    log_line(LOG_WARNING, "webhook failed", log_number("user", delivery->user.id),
             log_text("error", text_string(&error)));
    text_free(&error);
    drop_webhook(notifications, delivery);
}

static void end_webhook(struct notifications *notifications, struct delivery *delivery,
                        CURLcode code)
{
    long status = 0;
    libcurl.easy_getinfo(delivery->curl, CURLINFO_RESPONSE_CODE, &status);
    if (delivery->answered > ANSWER_MAX) /* its status is all that counts */
        code = CURLE_OK;
    if (code != CURLE_OK || status < 200 || status >= 300) { /* the address is the user's secret */
        delivery->failed = true;
        delivery->late = code == CURLE_OPERATION_TIMEDOUT;
        log_line(LOG_WARNING, "webhook failed", log_number("user", delivery->user.id),
                 log_number("status", status),
                 log_text("error", code != CURLE_OK ? libcurl.easy_strerror(code) : ""));
    }
    drop_webhook(notifications, delivery);
}

static void end_webhooks(struct notifications *notifications)
{
    int left;
    for (CURLMsg *said; (said = libcurl.multi_info_read(notifications->curl, &left)) != NULL;) {
        struct delivery *delivery = NULL;
        CURLcode code = said->data.result;
        if (said->msg != CURLMSG_DONE)
            continue;
        libcurl.easy_getinfo(said->easy_handle, CURLINFO_PRIVATE, (char **)&delivery);
        assert(delivery != NULL && delivery->curl == said->easy_handle);
        end_webhook(notifications, delivery, code);
    }
}

/* ---- mails ----------------------------------------------------------------------------------- */

/* A new link for each try; the store has its hash before the mail is on its way. */
static bool write_confirm(struct notifications *notifications, const struct store_user *user,
                          struct text *out)
{
    uint8_t hash[STORE_HASH_SIZE];
    char token[TOKEN_SIZE];
    token_make(token);
    token_hash(token, hash);
    if (store_put_mail_link(notifications->store, user->id, hash,
                            loop_time() + INT64_C(3600000) * MAIL_LINK_HOURS) != STORE_DONE)
        return false;
    mail_write_confirm(user, notifications->url, token, out);
    return true;
}

static bool write_mail(struct notifications *notifications, const struct delivery *delivery,
                       struct text *out)
{
    if (strcmp(delivery->kind, "confirm") == 0)
        return write_confirm(notifications, &delivery->user, out);
    mail_write_turn(&delivery->user, notifications->url, delivery->table_id, out);
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
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    /* This one needs memory; without it the command would read what the server reads. */
    int wrong = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (wrong == 0)
        wrong = posix_spawnp(child, command, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return wrong == 0;
}

static void note_mail(struct delivery *delivery, int status)
{
    delivery->child = 0;
    if (status == 0)
        return;
    delivery->failed = true;
    log_line(LOG_WARNING, "mail failed", log_number("user", delivery->user.id),
             log_number("status", status));
}

/* Runs the command with the mail on its standard input. A mail is short enough for a pipe to take
 * it at once. */
static void begin_mail(struct notifications *notifications, struct delivery *delivery)
{
    int pipes[2];
    struct text mail = {0};
    assert(delivery->child == 0);
    bool written = write_mail(notifications, delivery, &mail);
    if (!written || pipe2(pipes, O_CLOEXEC) != 0) {
        text_free(&mail);
        note_mail(delivery, -1);
        return;
    }
    bool started =
        start_command(notifications->mail, delivery->user.mail, pipes[0], &delivery->child);
    close(pipes[0]);
    if (started && write(pipes[1], mail.at, mail.length) != (ssize_t)mail.length)
        delivery->failed = true;
    close(pipes[1]);
    text_free(&mail);
    delivery->child_until = loop_now() + COMMAND_MS;
    if (!started)
        note_mail(delivery, -1);
}

/* A command that does not end is ended. */
static void look_after_mail(struct delivery *delivery)
{
    int status = 0;
    if (delivery->child == 0)
        return;
    if (waitpid(delivery->child, &status, WNOHANG) == delivery->child) {
        note_mail(delivery, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    } else if (loop_now() > delivery->child_until) {
        kill(delivery->child, SIGKILL);
        waitpid(delivery->child, &status, 0);
        note_mail(delivery, -1);
    }
}

/* ---- one notification ------------------------------------------------------------------------ */

/* An address that nobody has confirmed gets one kind of mail: the one that asks. */
static bool wants_mail(const struct notifications *notifications, const struct delivery *delivery)
{
    const struct store_user *user = &delivery->user;
    bool asks = strcmp(delivery->kind, "confirm") == 0;
    if (notifications->mail == NULL || user->mail[0] == '\0' || user->password[0] == '\0')
        return false;
    return asks ? !user->mail_confirmed : user->mail_confirmed && delivery->table_id[0] != '\0';
}

/* Sends everything that the user wants. */
static void begin(struct notifications *notifications, struct delivery *delivery, int64_t user)
{
    if (strcmp(delivery->kind, "unread") == 0)
        return; /* it has been there for long enough */
    enum store_result result = store_user(notifications->store, user, &delivery->user);
    delivery->failed = result != STORE_DONE && result != STORE_MISSING;
    if (result != STORE_DONE)
        return; /* nobody wants it any more, or nobody knows */
    bool is_turn = strcmp(delivery->kind, "turn") == 0;
    bool has_webhook =
        is_turn && delivery->user.webhook[0] != '\0' && delivery->user.password[0] != '\0';
    if (has_webhook)
        begin_webhook(notifications, delivery);
    /* A notification that is sent again because of its webhook brings no second mail. */
    if (wants_mail(notifications, delivery) && (delivery->tries <= 1 || !has_webhook))
        begin_mail(notifications, delivery);
}

static void finish(struct notifications *notifications, struct delivery *delivery)
{
    assert(delivery->number > 0 && notifications->count > 0);
    bool ends =
        !delivery->failed || delivery->tries >= (delivery->late ? LATE_TRIES_MAX : TRIES_MAX);
    if (ends && delivery->table_id[0] != '\0' && strcmp(delivery->kind, "unread") != 0)
        store_keep_notification(notifications->store, delivery->number, loop_time() + UNREAD_MS);
    else if (ends)
        store_drop_notification(notifications->store, delivery->number);
    else
        store_put_off_notification(notifications->store, delivery->number,
                                   loop_time() + ((int64_t)FIRST_WAIT_MS << delivery->tries));
    delivery->number = 0;
    notifications->count--;
}

/* ---- the thread ------------------------------------------------------------------------------ */

/* Notifications that were taken, before the store can be asked about their users. */
struct taken_notifications {
    struct {
        struct delivery *delivery;
        int64_t user;
    } list[AT_ONCE];
    int count;
    int64_t returned[AT_ONCE]; /* numbers of those that are too many of one user */
    int returned_count;
    struct notifications *notifications;
};

static bool has_enough(const struct notifications *notifications, int64_t user)
{
    int count = 0;
    for (int i = 0; i < AT_ONCE; i++)
        count += notifications->list[i].number != 0 && notifications->list[i].user.id == user;
    return count >= OF_USER_MAX;
}

static void take(void *context, const struct store_notification *notification)
{
    struct taken_notifications *taken = context;
    struct delivery *delivery = taken->notifications->list;
    if (taken->notifications->count == AT_ONCE ||
        strlen(notification->body) >= sizeof delivery->body)
        return;
    if (has_enough(taken->notifications, notification->user)) {
        if (taken->returned_count < AT_ONCE) /* no more were asked for */
            taken->returned[taken->returned_count++] = notification->number;
        return;
    }
    while (delivery->number != 0)
        delivery++;
    assert(delivery < taken->notifications->list + AT_ONCE && taken->count < AT_ONCE);
    *delivery = (struct delivery){.number = notification->number,
                                  .tries = notification->tries,
                                  .user.id = notification->user};
    span_copy(span_of(notification->kind), delivery->kind, sizeof delivery->kind);
    span_copy(span_of(notification->table), delivery->table_id, sizeof delivery->table_id);
    memcpy(delivery->body, notification->body, strlen(notification->body) + 1);
    taken->list[taken->count].delivery = delivery;
    taken->list[taken->count++].user = notification->user;
    taken->notifications->count++;
}

/* They were seen, but the store could not note that they are taken: they would be taken, and sent,
 * again and again. */
static void forget_taken(struct taken_notifications *taken)
{
    assert(taken->notifications->count >= taken->count);
    for (int i = 0; i < taken->count; i++)
        taken->list[i].delivery->number = 0;
    taken->notifications->count -= taken->count;
    taken->count = taken->returned_count = 0;
}

/* Takes notifications that are due, as many as there is room for. */
static void look(struct notifications *notifications)
{
    struct taken_notifications taken = {.notifications = notifications};
    int64_t now = loop_time();
    int space = AT_ONCE - notifications->count;
    if (space == 0 || loop_now() < notifications->next_look)
        return;
    /* A store that does not answer is told by the writer. */
    if (store_take_notifications(notifications->store, now, now + LEASE_MS, space, take, &taken) ==
        STORE_FAILED)
        forget_taken(&taken);
    for (int i = 0; i < taken.count; i++)
        begin(notifications, taken.list[i].delivery, taken.list[i].user);
    for (int i = 0; i < taken.returned_count; i++)
        store_return_notification(notifications->store, taken.returned[i], now + OTHERS_MS);
    bool more = taken.count + taken.returned_count == space; /* there may be */
    notifications->next_look = loop_now() + (more ? 0 : LOOK_MS);
}

static void move_webhooks(struct notifications *notifications)
{
    int running;
    if (notifications->curl == NULL)
        return;
    libcurl.multi_perform(notifications->curl, &running);
    end_webhooks(notifications);
}

/* For an answer to a webhook, or the bell. */
static void wait_for_news(struct notifications *notifications, int milliseconds)
{
    struct curl_waitfd bell_or_answer = {.fd = notifications->bell, .events = CURL_WAIT_POLLIN};
    struct pollfd bell = {.fd = notifications->bell, .events = POLLIN};
    if (notifications->curl == NULL)
        poll(&bell, 1, milliseconds);
    else if (libcurl.multi_poll(notifications->curl, &bell_or_answer, 1, milliseconds, NULL) !=
             CURLM_OK)
        poll(NULL, 0, COMMAND_LOOK_MS); /* it had no memory to wait with */
}

/* Moves everything on that is on its way, and waits for more of it. */
static void go_on(struct notifications *notifications, int64_t longest)
{
    bool mails = false;
    move_webhooks(notifications);
    for (int i = 0; i < AT_ONCE; i++) {
        struct delivery *delivery = &notifications->list[i];
        look_after_mail(delivery);
        mails = mails || delivery->child != 0;
        if (delivery->number != 0 && delivery->curl == NULL && delivery->child == 0) {
            finish(notifications, delivery);
            longest = 0; /* there is room again */
        }
    }
    if (mails && longest > COMMAND_LOOK_MS)
        longest = COMMAND_LOOK_MS;
    if (longest > 0)
        wait_for_news(notifications, (int)longest);
}

static bool is_stopping(struct notifications *notifications)
{
    pthread_mutex_lock(&notifications->lock);
    bool stopping = notifications->stopping;
    pthread_mutex_unlock(&notifications->lock);
    return stopping;
}

/* What has not ended is for whoever comes next. */
static void give_up(struct notifications *notifications, struct delivery *delivery)
{
    assert(delivery->number != 0);
    if (delivery->child != 0) {
        kill(delivery->child, SIGKILL);
        waitpid(delivery->child, NULL, 0);
        delivery->child = 0;
    }
    store_put_off_notification(notifications->store, delivery->number, loop_time());
    delivery->number = 0;
    notifications->count--;
}

/* Nobody waits for the receivers of webhooks, at a restart least of all. */
static void give_up_webhooks(struct notifications *notifications)
{
    for (int i = 0; i < AT_ONCE; i++) {
        struct delivery *delivery = &notifications->list[i];
        if (delivery->number == 0 || delivery->curl == NULL)
            continue;
        drop_webhook(notifications, delivery);
        delivery->failed = true; /* if its mail is under way */
        if (delivery->child == 0)
            give_up(notifications, delivery);
    }
}

static void *run(void *context)
{
    struct notifications *notifications = context;
    while (!is_stopping(notifications)) {
        look(notifications);
        go_on(notifications, LOOK_MS);
    }
    give_up_webhooks(notifications);
    int64_t end = loop_now() + STOP_MS;
    while (notifications->count > 0 && loop_now() < end)
        go_on(notifications, COMMAND_LOOK_MS);
    for (int i = 0; i < AT_ONCE; i++)
        if (notifications->list[i].number != 0)
            give_up(notifications, &notifications->list[i]);
    assert(notifications->count == 0);
    return NULL;
}

struct notifications *notifications_open(const char *store, const char *mail, const char *url,
                                         struct problem *problem)
{
    struct notifications *notifications = memory_new(1, sizeof *notifications);
    notifications->mail = url != NULL ? mail : NULL;
    notifications->url = url;
    notifications->private_allowed =
        getenv("ORRERY_PRIVATE_WEBHOOKS") != NULL; /* home networks, tests */
    pthread_mutex_init(&notifications->lock, NULL);
    notifications->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    notifications->store = store_open(store, problem);
    if (notifications->bell < 0)
        problem_set(problem, _("cannot create a thread: {0}"), strerror(errno), NULL, NULL);
    if (notifications->store == NULL || notifications->bell < 0) {
        notifications_close(notifications);
        return NULL;
    }
    notifications->runs = pthread_create(&notifications->thread, NULL, run, notifications) == 0;
    if (notifications->runs)
        return notifications;
    problem_set(problem, _("cannot create a thread: {0}"), "letters", NULL, NULL);
    notifications_close(notifications);
    return NULL;
}

void notifications_close(struct notifications *notifications)
{
    if (notifications == NULL)
        return;
    pthread_mutex_lock(&notifications->lock);
    notifications->stopping = true;
    pthread_mutex_unlock(&notifications->lock);
    if (notifications->runs) {
        eventfd_write(notifications->bell, 1);
        pthread_join(notifications->thread, NULL);
    }
    if (notifications->curl != NULL)
        libcurl.multi_cleanup(notifications->curl);
    if (notifications->bell >= 0)
        close(notifications->bell);
    store_close(notifications->store);
    pthread_mutex_destroy(&notifications->lock);
    free(notifications);
}
