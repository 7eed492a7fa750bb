/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Webhooks by libcurl, mails by a command, each letter until it is delivered or too old. */

#include "letters.h"

#include "log.h"

#include "base/json.h"
#include "base/phrase.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    AT_ONCE = 16,
    LEASE_MS = 120000, /* another server may take it over after this */
    TRIES_MAX = 10,
    FIRST_WAIT_MS = 30000, /* doubled with every try */
    TIMEOUT_S = 10,
    COMMAND_S = 30,
    LOOK_EVERY_S = 1,
};

struct letters {
    struct store *store;
    const char *mail;
    CURL *curl;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool runs, stopping;
    bool failing; /* the store did not answer the last time */
};

/* A letter of its own. */
struct sending {
    int64_t number, user;
    int tries;
    char body[2000];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- webhooks -------------------------------------------------------------------------------- */

/* A webhook may not reach into the host's own network. */
static bool is_private(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        uint32_t host = ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr);
        return host >> 24 == 127 || host >> 24 == 10 || host >> 24 == 0 || host >> 20 == 0xac1 ||
               host >> 16 == 0xc0a8 || host >> 16 == 0xa9fe || host >> 22 == 0x191 ||
               host >> 28 >= 0xe;
    }
    if (address->sa_family != AF_INET6)
        return true;
    const struct in6_addr *host = &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(host) || IN6_IS_ADDR_LINKLOCAL(host) ||
           IN6_IS_ADDR_UNSPECIFIED(host) || IN6_IS_ADDR_V4MAPPED(host) ||
           IN6_IS_ADDR_MULTICAST(host) || (host->s6_addr[0] & 0xfe) == 0xfc;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    if (!*(const bool *)context && is_private(&address->addr))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t ignore(char *data, size_t size, size_t count, void *context)
{
    (void)data;
    (void)context;
    return size * count;
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

static bool send_webhook(struct letters *letters, const struct store_user *user, const char *body)
{
    static bool private_allowed;
    private_allowed = getenv("ORRERY_PRIVATE_WEBHOOKS") != NULL; /* for tests and home networks */
    CURL *curl = letters->curl;
    struct curl_slist *headers = sign(user->secret, body);
    long status = 0;
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, user->webhook);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "orrery");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, &private_allowed);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_slist_free_all(headers);
    bool sent = code == CURLE_OK && status >= 200 && status < 300;
    if (!sent) /* the address is the user's secret */
        log_line(LOG_WARNING, "webhook failed", log_number("user", user->id),
                 log_number("status", status),
                 log_text("error", code != CURLE_OK ? curl_easy_strerror(code) : ""));
    return sent;
}

/* ---- mails ----------------------------------------------------------------------------------- */

