/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Puts the parts of the server together. */

#include "server.h"

#include "analysis_queue.h"
#include "api.h"
#include "checkpoints.h"
#include "client.h"
#include "http.h"
#include "log.h"
#include "memory_guard.h"
#include "notifications.h"
#include "people.h"
#include "websocket.h"
#include "tables.h"

#include "players/player.h"

#include "base/container_of.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    STOP_MS = 3000,
    RESTART_MS = 200,
    STOP_LOOK_MS = 20,
    IDLE_LOOK_MS = 200,
    TABLES_IN_MEMORY = 20000,
    NOTICES_MS = 200
};

struct server {
    struct loop *loop;
    struct tables *tables;
    struct people *people;
    struct analysis_queue *analysis_queue;
    struct clients *clients;
    struct notifications *notifications;
    struct rate_limits *limits;
    struct http *http;
    struct store *lock;              /* this server alone uses the file */
    struct checkpoints *checkpoints; /* NULL: the database needs none */
    struct api api;
    struct memory_guard memory;
    struct watch signals;
    struct alarm end;
    struct alarm idle;
    int idle_ms;        /* 0: it does not end by itself */
    int64_t idle_since; /* by loop_now; 0: someone is connected */
    int64_t end_at;     /* at the latest */
    int kept_open;      /* the socket that listens, for the server that comes next; or -1 */
    /* the thread that hears of other servers */
    pthread_t listener;
    struct store *notices;
    bool listens;
    atomic_bool closing; /* the loop only finishes what is under way, and parts may be gone */
};

/* ---- news of other servers ------------------------------------------------------------------- */

struct store_notice {
    struct post post;
    struct server *server;
    char about[STORE_ID_SIZE]; /* or "!" and a user, or "=" for jobs */
};

static void tell_notice(struct server *server, const char *about)
{
    if (about[0] == '!' || about[0] == '\0')
        clients_recheck_tokens(server->clients, server->people,
                               about[0] == '!' ? atoll(about + 1) : 0);
    if (about[0] == '=' || about[0] == '\0')
        analysis_queue_wake(server->analysis_queue);
    if (about[0] != '!' && about[0] != '=')
        tables_refresh(server->tables, about);
}

static void take_notice(struct post *post)
{
    struct store_notice *notices = (struct store_notice *)post;
    if (!notices->server->closing)
        tell_notice(notices->server, notices->about);
    free(notices);
}

static void *listen_for_notices(void *context)
{
    struct server *server = context;
    char about[STORE_ID_SIZE];
    while (!server->closing) {
        if (!store_news(server->notices, NOTICES_MS, about))
            continue;
        struct store_notice *notices = memory_new(1, sizeof *notices);
        notices->server = server;
        memcpy(notices->about, about, sizeof notices->about);
        notices->post.run = take_notice;
        loop_post(server->loop, &notices->post);
    }
    return NULL;
}

/* ---- stopping -------------------------------------------------------------------------------- */

/* When everyone has gone, or has had time to. */
static void end(struct alarm *alarm)
{
    struct server *server = container_of(alarm, struct server, end);
    if (http_connections(server->http) == 0 || loop_now() >= server->end_at)
        loop_stop(server->loop);
    else
        loop_set_alarm(server->loop, &server->end, STOP_LOOK_MS);
}

/* A second signal ends at once; whoever wants an end after all does not get a restart. */
static void signalled_again(struct server *server, bool restart)
{
    assert(server->api.stopping);
    if (!restart && server->kept_open >= 0) {
        close(server->kept_open);
        server->kept_open = -1;
    }
    loop_stop(server->loop);
}

/* Says goodbye to the clients. At a restart those who do not answer are not waited
 * for: everyone else waits for them. */
static void begin_end(struct server *server, bool restart)
{
    assert(!server->api.stopping);
    server->api.stopping = true;
    tables_stop(server->tables);
    analysis_queue_stop(server->analysis_queue);
    if (restart)
        server->kept_open = http_let_go(server->http);
    else
        http_stop(server->http);
    clients_dismiss(server->clients, restart);
    server->end_at = loop_now() + (restart ? RESTART_MS : STOP_MS);
    loop_set_alarm(server->loop, &server->end, STOP_LOOK_MS);
}

