/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The list of computer players, and their descriptions. A new kind is one line here. Descriptions
 * come from command lines and from the net: everything in them is checked. */

#include "clock.h"
#include "levels.h"
#include "own_judge.h"
#include "player.h"
#include "taste.h"

#include "contract/play.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

extern const struct player_kind random_player;
extern const struct player_kind greedy_player;
extern const struct player_kind heuristic_player;
extern const struct player_kind flat_player;
extern const struct player_kind mcts_player;
extern const struct player_kind search_player;
extern const struct player_kind learned_player;
extern const struct player_kind expert_player;

const struct player_kind *const player_kinds[] = {
    &random_player, &greedy_player,  &heuristic_player, &flat_player, &mcts_player,
    &search_player, &learned_player, &expert_player,    NULL,
};

/* The settings that are not numbers. */
#define NETWORK "network"
#define TASTE   "taste"
enum { TEXT_SETTINGS = 2 };

struct player {
    const struct player_kind *kind;
    void *self;
    uint64_t seed;         /* its own setting */
    struct own_judge *own; /* NULL: it uses what is built in */
};

/* ---- descriptions ---------------------------------------------------------------------------- */

static bool has(struct span span, char byte)
{
    return span.length > 0 && memchr(span.at, byte, span.length) != NULL;
}

/* `nodes=50` continues with the player before it, `mcts:nodes=50` begins a new one. */
static bool is_setting(struct span piece)
{
    struct span name = span_cut(&piece, '=');
    return name.at + name.length != piece.at && !has(name, ':');
}

struct span player_cut(struct span *list)
{
    struct span first = span_cut(list, ',');
    for (;;) {
        struct span rest = *list;
        struct span next = span_cut(&rest, ',');
        if (list->length == 0 || !is_setting(next))
            return first;
        first.length = (size_t)(next.at + next.length - first.at);
        *list = rest;
    }
}

enum { KINDS = 8 }; /* in the list above */
_Static_assert(sizeof player_kinds / sizeof player_kinds[0] == KINDS + 1, "all kinds are counted");

/* The kind or level that is nearly written like this; NULL if none is. */
static const char *nearest_player(struct span name)
{
    const char *names[KINDS + 1] = {0};
    for (int i = 0; i < KINDS; i++)
        names[i] = player_kinds[i]->name;
    const char *nearest = nearest_word(name, names);
    return nearest != NULL ? nearest : level_nearest(name);
}

static bool no_such_kind(struct span name, struct problem *problem)
{
    const char *nearest = nearest_player(name);
    if (nearest != NULL)
        return problem_set_spans(problem, _("there is no player \"{0}\"; did you mean \"{1}\"?"),
                                 name, span_of(nearest));
    struct text known = {0};
    for (int i = 0; player_kinds[i] != NULL; i++)
        text_addf(&known, "%s%s", i > 0 ? ", " : "", player_kinds[i]->name);
    problem_set_spans(problem, _("there is no player \"{0}\"; there are: {1}"), name,
                      text_span(&known));
    text_free(&known);
    return false;
}

/* The player that the description names; the settings are left over. NULL: there is none. */
static const struct player_kind *cut_kind(struct span *description, struct span *name)
{
    *name = span_trim(span_cut(description, ':'));
    for (int i = 0; player_kinds[i] != NULL; i++)
        if (span_is(*name, player_kinds[i]->name))
            return player_kinds[i];
    return NULL;
}

/* All settings that a kind has, in the order in which they are listed; NULL at the end. */
static void list_settings(const struct player_kind *kind,
                          const char *names[PLAYER_SETTINGS_MAX + TEXT_SETTINGS + 1])
{
    int count = 0;
    for (; kind->settings[count].name != NULL; count++)
        names[count] = kind->settings[count].name;
    if (kind->open_with != NULL)
        names[count++] = NETWORK;
    if (kind->like != NULL)
        names[count++] = TASTE;
    names[count] = NULL;
}

static bool no_such_setting(const struct player_kind *kind, struct span name,
                            struct problem *problem)
{
    const char *names[PLAYER_SETTINGS_MAX + TEXT_SETTINGS + 1];
    list_settings(kind, names);
    const char *nearest = nearest_word(name, names);
    if (nearest != NULL)
        return problem_set_spans(problem, _("there is no setting \"{0}\"; did you mean \"{1}\"?"),
                                 name, span_of(nearest));
    struct text known = {0};
    for (int i = 0; names[i] != NULL; i++)
        text_addf(&known, "%s%s", i > 0 ? ", " : "", names[i]);
    char wrong[PLAYER_DESCRIPTION_MAX + 1];
    span_copy(name, wrong, sizeof wrong);
    problem_set(problem, _("the player {0} has no setting \"{1}\"; it has: {2}"), kind->name, wrong,
                text_string(&known));
    text_free(&known);
    return false;
}

