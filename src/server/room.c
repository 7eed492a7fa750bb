/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Rooms: each kind of row with who may cause it and what it does. */

#include "room.h"

#include "base/scan.h"
#include "contract/ruleset.h"
#include "record/heading.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const row_kinds[ROW_KINDS + 1] = {
    "sit",     "stand",    "computer",  "start",     "move",  "undo", "redo",
    "confirm", "confirms", "hand-over", "take-back", "pause", NULL};

/* ---- the head -------------------------------------------------------------------------------- */

static const char *const clock_words[] = {"none", "live", "days"};

void room_write_head(const struct room_plan *plan, const struct ruleset *rules, struct text *out)
{
    heading_write(rules, out);
    text_add(out, "title ");
    text_add_quoted(out, span_of(plan->title));
    text_addf(out, "\nlisted %d\nchat %d\nhints %d\nowner %" PRId64 "\n", plan->listed, plan->chat,
              plan->hints, plan->owner);
    text_addf(out, "clock %s %" PRId64 " %" PRId64 "\n", clock_words[plan->clock], plan->time,
              plan->increment);
    if (plan->rematch[0] != '\0')
        text_addf(out, "rematch %s\n", plan->rematch);
}

static bool read_flag(struct scan *scan, bool *out)
{
    int64_t value;
    if (!scan_number(scan, 0, 1, _("0 or 1"), &value))
        return false;
    *out = value != 0;
    return true;
}

static bool read_clock(struct scan *scan, struct room_plan *plan)
{
    struct span word = scan_word(scan);
    plan->clock = 0;
    while (plan->clock <= CLOCK_DAYS && !span_is(word, clock_words[plan->clock]))
        plan->clock++;
    if (plan->clock > CLOCK_DAYS)
        return scan_expected(scan, word, _("none, live or days"));
    return scan_number(scan, 0, INT64_C(1) << 40, _("a number"), &plan->time) &&
           scan_number(scan, 0, INT64_C(1) << 40, _("a number"), &plan->increment);
}

static bool read_title(struct scan *scan, struct room_plan *plan)
{
    struct text title = {0};
    bool fine = scan_unquote(scan, scan_word(scan), &title);
    span_copy(text_span(&title), plan->title, sizeof plan->title);
    text_free(&title);
    return fine;
}

static bool read_plan_line(struct scan *scan, struct room_plan *plan)
{
    struct span key = scan_word(scan), word;
    bool fine;
    if (span_is(key, "title"))
        fine = read_title(scan, plan);
    else if (span_is(key, "listed"))
        fine = read_flag(scan, &plan->listed);
    else if (span_is(key, "chat"))
        fine = read_flag(scan, &plan->chat);
    else if (span_is(key, "hints"))
        fine = read_flag(scan, &plan->hints);
    else if (span_is(key, "owner"))
        fine = scan_number(scan, 0, INT64_MAX, _("a number"), &plan->owner);
    else if (span_is(key, "clock"))
        fine = read_clock(scan, plan);
    else if (span_is(key, "rematch")) {
        fine = scan_need(scan, _("a table"), &word);
        span_copy(word, plan->rematch, sizeof plan->rematch);
    } else
        return scan_expected(scan, key, _("a line about the table"));
    return fine && scan_done(scan);
}

struct room *room_open(const struct store_table *table, struct problem *problem)
{
    struct scan scan;
    struct room *room = memory_new(1, sizeof *room);
    memcpy(room->id, table->id, sizeof room->id);
    memcpy(room->seed, table->seed, sizeof room->seed);
    if (!scan_open(&scan, table->id, span_of(table->head), problem) || !scan_line(&scan) ||
        (room->rules = heading_read(&scan, NULL)) == NULL) {
        if (!problem_is_set(problem))
            problem_set(problem, _("the table has no head"), NULL, NULL, NULL);
        room_close(room);
        return NULL;
    }
    while (!scan_at_end(&scan) && read_plan_line(&scan, &room->plan) && scan_line(&scan)) {
    }
    if (problem_is_set(problem)) {
        room_close(room);
        return NULL;
    }
    room->plan.game = room->rules->game;
    room->plan.setup = room->rules->setup;
    room->changed = table->made;
    for (int i = 0; i < SEATS_MAX; i++) {
        room->seats[i].left = room->plan.time;
        room->seats[i].confirm = true;
    }
    return room;
}

void room_close(struct room *room)
{
    if (room == NULL)
        return;
    session_close(room->session);
    ruleset_close(room->rules);
    explicit_bzero(room->seed, sizeof room->seed);
    free(room);
}

