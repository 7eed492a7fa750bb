/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Tables in a browser: made, opened from what is kept of them, changed, looked at.
 *
 * A table is its head and its rows, as on a server; whoever runs the module keeps them. A change is
 * made first and kept then; if it cannot be kept, the table is closed and opened again. */

#include "wasm.h"
#include "wish.h"

#include "contract/card_document.h"
#include "contract/ruleset.h"
#include "session/proof.h"
#include "session/session_save.h"
#include "table/analyse.h"
#include "table/card_view.h"
#include "table/player_limits.h"
#include "table/request.h"
#include "table/summary.h"
#include "table/view.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

EXPORT("create") struct table *orrery_create(const char *id, const char *name, double now);
EXPORT("rematch") int orrery_rematch(const struct table *table, int same_deal);
EXPORT("open")
struct table *orrery_open(const char *id, const char *head, const char *seed, double made,
                          const char *set, const char *document);
EXPORT("close") void orrery_close(struct table *table);
EXPORT("replay")
int orrery_replay(struct table *table, const char *kind, double user, double time,
                  const char *body);
EXPORT("save") int orrery_save(const struct table *table);
EXPORT("restore") int orrery_restore(struct table *table, const char *snapshot);
EXPORT("change")
int orrery_change(struct table *table, int user, const char *kind, int seat, const char *text,
                  int on, const char *name, double now, const char *share);
EXPORT("rows") double orrery_rows(const struct table *table);
EXPORT("moves") double orrery_moves(const struct table *table);
EXPORT("chances") double orrery_chances(const struct table *table);
EXPORT("commitment") int orrery_commitment(const struct table *table);
EXPORT("history") int orrery_history(const struct table *table, double moves);
EXPORT("bot") int orrery_bot(const struct table *table);
EXPORT("hint_is_news") int orrery_hint_is_news(const struct table *table, int seat);
EXPORT("may_hint") int orrery_may_hint(const struct table *table, int seat);
EXPORT("view")
int orrery_view(const struct table *table, int user, int wants, double log_from, int together);
EXPORT("log") int orrery_log(const struct table *table, double from);
EXPORT("moment")
int orrery_moment(const struct table *table, int user, double moves, int seat, int wants);
EXPORT("scores") int orrery_scores(const struct table *table);
EXPORT("preview")
int orrery_preview(const struct table *table, int user, int seat, const char *moves);
EXPORT("summary") int orrery_summary(const struct table *table);
EXPORT("record") int orrery_record(const struct table *table, double moves);
EXPORT("verify") int orrery_verify(const char *record);
EXPORT("table_cards") int orrery_table_cards(const struct table *table);
EXPORT("table_layout") int orrery_table_layout(const struct table *table);
EXPORT("table_set") int orrery_table_set(const struct table *table);

/* What a look at a table asks for, as bits. */
enum { WANTS_STATE = 1, WANTS_MOVES = 2, WANTS_BLOCKED = 4, WANTS_PLANS = 8 };

/* ---- new tables ------------------------------------------------------------------------------ */

static void put_row(const struct table_row *row, const char *body, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_string(json, "kind", row_kinds[row->kind]);
    json_put_number(json, "user", row->user);
    json_put_number(json, "time", row->time);
    json_put_string(json, "body", body);
    json_close(json, '}');
}

/* The name of the card set: its own, or what everyone knows it by. */
static void put_set(const struct table *table, struct json *json)
{
    char own[STORE_DOCUMENT_NAME_SIZE], shared[CARD_SET_NAME_SIZE];
    store_cards_name(table->id, own);
    card_set_name(table->rules->game, table->rules->fingerprint, shared);
    json_put_string(json, "set", table->plan.cards_title[0] != '\0' ? own : shared);
}

static void put_hex(struct json *json, const char *key, const uint8_t *bytes, size_t size)
{
    struct text hex = {0};
    text_add_hex(&hex, bytes, size);
    json_put_string(json, key, text_string(&hex));
    text_free(&hex);
}

