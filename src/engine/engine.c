/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Answers the engine protocol. The player thinks in a thread of its own, so that `stop` is heard;
 * every other command waits until it is done. What comes in is from a stranger: all of it is
 * bounded and checked. */

#include "engine.h"

#include "base/scan.h"
#include "contract/games.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "contract/ruleset.h"
#include "players/clock.h"
#include "players/levels.h"
#include "players/player.h"
#include "record/position.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <string.h>

struct engine {
    FILE *out;
    pthread_mutex_t lock;  /* of what is printed */
    struct ruleset *rules; /* NULL before `new` */
    union any_state state;
    struct random chance; /* for `deal` */
    uint64_t seed;
    int moves_made;
    char description[ENGINE_DESCRIPTION_MAX + 1]; /* of the player; "": a good one */
    /* What is under way: */
    bool thinking;
    pthread_t thread;
    atomic_bool stop;
    int64_t nodes, ms; /* 0: as the description says */
    /* The player, as long as rules and description stay: */
    struct player *player;
    char made_of[ENGINE_DESCRIPTION_MAX + 64];
    bool quit;
};

/* ---- lines ----------------------------------------------------------------------------------- */

bool engine_read_line(FILE *in, struct text *line, bool *too_long)
{
    int byte;
    text_clear(line);
    *too_long = false;
    while ((byte = getc(in)) != EOF && byte != '\n') {
        if (line->length >= ENGINE_LINE_MAX)
            *too_long = true;
        else if (byte != '\r')
            text_add_char(line, (char)byte);
    }
    if (*too_long)
        text_clear(line);
    return byte != EOF || line->length > 0 || *too_long;
}

static void say(struct engine *engine, const struct text *line)
{
    pthread_mutex_lock(&engine->lock);
    fprintf(engine->out, "%s\n", text_string(line));
    fflush(engine->out);
    pthread_mutex_unlock(&engine->lock);
}

static void say_words(struct engine *engine, const char *first, const char *second)
{
    struct text line = {0};
    text_addf(&line, "%s%s%s", first, second[0] != '\0' ? " " : "", second);
    say(engine, &line);
    text_free(&line);
}

static void say_problem(struct engine *engine, const struct problem *problem)
{
    struct text sentence = {0};
    problem_write_sentence(problem, ENGLISH, &sentence);
    say_words(engine, "error", text_string(&sentence));
    text_free(&sentence);
}

/* ---- thinking -------------------------------------------------------------------------------- */

static void wait_for_player(struct engine *engine)
{
    if (engine->thinking)
        pthread_join(engine->thread, NULL);
    engine->thinking = false;
}

static void forget_player(struct engine *engine)
{
    player_close(engine->player);
    engine->player = NULL;
}

static void add_setting(struct text *description, const char *name, int64_t value)
{
    if (value <= 0 || !player_can_add(text_span(description), name))
        return;
    bool first = strchr(text_string(description), ':') == NULL;
    text_addf(description, "%c%s=%" PRId64, first ? ':' : ',', name, value);
}

/* Who answers, with the limits of this `go`. */
static void describe(const struct engine *engine, struct text *out)
{
    const struct game *game = engine->rules->game;
    struct span chosen = engine->description[0] != '\0'
                             ? level_player(game, span_of(engine->description))
                             : span_of(level_for_absent(game)->player);
    text_add_span(out, chosen);
    add_setting(out, "nodes", engine->nodes);
    add_setting(out, "ms", engine->ms);
}

/* The player for this `go`; NULL with a problem noted. */
static struct player *find_player(struct engine *engine, struct problem *problem)
{
    struct text description = {0};
    describe(engine, &description);
    if (engine->player == NULL || strcmp(engine->made_of, text_string(&description)) != 0) {
        forget_player(engine);
        engine->player = player_open(engine->rules, text_span(&description), engine->seed, problem);
        span_copy(text_span(&description), engine->made_of, sizeof engine->made_of);
    }
    text_free(&description);
    return engine->player;
}

