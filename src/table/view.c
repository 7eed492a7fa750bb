/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables as JSON.
 *
 * Everything specific to a game comes from the tables of words and fields (contract/notation,
 * fields): no game is named here. A view is written again for every watcher whenever something
 * happens, so the large parts that are the same for all readers of a language are cached (struct
 * view_cache), and recent events come from the session, which knows them, instead of being
 * recomputed. Texts of legal moves are only written for the player who decides. */

#include "view.h"

#include "contract/fields.h"
#include "contract/moment.h"
#include "contract/notation.h"
#include "contract/play.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <string.h>

/* ---- small parts ----------------------------------------------------------------------------- */

static void put_text(struct json *json, const char *key, struct text *text)
{
    json_put_string(json, key, text_string(text));
    text_clear(text);
}

static struct teller teller_of(const struct table *table, enum language language)
{
    if (table->session != NULL)
        return session_teller(table->session, language);
    return (struct teller){.language = language};
}

/* A deal that someone may know. */
static void put_same_deal(const struct table *table, bool asked, struct json *json)
{
    if (!same_deal_is_set(&table->plan.same_deal))
        return;
    json_open(json, "same_deal", '{');
    json_put_string(json, "table", table->plan.same_deal.table_id);
    json_put_boolean(json, "asks", asked);
    json_close(json, '}');
}

static void put_plan(const struct table *table, struct json *json)
{
    const struct table_plan *plan = &table->plan;
    json_put_string(json, "title", plan->title);
    json_put_string(json, "game", plan->game->name);
    json_put_number(json, "players", plan->setup.players);
    json_open(json, "options", '{');
    for (int i = 0; i < option_count(plan->game); i++) {
        const struct option *option = &plan->game->words->options[i];
        assert(plan->setup.options[i] < choice_count(option)); /* checked when the table was made */
        json_put_string(json, option->name, option->choices[plan->setup.options[i]]);
    }
    json_close(json, '}');
    json_put_boolean(json, "listed", plan->listed);
    json_put_boolean(json, "chat", plan->chat);
    json_put_boolean(json, "hints", plan->hints);
    json_open(json, "clock", '{');
    json_put_string(json, "kind", table_clock_words[plan->clock]);
    json_put_number(json, "time", plan->time);
    json_put_number(json, "increment", plan->increment);
    json_close(json, '}');
    if (plan->cards_title[0] != '\0')
        json_put_string(json, "cards_title", plan->cards_title);
    if (plan->rematch[0] != '\0')
        json_put_string(json, "follows", plan->rematch);
    if (table->import != NULL)
        json_put_number(json, "imported", table->import->count);
}

const char *view_seat_kind(const struct table *table, int seat)
{
    assert(seat >= 0 && seat < table->plan.setup.players);
    if (table->seats[seat].player[0] != '\0')
        return "computer";
    return table->seats[seat].user == 0 && table->session == NULL ? "open" : "person";
}

