/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables: each kind of row with who may cause it and what it does.
 *
 * One function for each kind, in one list (row_rules). It checks everything before it changes
 * anything, so a refusal has nothing to undo. Requests and rows from the store take the same path;
 * later rules are not applied to old rows (`replays`), or their tables could no longer be read.
 * Chance moves are written into the row they follow: on reading they are derived from the seed
 * again, and compared. Time comes only from rows, so clocks run the same on every server and in
 * every test. */

#include "table_parts.h"

#include "contract/play.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const char *const row_kinds[ROW_KINDS + 1] = {
    "sit",      "stand",     "computer",  "start", "move",   "undo", "redo",   "confirm",
    "confirms", "hand-over", "take-back", "pause", "import", "hint", "outage", NULL};

const char table_stays_word[] = "stays";

enum { STAY_ROUNDS = 2 };                   /* so that nobody hands over for one clever turn */
enum { OUTAGE_OF_DAYS_MS = 5 * 60 * 1000 }; /* clocks by days forgive what is shorter */

/* ---- seats ----------------------------------------------------------------------------------- */

static int players_of(const struct table *table)
{
    return table->rules->setup.players;
}

unsigned table_seats_of(const struct table *table, int64_t user)
{
    unsigned seats = 0;
    for (int i = 0; user != 0 && i < players_of(table); i++)
        if (table->seats[i].user == user)
            seats |= 1u << i;
    return seats;
}

bool table_has_others(const struct table *table, int64_t user)
{
    bool others = false;
    for (int i = 0; i < players_of(table); i++)
        others = others || (table->seats[i].user != 0 && table->seats[i].user != user);
    return others;
}

int table_people(const struct table *table)
{
    int people = 0;
    for (int i = 0; i < players_of(table); i++)
        people += table->seats[i].user != 0;
    return people;
}

bool table_is_for_computers(const struct table *table)
{
    bool all = true;
    for (int i = 0; i < players_of(table); i++)
        all = all && table->seats[i].player[0] != '\0';
    return all;
}

bool table_has_people(const struct table *table)
{
    bool has = false;
    for (int i = 0; i < players_of(table); i++)
        has = has || (table->seats[i].user != 0 && table->seats[i].player[0] == '\0');
    return has;
}

static bool is_free(const struct table_seat *seat)
{
    return seat->user == 0 && seat->player[0] == '\0';
}

static bool refuse(struct problem *problem, const char *sentence)
{
    return problem_set(problem, sentence, NULL, NULL, NULL);
}

bool table_session_seat(const struct table_seat *from, struct seat *to, struct problem *problem)
{
    bool fine = from->player[0] != '\0'
                    ? seat_computer(to, span_of(from->name), span_of(from->player), problem)
                    : seat_person(to, span_of(from->name), problem);
    if (fine && from->player[0] == '\0')
        to->confirm = from->confirm;
    return fine;
}

static bool tell_session(struct table *table, int seat, struct problem *problem)
{
    struct seat changed;
    assert(seat >= 0 && seat < players_of(table));
    if (table->session == NULL)
        return true;
    if (!table_session_seat(&table->seats[seat], &changed, problem))
        return false;
    session_change_seat(table->session, seat, &changed);
    return true;
}

/* ---- one function for each kind -------------------------------------------------------------- */

/* What a row is about while it is applied. */
struct doing {
    struct table *table;
    const struct table_row *row;
    struct scan scan; /* of the body, behind the seat */
    int seat;
    bool replays; /* it has happened long ago */
    bool wrote_share;
    struct text *full;
    struct problem *problem;
};

/* A word at the end of the body that may be left out. */
static bool take_word(struct doing *d, const char *word)
{
    bool there = span_is(scan_peek(&d->scan), word);
    if (there)
        scan_word(&d->scan);
    return there;
}

const char *const person_kind_words[PERSON_KINDS] = {"", "guest", "account", "bot"};