void room_replace(struct room *room, struct room *other)
{
    struct room old = *room;
    assert(strcmp(room->id, other->id) == 0);
    *room = *other;
    *other = old;
    room_close(other);
}

/* ---- seats ----------------------------------------------------------------------------------- */

static int players_of(const struct room *room)
{
    return room->rules->setup.players;
}

unsigned room_seats_of(const struct room *room, int64_t user)
{
    unsigned seats = 0;
    for (int i = 0; user != 0 && i < players_of(room); i++)
        if (room->seats[i].user == user)
            seats |= 1u << i;
    return seats;
}

static bool is_free(const struct room_seat *seat)
{
    return seat->user == 0 && seat->player[0] == '\0';
}

static bool refuse(struct problem *problem, const char *sentence)
{
    return problem_set(problem, sentence, NULL, NULL, NULL);
}

/* The seat as the session knows it. */
static bool fill_session_seat(const struct room_seat *from, struct seat *to,
                              struct problem *problem)
{
    bool fine = from->player[0] != '\0'
                    ? seat_computer(to, span_of(from->name), span_of(from->player), problem)
                    : seat_person(to, span_of(from->name), problem);
    if (fine && from->player[0] == '\0')
        to->confirm = from->confirm;
    return fine;
}

static bool tell_session(struct room *room, int seat, struct problem *problem)
{
    struct seat changed;
    if (room->session == NULL)
        return true;
    if (!fill_session_seat(&room->seats[seat], &changed, problem))
        return false;
    session_change_seat(room->session, seat, &changed);
    return true;
}

/* ---- one function for each kind -------------------------------------------------------------- */

/* What a row is about while it is applied. */
struct doing {
    struct room *room;
    const struct room_row *row;
    struct scan scan; /* of the body, behind the seat */
    int seat;
    struct text *full;
    struct problem *problem;
};

static bool apply_sit(struct doing *d)
{
    struct room_seat *seat = &d->room->seats[d->seat];
    struct text name = {0};
    struct seat trial;
    int64_t user;
    if (d->room->phase != ROOM_OPEN || !is_free(seat))
        return refuse(d->problem, _("this seat is not free"));
    if (!scan_number(&d->scan, 1, INT64_MAX, _("a user"), &user))
        return false;
    if (d->row->user != 0 && user != d->row->user)
        return refuse(d->problem, _("nobody can be put on a seat by another"));
    bool fine = scan_unquote(&d->scan, scan_word(&d->scan), &name) &&
                seat_person(&trial, text_span(&name), d->problem);
    if (fine) {
        seat->user = user;
        span_copy(text_span(&name), seat->name, sizeof seat->name);
    }
    text_free(&name);
    return fine;
}

static bool may_arrange(const struct doing *d)
{
    return d->row->user == 0 || d->row->user == d->room->plan.owner;
}

static bool apply_stand(struct doing *d)
{
    struct room_seat *seat = &d->room->seats[d->seat];
    if (d->room->phase != ROOM_OPEN || is_free(seat))
        return refuse(d->problem, _("nobody can leave this seat now"));
    if (!may_arrange(d) && seat->user != d->row->user)
        return refuse(d->problem, _("this is not your seat"));
    *seat = (struct room_seat){.left = d->room->plan.time, .confirm = true};
    return true;
}

/* Puts the computer player that the body names on the seat. */
static bool put_computer(struct doing *d)
{
    struct room_seat *seat = &d->room->seats[d->seat];
    struct span player = scan_word(&d->scan);
    struct seat trial;
    char name[SEAT_NAME_SIZE];
    span_copy(seat->user != 0 ? span_of(seat->name) : player, name, sizeof name);
    if (!seat_computer(&trial, span_of(name), player, d->problem))
        return false;
    span_copy(player, seat->player, sizeof seat->player);
    memcpy(seat->name, name, sizeof seat->name);
    return true;
}

static bool apply_computer(struct doing *d)
{
    if (d->room->phase != ROOM_OPEN || !is_free(&d->room->seats[d->seat]))
        return refuse(d->problem, _("this seat is not free"));
    if (!may_arrange(d))
        return refuse(d->problem, _("only who made the table can do that"));
    return put_computer(d);
}

