/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Runs scenarios. Each kind of line has a function that does or compares one thing; anything
 * unexpected becomes a report with the line, the expected and the actual value. */

#include "scenario.h"

#include "position.h"

#include "base/container_of.h"
#include "contract/notation.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_TOLD = 8 }; /* of those that could have been made instead */

/* A scenario under way. */
struct scenario_run {
    const struct scenario *scenario;
    const struct ruleset *rules;
    union any_state state;
    union any_state valid; /* the last one that was checked: where refused edits lead back to */
    struct events events;  /* of the last move */
    int line;              /* of the present statement */
    int edited;            /* line of the last edit since the state was checked, or 0 */
    const struct statement
        *pause;  /* where the next move is to be looked at, or where it is; or NULL */
    bool paused; /* `state` and `events` are those of that moment, … */
    union any_state moment;
    int moment_events;
    union any_state after; /* … and this is where the move led */
    int after_events;
    struct text expected, actual;
};

/* ---- events ---------------------------------------------------------------------------------- */

static void write_event_list(const struct scenario_run *run, const struct message *list, int count,
                             struct text *out)
{
    text_add(out, count > 0 ? "" : "-");
    for (int i = 0; i < count; i++) {
        text_add(out, i > 0 ? " ; " : "");
        message_write(run->rules, run->rules->game->words->events, list[i], out);
    }
}

/* As it is written: an event may tell people more than its notation says. */
static bool same_event(const struct scenario_run *run, struct message a, struct message b)
{
    struct text one = {0}, other = {0};
    write_event_list(run, &a, 1, &one);
    write_event_list(run, &b, 1, &other);
    bool same = strcmp(text_string(&one), text_string(&other)) == 0;
    text_free(&one);
    text_free(&other);
    return same;
}

/* Keeps the moment at which the event is told that the scenario pauses at, the first time. */
static void keep_moment(struct events *events)
{
    struct scenario_run *run = container_of(events, struct scenario_run, events);
    assert(run->pause != NULL && events->count > 0);
    if (run->moment_events > 0 || events->dropped > 0 ||
        !same_event(run, events->list[events->count - 1], run->pause->messages[0]))
        return;
    run->moment = run->state;
    run->moment_events = events->count;
}

static void begin_events(struct scenario_run *run)
{
    events_clear(&run->events);
    if (run->pause != NULL)
        run->events.watch = keep_moment;
}

/* ---- doing ----------------------------------------------------------------------------------- */

static bool do_set(struct scenario_run *run, const struct statement *statement)
{
    assert(statement->cell.offset + statement->cell.field->size <= run->rules->game->state_size);
    memcpy(run->state.bytes + statement->cell.offset, statement->value,
           statement->cell.field->size);
    run->edited = statement->line;
    return true;
}

static int actor_of(const struct scenario_run *run)
{
    return run->rules->game->node(run->rules, &run->state).actor;
}

static void write_actor(const struct scenario_run *run, int actor, struct text *out)
{
    if (actor >= 0)
        thing_write(run->rules, THING_SEAT, actor, out);
    else
        text_add(out, actor == DEALER ? "dealer" : "nobody");
}

static bool do_deal(struct scenario_run *run, const struct statement *statement)
{
    struct random random = random_stream((uint64_t)statement->number, 0);
    begin_events(run);
    while (actor_of(run) == DEALER)
        run->rules->game->apply(run->rules, &run->state,
                                chance_random(run->rules, &run->state, &random), &run->events);
    return true;
}

/* The reason why the move is blocked, or NULL. */
static const struct message *find_reason(const struct scenario_run *run, struct move move,
                                         struct blocked list[BLOCKED_MAX])
{
    int count = run->rules->game->blocked(run->rules, &run->state, list);
    for (int i = 0; i < count; i++)
        if (move_equal(list[i].move, move))
            return &list[i].why;
    return NULL;
}

static void write_standing(struct scenario_run *run, struct move move)
{
    struct blocked list[BLOCKED_MAX];
    if (play_find(run->rules, &run->state, move) >= 0) {
        text_add(&run->actual, "legal");
        return;
    }
    const struct message *why = find_reason(run, move, list);
    text_add(&run->actual, why != NULL ? "blocked because " : "illegal, no reason given");
    if (why != NULL)
        message_write(run->rules, run->rules->game->words->reasons, *why, &run->actual);
}