enum person_kind table_read_person_kind(struct scan *scan)
{
    struct span word = scan_peek(scan);
    int kind = PERSON_KINDS - 1;
    while (kind != PERSON_UNKNOWN && !span_is(word, person_kind_words[kind]))
        kind--;
    if (kind != PERSON_UNKNOWN)
        scan_word(scan);
    return (enum person_kind)kind;
}

static bool apply_sit(struct doing *d)
{
    struct table_seat *seat = &d->table->seats[d->seat];
    struct text name = {0};
    struct seat trial;
    int64_t user;
    if (d->table->phase != TABLE_OPEN || !is_free(seat))
        return refuse(d->problem, _("this seat is not free"));
    if (!scan_number(&d->scan, 1, INT64_MAX, _("a user"), &user))
        return false;
    if (d->row->user != 0 && user != d->row->user)
        return refuse(d->problem, _("you cannot seat someone else"));
    bool fine = scan_unquote(&d->scan, scan_word(&d->scan), &name);
    enum person_kind person = table_read_person_kind(&d->scan);
    bool agrees = take_word(d, same_deal_word);
    fine = fine && scan_done(&d->scan) && seat_person(&trial, text_span(&name), d->problem);
    if (fine && !agrees && same_deal_asks(&d->table->plan.same_deal, user))
        fine = refuse(d->problem, same_deal_question);
    if (fine) {
        seat->user = user;
        seat->person = person;
        seat->agreed = agrees;
        span_copy(text_span(&name), seat->name, sizeof seat->name);
    }
    text_free(&name);
    return fine;
}

static bool may_arrange(const struct doing *d)
{
    return d->row->user == 0 || d->row->user == d->table->plan.owner;
}

static bool apply_stand(struct doing *d)
{
    struct table_seat *seat = &d->table->seats[d->seat];
    if (d->table->phase != TABLE_OPEN || is_free(seat))
        return refuse(d->problem, _("you cannot leave this seat now"));
    if (!may_arrange(d) && seat->user != d->row->user)
        return refuse(d->problem, _("this is not your seat"));
    *seat = (struct table_seat){.left = d->table->plan.time, .confirm = true};
    return true;
}

/* Puts the computer player that the body names on the seat. Who plays for nobody is called after an
 * astronomer, so that several of one kind can be told apart. */
static bool put_computer(struct doing *d)
{
    static const char *const names[SEATS_MAX] = {"Hypatia", "Kepler", "Leavitt", "Herschel"};
    struct table_seat *seat = &d->table->seats[d->seat];
    struct span player = scan_word(&d->scan);
    bool stays = seat->user != 0 && take_word(d, table_stays_word);
    struct seat trial;
    char name[SEAT_NAME_SIZE];
    span_copy(span_of(seat->user != 0 ? seat->name : names[d->seat]), name, sizeof name);
    if (!scan_done(&d->scan) || !seat_computer(&trial, span_of(name), player, d->problem))
        return false;
    span_copy(player, seat->player, sizeof seat->player);
    memcpy(seat->name, name, sizeof seat->name);
    if (stays)
        seat->back_round = (uint16_t)(session_node(d->table->session).round + STAY_ROUNDS);
    return true;
}

static bool apply_computer(struct doing *d)
{
    if (d->table->phase != TABLE_OPEN || !is_free(&d->table->seats[d->seat]))
        return refuse(d->problem, _("this seat is not free"));
    if (!may_arrange(d))
        return refuse(d->problem, _("only the table's owner can do that"));
    return put_computer(d);
}

/* Adds the share that the chance moves were drawn with, once. */
static void write_share(struct doing *d)
{
    if (d->row->share == NULL || d->wrote_share)
        return;
    text_add(d->full, "\n+ ");
    text_add_hex(d->full, d->row->share, SHARE_SIZE);
    d->wrote_share = true;
}

