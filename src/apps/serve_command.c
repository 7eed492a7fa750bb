/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery serve: the table server. */

#include "arguments.h"
#include "browser.h"
#include "lan_address.h"
#include "listener.h"
#include "serve.h"
#include "version.h"

#include "base/file.h"

#include "server/analysis_queue.h"
#include "server/page_place.h"
#include "server/people.h"
#include "server/server.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where nobody has said otherwise. */
enum { PORT = 8686, MORE_PORTS = 20, OF_PEER = 256, PROXIES_MAX = 16, TOKEN_MIN = 16 };
enum { CONNECTIONS = 12000 };
enum { KEEP_DAYS = 30, MEGABYTE = 1024 * 1024 };
enum { PRIVATE_IDLE_MS = 10 * 60 * 1000 }; /* pages that are only read ask for nothing meanwhile */

/* As many files as the system allows: each client is one. */
static void raise_limits(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Do both go to the same place, such as the journal? */
static bool is_one_stream(void)
{
    struct stat out, errors;
    return fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &errors) == 0 &&
           out.st_dev == errors.st_dev && out.st_ino == errors.st_ino;
}

static void write_address(const struct server_settings *settings, int port, struct text *out)
{
    bool is_v6 = strchr(settings->address, ':') != NULL;
    text_addf(out, is_v6 ? "http://[%s]:%d/" : "http://%s:%d/", settings->address, port);
}

/* For a browser: "all addresses" is none that one could open. */
static void write_page_address(const struct server_settings *settings, int port, bool for_others,
                               struct text *out)
{
    if (!lan_listens_on_all(settings->address))
        write_address(settings, port, out);
    else if (!for_others || lan_write_pages(out, settings->address, port) == 0)
        text_addf(out, "http://localhost:%d/", port);
}

/* One line: for people in a terminal, else for programs. In the middle of a log it would be the
 * one line that is not JSON; that has the address anyway, unless it is to be quiet. */
static void say_address(const struct server_settings *settings, int port, enum language language)
{
    struct text address = {0}, line = {0};
    if (!isatty(STDOUT_FILENO) && settings->log != LOG_QUIET && is_one_stream())
        return;
    if (isatty(STDOUT_FILENO))
        write_page_address(settings, port, true, &address);
    else
        write_address(settings, port, &address);
    if (isatty(STDOUT_FILENO))
        phrase_write_with(&line, language, _("Open {0} in a browser. Ctrl+C ends the server."),
                          text_string(&address), NULL, NULL);
    else
        text_addf(&line, "orrery: %s", text_string(&address));
    puts(text_string(&line));
    text_free(&address);
    text_free(&line);
}

static bool open_page(const struct server_settings *settings, int port, const char *path)
{
    struct text address = {0};
    write_page_address(settings, port, false, &address);
    text_add(&address, path);
    bool opened = browser_open(text_string(&address));
    text_free(&address);
    return opened;
}

static int serve(struct server_settings *settings, bool browser, enum language language,
                 struct problem *problem)
{
    char address[LISTENER_ADDRESS_SIZE];
    struct server *server = NULL;
    settings->listener = listener_given(address, problem);
    if (settings->listener > 0)
        settings->address = address;
    if (settings->listener >= 0)
        server = server_open(settings, problem);
    if (server == NULL)
        return EXIT_FAILED;
    say_address(settings, server_port(server), language);
    fflush(stdout);
    if (browser)
        open_page(settings, server_port(server), "");
    int listener = server_run(server);
    server_close(server);
    if (listener < 0)
        return EXIT_FINE;
    listener_start_again(listener, program_words, problem);
    return EXIT_FAILED;
}

