/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery train: learns a game by playing itself, and writes what it has learned. */

#include "arguments.h"
#include "interrupt.h"

#include "base/file.h"
#include "contract/ruleset.h"
#include "players/threads.h"
#include "terminal/progress.h"
#include "terminal/train_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct train_files {
    const char *out, *checkpoint, *curve; /* NULL: not wanted */
    const char *from;                     /* NULL: it begins with the rule of thumb */
    const char *against;                  /* NULL: it plays itself */
    struct texts past;                    /* networks that have a seat now and then */
    const char *cards;                    /* NULL: those in the program */
    bool resume;
};

/* The progress bar of what is being done; a new one for each label. */
struct shown {
    struct progress progress;
    const char *label; /* NULL: none yet */
};

static void show_progress(void *context, const char *label, uint64_t done, uint64_t all)
{
    struct shown *shown = context;
    if (shown->label != label) {
        progress_end(&shown->progress);
        progress_start(&shown->progress, label, all);
        shown->label = label;
    }
    progress_update(&shown->progress, done);
}

/* The command that makes the same network again. */
static void describe(const struct train_settings *settings, struct text *out)
{
    text_addf(out,
              "orrery train %s --games %" PRId64 " --generations %" PRId64 " --passes %" PRId64
              " --hidden %" PRId64 " --samples %" PRId64 " --trust %" PRId64 " --rate %" PRId64
              " --seed %" PRId64,
              settings->game->name, settings->games, settings->generations, settings->passes,
              settings->hidden, settings->samples, settings->trust, settings->rate, settings->seed);
    if (settings->window > 1)
        text_addf(out, " --window %" PRId64, settings->window);
    if (settings->nodes > 0)
        text_addf(out, " --nodes %" PRId64, settings->nodes);
    if (settings->from != NULL)
        text_add(out, " --from NETWORK");
    if (settings->against != NULL)
        text_add(out, " --against NETWORK");
    for (int i = 0; i < TRAIN_PASTS_MAX && settings->pasts[i] != NULL; i++)
        text_add(out, " --past NETWORK");
}

static bool write_network(const struct training *training, const char *path,
                          struct problem *problem)
{
    struct network network;
    struct text about = {0}, out = {0};
    describe(&training->settings, &about);
    learner_network(&training->learner, training->settings.game, &network);
    network_write(&network, training->settings.game, text_string(&about), &out);
    bool written = file_write(path, text_span(&out), problem);
    network_free(&network);
    text_free(&about);
    text_free(&out);
    return written;
}

/* After each generation, so that nothing is lost. The first process writes, but the others have a
 * part in it. */
static bool write_files(const struct training *training, const struct train_files *files,
                        enum language language, struct problem *problem)
{
    struct text checkpoint = {0}, curve = {0};
    bool fine = true;
    if (files->checkpoint != NULL)
        train_write(training, &checkpoint);
    if (training->group.rank == 0) {
        if (files->curve != NULL)
            train_curve(training, language, &curve);
        fine = write_network(training, files->out, problem) &&
               (files->checkpoint == NULL ||
                file_write(files->checkpoint, text_span(&checkpoint), problem)) &&
               (files->curve == NULL || file_write(files->curve, text_span(&curve), problem));
    }
    text_free(&checkpoint);
    text_free(&curve);
    return fine;
}

static bool take_up(struct training *training, const struct train_files *files,
                    struct problem *problem)
{
    struct text text = {0};
    if (files->checkpoint == NULL)
        return problem_set(problem, _("--resume needs --checkpoint."), NULL, NULL, NULL);
    bool fine = file_read(files->checkpoint, &text, problem) &&
                train_read(training, files->checkpoint, text_span(&text), problem);
    text_free(&text);
    return fine;
}

/* At once, so that everyone sees that something is going on. */
static void print_heading(enum language language)
{
    struct text line = {0};
    train_heading(language, &line);
    print_text(&line);
    fflush(stdout);
    text_free(&line);
}