/* The row of the setting with that name, or -1. */
static int find_setting(const struct player_kind *kind, struct span name)
{
    for (int i = 0; i < PLAYER_SETTINGS_MAX && kind->settings[i].name != NULL; i++)
        if (span_is(name, kind->settings[i].name))
            return i;
    return -1;
}

/* The name of a file; strangers may not name one. */
static bool read_network(struct player_spec *spec, struct span value, bool own,
                         struct problem *problem)
{
    if (!own)
        return problem_set(problem, _("only the command line can name the file of a network"), NULL,
                           NULL, NULL);
    if (spec->network[0] != '\0')
        return problem_set(problem, _("the setting {0} is given twice"), NETWORK, NULL, NULL);
    if (value.length == 0 || memchr(value.at, '\0', value.length) != NULL)
        return problem_set(problem, _("the setting {0} is the name of a file"), NETWORK, NULL,
                           NULL);
    span_copy(value, spec->network, sizeof spec->network);
    return true;
}

/* Names of sources of points. Whether the game has them shows when the player is made, which is too
 * late for strangers. */
static bool read_taste(struct player_spec *spec, struct span value, bool own,
                       struct problem *problem)
{
    if (!own)
        return problem_set(problem, _("only the command line can give a player a taste"), NULL,
                           NULL, NULL);
    if (spec->taste[0] != '\0')
        return problem_set(problem, _("the setting {0} is given twice"), TASTE, NULL, NULL);
    if (value.length == 0)
        return problem_set(problem, _("the setting {0} names sources of points, such as a+b"),
                           TASTE, NULL, NULL);
    span_copy(value, spec->taste, sizeof spec->taste);
    return true;
}

static bool out_of_range(const struct player_setting *setting, struct problem *problem)
{
    char least[24], most[24];
    struct text number = {0};
    text_add_number(&number, setting->min);
    span_copy(text_span(&number), least, sizeof least);
    text_clear(&number);
    text_add_number(&number, setting->max);
    span_copy(text_span(&number), most, sizeof most);
    text_free(&number);
    return problem_set(problem, _("the setting {0} is a whole number from {1} to {2}"),
                       setting->name, least, most);
}

/* A setting as it is written: `nodes=1000`. Without a sign its value is empty. */
struct written {
    struct span name, value;
};

/* Takes the next of the settings behind the colon; false at their end. */
static bool cut_setting(struct span *settings, struct written *out)
{
    if (settings->length == 0)
        return false;
    struct span piece = span_cut(settings, ',');
    out->name = span_trim(span_cut(&piece, '='));
    out->value = span_trim(piece);
    return true;
}

/* `given` has a bit for each setting that was there before. */
static bool read_setting(struct player_spec *spec, const struct written *written, bool own,
                         unsigned *given, struct problem *problem)
{
    const struct player_kind *kind = spec->kind;
    if (kind->open_with != NULL && span_is(written->name, NETWORK))
        return read_network(spec, written->value, own, problem);
    if (kind->like != NULL && span_is(written->name, TASTE))
        return read_taste(spec, written->value, own, problem);
    int row = find_setting(kind, written->name);
    if (row < 0)
        return no_such_setting(kind, written->name, problem);
    const struct player_setting *setting = &kind->settings[row];
    if (*given & 1u << row)
        return problem_set_spans(problem, _("the setting {0} is given twice"), written->name,
                                 written->name);
    *given |= 1u << row;
    return span_number(written->value, setting->min, setting->max, &spec->values[row]) ||
           out_of_range(setting, problem);
}

static bool read_settings(struct player_spec *spec, struct span settings, bool own,
                          struct problem *problem)
{
    struct written written;
    unsigned given = 0;
    while (cut_setting(&settings, &written))
        if (!read_setting(spec, &written, own, &given, problem))
            return false;
    return true;
}

int64_t player_memory(const struct player_spec *spec)
{
    return spec->kind->memory != NULL ? spec->kind->memory(spec->values) : 0;
}

bool player_asks_judge(const struct player_spec *spec)
{
    return spec->kind->open_with != NULL && spec->network[0] == '\0';
}

static bool is_modest(const struct player_spec *spec, struct problem *problem)
{
    return player_memory(spec) <= PLAYER_MEMORY_MAX ||
           problem_set(problem, _("the player {0} would take more than 4 GiB of memory"),
                       spec->kind->name, NULL, NULL);
}

static bool read_description(struct span description, bool own, struct player_spec *spec,
                             struct problem *problem)
{
    if (description.length > PLAYER_DESCRIPTION_MAX)
        return problem_set(problem, _("the description of a player is too long"), NULL, NULL, NULL);
    struct span name;
    const struct player_kind *kind = cut_kind(&description, &name);
    if (kind == NULL)
        return no_such_kind(name, problem);
    spec->kind = kind;
    spec->network[0] = spec->taste[0] = '\0';
    for (int i = 0; i < PLAYER_SETTINGS_MAX; i++)
        spec->values[i] = kind->settings[i].standard;
    return read_settings(spec, description, own, problem) && is_modest(spec, problem);
}