static void write_mail(const struct store_user *user, const char *body, struct text *out)
{
    enum language language = ENGLISH;
    json_error_t error;
    json_t *letter = json_loads(body, 0, &error);
    const char *title = json_string_value(json_object_get(letter, "title"));
    const char *table = json_string_value(json_object_get(letter, "table"));
    language_from_name(user->language, &language);
    text_addf(out,
              "To: <%s>\nSubject: %s\nMIME-Version: 1.0\n"
              "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n",
              user->mail, phrase(language, _("Orrery: it is your turn")));
    phrase_write_with(out, language, _("It is your turn at the table \"{0}\" ({1})."),
                      title != NULL ? title : "", table != NULL ? table : "", NULL);
    text_add(out, "\n");
    json_decref(letter);
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

/* A command that does not end is ended. Returns its exit code, or -1. */
static int wait_for_command(pid_t child)
{
    int status = 0;
    for (int i = 0; i < COMMAND_S * 20; i++) {
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        poll(NULL, 0, 50);
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
}

/* Runs the command with the mail on its standard input. A mail is short enough for a pipe to take
 * it at once. */
static bool send_mail(struct letters *letters, const struct store_user *user, const char *body)
{
    int pipes[2], status = -1;
    struct text mail = {0};
    pid_t child;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return false;
    write_mail(user, body, &mail);
    bool started = start_command(letters->mail, user->mail, pipes[0], &child);
    close(pipes[0]);
    bool sent = started && write(pipes[1], mail.at, mail.length) == (ssize_t)mail.length;
    close(pipes[1]);
    if (started)
        status = wait_for_command(child);
    text_free(&mail);
    if (!sent || status != 0)
        log_line(LOG_WARNING, "mail failed", log_number("user", user->id),
                 log_number("status", status));
    return sent && status == 0;
}

/* ---- the thread ------------------------------------------------------------------------------ */

struct bag {
    struct sending list[AT_ONCE];
    int count;
};

static void take(void *context, const struct store_letter *letter)
{
    struct bag *bag = context;
    if (bag->count == AT_ONCE || strlen(letter->body) >= sizeof bag->list[0].body)
        return;
    struct sending *sending = &bag->list[bag->count++];
    *sending = (struct sending){letter->number, letter->user, letter->tries, ""};
    memcpy(sending->body, letter->body, strlen(letter->body) + 1);
}

/* Has everything that the user wants been sent? */
static bool deliver(struct letters *letters, const struct sending *sending)
{
    struct store_user user;
    enum store_result result = store_user(letters->store, sending->user, &user);
    if (result == STORE_MISSING)
        return true; /* nobody wants it any more */
    if (result != STORE_DONE)
        return false;
    bool done = user.webhook[0] == '\0' || send_webhook(letters, &user, sending->body);
    /* A letter that is sent again because of its webhook brings no second mail. */
    bool mails = sending->tries <= 1 || user.webhook[0] == '\0';
    if (user.mail[0] != '\0' && letters->mail != NULL && mails)
        done = send_mail(letters, &user, sending->body) && done;
    return done;
}

static bool is_stopping(struct letters *letters)
{
    pthread_mutex_lock(&letters->lock);
    bool stopping = letters->stopping;
    pthread_mutex_unlock(&letters->lock);
    return stopping;
}

static void look(struct letters *letters, struct bag *bag)
{
    int64_t now = now_ms();
    bag->count = 0;
    bool failing =
        store_take_letters(letters->store, now, now + LEASE_MS, AT_ONCE, take, bag) != STORE_DONE;
    if (failing && !letters->failing) /* once, not every second */
        log_line(LOG_ERROR, "store failed", log_text("error", store_error(letters->store)));
    if (!failing && letters->failing)
        log_write(LOG_NOTICE, "store answers again", NULL);
    letters->failing = failing;
    if (failing)
        return;
    for (int i = 0; i < bag->count; i++) {
        const struct sending *sending = &bag->list[i];
        if (is_stopping(letters)) /* for whoever comes next */
            store_put_off_letter(letters->store, sending->number, now);
        else if (deliver(letters, sending) || sending->tries >= TRIES_MAX)
            store_drop_letter(letters->store, sending->number);
        else
            store_put_off_letter(letters->store, sending->number,
                                 now_ms() + ((int64_t)FIRST_WAIT_MS << sending->tries));
    }
}

static void *run(void *context)
{
    struct letters *letters = context;
    struct bag *bag = memory_new(1, sizeof *bag);
    pthread_mutex_lock(&letters->lock);
    while (!letters->stopping) {
        pthread_mutex_unlock(&letters->lock);
        look(letters, bag);
        pthread_mutex_lock(&letters->lock);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += LOOK_EVERY_S;
        if (!letters->stopping && bag->count < AT_ONCE)
            pthread_cond_timedwait(&letters->stop, &letters->lock, &until);
    }
    pthread_mutex_unlock(&letters->lock);
    free(bag);
    return NULL;
}

struct letters *letters_open(const char *store, const char *mail, struct problem *problem)
{
    struct letters *letters = memory_new(1, sizeof *letters);
    letters->mail = mail;
    pthread_mutex_init(&letters->lock, NULL);
    pthread_cond_init(&letters->stop, NULL);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    letters->curl = curl_easy_init();
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
    pthread_cond_signal(&letters->stop);
    pthread_mutex_unlock(&letters->lock);
    if (letters->runs)
        pthread_join(letters->thread, NULL);
    if (letters->curl != NULL)
        curl_easy_cleanup(letters->curl);
    curl_global_cleanup();
    store_close(letters->store);
    pthread_cond_destroy(&letters->stop);
    pthread_mutex_destroy(&letters->lock);
    free(letters);
}
