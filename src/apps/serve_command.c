/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery serve: the table server. */

#include "arguments.h"
#include "listener.h"

#include "server/server.h"
#include "server/studies.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where nobody has said otherwise. */
enum { PORT = 8686, MORE_PORTS = 20, KEEP_DAYS = 30, MEGABYTE = 1024 * 1024 };

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

/* One line: for people in a terminal, else for programs. In the middle of a log it would be the
 * one line that is no JSON; the log has the address anyway. */
static void say_address(const struct server_settings *settings, int port, enum language language)
{
    struct text address = {0}, line = {0};
    if (!isatty(STDOUT_FILENO) && is_one_stream())
        return;
    bool is_v6 = strchr(settings->address, ':') != NULL;
    text_addf(&address, is_v6 ? "http://[%s]:%d/" : "http://%s:%d/", settings->address, port);
    if (isatty(STDOUT_FILENO))
        phrase_write_with(&line, language, _("Open {0} in a browser. Ctrl+C ends the server."),
                          text_string(&address), NULL, NULL);
    else
        text_addf(&line, "orrery: %s", text_string(&address));
    puts(text_string(&line));
    text_free(&address);
    text_free(&line);
}

static int serve(struct server_settings *settings, enum language language)
{
    char address[LISTENER_ADDRESS_SIZE];
    struct problem problem = {0};
    struct server *server = NULL;
    settings->listener = listener_given(address, &problem);
    if (settings->listener > 0)
        settings->address = address;
    if (settings->listener >= 0)
        server = server_open(settings, &problem);
    if (server == NULL) {
        complain(&problem, language);
        return EXIT_FAILED;
    }
    say_address(settings, server_port(server), language);
    fflush(stdout);
    int listener = server_run(server);
    server_close(server);
    if (listener < 0)
        return EXIT_FINE;
    listener_start_again(listener, program_words, &problem);
    complain(&problem, language);
    return EXIT_FAILED;
}

/* What one person may take of what all share. */
#define QUOTA_ARGUMENTS                                                                            \
    {"tables",                                                                                     \
     "N",                                                                                          \
     _("open and running tables of one account; guests have a sixth; 0: any number"),              \
     ARGUMENT_NUMBER,                                                                              \
     &quotas.tables,                                                                               \
     0,                                                                                            \
     1000000},                                                                                     \
        {"computer-games",                                                                         \
         "N",                                                                                      \
         _("games of computers alone that one account may run; guests a third; 0: any number"),    \
         ARGUMENT_NUMBER,                                                                          \
         &quotas.computer_games,                                                                   \
         0,                                                                                        \
         1000000},                                                                                 \
        {"all-tables",                                                                             \
         "N",                                                                                      \
         _("open and running tables of everybody; 0: any number"),                                 \
         ARGUMENT_NUMBER,                                                                          \
         &quotas.all_tables,                                                                       \
         0,                                                                                        \
         100000000},                                                                               \
        {"megabytes",                                                                              \
         "N",                                                                                      \
         _("that one account may write in a day; guests a quarter; 0: any number"),                \
         ARGUMENT_NUMBER,                                                                          \
         &megabytes,                                                                               \
         0,                                                                                        \
         1000000},                                                                                 \
    {                                                                                              \
        "keep-guest-tables", "DAYS",                                                               \
            _("tables at which only guests sat are removed after so long; 0: never"),              \
            ARGUMENT_NUMBER, &keep_days, 0, 100000                                                 \
    }

/* A scheme, a host and perhaps a port: what comes in front of a path. */
static bool url_fits(const char *url)
{
    const char *host = strncmp(url, "https://", 8) == 0  ? url + 8
                       : strncmp(url, "http://", 7) == 0 ? url + 7
                                                         : "";
    return host[0] != '\0' && host[strcspn(host, "/?#@ \t\r\n\"<>")] == '\0';
}