static void *think(void *context)
{
    struct engine *engine = context;
    struct text line = {0};
    assert(engine->player != NULL && engine->rules != NULL);
    int64_t began = clock_ms();
    struct player_limit limit = {&engine->stop, engine->ms > 0 ? began + engine->ms : 0};
    player_bound(engine->player, limit);
    struct move move = player_choose(engine->player, engine->rules, &engine->state);
    text_addf(&line, "info ms %" PRId64 " player %s", clock_ms() - began, engine->made_of);
    say(engine, &line);
    text_clear(&line);
    text_add(&line, "bestmove ");
    move_write(engine->rules, move, &line);
    say(engine, &line);
    text_free(&line);
    return NULL;
}

/* ---- commands -------------------------------------------------------------------------------- */

typedef bool engine_command(struct engine *engine, struct scan *words, struct problem *problem);

static bool need_game(const struct engine *engine, struct problem *problem)
{
    return engine->rules != NULL ||
           problem_set(problem, "no game has been set up yet; begin with new", NULL, NULL, NULL);
}

static bool do_hello(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct text line = {0};
    (void)words, (void)problem;
    say_words(engine, "id name", "orrery");
    text_addf(&line, "id protocol %d", ENGINE_PROTOCOL);
    say(engine, &line);
    for (int i = 0; games[i] != NULL; i++) {
        text_clear(&line);
        text_addf(&line, "game %s %d %d", games[i]->name, games[i]->players_min,
                  games[i]->players_max);
        for (const struct option *option = games[i]->words->options; option->name != NULL; option++)
            for (int k = 0; option->choices[k] != NULL; k++)
                text_addf(&line, " %s=%s", option->name, option->choices[k]);
        say(engine, &line);
    }
    text_free(&line);
    say_words(engine, "ready", "");
    return true;
}

static bool do_ping(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct text rest = {0};
    (void)problem;
    text_add_span(&rest, scan_rest(words));
    say_words(engine, "pong", text_string(&rest));
    text_free(&rest);
    return true;
}

/* Takes over the ruleset. */
static void begin(struct engine *engine, struct ruleset *rules)
{
    assert(!engine->thinking && rules != NULL);
    forget_player(engine);
    ruleset_close(engine->rules);
    engine->rules = rules;
    engine->moves_made = 0;
    engine->chance = random_stream(engine->seed, 0);
}

static bool read_options(const struct game *game, struct scan *words, struct setup *setup,
                         struct problem *problem)
{
    for (struct span word; (word = scan_word(words)).length > 0;) {
        const char *sign = memchr(word.at, '=', word.length);
        if (sign == NULL)
            return scan_expected(words, word, "an option as NAME=CHOICE");
        size_t before = (size_t)(sign - word.at);
        if (!setup_option(game, setup, (struct span){word.at, before},
                          (struct span){sign + 1, word.length - before - 1}, problem))
            return false;
    }
    return true;
}

static bool do_new(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct span name = scan_word(words);
    const struct game *game = game_find(name);
    int64_t players = 0;
    if (game == NULL)
        return problem_set_spans(problem, "unknown game \"{0}\"", name, name);
    struct setup setup = setup_standard(game);
    if (!scan_number(words, game->players_min, game->players_max, "the number of players",
                     &players))
        return false;
    setup.players = (uint8_t)players;
    if (!read_options(game, words, &setup, problem))
        return false;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, problem);
    if (rules == NULL)
        return false;
    begin(engine, rules);
    play_start(engine->rules, &engine->state);
    return true;
}

static bool do_seed(struct engine *engine, struct scan *words, struct problem *problem)
{
    int64_t seed = 0;
    (void)problem;
    if (!scan_number(words, 0, INT64_MAX, "a number", &seed) || !scan_done(words))
        return false;
    engine->seed = (uint64_t)seed;
    engine->chance = random_stream(engine->seed, 0);
    forget_player(engine);
    return true;
}

static bool do_player(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct span description = span_trim(scan_rest(words));
    struct player_spec spec;
    if (description.length > ENGINE_DESCRIPTION_MAX)
        return problem_set(problem, _("the description of a player is too long"), NULL, NULL, NULL);
    struct span meant =
        engine->rules != NULL ? level_player(engine->rules->game, description) : description;
    if (engine->rules != NULL && !player_read_own(meant, &spec, problem))
        return false;
    span_copy(description, engine->description, sizeof engine->description);
    return true;
}