static void write_moves(const struct scenario_run *run, const struct move *moves, int count,
                        struct text *out)
{
    text_add(out, count > 0 ? "" : "-");
    for (int i = 0; i < count; i++) {
        text_add(out, i > 0 ? " ; " : "");
        move_write(run->rules, moves[i], out);
    }
}

/* What is asked, and what could be answered. */
static void write_question(const struct scenario_run *run, struct text *out)
{
    struct move moves[MOVES_MAX];
    struct node node = run->rules->game->node(run->rules, &run->state);
    int count = run->rules->game->legal(run->rules, &run->state, moves);
    text_addf(out, "; asked: %s; legal: ", run->rules->game->words->questions[node.ask.kind].name);
    write_moves(run, moves, count < MOVES_TOLD ? count : MOVES_TOLD, out);
    if (count > MOVES_TOLD)
        text_addf(out, " ; … %d more", count - MOVES_TOLD);
}

static bool make_move(struct scenario_run *run, int actor, struct move move)
{
    if (actor_of(run) != actor) {
        text_add(&run->expected, "decision ");
        write_actor(run, actor, &run->expected);
        text_add(&run->actual, "decision ");
        write_actor(run, actor_of(run), &run->actual);
        return false;
    }
    begin_events(run);
    if (play_move(run->rules, &run->state, move, &run->events)) {
        if (run->events.dropped > 0)
            text_addf(&run->actual, "%d events more than a move can have", run->events.dropped);
        return run->events.dropped == 0;
    }
    text_add(&run->expected, "legal ");
    move_write(run->rules, move, &run->expected);
    write_standing(run, move);
    write_question(run, &run->actual);
    return false;
}

/* Whom the first event is about that is about anyone, or NOBODY. */
static int seat_concerned(const struct events *events)
{
    for (int i = 0; i < events->count; i++)
        if (events->list[i].seat >= 0)
            return events->list[i].seat;
    return NOBODY;
}

static bool do_chance(struct scenario_run *run, const struct statement *statement)
{
    if (!make_move(run, DEALER, statement->move))
        return false;
    int seat = seat_concerned(&run->events);
    if (statement->seat < 0 || statement->seat == seat)
        return true;
    text_add(&run->expected, "for ");
    write_actor(run, statement->seat, &run->expected);
    text_add(&run->actual, "for ");
    write_actor(run, seat, &run->actual);
    return false;
}

static bool do_move(struct scenario_run *run, const struct statement *statement)
{
    return make_move(run, statement->seat, statement->move);
}

/* ---- comparing ------------------------------------------------------------------------------- */

static bool expect_number(struct scenario_run *run, int64_t expected, int64_t actual)
{
    text_add_number(&run->expected, expected);
    text_add_number(&run->actual, actual);
    return expected == actual;
}

static bool expect_legal(struct scenario_run *run, const struct statement *statement)
{
    text_add(&run->expected, "legal");
    write_standing(run, statement->move);
    return play_find(run->rules, &run->state, statement->move) >= 0;
}

static bool expect_illegal(struct scenario_run *run, const struct statement *statement)
{
    text_add(&run->expected, "not legal");
    write_standing(run, statement->move);
    return play_find(run->rules, &run->state, statement->move) < 0;
}

static bool same_message(struct message a, struct message b)
{
    return a.kind == b.kind && a.seat == b.seat && a.a == b.a && a.b == b.b && a.c == b.c;
}

static bool expect_blocked(struct scenario_run *run, const struct statement *statement)
{
    const struct wording *reasons = run->rules->game->words->reasons;
    assert(statement->message_count == 1);
    struct message expected = statement->messages[0];
    struct blocked list[BLOCKED_MAX];
    text_add(&run->expected, "blocked because ");
    if (statement->in_full)
        message_write(run->rules, reasons, expected, &run->expected);
    else
        text_add(&run->expected, reasons[expected.kind].name);
    write_standing(run, statement->move);
    const struct message *why = find_reason(run, statement->move, list);
    return why != NULL && play_find(run->rules, &run->state, statement->move) < 0 &&
           (statement->in_full ? same_message(*why, expected) : why->kind == expected.kind);
}

/* Is the move in the list twice? */
static bool is_named_before(const struct statement *statement, int number)
{
    for (int i = 0; i < number; i++)
        if (move_equal(statement->moves[i], statement->moves[number]))
            return true;
    return false;
}

