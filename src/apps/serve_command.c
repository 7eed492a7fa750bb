/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery serve: the table server. */

#include "arguments.h"
#include "listener.h"

#include "base/file.h"

#include "server/server.h"
#include "server/studies.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Where nobody has said otherwise. */
enum { PORT = 8686, MORE_PORTS = 20, OF_PEER = 256, PROXIES_MAX = 16, TOKEN_MIN = 16 };

/* As many files as the system allows: each client is one. */
static void raise_limits(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* One line: for people in a terminal, else for programs. */
static void say_address(const struct server_settings *settings, int port, enum language language)
{
    struct text address = {0}, line = {0};
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

/* The proxies that the host trusts. False if one is no address; `wrong` is which. */
static bool read_proxies(const struct texts *texts, union address proxies[PROXIES_MAX],
                         const char **wrong)
{
    for (int i = 0; i < texts->count; i++) {
        *wrong = texts->list[i];
        if (i == PROXIES_MAX || !address_read(span_of(texts->list[i]), &proxies[i]))
            return false;
    }
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

static int run(const struct command *command, int argc, char **argv, enum language language)
{
    const char *store = "orrery.db", *address = "127.0.0.1", *mail = NULL, *log = "normal";
    int64_t port = -1, workers = 0, connections = 12000, of_peer = OF_PEER, messages = 0,
            requests = 0;
    int64_t proxies = 0;
    int64_t studies = 2, lease = STUDIES_LEASE_MS / 1000;
    int64_t hint_nodes = HINT_NODES, analysis_nodes = ANALYSIS_NODES;
    const char *token_file = NULL;
    struct texts cards = {0}, proxy_texts = {0};
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
        {"connections-of-peer", "N",
         _("of one address (an IPv6 network of 64 bits); 0: any number"), ARGUMENT_NUMBER, &of_peer,
         0, 1000000},
        {"proxies", "N", _("trusted proxies that every request comes through; 0: none"),
         ARGUMENT_NUMBER, &proxies, 0, PROXIES_MAX},
        {"proxy-address", "IP", _("where they connect from, if not from this machine"),
         ARGUMENT_TEXTS, &proxy_texts, 0, 0},
        {"messages", "N", _("messages of one client in 20 seconds; 0: 50"), ARGUMENT_NUMBER,
         &messages, 0, 1000000},
        {"requests", "N",
         _("changes by HTTP of one address in a minute; all other limits grow with it; 0: 300"),
         ARGUMENT_NUMBER, &requests, 0, 1000000},
        {"metrics-token", "FILE",
         _("who shows the token in this file may see /metrics from anywhere"), ARGUMENT_TEXT,
         &token_file, 0, 0},
        {"cards", "DIR", _("new tables take the card set in this folder; once for each game"),
         ARGUMENT_TEXTS, &cards, 0, 0},
        {"mail", "COMMAND", _("sends the mail on its standard input to its argument"),
         ARGUMENT_TEXT, &mail, 0, 0},
        {"log", "AMOUNT", _("what the log on standard error tells: quiet, normal or all"),
         ARGUMENT_TEXT, &log, 0, 0},
        {0}};
    struct given given;
    int code = arguments_read(command, arguments, argc, argv, &language, 0, 0, &given);
    if (code >= 0)
        return code;
    enum log_amount amount;
    if (!log_amount_from_name(log, &amount))
        return complain_usage(language, _("--log takes quiet, normal or all, not \"{0}\"."), log);
    union address proxy_addresses[PROXIES_MAX];
    const char *wrong = NULL;
    if (!read_proxies(&proxy_texts, proxy_addresses, &wrong))
        return complain_usage(language, _("--proxy-address takes an address, not \"{0}\"."), wrong);
    struct text token = {0};
    struct problem problem = {0};
    if (token_file != NULL && !read_token(token_file, &token, &problem)) {
        complain(&problem, language);
        return EXIT_FAILED;
    }
    raise_limits();
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
                                       .connections = (int)connections,
                                       .connections_of_peer = (int)of_peer,
                                       .proxies = (int)proxies,
                                       .proxy_addresses = proxy_addresses,
                                       .proxy_count = proxy_texts.count,
                                       .metrics_token =
                                           token_file != NULL ? text_string(&token) : NULL,
                                       .messages = (int)messages,
                                       .requests = (int)requests,
                                       .mail = mail,
                                       .log = amount};
    code = serve(&settings, language);
    text_free(&token);
    return code;
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