/* What one person may take of what all share. */
#define QUOTA_ARGUMENTS                                                                             \
    {"tables",                                                                                      \
     "N",                                                                                           \
     _("open and running tables per account; guests a sixth; 0: no limit"),                         \
     ARGUMENT_NUMBER,                                                                               \
     &wishes->quotas.tables,                                                                        \
     0,                                                                                             \
     1000000},                                                                                      \
        {"computer-games",                                                                          \
         "N",                                                                                       \
         _("computer-only games one account may run; guests a third; 0: no limit"),                 \
         ARGUMENT_NUMBER,                                                                           \
         &wishes->quotas.computer_games,                                                            \
         0,                                                                                         \
         1000000},                                                                                  \
        {"all-tables",                                                                              \
         "N",                                                                                       \
         _("open and running tables in all; guests half of them; 0: no limit"),                     \
         ARGUMENT_NUMBER,                                                                           \
         &wishes->quotas.all_tables,                                                                \
         0,                                                                                         \
         100000000},                                                                                \
        {"bots",                                                                                    \
         "N",                                                                                       \
         _("bots one account may create; 0: none"),                                                 \
         ARGUMENT_NUMBER,                                                                           \
         &wishes->quotas.bots,                                                                      \
         0,                                                                                         \
         BOTS_MAX},                                                                                 \
        {"bot-tables",                                                                              \
         "N",                                                                                       \
         _("open and running tables per bot, and created per hour; 0: no limit"),                   \
         ARGUMENT_NUMBER,                                                                           \
         &wishes->quotas.bot_tables,                                                                \
         0,                                                                                         \
         1000000},                                                                                  \
        {"card-sets",                                                                               \
         "N",                                                                                       \
         _("tables with its own cards an account may create per day; guests a third; 0: no limit"), \
         ARGUMENT_NUMBER,                                                                           \
         &wishes->quotas.card_sets,                                                                 \
         0,                                                                                         \
         1000000},                                                                                  \
        {"megabytes",                                                                               \
         "N",                                                                                       \
         _("one account may write in a day; guests a quarter; 0: no limit"),                        \
         ARGUMENT_NUMBER,                                                                           \
         &wishes->megabytes,                                                                        \
         0,                                                                                         \
         1000000},                                                                                  \
    {                                                                                               \
        "keep-guest-tables", "DAYS",                                                                \
            _("tables with only guests are removed after this long; 0: never"), ARGUMENT_NUMBER,    \
            &wishes->keep_days, 0, 100000                                                           \
    }

/* A scheme, a host, perhaps a port and a path that the page may have. */
static bool url_fits(const char *url)
{
    const char *host = strncmp(url, "https://", 8) == 0  ? url + 8
                       : strncmp(url, "http://", 7) == 0 ? url + 7
                                                         : "";
    size_t length = strcspn(host, "/");
    return length > 0 && strcspn(host, "?#@ \t\r\n\"<>") >= length &&
           page_place_fits(host + length);
}

/* A page of the host's, anywhere on the web. */
static bool check_page(const char *option, const char *url, struct problem *problem)
{
    enum { URL_MAX = 400 };
    if (url == NULL)
        return true;
    size_t scheme = strncmp(url, "https://", 8) == 0 ? 8 : strncmp(url, "http://", 7) == 0 ? 7 : 0;
    size_t length = strlen(url);
    bool fits = scheme > 0 && length > scheme && length <= URL_MAX &&
                url[strcspn(url, " \t\r\n\"<>\\")] == '\0' && span_is_utf8(span_of(url)) &&
                !span_has_control(span_of(url));
    return fits || problem_set(problem,
                               _("--{0} takes an address that begins with https:// or "
                                 "http://, not \"{1}\"."),
                               option, url, NULL);
}

/* A sentence or two of the host's, for those who are not members. */
static bool check_notice(const char *notice, bool members_only, struct problem *problem)
{
    enum { NOTICE_MAX = 400 };
    if (notice == NULL)
        return true;
    bool fits = strlen(notice) <= NOTICE_MAX && span_is_utf8(span_of(notice)) &&
                !span_has_control(span_of(notice));
    return (members_only ||
            problem_set(problem, _("--notice is for --members-only."), NULL, NULL, NULL)) &&
           (fits || problem_set(problem, _("--notice takes one line of at most 400 bytes."), NULL,
                                NULL, NULL));
}

static bool check_links(const char *mail, const char *url, struct problem *problem)
{
    if (mail != NULL && url == NULL)
        return problem_set(
            problem, _("--mail needs --url for its links, such as https://orrery.example.org."),
            NULL, NULL, NULL);
    return url == NULL || url_fits(url) ||
           problem_set(problem,
                       _("--url takes https://HOST or https://HOST/PATH, without a slash at its "
                         "end, not \"{0}\"."),
                       url, NULL, NULL);
}