/* The exit code if something is wrong with them, else -1. */
static int check_texts(enum language language, const char *log, const char *mail, const char *url,
                       enum log_amount *amount)
{
    if (!log_amount_from_name(log, amount))
        return complain_usage(language, _("--log takes quiet, normal or all, not \"{0}\"."), log);
    if (mail != NULL && url == NULL)
        return complain_usage(
            language, _("--mail needs --url for its links, such as https://orrery.example.org."),
            NULL);
    if (url != NULL && !url_fits(url))
        return complain_usage(language,
                              _("--url takes https://HOST or http://HOST, without a "
                                "slash at its end, not \"{0}\"."),
                              url);
    return -1;
}

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    const char *store = "orrery.db", *address = "127.0.0.1", *mail = NULL, *log = "normal";
    const char *url = NULL;
    int64_t port = -1, workers = 0, connections = 12000, of_peer = 0, messages = 0, requests = 0;
    int64_t studies = 2, lease = STUDIES_LEASE_MS / 1000;
    int64_t hint_nodes = HINT_NODES, analysis_nodes = ANALYSIS_NODES;
    struct quota_settings quotas = quota_standard;
    int64_t keep_days = KEEP_DAYS, megabytes = quotas.bytes / MEGABYTE;
    struct texts cards = {0};
    const struct argument arguments[] = {
        {"store", "FILE", _("where tables are kept: a file or postgres://…"), ARGUMENT_TEXT, &store,
         0, 0},
        {"address", "IP", _("listen at this address"), ARGUMENT_TEXT, &address, 0, 0},
        {"port", "N", _("listen at this port; 0: any free one; else 8686 or the next free one"),
         ARGUMENT_NUMBER, &port, 0, 65535},
        {"workers", "N", _("threads for computer players; 0: one for each core"), ARGUMENT_NUMBER,
         &workers, 0, 64},
        {"jobs", "N",
         _("threads for hints and analyses; 0: other servers of the same store do them"),
         ARGUMENT_NUMBER, &studies, 0, STUDIES_THREADS_MAX},
        {"lease", "SECONDS",
         _("another server takes over a hint or an analysis that was not heard of for so long"),
         ARGUMENT_NUMBER, &lease, 2, 3600},
        {"hint-nodes", "N", _("positions looked at for a hint"), ARGUMENT_NUMBER, &hint_nodes, 1,
         BUDGET_NODES_MAX},
        {"analysis-nodes", "N", _("positions looked at for each moment of an analysis"),
         ARGUMENT_NUMBER, &analysis_nodes, 1, BUDGET_NODES_MAX},
        {"connections", "N", _("connections at the same time"), ARGUMENT_NUMBER, &connections, 10,
         1000000},
        {"connections-of-peer", "N", _("of one address; 0: any number"), ARGUMENT_NUMBER, &of_peer,
         0, 1000000},
        {"messages", "N", _("messages of one client in 20 seconds; 0: 50"), ARGUMENT_NUMBER,
         &messages, 0, 1000000},
        {"requests", "N", _("changes by HTTP of one address in a minute; 0: 300"), ARGUMENT_NUMBER,
         &requests, 0, 1000000},
        QUOTA_ARGUMENTS,
        {"cards", "DIR", _("new tables take the card set in this folder; once for each game"),
         ARGUMENT_TEXTS, &cards, 0, 0},
        {"mail", "COMMAND", _("sends the mail on its standard input to its argument"),
         ARGUMENT_TEXT, &mail, 0, 0},
        {"url", "URL", _("where people find this server, for the links in mails"), ARGUMENT_TEXT,
         &url, 0, 0},
        {"log", "AMOUNT", _("what the log on standard error tells: quiet, normal or all"),
         ARGUMENT_TEXT, &log, 0, 0},
        {0}};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 0, 0, &given);
    if (code >= 0)
        return code;
    enum log_amount amount;
    code = check_texts(language, log, mail, url, &amount);
    if (code >= 0)
        return code;
    raise_limits();
    quotas.bytes = megabytes * MEGABYTE;
    if (workers == 0)
        workers = sysconf(_SC_NPROCESSORS_ONLN);
    struct server_settings settings = {.store = store,
                                       .address = address,
                                       .port = port < 0 ? PORT : (int)port,
                                       .more_ports = port < 0 ? MORE_PORTS : 0,
                                       .workers = (int)workers,
                                       .studies = (int)studies,
                                       .lease_ms = (int)lease * 1000,
                                       .hint_nodes = hint_nodes,
                                       .analysis_nodes = analysis_nodes,
                                       .cards = cards.list,
                                       .card_count = cards.count,
                                       .quotas = quotas,
                                       .keep_guest_days = (int)keep_days,
                                       .connections = (int)connections,
                                       .connections_of_peer = (int)of_peer,
                                       .messages = (int)messages,
                                       .requests = (int)requests,
                                       .mail = mail,
                                       .url = url,
                                       .log = amount};
    return serve(&settings, language);
}

extern const struct command serve_command;
const struct command serve_command = {
    "serve",
    "",
    _("host tables for browsers and other clients"),
    run,
    _("docs/protocol.md describes what clients say. SIGTERM ends the server cleanly; SIGUSR2 "
      "restarts it in place, with the new program if it was replaced, and turns nobody away."),
};