static bool apply_start(struct doing *d)
{
    struct room *room = d->room;
    struct seat seats[SEATS_MAX];
    if (room->phase != ROOM_OPEN)
        return refuse(d->problem, _("the game has begun"));
    if (!may_arrange(d))
        return refuse(d->problem, _("only who made the table can do that"));
    for (int i = 0; i < players_of(room); i++) {
        if (is_free(&room->seats[i]))
            return refuse(d->problem, _("a seat is still free"));
        if (!fill_session_seat(&room->seats[i], &seats[i], d->problem))
            return false;
    }
    room->session = session_open(room->rules, seats, room->seed);
    room->phase = ROOM_RUNNING;
    return true;
}

/* May who asks decide for the seat? A seat with a computer player is the server's. */
static bool may_play(struct doing *d)
{
    const struct room_seat *seat = &d->room->seats[d->seat];
    if (d->room->session == NULL)
        return refuse(d->problem, _("the game has not begun"));
    if (d->room->paused)
        return refuse(d->problem, _("the game is paused"));
    if (seat->player[0] != '\0' ? d->row->user != 0 : d->row->user != seat->user)
        return refuse(d->problem, _("this is not your seat"));
    return true;
}

static void write_chance(struct doing *d, uint32_t before)
{
    struct session *session = d->room->session;
    for (uint32_t i = before; i < session_move_count(session); i++) {
        struct record_move entry = session_entry(session, i);
        if (entry.actor != DEALER)
            continue;
        text_add(d->full, "\n* ");
        move_write(d->room->rules, entry.move, d->full);
    }
}

static bool apply_move(struct doing *d)
{
    struct session *session = d->room->session;
    struct move move;
    uint32_t before;
    if (!may_play(d) || !move_read(d->room->rules, &d->scan, &move) || !scan_done(&d->scan))
        return false;
    before = session_move_count(session);
    if (!session_move(session, d->seat, move, d->problem))
        return false;
    if (d->full != NULL) { /* the move as we write it, without what a client may have added */
        text_clear(d->full);
        text_addf(d->full, "%d ", d->seat + 1);
        move_write(d->room->rules, move, d->full);
        write_chance(d, before);
    }
    return true;
}

static bool apply_undo(struct doing *d)
{
    return may_play(d) && session_undo(d->room->session, d->seat, d->problem);
}

static bool apply_redo(struct doing *d)
{
    return may_play(d) && session_redo(d->room->session, d->seat, d->problem);
}

static bool apply_confirm(struct doing *d)
{
    uint32_t before;
    if (!may_play(d))
        return false;
    before = session_move_count(d->room->session);
    if (!session_confirm(d->room->session, d->seat, d->problem))
        return false;
    if (d->full != NULL)
        write_chance(d, before);
    return true;
}

static bool read_switch(struct doing *d, bool *on)
{
    struct span word = scan_word(&d->scan);
    *on = span_is(word, "on");
    return *on || span_is(word, "off") || scan_expected(&d->scan, word, _("on or off"));
}

static bool is_own(struct doing *d)
{
    int64_t owner = d->room->seats[d->seat].user;
    return owner == d->row->user && owner != 0 ? true
                                               : refuse(d->problem, _("this is not your seat"));
}

static bool apply_confirms(struct doing *d)
{
    return is_own(d) && read_switch(d, &d->room->seats[d->seat].confirm) &&
           tell_session(d->room, d->seat, d->problem);
}

bool room_is_late(const struct room *room, int seat, int64_t now)
{
    int64_t deadline = room->seats[seat].deadline;
    return deadline != 0 && now > deadline;
}

static bool apply_hand_over(struct doing *d)
{
    struct room *room = d->room;
    struct room_seat *seat = &room->seats[d->seat];
    bool own = seat->user == d->row->user || d->row->user == 0;
    if (room->phase != ROOM_RUNNING || seat->user == 0 || seat->player[0] != '\0')
        return refuse(d->problem, _("there is nobody to be replaced on this seat"));
    if (!own &&
        (room_seats_of(room, d->row->user) == 0 || !room_is_late(room, d->seat, d->row->time)))
        return refuse(d->problem, _("the seat of another can be handed over when its time is up"));
    if (!put_computer(d) || !tell_session(room, d->seat, d->problem))
        return false;
    if (session_awaits_confirm(room->session) == d->seat)
        return session_confirm(room->session, d->seat, d->problem);
    return true;
}

static bool apply_take_back(struct doing *d)
{
    struct room_seat *seat = &d->room->seats[d->seat];
    if (!is_own(d))
        return false;
    if (seat->player[0] == '\0')
        return refuse(d->problem, _("you are on this seat"));
    seat->player[0] = '\0';
    seat->left = d->room->plan.time;
    return tell_session(d->room, d->seat, d->problem);
}