/* The proxies that the host trusts. */
static bool read_proxies(const struct texts *texts, union address proxies[PROXIES_MAX],
                         struct problem *problem)
{
    for (int i = 0; i < texts->count; i++)
        if (i == PROXIES_MAX || !address_read(span_of(texts->list[i]), &proxies[i]))
            return problem_set(problem, _("--proxy-address takes an address, not \"{0}\"."),
                               texts->list[i], NULL, NULL);
    return true;
}

/* The first line of a file is the token; so it is in nobody's list of processes. */
static bool read_token(const char *file, struct text *token, struct problem *problem)
{
    struct text text = {0};
    bool fine = file_read(file, &text, problem);
    struct span line = {text_string(&text), strcspn(text_string(&text), "\r\n")};
    if (fine && line.length < TOKEN_MIN)
        fine = problem_set(problem, _("the token in {0} needs at least 16 characters"), file, NULL,
                           NULL);
    if (fine)
        text_add_span(token, line);
    text_free(&text);
    return fine;
}

static bool read_own_cards(const char *word, enum own_cards_policy *policy, struct problem *problem)
{
    for (int i = 0; own_cards_words[i] != NULL; i++) {
        if (strcmp(word, own_cards_words[i]) == 0) {
            *policy = (enum own_cards_policy)i;
            return true;
        }
    }
    return problem_set(problem, _("--own-cards takes all, accounts or nobody, not \"{0}\"."), word,
                       NULL, NULL);
}

/* What the command line says. */
struct serve_wishes {
    const char *store, *address, *mail, *url, *log, *token_file, *own_cards;
    int64_t port, workers, analysis_threads, lease, hint_nodes, analysis_nodes;
    int64_t connections, of_peer, proxies, messages, bot_messages, requests;
    struct quota_settings quotas;
    int64_t megabytes, keep_days, idle;
    const char *legal, *privacy, *notice;
    bool browser, members_only, jobs_elsewhere;
    struct texts cards, proxy_texts;
};

/* An exit code, or -1 to continue. */
static int read_wishes(struct invocation *invocation, struct serve_wishes *wishes)
{
    const struct argument arguments[] = {
        {"store", "FILE", _("where tables are kept: a file or postgres://…"), ARGUMENT_TEXT,
         &wishes->store, 0, 0},
        {"address", "IP", _("listen on this address"), ARGUMENT_TEXT, &wishes->address, 0, 0},
        {"port", "N", _("listen on this port; 0: any free one; default: 8686 or the next free one"),
         ARGUMENT_NUMBER, &wishes->port, 0, 65535},
        {"workers", "N", _("threads for computer players; 0: one for each core"), ARGUMENT_NUMBER,
         &wishes->workers, 0, 64},
        {"jobs", "N",
         _("threads for hints and analyses; 0: none, the page computes them in the browser"),
         ARGUMENT_NUMBER, &wishes->analysis_threads, 0, ANALYSIS_THREADS_MAX},
        {"jobs-elsewhere", NULL,
         _("orrery work or other servers of the same store do hints and analyses, too"),
         ARGUMENT_FLAG, &wishes->jobs_elsewhere, 0, 0},
        {"lease", "SECONDS",
         _("seconds without a sign of life until another server takes over a hint or analysis"),
         ARGUMENT_NUMBER, &wishes->lease, 2, 3600},
        {"hint-nodes", "N", _("positions searched for a hint"), ARGUMENT_NUMBER,
         &wishes->hint_nodes, 1, BUDGET_NODES_MAX},
        {"analysis-nodes", "N", _("positions searched for each moment of an analysis"),
         ARGUMENT_NUMBER, &wishes->analysis_nodes, 1, BUDGET_NODES_MAX},
        {"connections", "N",
         _("connections at the same time; 0: 12000, or what the limit on open files leaves room for"),
         ARGUMENT_NUMBER, &wishes->connections, 0, 1000000},
        {"connections-of-peer", "N", _("per address or IPv6 /64 network; 0: no limit"),
         ARGUMENT_NUMBER, &wishes->of_peer, 0, 1000000},
        {"proxies", "N", _("trusted proxies that every request comes through; 0: none"),
         ARGUMENT_NUMBER, &wishes->proxies, 0, PROXIES_MAX},
        {"proxy-address", "IP", _("address of a trusted proxy on another machine; once for each"),
         ARGUMENT_TEXTS, &wishes->proxy_texts, 0, 0},
        {"messages", "N", _("messages per client in 20 seconds; 0: 50"), ARGUMENT_NUMBER,
         &wishes->messages, 0, 1000000},
        {"bot-messages", "N", _("messages per bot in 20 seconds; 0: 200"), ARGUMENT_NUMBER,
         &wishes->bot_messages, 0, 1000000},
        {"requests", "N",
         _("HTTP changes per address and minute; other limits scale with it; 0: 300"),
         ARGUMENT_NUMBER, &wishes->requests, 0, 1000000},
        {"metrics-token", "FILE", _("the token in this file opens /metrics from anywhere"),
         ARGUMENT_TEXT, &wishes->token_file, 0, 0},
        QUOTA_ARGUMENTS,
        {"cards", "PATH", _("new tables use the card set in this folder or file; once per game"),
         ARGUMENT_TEXTS, &wishes->cards, 0, 0},
        {"own-cards", "WHO",
         _("who may create tables with their own cards: all, accounts or nobody"), ARGUMENT_TEXT,
         &wishes->own_cards, 0, 0},
        {"mail", "COMMAND",
         _("program that sends the mail on its standard input to the address given to it"),
         ARGUMENT_TEXT, &wishes->mail, 0, 0},
        {"url", "URL",
         _("this server's public address, for links in mails; may have a path, as in https://HOST/PATH"),
         ARGUMENT_TEXT, &wishes->url, 0, 0},
        {"members-only", NULL,
         _("only accounts may look and play; make them with orrery admin add"), ARGUMENT_FLAG,
         &wishes->members_only, 0, 0},
        {"notice", "TEXT", _("what the start page says to those who are not members"),
         ARGUMENT_TEXT, &wishes->notice, 0, 0},
        {"legal", "URL", _("the start page links to this legal notice"), ARGUMENT_TEXT,
         &wishes->legal, 0, 0},
        {"privacy", "URL", _("the start page links to this privacy notice"), ARGUMENT_TEXT,
         &wishes->privacy, 0, 0},
        {"idle", "SECONDS", _("stop when no one was connected for this long; 0: never"),
         ARGUMENT_NUMBER, &wishes->idle, 0, 1000000},
        {"browser", NULL, _("open the page in a browser, if there is one"), ARGUMENT_FLAG,
         &wishes->browser, 0, 0},
        {"log", "AMOUNT", _("how much to log on standard error: quiet, normal or all"),
         ARGUMENT_TEXT, &wishes->log, 0, 0},
        {0}};
    return arguments_read(invocation, arguments, 0, 0);
}