/* One move after another, chance moves too. */
static bool do_moves(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct move move;
    if (!need_game(engine, problem))
        return false;
    do {
        if (span_is(scan_peek(words), ";"))
            scan_word(words);
        if (engine->moves_made >= ENGINE_MOVES_MAX)
            return problem_set(problem, _("these are too many moves at once"), NULL, NULL, NULL);
        if (!move_read(engine->rules, words, &move))
            return false;
        if (!play_move(engine->rules, &engine->state, move, NULL)) {
            struct text told = {0};
            move_write(engine->rules, move, &told);
            problem_set(problem, "{0} is not legal here", text_string(&told), NULL, NULL);
            text_free(&told);
            return false;
        }
        engine->moves_made++;
    } while (span_is(scan_peek(words), ";"));
    return scan_done(words);
}

/* Draws for the dealer until somebody decides. */
static bool do_deal(struct engine *engine, struct scan *words, struct problem *problem)
{
    (void)words;
    if (!need_game(engine, problem))
        return false;
    const struct ruleset *rules = engine->rules;
    while (rules->game->node(rules, &engine->state).actor == DEALER) {
        struct text line = {0};
        struct move move = chance_random(rules, &engine->state, &engine->chance);
        rules->game->apply(rules, &engine->state, move, NULL);
        text_add(&line, "dealt ");
        move_write(rules, move, &line);
        say(engine, &line);
        text_free(&line);
    }
    say_words(engine, "end", "");
    return true;
}

static bool do_legal(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct move moves[MOVES_MAX];
    struct text line = {0};
    (void)words;
    if (!need_game(engine, problem))
        return false;
    int actor = engine->rules->game->node(engine->rules, &engine->state).actor;
    int count = engine->rules->game->legal(engine->rules, &engine->state, moves);
    text_add(&line, "legal ");
    if (actor >= 0)
        text_addf(&line, "%d", actor + 1);
    else
        text_add(&line, actor == DEALER ? "*" : "-");
    for (int i = 0; i < count; i++) {
        text_add(&line, i > 0 ? " ; " : " ");
        move_write(engine->rules, moves[i], &line);
    }
    say(engine, &line);
    text_free(&line);
    return true;
}

static bool do_score(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct score score;
    struct text line = {0};
    (void)words;
    if (!need_game(engine, problem))
        return false;
    engine->rules->game->score(engine->rules, &engine->state, &score);
    text_add(&line, "score");
    for (int i = 0; i < engine->rules->setup.players; i++)
        text_addf(&line, " %d", score.total[i]);
    text_add(&line, " places");
    for (int i = 0; i < engine->rules->setup.players; i++)
        text_addf(&line, " %d", score.place[i]);
    say(engine, &line);
    text_free(&line);
    return true;
}

static bool do_show(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct text position = {0};
    (void)words;
    if (!need_game(engine, problem))
        return false;
    position_write(engine->rules, &engine->state, &position);
    position.at[--position.length] = '\0'; /* say ends the line */
    say(engine, &position);
    text_free(&position);
    return true;
}

static bool do_go(struct engine *engine, struct scan *words, struct problem *problem)
{
    if (!need_game(engine, problem))
        return false;
    engine->nodes = engine->ms = 0;
    for (struct span word; (word = scan_word(words)).length > 0;) {
        int64_t *limit = span_is(word, "nodes") ? &engine->nodes : &engine->ms;
        if (!span_is(word, "nodes") && !span_is(word, "ms"))
            return scan_expected(words, word, "nodes, ms");
        if (!scan_number(words, 1, 100000000, "a number", limit))
            return false;
    }
    if (engine->rules->game->node(engine->rules, &engine->state).actor < 0)
        return problem_set(problem, "no seat has to decide here", NULL, NULL, NULL);
    if (find_player(engine, problem) == NULL)
        return false;
    engine->stop = false;
    engine->thinking = pthread_create(&engine->thread, NULL, think, engine) == 0;
    if (!engine->thinking)
        think(engine);
    return true;
}

