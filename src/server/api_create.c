/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Routes that create tables: new ones, rematches, recorded games. */

#include "api_call.h"
#include "json_read.h"
#include "people_check.h"
#include "setup_read.h"

#include "contract/games.h"
#include "contract/ruleset.h"
#include "record/heading.h"
#include "store/names.h"
#include "table/seating.h"

#include "base/container_of.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 86400000 };

/* ---- how it is made -------------------------------------------------------------------------- */

static int64_t number_of(json_t *object, const char *key, int64_t least, int64_t most,
                         int64_t otherwise)
{
    json_t *value = json_object_get(object, key);
    int64_t number = json_is_integer(value) ? json_integer_value(value) : otherwise;
    return number < least ? least : number > most ? most : number;
}

/* Is the member a whole number, or not there? */
static bool is_number(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    return value == NULL || json_is_integer(value);
}

static bool read_clock(struct api_call *call, struct table_plan *plan)
{
    json_t *clock = json_object_get(call->body, "clock");
    const char *kind = json_string_value(json_object_get(clock, "kind"));
    if (clock == NULL)
        return true;
    if (kind == NULL || !is_number(clock, "time") || !is_number(clock, "increment"))
        return api_fail_member(call, "clock");
    if (strcmp(kind, "live") == 0) {
        plan->clock = CLOCK_LIVE;
        plan->time = number_of(clock, "time", 10000, DAY, 1800000);
        plan->increment = number_of(clock, "increment", 0, DAY, 10000);
    } else if (strcmp(kind, "days") == 0) {
        plan->clock = CLOCK_DAYS;
        plan->time = number_of(clock, "time", 60000, INT64_C(60) * DAY, INT64_C(3) * DAY);
    } else if (strcmp(kind, "none") != 0)
        return api_fail_member(call, "clock");
    return true;
}

/* "seats" is a list of texts, one for each seat at most. */
static bool seats_fit(struct api_call *call, size_t players)
{
    json_t *seats = json_object_get(call->body, "seats");
    bool fit = seats == NULL || (json_is_array(seats) && json_array_size(seats) <= players);
    for (size_t i = 0; fit && i < json_array_size(seats); i++)
        fit = json_is_string(json_array_get(seats, i)) ||
              json_is_string(json_object_get(json_array_get(seats, i), "me"));
    return fit || api_fail_member(call, "seats");
}

/* A text that others see. */
static bool read_title(struct api_call *call, const char *key, bool needed,
                       char out[STORE_NAME_SIZE])
{
    if (!api_read_text(call, key, needed, out, STORE_NAME_SIZE))
        return false;
    const char *wrong = span_has_control(span_of(out))  ? _("a text has control characters")
                        : span_has_hidden(span_of(out)) ? _("a text contains invisible characters")
                                                        : NULL;
    if (wrong != NULL)
        api_fail(call, 400, ERROR_BAD_MESSAGE, wrong);
    return wrong == NULL;
}

/* Whether a table has cards of its own is told by their title. */
static bool read_cards_title(struct api_call *call, struct table_plan *plan)
{
    return read_title(call, "cards_title", true, plan->cards_title) &&
           (span_trim(span_of(plan->cards_title)).length > 0 ||
            api_fail_member(call, "cards_title"));
}

static struct seating seating_of(const json_t *body)
{
    struct seating seating = {{NULL}, {NULL}};
    const json_t *seats = json_object_get(body, "seats");
    for (size_t i = 0; i < SEATS_MAX; i++) {
        const json_t *seat = json_array_get(seats, i);
        seating.name[i] = json_string_value(json_object_get(seat, seating_own_word));
        seating.who[i] = seating.name[i] != NULL ? seating_own_word : json_string_value(seat);
    }
    return seating;
}

/* Whether a game has that many players is not known yet. */
static bool read_hints(const struct api_call *call, const struct seating *seating, int players)
{
    const json_t *wish = json_object_get(call->body, "hints");
    return json_is_boolean(wish) ? json_is_true(wish)
                                 : seating_has_hints(seating, players, api_call_person(call));
}

/* All but the game and its setup. */
static bool read_table(struct api_call *call, struct table_plan *plan)
{
    if (!read_title(call, "title", false, plan->title))
        return false;
    plan->listed = json_is_true(json_object_get(call->body, "listed"));
    plan->chat = !json_is_false(json_object_get(call->body, "chat"));
    plan->owner = call->user.id;
    return read_clock(call, plan);
}