/* Adds the chance moves that followed, to the body that is kept. */
static void write_chance(struct doing *d, uint32_t before)
{
    struct session *session = d->table->session;
    for (uint32_t i = before; d->full != NULL && i < session_move_count(session); i++) {
        struct record_move entry = session_entry(session, i);
        if (entry.actor != DEALER)
            continue;
        write_share(d);
        text_add(d->full, "\n* ");
        move_write(d->table->rules, entry.move, d->full);
    }
}

/* The session of a game that begins here, or elsewhere: then the table's dealer takes over. */
static struct session *open_session(struct table *table, const struct seat *seats,
                                    const uint8_t *share, struct problem *problem)
{
    struct session_past past = {0};
    if (table->import != NULL) {
        past.moves = table->import->moves;
        past.count = (uint32_t)table->import->count;
    }
    struct session *session = session_from_moves(table->rules, seats, &past, problem);
    if (session != NULL) {
        session_share(session, share);
        session_adopt(session, table->seed);
    }
    return session;
}

static bool apply_start(struct doing *d)
{
    struct table *table = d->table;
    struct seat seats[SEATS_MAX];
    if (table->phase != TABLE_OPEN)
        return refuse(d->problem, _("the game has begun"));
    if (!may_arrange(d))
        return refuse(d->problem, _("only the table's owner can do that"));
    for (int i = 0; i < players_of(table); i++) {
        if (is_free(&table->seats[i]))
            return refuse(d->problem, _("a seat is still free"));
        if (!table_session_seat(&table->seats[i], &seats[i], d->problem))
            return false;
    }
    table->session = open_session(table, seats, d->row->share, d->problem);
    if (table->session == NULL)
        return false;
    assert(table->phase == TABLE_OPEN);
    table->phase = TABLE_RUNNING;
    write_chance(d, table->import != NULL ? (uint32_t)table->import->count : 0);
    return true;
}

/* A new table continues a recorded game, or shows it if it is over. */
static bool apply_import(struct doing *d)
{
    struct table *table = d->table;
    if (table->rows > 0)
        return refuse(d->problem, _("only a new table can continue a recorded game"));
    if (!may_arrange(d))
        return refuse(d->problem, _("only the table's owner can do that"));
    struct session *session = table_read_import(table, &d->scan);
    if (session == NULL)
        return false;
    bool over = session_awaited(session) == NOBODY;
    for (int i = 0; i < players_of(table); i++) {
        const struct record_seat *from = &table->import->seats[i];
        memcpy(table->seats[i].name, from->name, sizeof from->name);
        if (over)
            memcpy(table->seats[i].player, from->player, sizeof from->player);
    }
    if (over)
        table->session = session;
    else
        session_close(session);
    return true;
}

/* May who asks decide for the seat? A seat with a computer player is the server's. */
static bool may_play(struct doing *d)
{
    const struct table_seat *seat = &d->table->seats[d->seat];
    if (d->table->session == NULL)
        return refuse(d->problem, _("the game has not begun"));
    if (d->table->paused)
        return refuse(d->problem, _("the game is paused"));
    if (seat->player[0] != '\0' ? d->row->user != 0 : d->row->user != seat->user)
        return refuse(d->problem, _("this is not your seat"));
    return true;
}

static bool apply_move(struct doing *d)
{
    struct session *session = d->table->session;
    struct move moves[ACTION_MOVES_MAX];
    if (!may_play(d))
        return false;
    int count = moves_read(d->table->rules, &d->scan, moves, ACTION_MOVES_MAX);
    uint32_t before = session_move_count(session);
    if (count == 0 || !session_moves(session, d->seat, moves, count, d->problem))
        return false;
    if (d->full != NULL) { /* the moves as we write them, without what a client may have added */
        text_clear(d->full);
        text_addf(d->full, "%d", d->seat + 1);
    }
    for (int i = 0; d->full != NULL && i < count; i++) {
        text_add(d->full, i > 0 ? " ; " : " ");
        move_write(d->table->rules, moves[i], d->full);
    }
    write_chance(d, before);
    return true;
}