static bool expect_choices(struct scenario_run *run, const struct statement *statement)
{
    struct move moves[MOVES_MAX];
    int count = run->rules->game->legal(run->rules, &run->state, moves);
    if (statement->moves == NULL)
        return expect_number(run, statement->number, count);
    bool same = count == statement->move_count;
    for (int i = 0; i < statement->move_count; i++)
        same = same && play_find(run->rules, &run->state, statement->moves[i]) >= 0 &&
               !is_named_before(statement, i);
    write_moves(run, statement->moves, statement->move_count, &run->expected);
    write_moves(run, moves, count, &run->actual);
    return same;
}

static bool expect_decision(struct scenario_run *run, const struct statement *statement)
{
    const struct wording *asks = run->rules->game->words->questions;
    struct node node = run->rules->game->node(run->rules, &run->state);
    write_actor(run, statement->seat, &run->expected);
    write_actor(run, node.actor, &run->actual);
    if (statement->in_full)
        text_addf(&run->expected, " %s", asks[statement->row].name);
    text_addf(&run->actual, " %s", asks[node.ask.kind].name);
    return node.actor == statement->seat &&
           (!statement->in_full || node.ask.kind == statement->row);
}

static bool expect_score(struct scenario_run *run, const struct statement *statement)
{
    struct score score;
    run->rules->game->score(run->rules, &run->state, &score);
    return expect_number(run, statement->number,
                         statement->in_full ? score.parts[statement->seat][statement->row]
                                            : score.total[statement->seat]);
}

static bool expect_place(struct scenario_run *run, const struct statement *statement)
{
    struct score score;
    run->rules->game->score(run->rules, &run->state, &score);
    return expect_number(run, statement->number, score.place[statement->seat]);
}

static bool expect_event(struct scenario_run *run, const struct statement *statement)
{
    assert(statement->message_count == 1);
    write_event_list(run, statement->messages, 1, &run->expected);
    write_event_list(run, run->events.list, run->events.count, &run->actual);
    for (int i = 0; i < run->events.count; i++)
        if (same_event(run, run->events.list[i], statement->messages[0]))
            return true;
    return false;
}

static bool expect_no_event(struct scenario_run *run, const struct statement *statement)
{
    text_addf(&run->expected, "no event %s", run->rules->game->words->events[statement->row].name);
    write_event_list(run, run->events.list, run->events.count, &run->actual);
    for (int i = 0; i < run->events.count; i++)
        if (run->events.list[i].kind == statement->row)
            return false;
    return true;
}

static bool expect_events(struct scenario_run *run, const struct statement *statement)
{
    write_event_list(run, statement->messages, statement->message_count, &run->expected);
    write_event_list(run, run->events.list, run->events.count, &run->actual);
    bool same = statement->message_count == run->events.count;
    for (int i = 0; same && i < run->events.count; i++)
        same = same_event(run, run->events.list[i], statement->messages[i]);
    return same;
}

static bool expect_value(struct scenario_run *run, const struct statement *statement)
{
    struct cell cell = statement->cell;
    union any_state wanted = {{0}};
    memcpy(wanted.bytes + cell.offset, statement->value, cell.field->size);
    value_write(run->rules, &wanted, cell, &run->expected);
    value_write(run->rules, &run->state, cell, &run->actual);
    return memcmp(run->state.bytes + cell.offset, statement->value, cell.field->size) == 0;
}

/* Back to where the edits began. */
static bool expect_refused(struct scenario_run *run, const struct statement *statement)
{
    const char *wrong = run->rules->game->check(run->rules, &run->state);
    text_add(&run->expected, "an impossible position");
    if (statement->in_full)
        text_addf(&run->expected, ": %s", text_string(&statement->wanted));
    text_add(&run->actual, wrong != NULL ? wrong : "a possible position");
    if (wrong == NULL ||
        (statement->in_full && strcmp(wrong, text_string(&statement->wanted)) != 0))
        return false;
    run->state = run->valid;
    run->edited = 0;
    return true;
}

static bool expect_total(struct scenario_run *run, const struct statement *statement)
{
    int64_t total = 0;
    bool known = fields_total(run->rules, &run->state, text_span(&statement->name), &total);
    assert(known);
    return expect_number(run, statement->number, total) && known;
}