/* Does the rows at the new table and tells what is to be kept of it. */
static bool begin_table(struct table *table, const char *head, struct first_rows *first)
{
    struct json json = answer_begin();
    struct text body = {0};
    bool fine = true;
    json_open(&json, NULL, '{');
    json_put_string(&json, "head", head);
    put_set(table, &json);
    put_hex(&json, "seed", table->seed, sizeof table->seed);
    json_open(&json, "rows", '[');
    for (int i = 0; fine && i < first->count; i++) {
        text_clear(&body);
        fine = table_apply(table, &first->rows[i], &body, &wish.problem);
        put_row(&first->rows[i], text_string(&body), &json);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_free(&body);
    return fine;
}

static bool read_record(struct record *record, bool *over)
{
    struct span text = text_span(&wish.record);
    return wish.set.length > 0
               ? seating_read_record_with(text, text_span(&wish.set), record, over, &wish.problem)
               : seating_read_record(text, NULL, record, over, &wish.problem);
}

/* The rules of the wish; of a recorded game those of the record, which is then the first row. */
static struct ruleset *begin_rules(struct first_rows *first, bool *over)
{
    *over = false;
    if (wish.record.length == 0)
        return wish.plan.game != NULL ? wish_rules() : NULL;
    struct record record = {0};
    struct ruleset *rules = NULL;
    if (read_record(&record, over)) {
        wish.plan.game = record.rules->game;
        wish.plan.setup = record.rules->setup;
        record_write_lines(&record, first_rows_add(first, ROW_IMPORT));
        for (int i = 0; !wish.has_seats && i < record.rules->setup.players; i++) {
            struct seating again = seating_of_record(&record);
            if (again.who[i] != NULL)
                text_add(&wish.who[i], again.who[i]);
            wish.seating.who[i] = again.who[i] != NULL ? text_string(&wish.who[i]) : NULL;
        }
        rules = ruleset_open_again(record.rules);
    }
    record_free(&record);
    return rules;
}

static struct table *open_new(const char *id, const struct ruleset *rules, int64_t now,
                              struct text *head)
{
    struct store_table stored = {.made = now, .owner = PERSON};
    span_copy(span_of(id), stored.id, sizeof stored.id);
    if (wish.has_seed)
        memcpy(stored.seed, wish.seed, SEED_SIZE);
    else
        dealer_new_seed(stored.seed);
    table_write_head(&wish.plan, rules, head);
    stored.head = text_string(head);
    return table_open_rules(&stored, rules, &wish.problem);
}

/* Makes the table that is wished for: `name` is what the person here is called. The answer is what
 * is to be kept. NULL if it is refused. */
struct table *orrery_create(const char *id, const char *name, double now)
{
    struct first_rows first = {.user = PERSON, .time = (int64_t)now};
    struct founder founder = {.name = name, .person = PERSON_GUEST};
    struct table *table = NULL;
    struct text head = {0};
    bool over;
    struct ruleset *rules = begin_rules(&first, &over);
    int players = rules != NULL ? rules->setup.players : 0;
    if (rules != NULL && seating_has_allowed_players(&wish.seating, players, &wish.problem)) {
        wish.plan.hints = wish.says_hints ? wish.wants_hints
                                          : seating_has_hints(&wish.seating, players, PERSON_GUEST);
        if (!over)
            first_rows_seat(&first, &wish.seating, players, &founder, wish.starts);
        first_rows_close(&first);
        table = open_new(id, rules, (int64_t)now, &head);
    }
    if (table != NULL && !begin_table(table, text_string(&head), &first)) {
        table_close(table);
        table = NULL;
    }
    if (table == NULL && !problem_is_set(&wish.problem))
        problem_set(&wish.problem, _("this game is not known here"), NULL, NULL, NULL);
    if (table == NULL)
        refuse(&wish.problem);
    ruleset_close(rules);
    first_rows_free(&first);
    text_free(&head);
    return table;
}

/* A wish for the same again. */
int orrery_rematch(const struct table *table, int same_deal)
{
    if (table->phase != TABLE_OVER || table_seats_of(table, PERSON) == 0)
        return refuse_sentence("refused",
                               _("only its players can ask for a rematch, once the game is over"));
    wish_clear();
    wish.plan = table->plan;
    wish.says_hints = true;
    wish.wants_hints = table->plan.hints;
    memcpy(wish.plan.rematch, table->id, sizeof wish.plan.rematch);
    wish.plan.setup.rules = 0; /* a new game has the rules of today */
    wish.plan.same_deal = (struct same_deal){0};
    if (same_deal) {
        same_deal_plan(table, &wish.plan);
        memcpy(wish.seed, table->seed, sizeof wish.seed);
        wish.has_seed = true;
    }
    if (table->plan.cards_title[0] != '\0') {
        struct card_texts texts;
        ruleset_texts(table->rules, &texts);
        for (int i = 0; i < texts.count; i++) {
            text_add_span(&wish.own[i], texts.files[i].text);
            wish.has_own[i] = true;
        }
    }
    return 1;
}

/* ---- what is kept ---------------------------------------------------------------------------- */

/* The card set that comes with a table. */
struct given_set {
    const char *name, *document;
};

static bool find_set(void *context, const char *name, struct text *out)
{
    const struct given_set *given = context;
    if (given->document[0] == '\0' || strcmp(given->name, name) != 0)
        return false;
    text_add(out, given->document);
    return true;
}

/* A table before its first row. `document` is its card set as it was kept, or "". */
struct table *orrery_open(const char *id, const char *head, const char *seed, double made,
                          const char *set, const char *document)
{
    struct store_table stored = {.head = head, .made = (int64_t)made};
    struct given_set given = {set, document};
    struct table_cards cards = {find_set, &given};
    struct problem problem = {0};
    span_copy(span_of(id), stored.id, sizeof stored.id);
    if (!span_hex(span_of(seed), stored.seed, sizeof stored.seed)) {
        refuse_sentence("refused", _("the saved state of the table is wrong"));
        return NULL;
    }
    struct table *table = table_open_with(&stored, &cards, &problem);
    if (table == NULL)
        refuse(&problem);
    return table;
}

void orrery_close(struct table *table)
{
    table_close(table);
}

/* Does a row that was kept. */
int orrery_replay(struct table *table, const char *kind, double user, double time, const char *body)
{
    struct problem problem = {0};
    struct store_row row = {
        .kind = kind, .user = (int64_t)user, .time = (int64_t)time, .body = body, .key = ""};
    return table_replay(table, &row, &problem) || refuse(&problem);
}

int orrery_save(const struct table *table)
{
    assert(table != NULL);
    text_clear(&answer);
    table_save(table, &answer);
    return 1;
}

int orrery_restore(struct table *table, const char *snapshot)
{
    struct problem problem = {0};
    return table_restore(table, span_of(snapshot), &problem) || refuse(&problem);
}

/* ---- changes --------------------------------------------------------------------------------- */

static int find_kind(const char *name)
{
    int kind = 0;
    while (row_kinds[kind] != NULL && strcmp(row_kinds[kind], name) != 0)
        kind++;
    return kind;
}

/* The rules of the game have more to say. */
static int refuse_row(const struct table *table, const struct table_row *row,
                      struct problem *problem)
{
    if (row->kind != ROW_MOVE || table->session == NULL)
        return refuse(problem);
    struct text why = {0};
    problem_forget_place(problem);
    session_tell_refusal(table->session, problem, language, &why);
    refuse_sentence("refused", text_string(&why));
    text_free(&why);
    return 0;
}

static int apply(struct table *table, const struct table_row *row)
{
    struct problem problem = {0};
    struct text body = {0};
    bool fine = table_apply(table, row, &body, &problem);
    if (fine) {
        struct json json = answer_begin();
        put_row(row, text_string(&body), &json);
    } else
        refuse_row(table, row, &problem);
    text_free(&body);
    return fine;
}

/* A change by the person here or by a friend, or (user 0) a move of a computer player. `text` are
 * moves or a computer player, or "". `share` is what a friend adds to the draws that follow, as
 * digits, or "". The answer is the row that is to be kept. */
int orrery_change(struct table *table, int user, const char *kind, int seat, const char *text,
                  int on, const char *name, double now, const char *share)
{
    uint8_t bytes[SHARE_SIZE];
    struct problem problem = {0};
    struct text body = {0};
    int row_kind = find_kind(kind);
    struct table_request request = {.kind = (enum row_kind)row_kind,
                                    .seat = seat,
                                    .on = on != 0,
                                    .agrees = true,
                                    .text = text,
                                    .user = user == FRIEND ? FRIEND : PERSON,
                                    .name = name,
                                    .person = PERSON_GUEST};
    if (!table_request_is_known(request.kind) || seat < 0 || seat > SEATS_MAX)
        return refuse_sentence("unknown-command", _("there is no such command"));
    if (share[0] != '\0' && !span_hex(span_of(share), bytes, sizeof bytes))
        return refuse_sentence("bad-message", _("a share has 64 hexadecimal digits"));
    bool takes_player = request.kind == ROW_COMPUTER || request.kind == ROW_HAND_OVER;
    if (takes_player && !player_is_allowed(span_of(text), &problem))
        return refuse(&problem);
    if (!table_request_write(&request, table, &body)) {
        text_free(&body);
        return refuse_sentence("bad-message", _("a text has control characters"));
    }
    struct table_row row = {.kind = request.kind,
                            .user = user == 0 ? 0 : request.user,
                            .time = table_time(table, (int64_t)now),
                            .body = text_span(&body),
                            .share = share[0] != '\0' ? bytes : NULL};
    int done = apply(table, &row);
    text_free(&body);
    return done;
}

/* ---- questions ------------------------------------------------------------------------------- */

double orrery_rows(const struct table *table)
{
    assert(table != NULL);
    return table->rows;
}

double orrery_moves(const struct table *table)
{
    return table->session != NULL ? session_move_count(table->session) : 0;
}

double orrery_chances(const struct table *table)
{
    return table->session != NULL ? session_chance_count(table->session) : 0;
}

/* To the seed of this table, also before the game begins. */
int orrery_commitment(const struct table *table)
{
    uint8_t commitment[COMMITMENT_SIZE];
    dealer_commit(table->seed, commitment);
    text_clear(&answer);
    text_add_hex(&answer, commitment, sizeof commitment);
    return 1;
}

/* A hash of the first moves of the game, as session/proof.h has it. */
int orrery_history(const struct table *table, double moves)
{
    uint8_t hash[HISTORY_HASH_SIZE];
    struct record record = {0};
    for (uint32_t i = 0; i < (uint32_t)moves; i++) {
        struct record_move entry = session_entry(table->session, i);
        record_add(&record, entry.actor, entry.move);
    }
    proof_hash(table->rules, record.moves, record.count, hash);
    record_free(&record);
    text_clear(&answer);
    text_add_hex(&answer, hash, sizeof hash);
    return 1;
}

/* The seat whose computer player has to move now, from 1; 0 if none has. */
int orrery_bot(const struct table *table)
{
    assert(table != NULL);
    int awaited = table_awaited(table);
    bool decides = awaited >= 0 && !table->paused && table->seats[awaited].player[0] != '\0' &&
                   session_awaits_confirm(table->session) != awaited;
    return decides ? awaited + 1 : 0;
}

int orrery_hint_is_news(const struct table *table, int seat)
{
    assert(table->session != NULL);
    return table_hint_is_news(table, seat - 1);
}

int orrery_may_hint(const struct table *table, int seat)
{
    const char *why = table_why_no_hint(table, PERSON, seat - 1);
    return why == NULL || refuse_sentence("refused", why);
}

static struct viewer viewer_of(const struct table *table, int user, int wants)
{
    return (struct viewer){.language = language,
                           .seats = table_seats_of(table, user),
                           .owner = table->plan.owner == user,
                           .wants_state = wants & WANTS_STATE,
                           .wants_moves = wants & WANTS_MOVES,
                           .wants_blocked = wants & WANTS_BLOCKED,
                           .wants_plans = wants & WANTS_PLANS};
}

/* The view, and the log from that move on: what a watcher is told. Below 0: the view alone, as the
 * whole answer. `together`: the friend is there, too. */
int orrery_view(const struct table *table, int user, int wants, double log_from, int together)
{
    unsigned online = table_seats_of(table, together ? PERSON : user) |
                      table_seats_of(table, together ? FRIEND : user);
    struct json json = answer_begin();
    struct viewer viewer = viewer_of(table, user, wants);
    if (log_from < 0) {
        view_table(table, &viewer, online, table->changed, NULL, &json, NULL);
        return 1;
    }
    json_open(&json, NULL, '{');
    view_table(table, &viewer, online, table->changed, NULL, &json, "view");
    view_log(table, language, (uint32_t)log_from, NULL, &json, "log");
    json_close(&json, '}');
    return 1;
}

int orrery_log(const struct table *table, double from)
{
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    view_log(table, language, from > 0 ? (uint32_t)from : 0, NULL, &json, "log");
    json_close(&json, '}');
    return 1;
}

static bool has_begun(const struct table *table)
{
    return table->session != NULL || refuse_sentence("refused", _("the game has not begun"));
}

int orrery_moment(const struct table *table, int user, double moves, int seat, int wants)
{
    struct viewer viewer = viewer_of(table, user, wants | WANTS_STATE);
    if (!has_begun(table))
        return 0;
    if (moves < 0 || moves > session_move_count(table->session))
        return refuse_sentence("refused", _("the game does not have that many moves"));
    if (seat >= 1 && seat <= table->rules->setup.players)
        viewer.seats |= 1u << (seat - 1);
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    view_moment(table, &viewer, (uint32_t)moves, &json, "moment");
    json_close(&json, '}');
    return 1;
}

int orrery_scores(const struct table *table)
{
    if (!has_begun(table))
        return 0;
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    view_scores(table, &json, "scores");
    json_close(&json, '}');
    return 1;
}

int orrery_preview(const struct table *table, int user, int seat, const char *text)
{
    struct problem problem = {0};
    struct viewer viewer = viewer_of(table, user, WANTS_STATE);
    struct move moves[ACTION_MOVES_MAX];
    if (!has_begun(table))
        return 0;
    struct json json = answer_begin();
    int count = moves_from_text(table->rules, span_of(text), moves, ACTION_MOVES_MAX, &problem);
    json_open(&json, NULL, '{');
    bool fine = count > 0 && view_preview(table, &viewer, seat - 1, moves, count, &json, &problem);
    json_close(&json, '}');
    return fine || refuse(&problem);
}

int orrery_summary(const struct table *table)
{
    assert(table != NULL);
    struct json json = answer_begin();
    struct summary summary = summary_of(table);
    summary_json(&summary, PERSON, &json);
    return 1;
}

/* The record of the first moves; below 0: of the whole game. */
int orrery_record(const struct table *table, double moves)
{
    if (!has_begun(table))
        return 0;
    uint32_t count = session_move_count(table->session);
    if (moves > count)
        return refuse_sentence("refused", _("the game does not have that many moves"));
    text_clear(&answer);
    session_write_beginning(table->session, moves < 0 ? count : (uint32_t)moves, &answer);
    return 1;
}

/* What had happened before a chance move. */
static void put_history(struct json *json, const struct record *record, uint32_t number)
{
    uint8_t hash[HISTORY_HASH_SIZE];
    int place = proof_place(record, number);
    proof_hash(record->rules, record->moves, place > 0 ? place : 0, hash);
    put_hex(json, "history", hash, sizeof hash);
}

static void put_proof(const struct record *record, uint32_t checked)
{
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    json_put_number(&json, "checked", checked);
    json_put_number(&json, "from", record->covers_from);
    put_hex(&json, "commitment", record->commitment, sizeof record->commitment);
    json_put_boolean(&json, "shared", proof_is_shared(record));
    json_open(&json, "shares", '[');
    for (uint32_t i = 0; i < record->shares.count; i++) {
        json_open(&json, NULL, '{');
        json_put_number(&json, "from", record->shares.list[i].from);
        put_hex(&json, "share", record->shares.list[i].bytes, SHARE_SIZE);
        put_history(&json, record, record->shares.list[i].from);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

/* Is the record of a finished game legal, and was its dealer fair? The answer is what it was fair
 * by: whoever was there compares it with what they know. */
int orrery_verify(const char *text)
{
    struct problem problem = {0};
    struct record record = {0};
    uint32_t checked = 0;
    bool fine = record_read(&record, "record", span_of(text), NULL, &problem) &&
                proof_check(&record, &checked, &problem);
    if (fine)
        put_proof(&record, checked);
    record_free(&record);
    return fine || refuse(&problem);
}

int orrery_table_cards(const struct table *table)
{
    assert(table != NULL);
    struct json json = answer_begin();
    card_view_components(table->rules, language, &json);
    return 1;
}

int orrery_table_layout(const struct table *table)
{
    assert(table != NULL);
    struct json json = answer_begin();
    table->rules->game->layout(table->rules, &json);
    return 1;
}

/* The whole card set as one text. */
int orrery_table_set(const struct table *table)
{
    assert(table != NULL);
    struct card_texts texts;
    text_clear(&answer);
    ruleset_texts(table->rules, &texts);
    card_document_write(table->plan.game, &texts, &answer);
    return 1;
}