/* How many moves are undone or redone: a row says it, a request means a whole action. What is an
 * action is forgotten with the session, so the row must not depend on it. */
static bool read_count(struct doing *d, uint32_t size, uint32_t *out)
{
    int64_t count = 1;
    bool is_said = d->replays && scan_peek(&d->scan).length > 0;
    if (is_said && !scan_number(&d->scan, 1, ACTION_MOVES_MAX, _("a number"), &count))
        return false;
    if (!is_said && !d->replays)
        count = size;
    if (!is_said && count > 1 && d->full != NULL)
        text_addf(d->full, " %d", (int)count);
    assert(count >= 1 && count <= ACTION_MOVES_MAX);
    *out = (uint32_t)count;
    return scan_done(&d->scan);
}

static bool apply_undo(struct doing *d)
{
    struct session *session = d->table->session;
    uint32_t count;
    return may_play(d) && read_count(d, session_undo_size(session), &count) &&
           session_undo(session, d->seat, count, d->problem);
}

/* Confirms the turn; chance moves that follow are kept with the row. */
static bool confirm_turn(struct doing *d)
{
    struct session *session = d->table->session;
    uint32_t before = session_move_count(session);
    if (!session_confirm(session, d->seat, d->problem))
        return false;
    write_chance(d, before);
    return true;
}

static bool apply_redo(struct doing *d)
{
    struct session *session = d->table->session;
    uint32_t count;
    if (!may_play(d) || !read_count(d, session_redo_size(session), &count))
        return false;
    uint32_t before = session_move_count(session);
    if (!session_redo(session, d->seat, count, d->problem))
        return false;
    write_chance(d, before);
    return true;
}

static bool apply_confirm(struct doing *d)
{
    return may_play(d) && confirm_turn(d);
}

static bool read_switch(struct doing *d, bool *out)
{
    struct span word = scan_word(&d->scan);
    bool on = span_is(word, "on");
    if (!on && !span_is(word, "off"))
        return scan_expected(&d->scan, word, _("on or off"));
    if (!scan_done(&d->scan))
        return false;
    *out = on;
    return true;
}

static bool is_own(struct doing *d)
{
    int64_t owner = d->table->seats[d->seat].user;
    return (owner == d->row->user && owner != 0) || refuse(d->problem, _("this is not your seat"));
}

static bool is_running(struct doing *d)
{
    return d->table->phase == TABLE_RUNNING ||
           refuse(d->problem, d->table->phase == TABLE_OPEN ? _("the game has not begun")
                                                            : _("the game is over"));
}

/* Nothing happens at a table that is over. Rows that did are only found in tables of older
 * programs. */
static bool apply_confirms(struct doing *d)
{
    if (d->table->phase == TABLE_OVER && !d->replays)
        return refuse(d->problem, _("the game is over"));
    return is_own(d) && read_switch(d, &d->table->seats[d->seat].confirm) &&
           tell_session(d->table, d->seat, d->problem);
}

bool table_clock_runs(const struct table *table)
{
    bool runs = false;
    for (int i = 0; i < players_of(table); i++)
        runs = runs || table->seats[i].deadline != 0;
    return runs;
}

int64_t table_time(const struct table *table, int64_t now)
{
    return now > table->changed ? now : table->changed;
}

/* Nothing is given back straight after something was: it could not be written. */
int64_t table_clock_credit(const struct table *table, const struct store_outage *outages, int count,
                           int64_t now)
{
    int64_t credit = 0, end = now; /* what is later was counted */
    if (!table_clock_runs(table) || table->after_outage)
        return 0;
    for (int i = count - 1; i >= 0 && outages[i].to > table->changed; i--) {
        int64_t from = outages[i].from > table->changed ? outages[i].from : table->changed;
        int64_t to = outages[i].to < end ? outages[i].to : end;
        bool is_long = outages[i].to - outages[i].from >= OUTAGE_OF_DAYS_MS;
        if (outages[i].to > now || to <= from || (!is_long && table->plan.clock != CLOCK_LIVE))
            continue;
        credit += to - from;
        end = from;
    }
    assert(credit >= 0 && credit <= table_time(table, now) - table->changed);
    return credit;
}