/* One step into a JSON value: the key of an object, or the place in a list, from 1. */
static json_t *step_into(json_t *value, struct span word)
{
    char key[64];
    int64_t place = 0;
    span_copy(word, key, sizeof key);
    if (!json_is_array(value))
        return json_object_get(value, key);
    return span_number(word, 1, (int64_t)json_array_size(value), &place)
               ? json_array_get(value, (size_t)place - 1)
               : NULL;
}

/* The value that these keys lead to, as it is written in JSON, but words without quotes. */
static void write_progress(json_t *value, struct span keys, struct text *out)
{
    struct problem ignored = {0};
    struct scan scan;
    for (bool more = scan_open(&scan, NULL, keys, &ignored) && scan_line(&scan); more;
         more = scan_peek(&scan).length > 0)
        value = step_into(value, scan_word(&scan));
    char *written =
        json_is_string(value) ? NULL : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    text_add(out, json_is_string(value) ? json_string_value(value)
                  : written != NULL     ? written
                                        : "nothing of that name");
    free(written);
}

static bool expect_progress(struct scenario_run *run, const struct statement *statement)
{
    struct text text = {0};
    struct json json = {.out = &text};
    if (run->rules->game->progress != NULL)
        run->rules->game->progress(run->rules, &run->state, &json, NULL);
    json_t *all = json_loads(text_string(&text), 0, NULL);
    text_add(&run->expected, text_string(&statement->wanted));
    write_progress(all, text_span(&statement->name), &run->actual);
    json_decref(all);
    text_free(&text);
    return strcmp(text_string(&run->expected), text_string(&run->actual)) == 0;
}

/* ---- pausing --------------------------------------------------------------------------------- */

static bool do_pause(struct scenario_run *run, const struct statement *statement)
{
    run->pause = statement;
    run->moment_events = 0;
    return true;
}

/* After a move that was made in full. */
static bool begin_pause(struct scenario_run *run)
{
    assert(run->pause != NULL && !run->paused);
    if (run->moment_events == 0) {
        text_add(&run->expected, "an event to pause at: ");
        write_event_list(run, run->pause->messages, 1, &run->expected);
        write_event_list(run, run->events.list, run->events.count, &run->actual);
        return false;
    }
    run->after = run->state;
    run->after_events = run->events.count;
    run->state = run->moment;
    run->events.count = run->moment_events;
    run->paused = true;
    return true;
}

static bool do_go_on(struct scenario_run *run, const struct statement *statement)
{
    (void)statement;
    if (!run->paused) {
        text_add(&run->expected, "a pause");
        text_add(&run->actual, "nothing to go on with");
        return false;
    }
    run->state = run->after;
    run->events.count = run->after_events;
    run->pause = NULL;
    run->paused = false;
    return true;
}

/* Between two decisions there is no position: values and events can be looked at, nothing else. */
static bool is_allowed_in_pause(const struct statement *statement)
{
    switch ((enum statement_kind)statement->kind) {
    case SAY_GO_ON:
    case EXPECT_EVENT:
    case EXPECT_NO_EVENT:
    case EXPECT_EVENTS:
    case EXPECT_TOTAL:
    case EXPECT_VALUE:
        return true;
    case SAY_SET:
    case SAY_DEAL:
    case SAY_CHANCE:
    case SAY_MOVE:
    case SAY_PAUSE:
    case EXPECT_LEGAL:
    case EXPECT_ILLEGAL:
    case EXPECT_BLOCKED:
    case EXPECT_CHOICES:
    case EXPECT_DECISION:
    case EXPECT_SCORE:
    case EXPECT_PLACE:
    case EXPECT_REFUSED:
    case EXPECT_PROGRESS:
        break;
    }
    return false;
}