/* The first signal begins the end. */
static void signalled(struct watch *watch, unsigned events)
{
    struct server *server = container_of(watch, struct server, signals);
    struct signalfd_siginfo info;
    (void)events;
    if (read(watch->file, &info, sizeof info) != sizeof info)
        return;
    bool restart = info.ssi_signo == SIGUSR2;
    if (server->api.stopping) {
        signalled_again(server, restart);
        return;
    }
    log_line(LOG_NOTICE, restart ? "restarting" : "stopping", log_number("signal", info.ssi_signo),
             log_number("sockets", clients_count(server->clients)));
    begin_end(server, restart);
}

/* A server for one browser ends some time after that has gone. */
static void look_for_anyone(struct alarm *alarm)
{
    struct server *server = container_of(alarm, struct server, idle);
    assert(server->idle_ms > 0);
    if (server->api.stopping)
        return;
    if (http_connections(server->http) > 0)
        server->idle_since = 0;
    else if (server->idle_since == 0)
        server->idle_since = loop_now();
    if (server->idle_since != 0 && loop_now() - server->idle_since >= server->idle_ms) {
        log_line(LOG_NOTICE, "stopping", log_text("reason", "idle"));
        begin_end(server, false);
        return;
    }
    loop_set_alarm(server->loop, &server->idle, IDLE_LOOK_MS);
}

/* Before any thread is started: they wait until the loop can take them. */
static void block_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* When all parts are there. */
static bool watch_signals(struct server *server, const sigset_t *set, struct problem *problem)
{
    int file = signalfd(-1, set, SFD_CLOEXEC | SFD_NONBLOCK);
    server->signals.ready = signalled;
    if (file >= 0 && loop_watch(server->loop, &server->signals, file, WATCH_READ))
        return true;
    server->signals.ready = NULL;
    if (file >= 0)
        close(file);
    return problem_set(problem, _("cannot open any more files: {0}"), "signalfd", NULL, NULL);
}