static void put_seats(const struct table *table, unsigned own, unsigned online, int64_t now,
                      struct json *json)
{
    json_open(json, "seats", '[');
    for (int i = 0; i < table->plan.setup.players; i++) {
        const struct table_seat *seat = &table->seats[i];
        bool computer = seat->player[0] != '\0';
        json_open(json, NULL, '{');
        json_put_string(json, "kind", view_seat_kind(table, i));
        json_put_string(json, "name", seat->name);
        if (computer)
            json_put_string(json, "player", seat->player);
        if (seat->user != 0 && seat->person != PERSON_UNKNOWN)
            json_put_boolean(json, "guest", seat->person == PERSON_GUEST);
        if (seat->user != 0 && seat->person == PERSON_BOT)
            json_put_boolean(json, "bot", true);
        json_put_boolean(json, "yours", own >> i & 1);
        json_put_boolean(json, "replaced", computer && seat->user != 0);
        if (seat->agreed)
            json_put_boolean(json, "agreed", true);
        if (seat->back_round > 0)
            json_put_number(json, "back_round", seat->back_round);
        if (seat->hints > 0)
            json_put_number(json, "hints", seat->hints);
        json_put_boolean(json, "online", online >> i & 1);
        json_put_boolean(json, "confirms", seat->confirm);
        json_put_boolean(json, "wants_pause", seat->wants_pause);
        if (table->plan.clock != CLOCK_NONE) {
            json_put_boolean(json, "clock_runs", seat->deadline != 0);
            json_put_number(json, "left", seat->deadline != 0 ? seat->deadline - now : seat->left);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* ---- what is the same for all ---------------------------------------------------------------- */

/* The cache for this version of the table; what it holds of another one is forgotten. */
static void turn_cache_to(struct view_cache *cache, const struct table *table)
{
    if (cache->rows == table->rows && strcmp(cache->table_id, table->id) == 0)
        return;
    memcpy(cache->table_id, table->id, sizeof cache->table_id);
    cache->rows = table->rows;
    text_clear(&cache->state);
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        text_clear(&cache->score[i]);
        text_clear(&cache->projected[i]);
        text_clear(&cache->log[i]);
    }
    assert(cache->state.length == 0 && cache->rows == table->rows);
}

void view_cache_free(struct view_cache *cache)
{
    text_free(&cache->state);
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        text_free(&cache->score[i]);
        text_free(&cache->projected[i]);
        text_free(&cache->log[i]);
    }
    *cache = (struct view_cache){0};
}

/* ---- state ----------------------------------------------------------------------------------- */

static void put_progress(const struct table *table, const void *state, struct json *json)
{
    if (table->rules->game->progress != NULL)
        table->rules->game->progress(table->rules, state, json, "progress");
}

static void put_state(const struct table *table, const void *state, struct json *json)
{
    state_json(table->rules, state, json, "state");
    put_progress(table, state, json);
}

/* ---- score ----------------------------------------------------------------------------------- */

static void put_seat_score(const struct ruleset *rules, const struct score *score, int seat,
                           enum language language, struct json *json)
{
    const struct wording *sources = rules->game->words->sources;
    assert(score->place[seat] >= 1 && score->place[seat] <= rules->setup.players);
    json_open(json, NULL, '{');
    json_put_number(json, "total", score->total[seat]);
    json_put_number(json, "place", score->place[seat]);
    json_open(json, "parts", '[');
    for (int i = 0; sources[i].name != NULL; i++) {
        json_open(json, NULL, '{');
        json_put_string(json, "source", sources[i].name);
        json_put_string(json, "text", phrase(language, sources[i].text));
        json_put_number(json, "points", score->parts[seat][i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

typedef void score_counter(const struct ruleset *rules, const void *state, struct score *score);

static void put_score(const struct table *table, score_counter *count, const void *state,
                      enum language language, struct json *json, const char *key)
{
    const struct ruleset *rules = table->rules;
    struct score score;
    count(rules, state, &score);
    json_open(json, key, '[');
    for (int seat = 0; seat < rules->setup.players; seat++)
        put_seat_score(rules, &score, seat, language, json);
    json_close(json, ']');
}

/* The score, and that if the game ended now where it is another. */
static void put_scores(const struct table *table, const void *state, enum language language,
                       struct json *json)
{
    const struct game *game = table->rules->game;
    put_score(table, game->score, state, language, json, "score");
    if (game->projected != NULL)
        put_score(table, game->projected, state, language, json, "projected");
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* A move that is made at that state; NULL: at any. */
static void put_move(const struct table *table, const void *state, const struct teller *teller,
                     int seat, struct move move, struct json *json)
{
    struct text text = {0};
    move_write(table->rules, move, &text);
    put_text(json, "move", &text);
    tell_move(table->rules, state, teller, seat, move, &text);
    put_text(json, "text", &text);
    json_put_string(json, "rule", table->rules->game->words->moves[move.kind].rule);
    move_json(table->rules, move, json);
    text_free(&text);
}

/* A move as it is offered there, with what it means. */
static void put_offer(const struct table *table, const void *state, const struct teller *teller,
                      int seat, struct move move, struct json *json)
{
    struct text more = {0};
    put_move(table, state, teller, seat, move, json);
    explain_move(table->rules, state, move, teller->language, &more);
    if (more.length > 0)
        json_put_string(json, "more", text_string(&more));
    text_free(&more);
}

/* What the dealer turns up in the same turn if the move is made, as a sentence. */
static void put_revealed(const struct table *table, const void *state, const struct teller *teller,
                         struct move move, struct json *json)
{
    struct text text = {0};
    struct node after;
    if (play_reveals(table->rules, state, move, &after)) {
        tell_message(table->rules, teller, table->rules->game->words->questions, after.ask, &text);
        put_text(json, "reveals", &text);
    }
    text_free(&text);
}

/* What the dealer may draw: each with how often it comes among so many. */
static void put_chance(const struct table *table, const void *state, const struct teller *teller,
                       struct json *json)
{
    struct chance chance;
    chance_list(table->rules, state, &chance);
    assert(chance.count > 0 && chance.total > 0);
    json_open(json, "legal", '[');
    for (int i = 0; i < chance.count; i++) {
        json_open(json, NULL, '{');
        put_offer(table, state, teller, DEALER, chance.moves[i], json);
        json_put_number(json, "odds", chance.weights[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_put_number(json, "odds_total", chance.total);
}

static void put_legal(const struct table *table, const void *state, const struct teller *teller,
                      int seat, struct json *json)
{
    if (seat == DEALER) {
        put_chance(table, state, teller, json);
        return;
    }
    struct move moves[MOVES_MAX];
    int count = table->rules->game->legal(table->rules, state, moves);
    assert(count >= 0 && count <= MOVES_MAX);
    json_open(json, "legal", '[');
    for (int i = 0; i < count; i++) {
        json_open(json, NULL, '{');
        put_offer(table, state, teller, seat, moves[i], json);
        if (seat >= 0)
            put_revealed(table, state, teller, moves[i], json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_blocked(const struct table *table, const void *state, const struct teller *teller,
                        int seat, struct json *json)
{
    static struct blocked blocked[BLOCKED_MAX]; /* the loop is one thread */
    const struct words *words = table->rules->game->words;
    struct text text = {0};
    int count = table->rules->game->blocked(table->rules, state, blocked);
    assert(count >= 0 && count <= BLOCKED_MAX);
    json_open(json, "blocked", '[');
    for (int i = 0; i < count; i++) {
        json_open(json, NULL, '{');
        put_offer(table, state, teller, seat, blocked[i].move, json);
        tell_message(table->rules, teller, words->reasons, blocked[i].why, &text);
        put_text(json, "why", &text);
        json_put_string(json, "because", words->reasons[blocked[i].why.kind].rule);
        json_close(json, '}');
    }
    json_close(json, ']');
    text_free(&text);
}

/* ---- the game -------------------------------------------------------------------------------- */

/* The teller, who says "you" to whoever decides there if that is the viewer. */
static struct teller teller_to(const struct teller *teller, const struct viewer *viewer, int actor)
{
    struct teller told = *teller;
    assert(actor < SEATS_MAX);
    if (actor >= 0 && (viewer->seats >> actor & 1))
        told.reader = actor + 1;
    return told;
}

static void put_node(const struct table *table, const struct teller *teller, const void *state,
                     struct json *json)
{
    struct text text = {0};
    struct node node = table->rules->game->node(table->rules, state);
    moment_put_seat_from_1(json, "actor", node.actor);
    moment_put_seat_from_1(json, "turn", node.turn);
    json_put_number(json, "round", node.round);
    tell_question(table->rules, state, teller, &text);
    put_text(json, "ask", &text);
    text_free(&text);
}

static void put_fairness(const struct table *table, struct json *json)
{
    uint8_t commitment[COMMITMENT_SIZE], seed[SEED_SIZE];
    struct problem unused = {0};
    struct text text = {0};
    if (session_commitment(table->session, commitment)) {
        text_add_hex(&text, commitment, sizeof commitment);
        put_text(json, "commitment", &text);
    }
    if (session_reveal(table->session, seed, &unused)) {
        text_add_hex(&text, seed, sizeof seed);
        put_text(json, "seed", &text);
    }
    text_free(&text);
}

/* What those may do who are asked. */
static void put_choices(const struct table *table, const struct viewer *viewer, struct json *json)
{
    struct teller anyone = teller_of(table, viewer->language);
    int awaited = session_awaited(table->session);
    assert(awaited < table->plan.setup.players);
    struct teller teller = teller_to(&anyone, viewer, awaited);
    bool asked = awaited >= 0 && (viewer->seats >> awaited & 1) && !table->paused;
    bool confirming = session_awaits_confirm(table->session) >= 0;
    assert(awaited < table->plan.setup.players);
    json_open(json, "can", '{');
    json_open(json, "undo", '[');
    for (int i = 0; i < table->plan.setup.players; i++)
        if ((viewer->seats >> i & 1) && session_can_undo(table->session, i))
            json_put_number(json, NULL, i + 1);
    json_close(json, ']');
    json_open(json, "redo", '[');
    for (int i = 0; i < table->plan.setup.players; i++)
        if ((viewer->seats >> i & 1) && session_can_redo(table->session, i))
            json_put_number(json, NULL, i + 1);
    json_close(json, ']');
    json_put_boolean(json, "confirm", asked && confirming);
    json_close(json, '}');
    if (asked && !confirming && viewer->wants_moves)
        put_legal(table, session_state(table->session), &teller, awaited, json);
    if (asked && !confirming && viewer->wants_blocked)
        put_blocked(table, session_state(table->session), &teller, awaited, json);
    if (asked && !confirming && viewer->wants_plans && table->rules->game->plans != NULL)
        table->rules->game->plans(table->rules, session_state(table->session), json, "plans");
}

/* A score as it was written before for the same language, or written now. */
static void put_kept_score(const struct table *table, score_counter *count, enum language language,
                           struct text *kept, struct json *json, const char *key)
{
    if (kept->length == 0)
        put_score(table, count, session_state(table->session), language,
                  &(struct json){.out = kept}, NULL);
    assert(kept->length > 0); /* or it would be written again each time */
    json_put_raw(json, key, text_string(kept));
}

static void put_present_scores(const struct table *table, enum language language,
                               struct view_cache *cache, struct json *json)
{
    const struct game *game = table->rules->game;
    if (cache == NULL) {
        put_scores(table, session_state(table->session), language, json);
        return;
    }
    put_kept_score(table, game->score, language, &cache->score[language], json, "score");
    if (game->projected != NULL)
        put_kept_score(table, game->projected, language, &cache->projected[language], json,
                       "projected");
}

static void put_present_state(const struct table *table, struct view_cache *cache,
                              struct json *json)
{
    const void *state = session_state(table->session);
    if (cache == NULL) {
        put_state(table, state, json);
        return;
    }
    assert(cache->rows == table->rows);
    if (cache->state.length == 0)
        state_json(table->rules, state, &(struct json){.out = &cache->state}, NULL);
    json_put_raw(json, "state", text_string(&cache->state));
    put_progress(table, state, json);
}

static void put_game(const struct table *table, const struct viewer *viewer,
                     struct view_cache *cache, struct json *json)
{
    struct teller anyone = teller_of(table, viewer->language);
    struct teller teller = teller_to(&anyone, viewer, session_node(table->session).actor);
    json_put_number(json, "moves", session_move_count(table->session));
    json_put_number(json, "final", session_final_count(table->session));
    moment_put_seat_from_1(json, "awaited", session_awaited(table->session));
    moment_put_seat_from_1(json, "confirming", session_awaits_confirm(table->session));
    put_node(table, &teller, session_state(table->session), json);
    put_present_scores(table, viewer->language, cache, json);
    put_choices(table, viewer, json);
    put_fairness(table, json);
    if (viewer->wants_state)
        put_present_state(table, cache, json);
}

void view_table(const struct table *table, const struct viewer *viewer, unsigned online,
                int64_t now, struct view_cache *cache, struct json *json, const char *key)
{
    if (cache != NULL)
        turn_cache_to(cache, table);
    json_open(json, key, '{');
    json_put_string(json, "table", table->id);
    json_put_number(json, "version", table->rows);
    json_put_string(json, "phase", table_phase_words[table->phase]);
    json_put_boolean(json, "paused", table->paused);
    json_put_boolean(json, "yours", viewer->owner);
    put_plan(table, json);
    put_same_deal(table, viewer->asked, json);
    put_seats(table, viewer->seats, online, now, json);
    if (table->session != NULL)
        put_game(table, viewer, cache, json);
    json_close(json, '}');
}

/* ---- looking back and ahead ------------------------------------------------------------------ */

static void put_events(const struct table *table, const struct teller *teller,
                       const struct events *events, struct json *json)
{
    const struct wording *wordings = table->rules->game->words->events;
    struct text text = {0};
    for (int i = 0; i < events->count; i++) {
        json_open(json, NULL, '{');
        message_write(table->rules, wordings, events->list[i], &text);
        put_text(json, "event", &text);
        tell_message(table->rules, teller, wordings, events->list[i], &text);
        put_text(json, "text", &text);
        json_put_string(json, "rule", wordings[events->list[i].kind].rule);
        message_json(table->rules, wordings, events->list[i], json);
        message_names_json(table->rules, teller, wordings, events->list[i], json);
        json_close(json, '}');
    }
    text_free(&text);
}

/* The state before move number `index`, if its line needs it: what happened lately is kept. */
static void seek_line(const struct table *table, uint32_t index, union any_state *state)
{
    if (!session_keeps_events(table->session, index))
        session_seek(table->session, index, state);
}

/* The line of the log about move number `index`, from 0. The state before it (seek_line) becomes
 * that after it. */
static void put_line(const struct table *table, const struct teller *teller, uint32_t index,
                     union any_state *state, struct json *json, const char *key)
{
    static struct events events; /* the loop is one thread */
    assert(index < session_move_count(table->session));
    struct record_move entry = session_entry(table->session, index);
    json_open(json, key, '{');
    json_put_number(json, "number", index + 1);
    moment_put_seat_from_1(json, "actor", entry.actor);
    put_move(table, NULL, teller, entry.actor, entry.move, json);
    events_clear(&events);
    if (session_keeps_events(table->session, index))
        session_copy_events(table->session, index, &events);
    else
        session_step(table->session, index, state, &events);
    json_open(json, "events", '[');
    put_events(table, teller, &events, json);
    json_close(json, ']');
    json_close(json, '}');
}

static void put_log(const struct table *table, enum language language, uint32_t from,
                    struct json *json, const char *key)
{
    struct teller teller = teller_of(table, language);
    union any_state state;
    uint32_t count = table->session != NULL ? session_move_count(table->session) : 0;
    if (from < count)
        seek_line(table, from, &state);
    json_open(json, key, '[');
    for (uint32_t i = from; i < count && i - from < VIEW_LOG_MAX; i++)
        put_line(table, &teller, i, &state, json, NULL);
    json_close(json, ']');
}

void view_log(const struct table *table, enum language language, uint32_t from,
              struct view_cache *cache, struct json *json, const char *key)
{
    if (cache == NULL) {
        put_log(table, language, from, json, key);
        return;
    }
    struct text *kept = &cache->log[language];
    turn_cache_to(cache, table);
    if (kept->length == 0 || cache->log_from[language] != from) {
        text_clear(kept);
        put_log(table, language, from, &(struct json){.out = kept}, NULL);
        cache->log_from[language] = from;
    }
    json_put_raw(json, key, text_string(kept));
}

void view_moment(const struct table *table, const struct viewer *viewer, uint32_t count,
                 struct json *json, const char *key)
{
    union any_state state;
    struct teller anyone = teller_of(table, viewer->language);
    assert(table->session != NULL && count <= session_move_count(table->session));
    session_seek(table->session, count, &state);
    struct node node = table->rules->game->node(table->rules, &state);
    struct teller teller = teller_to(&anyone, viewer, node.actor);
    json_open(json, key, '{');
    json_put_number(json, "moves", count);
    json_put_boolean(json, "over", node.actor == NOBODY);
    put_node(table, &teller, &state, json);
    put_scores(table, &state, viewer->language, json);
    if (viewer->wants_moves)
        put_legal(table, &state, &teller, node.actor, json);
    if (viewer->wants_blocked)
        put_blocked(table, &state, &teller, node.actor, json);
    put_state(table, &state, json);
    if (count > 0) {
        seek_line(table, count - 1, &state);
        put_line(table, &teller, count - 1, &state, json, "last");
    } else {
        json_put_null(json, "last");
    }
    json_close(json, '}');
}

static void put_totals(const struct table *table, const void *state, uint32_t moves, int round,
                       struct json *json)
{
    struct score score;
    table->rules->game->score(table->rules, state, &score);
    json_open(json, NULL, '{');
    json_put_number(json, "moves", moves);
    json_put_number(json, "round", round);
    json_open(json, "totals", '[');
    for (int seat = 0; seat < table->rules->setup.players; seat++)
        json_put_number(json, NULL, score.total[seat]);
    json_close(json, ']');
    json_close(json, '}');
}

/* Makes all moves once more: that takes less than a millisecond for the longest games. */
void view_scores(const struct table *table, struct json *json, const char *key)
{
    const struct ruleset *rules = table->rules;
    union any_state state;
    assert(table->session != NULL);
    session_seek(table->session, 0, &state);
    int round = rules->game->node(rules, &state).round;
    uint32_t count = session_move_count(table->session);
    json_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        rules->game->apply(rules, &state, session_entry(table->session, i).move, NULL);
        struct node node = rules->game->node(rules, &state);
        if (node.actor == NOBODY || node.round == round)
            continue; /* the end belongs to the last round */
        put_totals(table, &state, i + 1, round, json);
        round = node.round;
    }
    put_totals(table, &state, count, round, json);
    json_close(json, ']');
}

bool view_preview(const struct table *table, const struct viewer *viewer, int seat,
                  const struct move *moves, int count, struct json *json, struct problem *problem)
{
    static struct events events;
    union any_state state;
    struct teller teller = teller_of(table, viewer->language);
    assert(table->session != NULL && count > 0);
    memcpy(&state, session_state(table->session), table->rules->game->state_size);
    events_clear(&events);
    for (int i = 0; i < count; i++)
        if (table->rules->game->node(table->rules, &state).actor != seat ||
            !play_move(table->rules, &state, moves[i], &events))
            return problem_set(problem, _("this move is not legal"), NULL, NULL, NULL);
    json_open(json, "preview", '{');
    put_move(table, NULL, &teller, seat, moves[count - 1], json);
    json_open(json, "events", '[');
    put_events(table, &teller, &events, json);
    json_close(json, ']');
    int actor = table->rules->game->node(table->rules, &state).actor;
    struct teller asked = teller_to(&teller, viewer, actor);
    put_node(table, &asked, &state, json);
    put_scores(table, &state, viewer->language, json);
    if (viewer->wants_state)
        put_state(table, &state, json);
    json_close(json, '}');
    return true;
}