bool table_is_late(const struct table *table, int seat, int64_t now)
{
    assert(seat >= 0 && seat < players_of(table));
    int64_t deadline = table->seats[seat].deadline;
    return deadline != 0 && now > deadline;
}

static bool apply_hand_over(struct doing *d)
{
    struct table *table = d->table;
    struct table_seat *seat = &table->seats[d->seat];
    bool own = seat->user == d->row->user || d->row->user == 0;
    if (table->phase != TABLE_RUNNING || seat->user == 0 || seat->player[0] != '\0')
        return refuse(d->problem, _("there is no one to replace in this seat"));
    if (!own &&
        (table_seats_of(table, d->row->user) == 0 || !table_is_late(table, d->seat, d->row->time)))
        return refuse(d->problem,
                      _("another player's seat can be handed over only when its time is up"));
    if (!put_computer(d) || !tell_session(table, d->seat, d->problem))
        return false;
    return session_awaits_confirm(table->session) != d->seat || confirm_turn(d);
}

static bool refuse_before(struct doing *d, int round)
{
    char number[8];
    snprintf(number, sizeof number, "%d", round);
    return problem_set(d->problem,
                       _("this table has no hints: the computer player keeps your seat until "
                         "round {0}"),
                       number, NULL, NULL);
}

/* Who is back has the time that was left, and never less than for one turn. */
static bool apply_take_back(struct doing *d)
{
    const struct table_plan *plan = &d->table->plan;
    struct table_seat *seat = &d->table->seats[d->seat];
    int64_t least = plan->clock == CLOCK_DAYS ? plan->time : plan->increment;
    if (!is_own(d) || !is_running(d))
        return false;
    if (seat->player[0] == '\0')
        return refuse(d->problem, _("this is already your seat"));
    if (session_node(d->table->session).round < seat->back_round)
        return refuse_before(d, seat->back_round);
    seat->player[0] = '\0';
    seat->back_round = 0;
    seat->left = seat->left < least ? least : seat->left;
    return tell_session(d->table, d->seat, d->problem);
}

static bool apply_pause(struct doing *d)
{
    return is_own(d) && is_running(d) && read_switch(d, &d->table->seats[d->seat].wants_pause);
}

static uint64_t position_of(const struct table *table)
{
    return state_hash(table->rules, session_state(table->session));
}

bool table_hint_is_news(const struct table *table, int seat)
{
    assert(seat >= 0 && seat < players_of(table) && table->session != NULL);
    const struct table_seat *asking = &table->seats[seat];
    return table_people(table) > 1 && (asking->hints == 0 || asking->hinted != position_of(table));
}

/* Others at the table see that somebody had a hint, once for each position. */
static bool apply_hint(struct doing *d)
{
    struct table *table = d->table;
    struct table_seat *seat = &table->seats[d->seat];
    if (!is_own(d) || !is_running(d))
        return false;
    if (!table->plan.hints)
        return refuse(d->problem, _("there are no hints at this table"));
    if (!table_hint_is_news(table, d->seat))
        return refuse(d->problem, _("this seat already has the hint for this position"));
    if (seat->hints < UINT16_MAX)
        seat->hints++;
    seat->hinted = position_of(table);
    assert(!table_hint_is_news(table, d->seat));
    return true;
}

/* The time that is given back cannot be more than has passed since the last row, so it cannot be
 * given twice. Two such rows in succession are only found in tables of older programs. */
static bool apply_outage(struct doing *d)
{
    struct table *table = d->table;
    int64_t credit, passed = d->row->time - table->changed;
    if (!scan_number(&d->scan, 1, INT64_MAX, _("a number"), &credit) || !scan_done(&d->scan))
        return false;
    bool again = table->after_outage && !d->replays;
    if (d->row->user != 0 || !table_clock_runs(table) || credit > passed || again)
        return refuse(d->problem, _("no clock can have run that long without a server"));
    for (int i = 0; i < players_of(table); i++)
        if (table->seats[i].deadline != 0)
            table->seats[i].deadline += credit;
    return true;
}