static bool train(struct training *training, const struct train_files *files,
                  enum language language, struct problem *problem)
{
    struct shown shown = {0};
    bool first = training->group.rank == 0, fine = true;
    const atomic_bool *stop = interrupt_watch();
    if (training->done > 0) /* taken up, maybe with other files and nothing more to do */
        fine = write_files(training, files, language, problem);
    training->progress = first ? show_progress : NULL;
    training->context = &shown;
    if (first && fine && training->done < training->settings.generations)
        print_heading(language);
    while (fine && training->done < training->settings.generations && !*stop) {
        struct text line = {0};
        train_generation(training);
        if (first) {
            progress_end(&shown.progress);
            shown.label = NULL;
            train_line(training, &line);
            print_text(&line);
            fflush(stdout);
            text_free(&line);
        }
        fine = write_files(training, files, language, problem);
    }
    return fine && interrupt_note(problem);
}

/* All files that will be written, before hours of work. */
static bool check_files(const struct train_files *files, struct problem *problem)
{
    const char *const paths[] = {files->out, files->checkpoint, files->curve};
    if (files->out == NULL)
        return problem_set(problem, _("--out FILE says where to write the network."), NULL, NULL,
                           NULL);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        if (paths[i] != NULL && !file_can_be_written(paths[i], problem))
            return false;
    return true;
}

static bool check_hidden(const struct train_settings *settings, struct problem *problem)
{
    return settings->hidden % NETWORK_HIDDEN_STEP == 0 ||
           problem_set(problem, _("--hidden takes a multiple of 32."), NULL, NULL, NULL);
}

/* The network in a file; none if there is no file. */
static bool read_network(const char *path, const struct game *game, struct network *network,
                         const struct network **found, struct problem *problem)
{
    struct text text = {0};
    if (path == NULL)
        return true;
    bool fine = file_read(path, &text, problem) &&
                network_read(network, game, path, text_span(&text), problem);
    text_free(&text);
    if (fine)
        *found = network;
    return fine;
}

/* What it begins with. A network that is larger has no place in what is to be learned. */
static bool read_from(const struct train_files *files, struct train_settings *settings,
                      struct network *from, struct problem *problem)
{
    if (!read_network(files->from, settings->game, from, &settings->from, problem))
        return false;
    return settings->from == NULL || from->hidden <= settings->hidden ||
           problem_set(problem, _("--hidden must not be less than that of {0}."), files->from, NULL,
                       NULL);
}

/* The cards that it plays with; none if they are those in the program. */
static bool open_cards(const char *folder, const struct game *game, struct ruleset **rules,
                       struct problem *problem)
{
    struct setup setup = setup_standard(game);
    if (folder != NULL)
        *rules = ruleset_open(game, &setup, folder, problem);
    return folder == NULL || *rules != NULL;
}

/* Networks that were read from files. */
struct networks {
    struct network from, against, pasts[TRAIN_PASTS_MAX];
};

static bool read_pasts(const struct train_files *files, struct train_settings *settings,
                       struct networks *networks, struct problem *problem)
{
    if (files->past.count > TRAIN_PASTS_MAX)
        return problem_set(problem, _("--{0} was given too many times."), "past", NULL, NULL);
    if (files->past.count > 0 && files->against != NULL)
        return problem_set(problem, _("--past and --against do not go together."), NULL, NULL,
                           NULL);
    for (int i = 0; i < files->past.count; i++)
        if (!read_network(files->past.list[i], settings->game, &networks->pasts[i],
                          &settings->pasts[i], problem))
            return false;
    return true;
}

/* All that it needs is there. */
static bool prepare(const struct train_files *files, struct train_settings *settings,
                    struct networks *networks, struct ruleset **rules, struct problem *problem)
{
    bool fine = check_hidden(settings, problem) && check_files(files, problem) &&
                open_cards(files->cards, settings->game, rules, problem) &&
                read_from(files, settings, &networks->from, problem) &&
                read_network(files->against, settings->game, &networks->against, &settings->against,
                             problem) &&
                read_pasts(files, settings, networks, problem);
    settings->rules = *rules;
    return fine;
}

static void free_networks(struct networks *networks)
{
    network_free(&networks->from);
    network_free(&networks->against);
    for (int i = 0; i < TRAIN_PASTS_MAX; i++)
        network_free(&networks->pasts[i]);
}