/* The clocks stop when every person wants it. */
static bool apply_pause(struct doing *d)
{
    bool all = true;
    if (!is_own(d) || !read_switch(d, &d->room->seats[d->seat].wants_pause))
        return false;
    for (int i = 0; i < players_of(d->room); i++) {
        const struct room_seat *seat = &d->room->seats[i];
        all = all && (seat->player[0] != '\0' || seat->wants_pause);
    }
    d->room->paused = all;
    return true;
}

static const struct row_rule {
    bool (*apply)(struct doing *d);
    bool has_seat;
} row_rules[ROW_KINDS] = {
    [ROW_SIT] = {apply_sit, true},
    [ROW_STAND] = {apply_stand, true},
    [ROW_COMPUTER] = {apply_computer, true},
    [ROW_START] = {apply_start, false},
    [ROW_MOVE] = {apply_move, true},
    [ROW_UNDO] = {apply_undo, true},
    [ROW_REDO] = {apply_redo, true},
    [ROW_CONFIRM] = {apply_confirm, true},
    [ROW_CONFIRMS] = {apply_confirms, true},
    [ROW_HAND_OVER] = {apply_hand_over, true},
    [ROW_TAKE_BACK] = {apply_take_back, true},
    [ROW_PAUSE] = {apply_pause, true},
};

/* ---- clocks ---------------------------------------------------------------------------------- */

int room_awaited(const struct room *room)
{
    return room->session == NULL ? NOBODY : session_awaited(room->session);
}

/* Stops the clock that runs. */
static void stop_clocks(struct room *room, int64_t now)
{
    for (int i = 0; i < players_of(room); i++) {
        struct room_seat *seat = &room->seats[i];
        if (seat->deadline != 0)
            seat->left = seat->deadline - now;
        seat->deadline = 0;
    }
}

/* Starts the clock of who is awaited; `before` was awaited until now. */
static void run_clock(struct room *room, int before, int64_t now)
{
    int awaited = room_awaited(room);
    if (room->plan.clock == CLOCK_NONE)
        return;
    if (before >= 0 && before != awaited && room->plan.clock == CLOCK_LIVE)
        room->seats[before].left += room->plan.increment;
    if (awaited < 0 || room->paused || room->seats[awaited].player[0] != '\0')
        return;
    if (before != awaited && room->plan.clock == CLOCK_DAYS)
        room->seats[awaited].left = room->plan.time;
    room->seats[awaited].deadline = now + room->seats[awaited].left;
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool room_apply(struct room *room, const struct room_row *row, struct text *full,
                struct problem *problem)
{
    struct doing doing = {.room = room, .row = row, .full = full, .problem = problem};
    const struct row_rule *rule = &row_rules[row->kind];
    int before = room_awaited(room);
    int64_t seat = 0;
    if (!scan_open(&doing.scan, room->id, row->body, problem))
        return false;
    scan_line(&doing.scan);
    if (rule->has_seat && !scan_number(&doing.scan, 1, players_of(room), _("a seat"), &seat))
        return false;
    doing.seat = (int)seat - 1;
    if (full != NULL)
        text_add_span(full, row->body);
    bool done = rule->apply(&doing);
    stop_clocks(room, row->time); /* after the rule, which may ask whose time is up */
    if (done && room->session != NULL && session_awaited(room->session) == NOBODY)
        room->phase = ROOM_OVER;
    run_clock(room, before, row->time);
    if (done) {
        room->rows++;
        room->changed = row->time;
    }
    return done;
}

bool room_replay(struct room *room, const struct store_row *row, struct problem *problem)
{
    struct text full = {0};
    struct room_row request = {.user = row->user, .time = row->time};
    const char *end = strchr(row->body, '\n');
    int kind = 0;
    while (row_kinds[kind] != NULL && strcmp(row_kinds[kind], row->kind) != 0)
        kind++;
    if (row_kinds[kind] == NULL)
        return problem_set(problem, _("a row of the table is of no known kind: {0}"), row->kind,
                           NULL, NULL);
    request.kind = (enum row_kind)kind;
    request.body =
        (struct span){row->body, end != NULL ? (size_t)(end - row->body) : strlen(row->body)};
    bool fine = room_apply(room, &request, &full, problem);
    if (fine && strcmp(text_string(&full), row->body) != 0)
        fine = problem_set(problem, _("a row of the table does not give the same again"), NULL,
                           NULL, NULL);
    text_free(&full);
    return fine;
}