static const struct row_rule {
    bool (*apply)(struct doing *d);
    bool has_seat, has_more; /* what stands on the line; the rule itself reads what is more */
} row_rules[ROW_KINDS] = {
    [ROW_SIT] = {apply_sit, true, true},
    [ROW_STAND] = {apply_stand, true, false},
    [ROW_COMPUTER] = {apply_computer, true, true},
    [ROW_START] = {apply_start, false, false},
    [ROW_MOVE] = {apply_move, true, true},
    [ROW_UNDO] = {apply_undo, true, true},
    [ROW_REDO] = {apply_redo, true, true},
    [ROW_CONFIRM] = {apply_confirm, true, false},
    [ROW_CONFIRMS] = {apply_confirms, true, true},
    [ROW_HAND_OVER] = {apply_hand_over, true, true},
    [ROW_TAKE_BACK] = {apply_take_back, true, false},
    [ROW_PAUSE] = {apply_pause, true, true},
    [ROW_IMPORT] = {apply_import, false, true},
    [ROW_HINT] = {apply_hint, true, false},
    [ROW_OUTAGE] = {apply_outage, false, true},
};

/* ---- clocks ---------------------------------------------------------------------------------- */

int table_awaited(const struct table *table)
{
    return table->session == NULL ? NOBODY : session_awaited(table->session);
}

/* The clocks stop when every person wants it. Bots are not asked, unless there is nobody else. */
static void update_pause(struct table *table)
{
    bool all = table->phase == TABLE_RUNNING, somebody = false, has_people = false;
    for (int i = 0; i < players_of(table); i++)
        has_people = has_people ||
                     (table->seats[i].player[0] == '\0' && table->seats[i].person != PERSON_BOT);
    for (int i = 0; i < players_of(table); i++) {
        const struct table_seat *seat = &table->seats[i];
        bool asked = seat->player[0] == '\0' && !(has_people && seat->person == PERSON_BOT);
        all = all && (!asked || seat->wants_pause);
        somebody = somebody || (asked && seat->wants_pause);
    }
    table->paused = all && somebody;
}

/* Stops the clock that runs. */
static void stop_clocks(struct table *table, int64_t now)
{
    for (int i = 0; i < players_of(table); i++) {
        struct table_seat *seat = &table->seats[i];
        if (seat->deadline != 0)
            seat->left = seat->deadline - now;
        seat->deadline = 0;
    }
}