static bool refuse_in_pause(struct scenario_run *run)
{
    text_add(&run->expected, "go on, or values and events of this moment");
    text_add(&run->actual, "a line that needs a decision");
    return false;
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool (*const handlers[])(struct scenario_run *, const struct statement *) = {
    [SAY_SET] = do_set,
    [SAY_DEAL] = do_deal,
    [SAY_CHANCE] = do_chance,
    [SAY_MOVE] = do_move,
    [SAY_PAUSE] = do_pause,
    [SAY_GO_ON] = do_go_on,
    [EXPECT_LEGAL] = expect_legal,
    [EXPECT_ILLEGAL] = expect_illegal,
    [EXPECT_BLOCKED] = expect_blocked,
    [EXPECT_CHOICES] = expect_choices,
    [EXPECT_DECISION] = expect_decision,
    [EXPECT_SCORE] = expect_score,
    [EXPECT_PLACE] = expect_place,
    [EXPECT_EVENT] = expect_event,
    [EXPECT_NO_EVENT] = expect_no_event,
    [EXPECT_EVENTS] = expect_events,
    [EXPECT_REFUSED] = expect_refused,
    [EXPECT_TOTAL] = expect_total,
    [EXPECT_PROGRESS] = expect_progress,
    [EXPECT_VALUE] = expect_value,
};

/* Edits and moves must leave a valid state. */
static bool check_state(struct scenario_run *run)
{
    const char *wrong = run->rules->game->check(run->rules, &run->state);
    if (wrong == NULL) {
        run->valid = run->state;
        return true;
    }
    text_clear(&run->expected);
    text_clear(&run->actual);
    text_add(&run->expected, "a possible position");
    text_add(&run->actual, wrong);
    return false;
}

/* One edit may lead to a state that cannot be, as long as the following ones mend it. */
static bool check_edits(struct scenario_run *run)
{
    if (run->edited == 0)
        return true;
    if (!check_state(run)) {
        run->line = run->edited;
        return false;
    }
    run->edited = 0;
    return true;
}

static bool run_statement(struct scenario_run *run, const struct statement *statement)
{
    assert(statement->kind < sizeof handlers / sizeof handlers[0]);
    text_clear(&run->expected);
    text_clear(&run->actual);
    run->line = statement->line;
    bool moves = statement->kind != SAY_SET && statement->kind <= SAY_MOVE;
    bool edits = statement->kind == SAY_SET || statement->kind == EXPECT_REFUSED;
    if (run->paused && !is_allowed_in_pause(statement))
        return refuse_in_pause(run);
    if (!edits && !check_edits(run))
        return false;
    return handlers[statement->kind](run, statement) &&
           (!moves || (check_state(run) && (run->pause == NULL || begin_pause(run))));
}

/* Nothing is left over: edits that were not checked, a pause that did not end. */
static bool check_end(struct scenario_run *run)
{
    if (!check_edits(run))
        return false;
    if (run->pause == NULL)
        return true;
    run->line = run->pause->line;
    text_clear(&run->expected);
    text_clear(&run->actual);
    text_add(&run->expected, "go on");
    text_add(&run->actual, "the end of the scenario");
    return false;
}

/* The line that failed, as it is written; where it is no statement, it is the position. */
static void write_line(const struct scenario_run *run, struct text *out)
{
    for (int i = 0; i < run->scenario->count; i++)
        if (run->scenario->statements[i].line == run->line) {
            statement_write(run->rules, &run->scenario->statements[i], out);
            return;
        }
    text_add(out, "the position to start from");
}

static void report_failure(const struct scenario_run *run, const char *file, struct text *report)
{
    text_addf(report, "%s:%d: ", file, run->line);
    write_line(run, report);
    text_addf(report, "\n  expected: %s\n", text_string(&run->expected));
    text_addf(report, "  actual:   %s\n", text_string(&run->actual));
}

/* A position to start from that is impossible is treated as edits of the start are. */
static void start(struct scenario_run *run)
{
    play_start(run->rules, &run->valid);
    run->state = run->scenario->has_state ? run->scenario->state : run->valid;
    run->edited = check_state(run) ? 0 : run->scenario->state_line;
    assert(run->edited == 0 || run->scenario->has_state); /* every game starts validly */
    text_clear(&run->expected);
    text_clear(&run->actual);
}

bool scenario_run(const struct scenario *scenario, const char *file, bool with_position,
                  struct text *report)
{
    struct scenario_run *run = memory_new_at_line(sizeof *run);
    run->scenario = scenario;
    run->rules = scenario->rules;
    start(run);
    bool fine = true;
    for (int i = 0; fine && i < scenario->count; i++)
        fine = run_statement(run, &scenario->statements[i]);
    fine = fine && check_end(run);
    assert(!fine || run->edited == 0); /* no edit goes unchecked */
    if (!fine)
        report_failure(run, file, report);
    if (!fine && with_position)
        position_write(run->rules, &run->state, report);
    text_free(&run->expected);
    text_free(&run->actual);
    free(run);
    return fine;
}