/* As many as most hosts ever need; fewer where files are scarce, as in some containers. */
static int usual_connections(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max / 2 < CONNECTIONS)
        return (int)(limit.rlim_max / 2);
    return CONNECTIONS;
}

/* What needs no check. */
static void fill_settings(struct server_settings *settings, const struct serve_wishes *wishes)
{
    settings->store = wishes->store;
    settings->address = wishes->address;
    settings->port = wishes->port < 0 ? PORT : (int)wishes->port;
    settings->more_ports = wishes->port < 0 ? MORE_PORTS : 0;
    settings->workers =
        (int)(wishes->workers > 0 ? wishes->workers : sysconf(_SC_NPROCESSORS_ONLN));
    settings->analysis_threads = (int)wishes->analysis_threads;
    settings->jobs_elsewhere = wishes->jobs_elsewhere;
    settings->lease_ms = (int)wishes->lease * 1000;
    settings->hint_nodes = wishes->hint_nodes;
    settings->analysis_nodes = wishes->analysis_nodes;
    settings->cards = wishes->cards.list;
    settings->card_count = wishes->cards.count;
    settings->connections =
        wishes->connections > 0 ? (int)wishes->connections : usual_connections();
    settings->connections_of_peer = (int)wishes->of_peer;
    settings->proxies = (int)wishes->proxies;
    settings->proxy_count = wishes->proxy_texts.count;
    settings->messages = (int)wishes->messages;
    settings->bot_messages = (int)wishes->bot_messages;
    settings->requests = (int)wishes->requests;
    settings->mail = wishes->mail;
    settings->url = wishes->url;
    settings->quotas = wishes->quotas;
    settings->quotas.bytes = wishes->megabytes * MEGABYTE;
    settings->keep_guest_days = (int)wishes->keep_days;
    settings->idle_ms = (int)wishes->idle * 1000;
    settings->legal = wishes->legal;
    settings->privacy = wishes->privacy;
    settings->notice = wishes->notice;
    settings->members_only = wishes->members_only;
    settings->version = program_version;
    settings->commit = program_commit;
}