/* Who asks tells us what could be chosen; we know that. */
static bool do_choices(struct engine *engine, struct scan *words, struct problem *problem)
{
    (void)engine, (void)words, (void)problem;
    return true;
}

static bool do_stop(struct engine *engine, struct scan *words, struct problem *problem)
{
    (void)words, (void)problem;
    wait_for_player(engine);
    return true;
}

static bool do_quit(struct engine *engine, struct scan *words, struct problem *problem)
{
    (void)words, (void)problem;
    engine->quit = true;
    return true;
}

static const struct {
    const char *name;
    engine_command *run;
} commands[] = {
    {"hello", do_hello}, {"ping", do_ping},     {"new", do_new},
    {"seed", do_seed},   {"player", do_player}, {"moves", do_moves},
    {"deal", do_deal},   {"legal", do_legal},   {"score", do_score},
    {"show", do_show},   {"go", do_go},         {"choices", do_choices},
    {"stop", do_stop},   {"quit", do_quit},     {0},
};

/* ---- the loop -------------------------------------------------------------------------------- */

/* The lines behind `position`, up to "end". */
static bool read_position(struct engine *engine, FILE *in, struct problem *problem)
{
    struct text text = {0}, line = {0};
    union any_state state;
    bool too_long = false, whole = false, fits = true;
    while (!whole && engine_read_line(in, &line, &too_long)) {
        fits = fits && !too_long && text.length + line.length < ENGINE_TEXT_MAX;
        if (fits) {
            text_add_span(&text, text_span(&line));
            text_add_char(&text, '\n');
        }
        whole = span_is(text_span(&line), "end");
    }
    struct ruleset *rules = NULL;
    if (!fits)
        problem_set(problem, "the position is too long", NULL, NULL, NULL);
    else
        rules = position_read("position", text_span(&text), NULL, &state, problem);
    if (rules != NULL) {
        begin(engine, rules);
        engine->state = state;
    }
    text_free(&text);
    text_free(&line);
    return rules != NULL;
}

static bool run_command(struct engine *engine, struct scan *words, struct problem *problem)
{
    struct span name = scan_word(words);
    for (int i = 0; commands[i].name != NULL; i++)
        if (span_is(name, commands[i].name))
            return commands[i].run(engine, words, problem);
    struct text known = {0};
    for (int i = 0; commands[i].name != NULL; i++)
        text_addf(&known, "%s, ", commands[i].name);
    text_add(&known, "position");
    scan_expected(words, name, text_string(&known));
    text_free(&known);
    return false;
}

static void answer(struct engine *engine, FILE *in, const struct text *line, bool too_long)
{
    struct problem problem = {0};
    struct scan words;
    bool fine = true;
    /* `stop` is the one that does not wait for the player first; it hurries it. */
    if (span_is(text_span(line), "stop") || span_is(text_span(line), "quit"))
        atomic_store(&engine->stop, true);
    wait_for_player(engine);
    if (too_long)
        fine = problem_set(&problem, "the line is too long", NULL, NULL, NULL);
    else if (span_is(text_span(line), "position"))
        fine = read_position(engine, in, &problem);
    else if (scan_open(&words, NULL, text_span(line), &problem) && scan_line(&words))
        fine = run_command(engine, &words, &problem);
    if (!fine || problem_is_set(&problem))
        say_problem(engine, &problem);
}

void engine_serve(FILE *in, FILE *out, const char *player)
{
    struct engine engine = {.out = out, .seed = 1};
    struct text line = {0};
    bool too_long = false;
    pthread_mutex_init(&engine.lock, NULL);
    if (player != NULL)
        span_copy(span_of(player), engine.description, sizeof engine.description);
    while (!engine.quit && engine_read_line(in, &line, &too_long))
        answer(&engine, in, &line, too_long);
    wait_for_player(&engine);
    forget_player(&engine);
    ruleset_close(engine.rules);
    text_free(&line);
    pthread_mutex_destroy(&engine.lock);
}
