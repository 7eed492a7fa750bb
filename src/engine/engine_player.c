/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* See engine_player.h. One socket is the standard input and output of the program, so that writing
 * to one that has ended is an error and not a signal. */

#include "engine_player.h"

#include "engine.h"

#include "contract/notation.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/clock.h"
#include "record/position.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PREFIX "exec:"

struct foreign_program {
    char command[PLAYER_DESCRIPTION_MAX + 1];
    const struct ruleset *rules;
    int64_t ms;
    struct player_limit limit;
    uint64_t seed;
    pid_t pid;           /* of the program and its group; 0: it does not run */
    int socket;          /* -1: none */
    struct text input;   /* what it said and we have not read yet */
    const char *failure; /* in this game; NULL: none */
};

bool engine_is_program(struct span description)
{
    return description.length > strlen(PREFIX) &&
           memcmp(description.at, PREFIX, strlen(PREFIX)) == 0;
}

/* ---- the process ----------------------------------------------------------------------------- */

extern char **environ;

static bool spawn(struct foreign_program *program, int theirs)
{
    char *const words[] = {"sh", "-c", program->command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, theirs, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, theirs, STDOUT_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); /* it ends with its children */
    int error = posix_spawn(&program->pid, "/bin/sh", &actions, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0)
        program->pid = 0;
    return error == 0;
}