/* Starts the clock of who is awaited; `before` was awaited until now. */
static void run_clock(struct table *table, int before, int64_t now)
{
    const struct table_plan *plan = &table->plan;
    int awaited = table_awaited(table);
    if (plan->clock == CLOCK_NONE)
        return;
    if (before >= 0 && before != awaited && plan->clock == CLOCK_LIVE &&
        table->seats[before].player[0] == '\0')
        table->seats[before].left += plan->increment;
    if (awaited < 0 || table->paused || table->seats[awaited].player[0] != '\0')
        return;
    struct table_seat *seat = &table->seats[awaited];
    assert(seat->deadline == 0); /* stop_clocks came before */
    if (before != awaited && plan->clock == CLOCK_DAYS)
        seat->left = plan->time;
    seat->deadline = now + seat->left;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The row's share is for its own chance moves alone. */
static bool apply_with_share(const struct row_rule *rule, struct doing *d)
{
    if (d->table->session != NULL)
        session_share(d->table->session, d->row->share);
    bool fine = rule->apply(d);
    if (d->table->session != NULL)
        session_share(d->table->session, NULL);
    return fine;
}

static bool apply_row(struct table *table, const struct table_row *row, bool replays,
                      struct text *full, struct problem *problem)
{
    struct doing doing = {
        .table = table, .row = row, .replays = replays, .full = full, .problem = problem};
    assert((unsigned)row->kind < ROW_KINDS);
    const struct row_rule *rule = &row_rules[row->kind];
    int before = table_awaited(table);
    int64_t seat = 0;
    if (!scan_open(&doing.scan, table->id, row->body, problem))
        return false;
    scan_line(&doing.scan);
    if (rule->has_seat && !scan_number(&doing.scan, 1, players_of(table), _("a seat"), &seat))
        return false;
    if (!rule->has_more && !scan_done(&doing.scan))
        return false;
    if (row->kind != ROW_IMPORT && row->body.length > 0 &&
        memchr(row->body.at, '\n', row->body.length) != NULL)
        return scan_expected(&doing.scan, span_of("\n"), _("the end of the text"));
    doing.seat = (int)seat - 1;
    if (full != NULL)
        text_add_span(full, row->body);
    if (!apply_with_share(rule, &doing))
        return false;
    if (table->session != NULL && session_awaited(table->session) == NOBODY)
        table->phase = TABLE_OVER;
    update_pause(table);
    stop_clocks(table, row->time); /* after the rule, which may ask whose time is up */
    run_clock(table, before, row->time);
    table->rows++;
    table->changed = row->time;
    table->after_outage = row->kind == ROW_OUTAGE;
    assert(table->phase == TABLE_OPEN || table->session != NULL);
    return true;
}

bool table_apply(struct table *table, const struct table_row *row, struct text *full,
                 struct problem *problem)
{
    return apply_row(table, row, false, full, problem);
}

bool table_apply_after(struct table *table, const struct table_row *outage,
                       const struct table_row *row, struct text *full, struct problem *problem)
{
    struct table before = *table; /* time given back changes nothing but what is put back below */
    assert(outage->kind == ROW_OUTAGE && outage->time == row->time);
    if (!table_apply(table, outage, NULL, problem))
        return false;
    if (table_apply(table, row, full, problem))
        return true;
    memcpy(table->seats, before.seats, sizeof table->seats);
    table->rows = before.rows;
    table->changed = before.changed;
    table->after_outage = before.after_outage;
    return false;
}

/* What was asked for: the body without the chance moves that followed. */
static struct span request_of(const struct store_row *row, enum row_kind kind)
{
    size_t line = strcspn(row->body, "\n");
    return (struct span){row->body, kind == ROW_IMPORT ? strlen(row->body) : line};
}

/* The share of a row: its second line, if that is one. */
static const uint8_t *share_of(const struct store_row *row, uint8_t share[SHARE_SIZE])
{
    const char *line = strchr(row->body, '\n');
    if (line == NULL || line[1] != '+' || line[2] != ' ')
        return NULL;
    struct span digits = {line + 3, strcspn(line + 3, "\n")};
    return span_hex(digits, share, SHARE_SIZE) ? share : NULL;
}

bool table_replay(struct table *table, const struct store_row *row, struct problem *problem)
{
    uint8_t share[SHARE_SIZE];
    struct text full = {0};
    int kind = 0;
    while (row_kinds[kind] != NULL && strcmp(row_kinds[kind], row->kind) != 0)
        kind++;
    if (row_kinds[kind] == NULL)
        return problem_set(problem, _("a row of the table is of an unknown kind: {0}"), row->kind,
                           NULL, NULL);
    struct table_row request = {.kind = (enum row_kind)kind,
                                .user = row->user,
                                .time = row->time,
                                .body = request_of(row, (enum row_kind)kind),
                                .share = kind == ROW_IMPORT ? NULL : share_of(row, share)};
    bool fine = apply_row(table, &request, true, &full, problem);
    if (fine && strcmp(text_string(&full), row->body) != 0)
        fine = problem_set(problem, _("a row of the table does not replay to the same result"),
                           NULL, NULL, NULL);
    text_free(&full);
    return fine;
}