static int run(struct invocation *invocation)
{
    struct train_settings settings = {.games = 4000,
                                      .generations = 12,
                                      .window = 1,
                                      .passes = 2,
                                      .hidden = 64,
                                      .samples = 4,
                                      .trust = 20,
                                      .threads = ALL_CORES,
                                      .seed = 1,
                                      .rate = 1000};
    struct train_files files = {0};
    const struct argument arguments[] = {
        {"games", "K", _("games in each generation"), ARGUMENT_NUMBER, &settings.games, 16,
         10000000},
        {"generations", "K", _("number of generations"), ARGUMENT_NUMBER, &settings.generations, 1,
         TRAIN_GENERATIONS_MAX - 1},
        {"window", "K", _("generations whose games are learned from in each"), ARGUMENT_NUMBER,
         &settings.window, 1, TRAIN_WINDOW_MAX},
        {"passes", "K", _("how often each sample is learned from"), ARGUMENT_NUMBER,
         &settings.passes, 1, 100},
        {"hidden", "K", _("hidden units, a multiple of 32"), ARGUMENT_NUMBER, &settings.hidden,
         NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX},
        {"samples", "K", _("how often each move is tried"), ARGUMENT_NUMBER, &settings.samples, 1,
         100},
        {"nodes", "K", _("players search: the positions for each decision"), ARGUMENT_NUMBER,
         &settings.nodes, 1, TRAIN_NODES_MAX},
        {"trust", "P", _("percent learned from the current network, the rest from results"),
         ARGUMENT_NUMBER, &settings.trust, 0, 100},
        {"rate", "R", _("millionths of a step at the start; a tenth at the end"), ARGUMENT_NUMBER,
         &settings.rate, 1, 1000000},
        {"seed", "S", _("seed for all chance moves and players"), ARGUMENT_NUMBER, &settings.seed,
         0, INT32_MAX},
        {"threads", "K", _("threads that play and learn"), ARGUMENT_NUMBER, &settings.threads, 1,
         THREADS_MAX},
        {"out", "FILE", _("where to write the network"), ARGUMENT_TEXT, &files.out, 0, 0},
        {"checkpoint", "FILE", _("saves everything needed to continue later"), ARGUMENT_TEXT,
         &files.checkpoint, 0, 0},
        {"from", "FILE", _("a network to begin with, instead of the rule of thumb"), ARGUMENT_TEXT,
         &files.from, 0, 0},
        {"against", "FILE", _("a network to beat; it plays all other seats"), ARGUMENT_TEXT,
         &files.against, 0, 0},
        {"past", "FILE", _("a network that has a seat now and then; may be given several times"),
         ARGUMENT_TEXTS, &files.past, 0, 0},
        CARDS_ARGUMENT(files.cards),
        {"resume", NULL, _("continues from the checkpoint"), ARGUMENT_FLAG, &files.resume, 0, 0},
        {"curve", "FILE", _("the learning curve as a picture (SVG)"), ARGUMENT_TEXT, &files.curve,
         0, 0},
        {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    static struct training training; /* its history is large */
    static struct networks networks;
    struct ruleset *rules = NULL;
    settings.threads = thread_count(settings.threads, THREADS_MAX);
    settings.game = find_game(invocation->given.list[0], &invocation->problem);
    bool fine = settings.game != NULL &&
                prepare(&files, &settings, &networks, &rules, &invocation->problem);
    if (fine) {
        train_begin(&training, &settings, process_group_join());
        fine = (!files.resume || take_up(&training, &files, &invocation->problem)) &&
               train(&training, &files, invocation->language, &invocation->problem);
        train_end(&training);
        process_group_leave();
    }
    free_networks(&networks);
    ruleset_close(rules);
    struct problem ignored = {0};
    return fine ? EXIT_FINE : interrupt_note(&ignored) ? EXIT_USAGE : EXIT_FAILED;
}

const struct command train_command = {
    "train",
    "GAME [options]",
    _("learn a game by playing it"),
    run,
    _("docs/players.md describes how the built-in networks were made."),
    NULL,
};