static const struct serve_wishes standard = {.store = "orrery.db",
                                             .address = "127.0.0.1",
                                             .log = "normal",
                                             .own_cards = "all",
                                             .port = -1,
                                             .analysis_threads = 2,
                                             .lease = ANALYSIS_LEASE_MS / 1000,
                                             .hint_nodes = HINT_NODES,
                                             .analysis_nodes = ANALYSIS_NODES,
                                             .of_peer = OF_PEER,
                                             .keep_days = KEEP_DAYS};

/* ---- for one browser ------------------------------------------------------------------------- */

/* Where the server of this user is, for those who start a second one; only while it runs. */
static void serve_and_tell(struct server *server, const struct server_settings *settings,
                           const char *told, const char *path, enum language language)
{
    struct text address = {0};
    struct problem ignored = {0};
    int port = server_port(server);
    write_address(settings, port, &address);
    file_write(told, text_span(&address), &ignored);
    text_free(&address);
    if (!open_page(settings, port, path) || isatty(STDOUT_FILENO))
        say_address(settings, port, language);
    fflush(stdout);
    server_run(server);
    server_close(server);
    unlink(told);
}

/* Another one has the store: that will do. */
static bool open_other(const char *told, const char *path)
{
    struct text address = {0};
    struct problem ignored = {0};
    bool opened =
        file_read(told, &address, &ignored) && strncmp(text_string(&address), "http://", 7) == 0;
    text_add(&address, path);
    opened = opened && browser_open(text_string(&address));
    text_free(&address);
    return opened;
}

bool serve_privately(const char *path, enum language language, struct problem *problem)
{
    struct server_settings settings = {0};
    struct text store = {0}, told = {0};
    bool fine = own_file("orrery.db", &store, problem) && own_file("address.txt", &told, problem);
    fill_settings(&settings, &standard);
    settings.store = text_string(&store);
    settings.keep_guest_days = 0;               /* they are this user's own games */
    settings.quotas.bots = quota_standard.bots; /* all else is without limits */
    settings.idle_ms = PRIVATE_IDLE_MS;
    settings.log = LOG_QUIET;
    struct server *server = fine ? server_open(&settings, problem) : NULL;
    if (server != NULL) {
        serve_and_tell(server, &settings, text_string(&told), path, language);
    } else if (fine && open_other(text_string(&told), path)) {
        *problem = (struct problem){0};
    } else {
        fine = false;
    }
    text_free(&store);
    text_free(&told);
    return fine;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int run(struct invocation *invocation)
{
    struct serve_wishes wishes = standard;
    struct server_settings settings = {0};
    union address proxies[PROXIES_MAX];
    struct text token = {0};
    struct problem *problem = &invocation->problem;
    wishes.quotas = quota_standard;
    wishes.megabytes = quota_standard.bytes / MEGABYTE;
    int code = read_wishes(invocation, &wishes);
    if (code >= 0)
        return code;
    if (!read_log_amount(wishes.log, &settings.log, problem) ||
        !read_own_cards(wishes.own_cards, &settings.own_cards, problem) ||
        !check_notice(wishes.notice, wishes.members_only, problem) ||
        !check_links(wishes.mail, wishes.url, problem) ||
        !check_page("legal", wishes.legal, problem) ||
        !check_page("privacy", wishes.privacy, problem) ||
        !read_proxies(&wishes.proxy_texts, proxies, problem))
        return EXIT_USAGE;
    if (wishes.token_file != NULL && !read_token(wishes.token_file, &token, problem))
        return EXIT_FAILED;
    fill_settings(&settings, &wishes);
    settings.proxy_addresses = proxies;
    settings.metrics_token = wishes.token_file != NULL ? text_string(&token) : NULL;
    raise_limits();
    code = serve(&settings, wishes.browser, invocation->language, problem);
    text_free(&token);
    return code;
}

const struct command serve_command = {
    "serve",
    "",
    _("host tables for browsers and other clients"),
    run,
    _("docs/protocol.md describes the protocol. SIGTERM stops the server cleanly; SIGUSR2 "
      "restarts it in place, with the new program if it was replaced, and turns no one away."),
    NULL,
};
