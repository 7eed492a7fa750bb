/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reads tables as a server does, and reports what it finds. */

#include "admin.h"

#include "person_kind.h"
#include "table_load.h"

#include "contract/ruleset.h"
#include "session/session_save.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the store ------------------------------------------------------------------------------- */

struct store *admin_open(const char *address, struct problem *problem)
{
    if (store_is_there(address))
        return store_open(address, problem);
    problem_set(problem, _("There is no file {0}; --store names another one."), address, NULL,
                NULL);
    return NULL;
}

static bool note_failure(const struct store *store, enum store_result result,
                         struct problem *problem)
{
    if (result == STORE_DAMAGED)
        return problem_set(problem, _("Something in the store is damaged and was left out."), NULL,
                           NULL, NULL);
    return problem_set(problem, _("The store is not responding: {0}."), store_error(store), NULL,
                       NULL);
}

/* ---- one table ------------------------------------------------------------------------------- */

/* The place of the damage is the table and the number of its row. */
static void place_damage(struct admin_table *checked, uint32_t row)
{
    checked->damage.file[0] = '\0';
    checked->damage.line = 0;
    checked->damage.column = 0;
    problem_place(&checked->damage, checked->about.id, (int)row, 0);
}

/* The phase is kept beside the rows, for lists. A server may have added rows meanwhile. */
static void compare_phase(struct admin_table *checked)
{
    const struct table *table = checked->table;
    assert(checked->about.id[0] != '\0');
    if (problem_is_set(&checked->damage) || table == NULL || checked->about.rows != table->rows ||
        checked->about.phase == table->phase)
        return;
    problem_set(&checked->damage, _("by its rows the table is {0}, but it says otherwise"),
                table_phase_words[table->phase], NULL, NULL);
    place_damage(checked, 0);
}

/* What the store or the rules say against it. */
static void note_damage(struct admin_table *checked, const struct table_load *load,
                        enum store_result result)
{
    if (load->head_damaged) {
        problem_set(&checked->damage, _("the head of this table was changed"), NULL, NULL, NULL);
        place_damage(checked, 0);
    } else if (problem_is_set(&load->problem)) {
        checked->damage = load->problem;
        if (load->wrong_row > 0)
            place_damage(checked, load->wrong_row);
    } else if (result == STORE_DAMAGED) {
        problem_set(&checked->damage, _("this row was changed, or is missing"), NULL, NULL, NULL);
        place_damage(checked, load->rows + 1);
    } else
        compare_phase(checked);
}

/* Reads it all; STORE_DONE also if it is damaged. */
static enum store_result read_table(struct store *store, const char *id,
                                    struct admin_table *checked)
{
    struct table_load load = {.store = store, .whole_chain = true};
    enum store_result result = table_load(&load, id);
    *checked = (struct admin_table){.about = load.stored, .table = load.table, .rows = load.rows};
    if (result == STORE_DONE || result == STORE_DAMAGED) {
        note_damage(checked, &load, result);
        return STORE_DONE;
    }
    admin_forget(checked);
    return result;
}

bool admin_read(struct store *store, const char *id, struct admin_table *checked,
                struct problem *problem)
{
    enum store_result result = read_table(store, id, checked);
    if (result == STORE_MISSING)
        return problem_set(problem, _("There is no table {0}."), id, NULL, NULL);
    return result == STORE_DONE || note_failure(store, result, problem);
}

void admin_forget(struct admin_table *checked)
{
    table_close(checked->table);
    *checked = (struct admin_table){0};
}