static void end_program(struct foreign_program *program)
{
    assert(program->pid >= 0);
    if (program->pid > 0) {
        kill(-program->pid, SIGKILL);
        while (waitpid(program->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    if (program->socket >= 0)
        close(program->socket);
    program->pid = 0;
    program->socket = -1;
    text_clear(&program->input);
}

static bool start_process(struct foreign_program *program)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return false;
    bool fine = spawn(program, sockets[1]);
    close(sockets[1]);
    program->socket = sockets[0];
    if (!fine)
        end_program(program);
    return fine;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Waits until the socket is ready for that; false when the time is up or we are told to stop. */
static bool wait_for(const struct foreign_program *program, short events, int64_t until)
{
    enum { LOOK_MS = 50 }; /* how often we look whether we are told to stop */
    for (;;) {
        struct pollfd poll_for = {.fd = program->socket, .events = events};
        int64_t left = until - clock_ms();
        bool stopped = program->limit.stop != NULL &&
                       atomic_load_explicit(program->limit.stop, memory_order_relaxed);
        if (left <= 0 || stopped)
            return false;
        int found = poll(&poll_for, 1, left < LOOK_MS ? (int)left : LOOK_MS);
        if (found > 0)
            return true;
        if (found < 0 && errno != EINTR)
            return false;
    }
}

static bool tell(struct foreign_program *program, const struct text *text, int64_t until)
{
    for (size_t sent = 0; sent < text->length;) {
        if (program->socket < 0 || !wait_for(program, POLLOUT, until))
            return false;
        ssize_t now = send(program->socket, text->at + sent, text->length - sent,
                           MSG_NOSIGNAL | MSG_DONTWAIT);
        if (now < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        sent += now > 0 ? (size_t)now : 0;
    }
    return true;
}

/* Takes a whole line from what has come in. */
static bool take_line(struct foreign_program *program, struct text *line)
{
    struct text *input = &program->input;
    const char *end = input->length > 0 ? memchr(input->at, '\n', input->length) : NULL;
    if (end == NULL)
        return false;
    size_t length = (size_t)(end - input->at);
    text_clear(line);
    text_add_span(line, span_trim((struct span){input->at, length}));
    memmove(input->at, end + 1, input->length - length - 1);
    input->length -= length + 1;
    return true;
}

/* The next line that it says. `*room`: how many bytes it may still say; 0 if it has said more. */
static bool hear(struct foreign_program *program, struct text *line, int64_t until, size_t *room)
{
    char bytes[4096];
    while (!take_line(program, line)) {
        if (program->socket < 0 || !wait_for(program, POLLIN, until))
            return false;
        ssize_t now = recv(program->socket, bytes, sizeof bytes, MSG_DONTWAIT);
        if (now == 0 || (now < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        size_t got = now > 0 ? (size_t)now : 0;
        if (got > *room) {
            *room = 0;
            return false;
        }
        *room -= got;
        text_add_span(&program->input, (struct span){bytes, got});
    }
    return true;
}

/* Says what must be said before the first decision, and waits until it is ready. */
static bool greet(struct foreign_program *program)
{
    const struct ruleset *rules = program->rules;
    int64_t until = clock_ms() + ENGINE_START_MS;
    size_t room = ENGINE_OUTPUT_MAX;
    struct text line = {0};
    text_add(&line, "hello\n");
    bool fine = tell(program, &line, until);
    text_clear(&line);
    while (fine && !span_is(text_span(&line), "ready"))
        fine = hear(program, &line, until, &room);
    text_clear(&line);
    text_addf(&line, "new %s %d", rules->game->name, rules->setup.players);
    for (int i = 0; i < option_count(rules->game); i++) {
        const struct option *option = &rules->game->words->options[i];
        text_addf(&line, " %s=%s", option->name, option->choices[rules->setup.options[i]]);
    }
    text_addf(&line, "\nseed %" PRIu64 "\n", program->seed >> 1); /* it fits a signed number */
    fine = fine && tell(program, &line, until);
    text_free(&line);
    return fine;
}

static bool run_program(struct foreign_program *program)
{
    if (program->socket >= 0)
        return true;
    assert(program->pid == 0);
    if (start_process(program) && greet(program))
        return true;
    end_program(program);
    return false;
}

/* ---- the player ------------------------------------------------------------------------------ */

/* Where it is asked: the position, what could be chosen, and how long it may take. */
static void write_question(const struct foreign_program *program, const void *state,
                           const struct move *legal, int count, struct text *out)
{
    text_add(out, "position\n");
    position_write(program->rules, state, out);
    text_add(out, "choices ");
    for (int i = 0; i < count; i++) {
        text_add(out, i > 0 ? " ; " : "");
        move_write(program->rules, legal[i], out);
    }
    text_addf(out, "\ngo ms %" PRId64 "\n", program->ms);
}

/* Reads "bestmove mark b2"; false if the move is not legal. */
static bool read_answer(const struct foreign_program *program, struct span line, const void *state,
                        struct move *move)
{
    struct problem ignored = {0};
    static const char word[] = "bestmove ";
    size_t length = sizeof word - 1;
    if (line.length < length || memcmp(line.at, word, length) != 0)
        return false;
    struct span notation = {line.at + length, line.length - length};
    return move_from_text(program->rules, notation, move, &ignored) &&
           play_find(program->rules, state, *move) >= 0;
}

/* NULL, or why it has lost. */
static const char *ask(struct foreign_program *program, const void *state, const struct move *legal,
                       int count, struct move *move)
{
    struct text question = {0}, line = {0};
    int64_t until = clock_ms() + program->ms + ENGINE_GRACE_MS;
    size_t room = ENGINE_OUTPUT_MAX;
    write_question(program, state, legal, count, &question);
    bool heard = tell(program, &question, until) && hear(program, &line, until, &room);
    while (heard && (span_is(text_span(&line), "") || strncmp(line.at, "info", 4) == 0))
        heard = hear(program, &line, until, &room);
    const char *wrong = NULL;
    if (!heard)
        wrong = clock_ms() >= until ? _("a program gave no answer in time")
                : room == 0         ? _("a program said too much")
                                    : _("a program ended");
    else if (!read_answer(program, text_span(&line), state, move))
        wrong = _("a program gave an answer that is not a legal move");
    text_free(&question);
    text_free(&line);
    return wrong;
}

static struct move program_choose(void *self, const struct ruleset *rules, const void *state)
{
    struct foreign_program *program = self;
    struct move legal[MOVES_MAX], move;
    int count = rules->game->legal(rules, state, legal);
    assert(count > 0);
    if (program->failure != NULL)
        return legal[0];
    program->failure = run_program(program) ? ask(program, state, legal, count, &move)
                                            : _("a program could not be started");
    if (program->failure == NULL)
        return move;
    end_program(program);
    return legal[0];
}

static void program_begin(void *self, uint64_t seed)
{
    struct foreign_program *program = self;
    program->failure = NULL;
    program->seed = seed;
}

static void program_bound(void *self, struct player_limit limit)
{
    ((struct foreign_program *)self)->limit = limit;
}

static const char *program_failure(const void *self)
{
    return ((const struct foreign_program *)self)->failure;
}

static void program_close(void *self)
{
    struct foreign_program *program = self;
    end_program(program);
    text_free(&program->input);
    free(program);
}

/* Not in the list of players: no description from outside can ask for it. */
static const struct player_kind program_player = {
    .name = "exec",
    .about = "",
    .begin = program_begin,
    .bound = program_bound,
    .choose = program_choose,
    .failure = program_failure,
    .close = program_close,
};

struct player *engine_player_open(const struct ruleset *rules, struct span description, int64_t ms,
                                  struct problem *problem)
{
    assert(engine_is_program(description));
    if (description.length > PLAYER_DESCRIPTION_MAX) {
        problem_set(problem, _("the description of a player is too long"), NULL, NULL, NULL);
        return NULL;
    }
    struct foreign_program *program = memory_new(1, sizeof *program);
    struct span command = {description.at + strlen(PREFIX), description.length - strlen(PREFIX)};
    program->rules = rules;
    program->ms = ms > 0 ? ms : ENGINE_MS_STANDARD;
    program->socket = -1;
    span_copy(command, program->command, sizeof program->command);
    if (!run_program(program)) {
        problem_set_spans(problem, _("the program \"{0}\" does not say that it is ready"), command,
                          command);
        program_close(program);
        return NULL;
    }
    return player_wrap(&program_player, program, 0);
}