static bool read_plan(struct api_call *call, struct table_plan *plan)
{
    char game[40];
    if (!api_read_text(call, "game", true, game, sizeof game) || !read_table(call, plan))
        return false;
    plan->game = game_find(span_of(game));
    if (plan->game == NULL) {
        api_fail(call, 400, ERROR_REFUSED, _("this game is not known here"));
        return false;
    }
    const char *wrong;
    struct problem problem = {0};
    if (setup_read(call->body, plan->game, &plan->setup, &wrong, &problem)) {
        struct seating seating = seating_of(call->body);
        plan->hints = read_hints(call, &seating, plan->setup.players);
        return true;
    }
    if (wrong != NULL)
        return api_fail_member(call, wrong);
    api_fail_problem(call, 400, ERROR_REFUSED, &problem);
    return false;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void table_made(struct table_creation *creation, enum change_result result,
                       const char *table_id, const struct problem *problem)
{
    struct api_call *call = container_of(creation, struct api_call, creation);
    struct json json = {.out = &call->text};
    if (result == CHANGE_REFUSED) {
        api_fail_problem(call, 400, ERROR_REFUSED, problem);
        return;
    }
    if (result == CHANGE_FULL) {
        api_fail_problem(call, 429, ERROR_TOO_MANY, problem);
        return;
    }
    if (result != CHANGE_DONE) {
        api_fail(call, 503, ERROR_UNAVAILABLE, _("the store is not responding"));
        return;
    }
    json_open(&json, NULL, '{');
    json_put_string(&json, "table", table_id);
    json_close(&json, '}');
    api_answer_json(call, 201);
}

/* A name for a seat: as those of guests. */
static bool name_is_allowed(const char *name, struct problem *problem)
{
    char normal[STORE_NAME_SIZE];
    if (!name_normalize(name, normal, sizeof normal))
        return problem_set(problem, _("a name has at most 40 characters and no control characters"),
                           NULL, NULL, NULL);
    return check_name(normal, problem) && check_reserved(normal, false, problem);
}

/* Computer players and names must be allowed. Bots have no others at their screen. */
static bool seating_is_allowed(const struct api_call *call, const struct seating *seating,
                               int players, struct problem *problem)
{
    bool is_bot = api_call_person(call) == PERSON_BOT;
    for (int i = 0; i < players; i++) {
        if (seating->name[i] != NULL && is_bot)
            return problem_set(problem, _("a bot plays under its own name"), NULL, NULL, NULL);
        if (seating->name[i] != NULL && !name_is_allowed(seating->name[i], problem))
            return false;
    }
    return seating_has_allowed_players(seating, players, problem);
}

/* Rows that fill the seats, as the call wants it. Names are written as those of guests are. */
static void add_seats(struct first_rows *first, const struct seating *wanted, int players,
                      const struct api_call *call)
{
    char normal[SEATS_MAX][STORE_NAME_SIZE];
    struct seating seating = *wanted;
    assert(players <= SEATS_MAX && call->user.id > 0);
    struct founder founder = {.name = call->user.name, .person = api_call_person(call)};
    for (int i = 0; i < players; i++)
        if (seating.name[i] != NULL)
            seating.name[i] =
                name_normalize(seating.name[i], normal[i], sizeof normal[i]) ? normal[i] : NULL;
    first_rows_seat(first, &seating, players, &founder,
                    json_is_true(json_object_get(call->body, "start")));
}

static struct first_rows first_rows_of(const struct api_call *call)
{
    return (struct first_rows){.user = call->user.id, .time = loop_time()};
}

/* With cards that the caller has; NULL: those of new tables. */
static void make_table(struct api_call *call, const struct table_plan *plan,
                       const struct ruleset *cards, const uint8_t seed[SEED_SIZE])
{
    struct first_rows first = first_rows_of(call);
    struct problem problem = {0};
    struct seating seating = seating_of(call->body);
    if (!seats_fit(call, plan->setup.players))
        return;
    struct ruleset *rules = cards != NULL ? ruleset_open_setup(cards, &plan->setup, &problem)
                                          : card_sets_rules(tables_card_sets(call->api->tables),
                                                            plan->game, &plan->setup, &problem);
    if (rules == NULL || !seating_is_allowed(call, &seating, plan->setup.players, &problem)) {
        api_fail_problem(call, 400, ERROR_REFUSED, &problem);
        ruleset_close(rules);
        return;
    }
    add_seats(&first, &seating, plan->setup.players, call);
    first_rows_close(&first);
    call->creation.done = table_made;
    call->creation.person = api_call_person(call);
    tables_create(call->api->tables, plan, rules, seed, first.rows, first.count, &call->creation);
    first_rows_free(&first);
    ruleset_close(rules);
}

/* ---- tables with cards of their own ---------------------------------------------------------- */

/* May this person bring that many bytes of cards? Answered if not. Asked before any of them is
 * read. */
static bool may_bring_cards(struct api_call *call, size_t bytes)
{
    enum own_cards_policy policy = call->api->own_cards;
    enum person_kind person = api_call_person(call);
    struct problem problem = {0};
    if (policy == OWN_CARDS_NOBODY)
        api_fail(call, 403, ERROR_NOT_ALLOWED, _("this server does not allow your own cards"));
    else if (policy == OWN_CARDS_ACCOUNTS && person != PERSON_ACCOUNT)
        api_fail(call, 403, ERROR_NOT_ALLOWED,
                 _("only accounts may play with their own cards here; create one first"));
    else if (!tables_take_card_set(call->api->tables, call->user.id, person, bytes, &problem))
        api_fail_problem(call, 429, ERROR_TOO_MANY, &problem);
    else
        return true;
    return false;
}

/* A table that waits for its cards: a worker reads them. */
struct carding {
    struct work work;
    struct api_call *call;
    struct table_plan plan;
    struct ruleset *rules; /* NULL: with a problem */
    struct problem problem;
};

static void cards_run(struct work *work)
{
    struct carding *carding = container_of(work, struct carding, work);
    const struct table_plan *plan = &carding->plan;
    struct card_texts texts;
    carding->problem = (struct problem){0};
    if (own_cards_texts(tables_card_sets(carding->call->api->tables), plan->game,
                        json_object_get(carding->call->body, "cards"), &texts, &carding->problem))
        carding->rules = ruleset_open_texts(plan->game, &plan->setup, texts.files, texts.count,
                                            &carding->problem);
}

static void cards_done(struct work *work)
{
    struct carding *carding = container_of(work, struct carding, work);
    struct api_call *call = carding->call;
    uint8_t seed[SEED_SIZE];
    dealer_new_seed(seed);
    if (carding->rules != NULL)
        make_table(call, &carding->plan, carding->rules, seed);
    else
        api_fail_at(call, 400, ERROR_REFUSED, &carding->problem);
    ruleset_close(carding->rules);
    free(carding);
}

static void read_cards(struct api_call *call, const struct table_plan *plan)
{
    struct carding *carding = memory_new(1, sizeof *carding);
    carding->call = call;
    carding->plan = *plan;
    problem_set(&carding->problem, _("the store is not responding"), NULL, NULL,
                NULL); /* till then */
    api_add_work(call, &carding->work, cards_run, cards_done, true);
}

/* ---- new tables ------------------------------------------------------------------------------ */

/* The body is there, and who sent it may bring what is in it. */
static void make_with_cards(struct api_call *call)
{
    struct table_plan plan = {0};
    if (!json_is_object(json_object_get(call->body, "cards")))
        api_fail_member(call, "cards");
    else if (read_plan(call, &plan) && read_cards_title(call, &plan))
        read_cards(call, &plan);
}

/* A body that is large brings cards: nothing else makes it so. */
static void handle_make(struct api_call *call)
{
    struct table_plan plan = {0};
    uint8_t seed[SEED_SIZE];
    struct span body = http_body(call->request);
    if (body.length > HTTP_BODY_MAX) {
        if (may_bring_cards(call, body.length))
            api_read_large(call, make_with_cards);
        return;
    }
    if (!api_read_body(call))
        return;
    if (json_object_get(call->body, "cards") != NULL) {
        if (may_bring_cards(call, body.length))
            make_with_cards(call);
        return;
    }
    dealer_new_seed(seed);
    if (read_plan(call, &plan))
        make_table(call, &plan, NULL, seed);
}

static bool read_flag(const struct api_call *call, const char *key)
{
    return json_is_true(json_object_get(call->body, key));
}

/* The same people with the same options once more; with the same chance if that is wanted. */
static void again(struct table_lookup *lookup, struct table *table, const struct problem *problem)
{
    struct api_call *call = api_call_of_lookup(lookup);
    uint8_t seed[SEED_SIZE];
    if (!api_has_table(call, table, problem))
        return;
    if (table->phase != TABLE_OVER || table_seats_of(table, call->user.id) == 0) {
        api_fail(call, 409, ERROR_REFUSED,
                 _("only its players can ask for a rematch, once the game is over"));
        return;
    }
    struct table_plan plan = table->plan;
    plan.owner = call->user.id;
    memcpy(plan.rematch, table->id, sizeof plan.rematch);
    plan.setup.rules = 0; /* a new game has the rules of today */
    if (!read_flag(call, "same_chance")) {
        plan.same_deal = (struct same_deal){0};
        dealer_new_seed(seed);
    } else if (read_flag(call, "listed")) {
        api_fail(call, 409, ERROR_REFUSED, same_deal_unlisted);
        return;
    } else {
        same_deal_plan(table, &plan);
        memcpy(seed, table->seed, sizeof seed);
    }
    bool has_own = plan.cards_title[0] != '\0';
    if (!has_own || may_bring_cards(call, 0))
        make_table(call, &plan, has_own ? table->rules : NULL, seed);
}

static void handle_rematch(struct api_call *call)
{
    api_look_up(call, again);
}

/* ---- recorded games -------------------------------------------------------------------------- */

/* A recorded game on its way to a table. A worker plays the game, which may take long; all
 * but the record is read in the loop. */
struct importing {
    struct work work;
    struct api_call *call;
    struct record record;
    struct table_plan plan;
    uint8_t seed[SEED_SIZE];
    struct first_rows first;
    struct problem problem;
    bool fine;
};

/* Where the cards of the record are, if they are not those in the program. */
static const char *folder_of(const struct importing *importing, struct span text)
{
    struct problem later = {0}; /* who reads all of it tells */
    struct scan scan;
    struct heading heading;
    if (!scan_open(&scan, "record", text, &later) || !heading_read_title(&scan, "record") ||
        !heading_read_lines(&scan, &heading) || !heading.has_cards)
        return NULL;
    return card_sets_folder(tables_card_sets(importing->call->api->tables), heading.game,
                            heading.cards);
}

/* Reads and checks the record; `over` tells whether the game is. */
static bool read_record(struct importing *importing, bool *over)
{
    const char *text = json_string_value(json_object_get(importing->call->body, "record"));
    struct record *record = &importing->record;
    if (!seating_read_record(span_of(text), folder_of(importing, span_of(text)), record, over,
                             &importing->problem))
        return false;
    importing->plan.game = record->rules->game;
    importing->plan.setup = record->rules->setup;
    return true;
}

static struct seating import_seating(const struct importing *importing)
{
    const json_t *body = importing->call->body;
    return json_object_get(body, "seats") != NULL ? seating_of(body)
                                                  : seating_of_record(&importing->record);
}

static bool prepare_import(struct importing *importing)
{
    const struct api_call *call = importing->call;
    struct first_rows *first = &importing->first;
    bool over;
    if (!read_record(importing, &over))
        return false;
    record_write_lines(&importing->record, first_rows_add(first, ROW_IMPORT));
    if (!over) {
        struct seating seating = import_seating(importing);
        const struct ruleset *rules = importing->record.rules;
        if (!seating_is_allowed(call, &seating, rules->setup.players, &importing->problem))
            return false;
        add_seats(first, &seating, rules->setup.players, call);
        importing->plan.hints = read_hints(call, &seating, rules->setup.players);
    }
    first_rows_close(first);
    return table_creation_prepare(&importing->call->creation, &importing->plan,
                                  importing->record.rules, importing->seed, first->rows,
                                  first->count, &importing->problem);
}

static void import_run(struct work *work)
{
    struct importing *importing = (struct importing *)work;
    importing->problem = (struct problem){0};
    importing->fine = prepare_import(importing);
    record_free(&importing->record);
    first_rows_free(&importing->first);
}

static void import_done(struct work *work)
{
    struct importing *importing = (struct importing *)work;
    struct api_call *call = importing->call;
    call->creation.done = table_made;
    call->creation.person = api_call_person(call);
    if (importing->fine)
        tables_create_prepared(call->api->tables, &call->creation);
    else if (problem_is_no_memory(&importing->problem))
        api_fail_no_memory(call);
    else
        api_fail_at(call, 400, ERROR_REFUSED, &importing->problem);
    free(importing);
}

/* What was sent is an object: is it an import? */
static void begin_import(struct api_call *call)
{
    struct table_plan plan = {0};
    bool fine =
        json_is_string(json_object_get(call->body, "record")) || api_fail_member(call, "record");
    if (!fine || !seats_fit(call, SEATS_MAX) || !read_table(call, &plan))
        return;
    struct importing *importing = memory_new(1, sizeof *importing);
    importing->call = call;
    importing->plan = plan;
    problem_set(&importing->problem, _("the store is not responding"), NULL, NULL,
                NULL); /* till then */
    importing->first = first_rows_of(call);
    dealer_new_seed(importing->seed);
    api_add_work(call, &importing->work, import_run, import_done, true);
}

static void handle_import(struct api_call *call)
{
    api_read_large(call, begin_import);
}

/* What says how a table is made, apart from its game. */
#define TABLE_MEMBERS                                                                              \
    "title", "listed", "chat", "hints", "clock", "clock.kind", "clock.time", "clock.increment",    \
        "seats", "seats.me", "start"

const struct route make_routes[] = {
    {"POST", "/api/tables", GUESTS, handle_make, RATE_TABLE, true,
     MEMBERS(TABLE_MEMBERS, "game", "players", "options", "cards", "cards_title")},
    {"POST", "/api/tables/*/rematch", GUESTS, handle_rematch, RATE_TABLE, false,
     MEMBERS("seats", "seats.me", "start", "same_chance", "listed")},
    {"POST", "/api/import", GUESTS, handle_import, RATE_IMPORT, true,
     MEMBERS(TABLE_MEMBERS, "record")},
    {0},
};