bool admin_record(const struct admin_table *checked, struct text *out, struct problem *problem)
{
    if (problem_is_set(&checked->damage)) {
        *problem = checked->damage;
        return false;
    }
    if (checked->table->session == NULL)
        return problem_set(problem, _("The game of this table has not begun."), NULL, NULL, NULL);
    session_write_record(checked->table->session, out);
    return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

enum { LABEL_WIDTH = 12, MINUTE = 60, HOUR = 3600, DAY = 86400 };

static void put_label(struct text *out, enum language language, const char *label)
{
    text_add(out, phrase(language, label));
    text_add(out, " ");
    text_pad_to(out, LABEL_WIDTH);
}

static void put_text(struct text *out, enum language language, const char *label, const char *value)
{
    put_label(out, language, label);
    text_addf(out, "%s\n", value);
}

static void put_time(struct text *out, int64_t milliseconds)
{
    char written[40];
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm parts;
    if (localtime_r(&seconds, &parts) == NULL ||
        strftime(written, sizeof written, "%Y-%m-%d %H:%M", &parts) == 0)
        snprintf(written, sizeof written, "%" PRId64, milliseconds);
    text_add(out, written);
}

/* The two largest units: "2 d 5 h", "9 min 3 s". */
static void put_span(struct text *out, int64_t milliseconds)
{
    int64_t seconds = milliseconds / 1000, size = seconds < 0 ? -seconds : seconds;
    if (seconds < 0)
        text_add(out, "-");
    if (size >= DAY)
        text_addf(out, "%" PRId64 " d %" PRId64 " h", size / DAY, size % DAY / HOUR);
    else if (size >= HOUR)
        text_addf(out, "%" PRId64 " h %" PRId64 " min", size / HOUR, size % HOUR / MINUTE);
    else if (size >= MINUTE)
        text_addf(out, "%" PRId64 " min %" PRId64 " s", size / MINUTE, size % MINUTE);
    else
        text_addf(out, "%" PRId64 " s", size);
}

/* ---- showing a table ------------------------------------------------------------------------- */

static void show_game(const struct table *table, enum language language, struct text *out)
{
    const struct game *game = table->plan.game;
    char players[8];
    snprintf(players, sizeof players, "%d", table->plan.setup.players);
    put_label(out, language, _("game"));
    text_addf(out, "%s, ", game->name);
    phrase_write_with(out, language, _("{0} {0|player|players}"), players, NULL, NULL);
    for (int i = 0; i < option_count(game); i++) {
        const struct option *option = &game->words->options[i];
        text_addf(out, ", %s=%s", option->name, option->choices[table->plan.setup.options[i]]);
    }
    text_add(out, "\n");
    put_label(out, language, _("rules"));
    text_addf(out, "%d, %016" PRIx64 "\n", game->rules_version, table->rules->fingerprint);
}

static void show_clock(const struct table_plan *plan, enum language language, struct text *out)
{
    put_label(out, language, _("clock"));
    if (plan->clock == CLOCK_NONE)
        text_add(out, phrase(language, _("none")));
    else
        put_span(out, plan->time);
    if (plan->clock == CLOCK_LIVE) {
        text_add(out, " + ");
        put_span(out, plan->increment);
    } else if (plan->clock == CLOCK_DAYS)
        text_addf(out, " %s", phrase(language, _("for each decision")));
    text_add(out, "\n");
}

static void show_plan(const struct table *table, enum language language, struct text *out)
{
    const struct table_plan *plan = &table->plan;
    const struct {
        const char *word;
        bool on;
    } flags[] = {{_("listed"), plan->listed}, {_("chat"), plan->chat}, {_("hints"), plan->hints}};
    put_text(out, language, _("title"), plan->title);
    show_game(table, language, out);
    show_clock(plan, language, out);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        put_text(out, language, flags[i].word, phrase(language, flags[i].on ? _("yes") : _("no")));
    put_label(out, language, _("created by"));
    text_addf(out, "%" PRId64 "\n", plan->owner);
    if (plan->rematch[0] != '\0')
        put_text(out, language, _("follows"), plan->rematch);
    if (same_deal_is_set(&plan->same_deal))
        put_text(out, language, _("same deal as"), plan->same_deal.table_id);
}

static void show_seat(const struct table *table, int index, int64_t now, enum language language,
                      struct text *out)
{
    const struct table_seat *seat = &table->seats[index];
    text_addf(out, "%s %d ", phrase(language, _("seat")), index + 1);
    text_pad_to(out, LABEL_WIDTH);
    if (seat->user == 0 && seat->player[0] == '\0') {
        text_addf(out, "%s\n", phrase(language, _("open")));
        return;
    }
    if (seat->user != 0)
        text_addf(out, "%s (%" PRId64 ")", seat->name, seat->user);
    if (seat->user != 0 && seat->person == PERSON_BOT)
        text_addf(out, ", %s", phrase(language, _("bot")));
    if (seat->player[0] != '\0')
        text_addf(out, "%s%s", seat->user != 0 ? ", " : "", seat->player);
    if (table->plan.clock != CLOCK_NONE && seat->user != 0) {
        text_add(out, ", ");
        put_span(out, seat->deadline != 0 ? seat->deadline - now : seat->left);
        if (seat->deadline != 0)
            text_addf(out, " (%s)", phrase(language, _("running")));
    }
    if (seat->wants_pause)
        text_addf(out, ", %s", phrase(language, _("wants a pause")));
    text_add(out, "\n");
}

static void show_awaited(const struct table *table, enum language language, struct text *out)
{
    int awaited = table_awaited(table);
    put_label(out, language, _("awaited"));
    if (awaited < 0)
        text_add(out, phrase(language, _("no one")));
    else
        text_addf(out, "%s %d", phrase(language, _("seat")), awaited + 1);
    if (awaited >= 0 && session_awaits_confirm(table->session) == awaited)
        text_addf(out, ", %s", phrase(language, _("to confirm the turn")));
    if (table->paused)
        text_addf(out, ", %s", phrase(language, _("paused")));
    text_add(out, "\n");
}

static void show_state(const struct table *table, int64_t now, enum language language,
                       struct text *out)
{
    show_plan(table, language, out);
    for (int i = 0; i < table->plan.setup.players; i++)
        show_seat(table, i, now, language, out);
    show_awaited(table, language, out);
    if (table->session != NULL) {
        put_label(out, language, _("moves"));
        text_addf(out, "%" PRIu32 "\n", session_move_count(table->session));
    }
}

void admin_show(const struct admin_table *checked, int64_t now, enum language language,
                struct text *out)
{
    const struct store_table *about = &checked->about;
    put_text(out, language, _("table"), about->id);
    if (about->phase < TABLE_PHASES)
        put_text(out, language, _("phase"), phrase(language, table_phase_words[about->phase]));
    if (checked->table != NULL)
        show_state(checked->table, now, language, out);
    put_label(out, language, _("created"));
    put_time(out, about->made);
    text_add(out, "\n");
    put_label(out, language, _("changed"));
    put_time(out, about->changed);
    text_add(out, "\n");
    put_label(out, language, _("rows"));
    text_addf(out, "%" PRIu32 "\n", about->rows);
    put_label(out, language, _("chain"));
    if (problem_is_set(&checked->damage))
        problem_write(&checked->damage, language, out);
    else
        text_add(out, phrase(language, _("intact")));
    text_add(out, "\n");
}

/* ---- lists ----------------------------------------------------------------------------------- */

struct listing {
    struct text *out;
    enum language language;
    int phase;
};

static void list_table(void *context, const struct store_table *stored)
{
    const struct listing *listing = context;
    struct text *out = listing->out;
    if (listing->phase >= 0 && stored->phase != listing->phase)
        return;
    struct problem problem = {0};
    struct table_plan plan;
    bool known = table_read_plan(stored, &plan, &problem);
    text_addf(out, "%s  ", stored->id);
    text_pad_to(out, 25);
    text_addf(out, "%s  ", stored->phase < TABLE_PHASES ? table_phase_words[stored->phase] : "?");
    text_pad_to(out, 34);
    text_addf(out, "%-16s %d  %5" PRIu32 "  ", known ? plan.game->name : "?",
              known ? plan.setup.players : 0, stored->rows);
    put_time(out, stored->changed);
    text_addf(out, "  %s\n", known ? plan.title : "");
}

bool admin_list(struct store *store, int phase, enum language language, struct text *out,
                struct problem *problem)
{
    struct listing listing = {out, language, phase};
    enum store_result result = store_all_tables(store, list_table, &listing);
    return result == STORE_DONE || note_failure(store, result, problem);
}

static void list_user(void *context, const struct store_user *user)
{
    const struct listing *listing = context;
    struct text *out = listing->out;
    static const char *const kinds[PERSON_KINDS] = {
        [PERSON_GUEST] = _("guest"), [PERSON_ACCOUNT] = _("account"), [PERSON_BOT] = _("bot")};
    text_addf(out, "%6" PRId64 "  %s  ", user->id,
              phrase(listing->language, kinds[person_kind_of(user)]));
    text_pad_to(out, 18);
    text_addf(out, "%-2s  %s", user->language, user->name);
    if (user->webhook[0] != '\0')
        text_addf(out, ", %s", phrase(listing->language, _("webhook")));
    if (user->mail[0] != '\0')
        text_addf(out, ", %s", phrase(listing->language, _("mail")));
    if (user->bot_owner != 0)
        text_addf(out, ", %s %" PRId64, phrase(listing->language, _("owner")), user->bot_owner);
    text_add(out, "\n");
}

bool admin_users(struct store *store, enum language language, struct text *out,
                 struct problem *problem)
{
    struct listing listing = {out, language, -1};
    enum store_result result = store_all_users(store, list_user, &listing);
    return result == STORE_DONE || note_failure(store, result, problem);
}

static void list_job(void *context, const struct store_job *stored)
{
    const struct listing *listing = context;
    struct text *out = listing->out;
    const char *state = stored->state == JOB_FAILED ? _("failed")
                        : stored->taken             ? _("under way")
                                                    : _("waiting");
    text_addf(out, "%6" PRId64 "  %-9s %s  ", stored->number, stored->kind, stored->table);
    text_addf(out, "%s", phrase(listing->language, state));
    text_pad_to(out, 54);
    text_addf(out, "  %d  ", stored->tries);
    put_time(out, stored->made);
    if (stored->result[0] != '\0')
        text_addf(out, "  %s", phrase(listing->language, stored->result));
    text_add(out, "\n");
}

bool admin_jobs(struct store *store, int64_t now, enum language language, struct text *out,
                struct problem *problem)
{
    struct listing listing = {out, language, -1};
    enum store_result result = store_all_jobs(store, now, list_job, &listing);
    return result == STORE_DONE || note_failure(store, result, problem);
}

/* ---- cleaning -------------------------------------------------------------------------------- */

bool admin_clean(struct store *store, int64_t now, int days, bool of_accounts,
                 enum language language, struct text *out, struct problem *problem)
{
    struct store_cleaning cleaning;
    enum store_result result = store_begin_cleaning(store, now, days, &cleaning);
    cleaning.of_accounts = of_accounts;
    while (result == STORE_DONE && !cleaning.done)
        result = store_clean(store, &cleaning);
    char tables[24], guests[24];
    snprintf(tables, sizeof tables, "%" PRId64, cleaning.tables);
    snprintf(guests, sizeof guests, "%" PRId64, cleaning.guests);
    phrase_write_with(out, language, _("{0} {0|table|tables} and {1} {1|guest|guests} removed."),
                      tables, guests, NULL);
    text_add(out, "\n");
    return result == STORE_DONE || note_failure(store, result, problem);
}

/* ---- the check ------------------------------------------------------------------------------- */

struct ids {
    char (*list)[STORE_ID_SIZE];
    size_t count, capacity;
};

static void keep_id(void *context, const char *id)
{
    struct ids *ids = context;
    if (ids->count == ids->capacity) {
        ids->capacity = 2 * ids->capacity + 64;
        ids->list = memory_grow(ids->list, ids->capacity, sizeof ids->list[0]);
    }
    span_copy(span_of(id), ids->list[ids->count++], STORE_ID_SIZE);
}

static enum store_result check_table(struct store *store, const char *id, struct admin_check *check)
{
    struct admin_table checked;
    enum store_result result = read_table(store, id, &checked);
    if (result != STORE_DONE)
        return result;
    check->rows += checked.rows;
    check->damaged += problem_is_set(&checked.damage);
    check->done++;
    check->seen(check, &checked);
    admin_forget(&checked);
    return STORE_DONE;
}

bool admin_check(struct store *store, struct admin_check *check, struct problem *problem)
{
    struct ids ids = {0};
    enum store_result result = store_all_ids(store, keep_id, &ids);
    check->tables = ids.count;
    for (size_t i = 0; result == STORE_DONE && i < ids.count; i++) {
        result = check_table(store, ids.list[i], check);
        if (result == STORE_MISSING) /* removed since the list was made */
            result = STORE_DONE;
    }
    free(ids.list);
    return result == STORE_DONE || note_failure(store, result, problem);
}