/* What comes from now on is for the program that comes next: it stays blocked over an exec. */
static void unwatch_signals(struct server *server)
{
    if (server->signals.ready == NULL)
        return;
    loop_unwatch(server->loop, &server->signals);
    close(server->signals.file);
    server->signals.ready = NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool open_parts(struct server *server, const struct server_settings *settings,
                       struct problem *problem)
{
    struct tables_settings tables = {.store = settings->store,
                                     .workers = settings->workers,
                                     .most_loaded = TABLES_IN_MEMORY,
                                     .cards = settings->cards,
                                     .card_count = settings->card_count,
                                     .quotas = settings->quotas,
                                     .keep_guest_days = settings->keep_guest_days};
    struct analysis_queue_settings analysis_queue = {
        .store = settings->store,
        .threads = settings->analysis_threads,
        .elsewhere = settings->jobs_elsewhere,
        .lease_ms = settings->lease_ms,
        .effort = {.hint_nodes = settings->hint_nodes, .analysis_nodes = settings->analysis_nodes}};
    struct websocket_limits limits = websocket_limits;
    if (settings->messages > 0)
        limits.rate = settings->messages;
    const char *place = settings->url != NULL ? page_place_of(settings->url) : "";
    struct http_settings http = {.address = settings->address,
                                 .port = settings->port,
                                 .more_ports = settings->more_ports,
                                 .listener = settings->listener,
                                 .connections = settings->connections,
                                 .connections_of_peer = settings->connections_of_peer,
                                 .proxies = settings->proxies,
                                 .proxy_addresses = settings->proxy_addresses,
                                 .proxy_count = settings->proxy_count,
                                 .admit = api_admit,
                                 .place = place,
                                 .sockets = &limits};
    sigset_t signals;
    block_signals(&signals);
    if ((server->loop = loop_open(problem)) == NULL ||
        (server->lock = store_open(settings->store, problem)) == NULL ||
        !store_lock(server->lock, problem) ||
        (server->tables = tables_open(server->loop, &tables, problem)) == NULL ||
        (server->people = people_open(server->loop, settings->store, problem)) == NULL ||
        (server->analysis_queue = analysis_queue_open(server->loop, &analysis_queue, problem)) ==
            NULL ||
        (server->notifications =
             notifications_open(settings->store, settings->mail, settings->url, problem)) == NULL ||
        (server->notices = store_open(settings->store, problem)) == NULL)
        return false;
    int bot_messages = settings->bot_messages > 0 ? settings->bot_messages : BOT_SOCKET_RATE;
    server->limits = rate_limits_open(settings->requests > 0 ? settings->requests : RATE_STANDARD,
                                      limits.rate, bot_messages);
    server->clients = clients_open(server->loop, server->tables, server->analysis_queue,
                                   server->people, server->limits, bot_messages);
    server->api = (struct api){.loop = server->loop,
                               .tables = server->tables,
                               .people = server->people,
                               .clients = server->clients,
                               .analysis_queue = server->analysis_queue,
                               .summaries = summaries_open(),
                               .memory = &server->memory,
                               .answers = answer_cache_open(),
                               .limits = server->limits,
                               .metrics_token = settings->metrics_token,
                               .version = settings->version != NULL ? settings->version : "",
                               .commit = settings->commit != NULL ? settings->commit : "",
                               .legal = settings->legal != NULL ? settings->legal : "",
                               .privacy = settings->privacy != NULL ? settings->privacy : "",
                               .notice = settings->notice != NULL ? settings->notice : "",
                               .place = page_place_open(place),
                               .members_only = settings->members_only,
                               .own_cards = settings->own_cards,
                               .bots = settings->quotas.bots,
                               .started = loop_time()};
    server->http = http_open(server->loop, &http, api_handle, &server->api, problem);
    server->api.http = server->http;
    return server->http != NULL && watch_signals(server, &signals, problem) &&
           memory_guard_open(&server->memory, server->loop, server->tables, server->http, problem);
}

/* A database that several servers share has processes of its own for that. */
static bool open_checkpoints(struct server *server, const struct server_settings *settings,
                             struct problem *problem)
{
    if (store_is_shared(server->lock))
        return true;
    server->checkpoints = checkpoints_open(server->loop, settings->store, problem);
    return server->checkpoints != NULL;
}

struct server *server_open(const struct server_settings *settings, struct problem *problem)
{
    struct server *server = memory_new(1, sizeof *server);
    server->end.ring = end;
    server->idle.ring = look_for_anyone;
    server->idle_ms = settings->idle_ms;
    server->kept_open = -1;
    log_set(settings->log);
    if (open_parts(server, settings, problem) && open_checkpoints(server, settings, problem)) {
        log_line(LOG_NOTICE, "started", log_text("address", settings->address),
                 log_number("port", server_port(server)), log_number("workers", settings->workers),
                 log_text("version", server->api.version), log_text("commit", server->api.commit));
        server->listens = store_is_shared(server->notices) && /* nobody else uses a file */
                          pthread_create(&server->listener, NULL, listen_for_notices, server) == 0;
        return server;
    }
    server_close(server);
    return NULL;
}

int server_port(const struct server *server)
{
    return http_port(server->http);
}

/* What takes long is for other threads; a computer player is the longest of all. */
int server_run(struct server *server)
{
    player_make_none_here();
    if (server->idle_ms > 0)
        loop_set_alarm(server->loop, &server->idle, 0);
    tables_serve(server->tables);
    loop_run(server->loop);
    return server->kept_open;
}

void server_close(struct server *server)
{
    if (server == NULL)
        return;
    bool served = server->http != NULL;
    server->closing = true;
    unwatch_signals(server);
    if (server->listens)
        pthread_join(server->listener, NULL);
    memory_guard_close(&server->memory);
    http_close(server->http);
    notifications_close(server->notifications);
    if (server->loop != NULL) {
        loop_stop_alarm(server->loop, &server->end);
        loop_stop_alarm(server->loop, &server->idle);
    }
    people_close(server->people); /* what is asked there may lead on to the registry */
    analysis_queue_close(server->analysis_queue);
    tables_close(server->tables);
    clients_close(server->clients);
    summaries_close(server->api.summaries);
    checkpoints_close(server->checkpoints);
    answer_cache_close(server->api.answers);
    page_place_close(server->api.place);
    rate_limits_close(server->limits);
    store_close(server->notices);
    if (!served && server->lock != NULL)
        store_discard(server->lock);
    store_close(server->lock);
    loop_close(server->loop);
    free(server);
    log_finish();
    if (served)
        log_write(LOG_NOTICE, "stopped", NULL);
}