bool player_read(struct span description, struct player_spec *spec, struct problem *problem)
{
    return read_description(description, false, spec, problem);
}

bool player_read_own(struct span description, struct player_spec *spec, struct problem *problem)
{
    return read_description(description, true, spec, problem);
}

int64_t *player_value(struct player_spec *spec, const char *setting)
{
    int row = find_setting(spec->kind, span_of(setting));
    return row >= 0 ? &spec->values[row] : NULL;
}

bool player_can_add(struct span description, const char *setting)
{
    struct span name;
    struct written written;
    const struct player_kind *kind = cut_kind(&description, &name);
    while (cut_setting(&description, &written))
        if (span_is(written.name, setting))
            return false;
    return kind != NULL && find_setting(kind, span_of(setting)) >= 0;
}

/* ---- players --------------------------------------------------------------------------------- */

static atomic_uint_fast64_t made;
static _Thread_local bool makes_none;

uint64_t player_count_made(void)
{
    return atomic_load_explicit(&made, memory_order_relaxed);
}

void player_make_none_here(void)
{
    makes_none = true;
}

static struct player *make(const struct player_kind *kind, void *self, uint64_t own_seed,
                           uint64_t seed, struct own_judge *own)
{
    assert(self != NULL);
    struct player *player = memory_new(1, sizeof *player);
    *player = (struct player){kind, self, own_seed, own};
    player_begin(player, seed);
    return player;
}

struct player *player_make(const struct ruleset *rules, const struct player_spec *spec,
                           uint64_t seed, struct problem *problem)
{
    assert(!makes_none);
    assert(player_memory(spec) <= PLAYER_MEMORY_MAX);
    int row = find_setting(spec->kind, span_of("seed"));
    uint64_t own_seed = row < 0 ? 0 : (uint64_t)spec->values[row];
    uint32_t taste = 0;
    struct own_judge *own = NULL;
    if (spec->taste[0] != '\0' && !taste_read(rules->game, span_of(spec->taste), &taste, problem))
        return NULL;
    if (spec->network[0] != '\0' &&
        (own = own_judge_open(rules->game, spec->network, problem)) == NULL)
        return NULL;
    void *self = own != NULL ? spec->kind->open_with(rules, spec->values, &own->judge)
                             : spec->kind->open(rules, spec->values);
    atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
    if (self == NULL) {
        own_judge_close(own);
        problem_no_memory(problem);
        return NULL;
    }
    if (taste != 0)
        spec->kind->like(self, taste);
    return make(spec->kind, self, own_seed, seed, own);
}

struct player *player_open(const struct ruleset *rules, struct span description, uint64_t seed,
                           struct problem *problem)
{
    struct player_spec spec;
    return player_read_own(description, &spec, problem) ? player_make(rules, &spec, seed, problem)
                                                        : NULL;
}

struct player *player_wrap(const struct player_kind *kind, void *self, uint64_t seed)
{
    return make(kind, self, 0, seed, NULL);
}

void player_begin(struct player *player, uint64_t seed)
{
    assert(player->self != NULL);
    player->kind->begin(player->self, player->seed + seed);
}

void player_resume(struct player *player, const struct ruleset *rules, const void *state,
                   int64_t spent_ms)
{
    if (player->kind->resume != NULL)
        player->kind->resume(player->self, rules, state, spent_ms);
}

bool player_limit_reached(const struct player_limit *limit)
{
    return (limit->stop != NULL && atomic_load_explicit(limit->stop, memory_order_relaxed)) ||
           (limit->until > 0 && clock_ms() >= limit->until);
}

void player_bound(struct player *player, struct player_limit limit)
{
    if (player->kind->bound != NULL)
        player->kind->bound(player->self, limit);
}

struct move player_choose(struct player *player, const struct ruleset *rules, const void *state)
{
    assert(rules->game->node(rules, state).actor >= 0);
    struct move move = player->kind->choose(player->self, rules, state);
    assert(play_find(rules, state, move) >= 0);
    return move;
}

int player_visits(const struct player *player, uint32_t visits[MOVES_MAX])
{
    return player->kind->visits != NULL ? player->kind->visits(player->self, visits) : 0;
}

int player_opinions(const struct player *player, struct opinion opinions[MOVES_MAX])
{
    return player->kind->opinions != NULL ? player->kind->opinions(player->self, opinions) : 0;
}

const char *player_failure(const struct player *player)
{
    return player->kind->failure != NULL ? player->kind->failure(player->self) : NULL;
}

const char *player_name(const struct player *player)
{
    return player->kind->name;
}

void *player_self(const struct player *player)
{
    return player->self;
}

void player_close(struct player *player)
{
    if (player == NULL)
        return;
    player->kind->close(player->self);
    own_judge_close(player->own);
    free(player);
}
