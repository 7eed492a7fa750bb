/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How tables are created: the head, and the table before its first row. */

#include "table_parts.h"

#include "contract/card_document.h"
#include "record/heading.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the head -------------------------------------------------------------------------------- */

const char *const table_clock_words[CLOCKS] = {"none", "live", "days"};
const char *const table_phase_words[TABLE_PHASES + 1] = {_("open"), _("running"), _("over"), NULL};

void table_write_head(const struct table_plan *plan, const struct ruleset *rules, struct text *out)
{
    heading_write(rules, out);
    text_add(out, "title ");
    text_add_quoted(out, span_of(plan->title));
    text_addf(out, "\nlisted %d\nchat %d\nhints %d\nowner %" PRId64 "\n", plan->listed, plan->chat,
              plan->hints, plan->owner);
    assert(plan->clock >= CLOCK_NONE && plan->clock < CLOCKS);
    text_addf(out, "clock %s %" PRId64 " %" PRId64 "\n", table_clock_words[plan->clock], plan->time,
              plan->increment);
    if (plan->rematch[0] != '\0')
        text_addf(out, "rematch %s\n", plan->rematch);
    if (plan->cards_title[0] != '\0') {
        text_add(out, "own-cards ");
        text_add_quoted(out, span_of(plan->cards_title));
        text_add_char(out, '\n');
    }
    assert(!plan->listed || !same_deal_is_set(&plan->same_deal));
    same_deal_write(&plan->same_deal, out);
}

static bool read_flag(struct scan *scan, bool *out)
{
    int64_t value;
    if (!scan_number(scan, 0, 1, _("0 or 1"), &value))
        return false;
    *out = value != 0;
    return true;
}

static bool read_clock(struct scan *scan, struct table_plan *plan)
{
    struct span word = scan_word(scan);
    plan->clock = 0;
    while (plan->clock <= CLOCK_DAYS && !span_is(word, table_clock_words[plan->clock]))
        plan->clock++;
    if (plan->clock > CLOCK_DAYS)
        return scan_expected(scan, word, _("none, live or days"));
    return scan_number(scan, 0, INT64_C(1) << 40, _("a number"), &plan->time) &&
           scan_number(scan, 0, INT64_C(1) << 40, _("a number"), &plan->increment);
}

static bool read_rematch(struct scan *scan, struct table_plan *plan)
{
    struct span word;
    if (!scan_need(scan, _("a table"), &word))
        return false;
    span_copy(word, plan->rematch, sizeof plan->rematch);
    return true;
}

static bool read_plan_line(struct scan *scan, struct table_plan *plan)
{
    struct span key = scan_word(scan);
    bool fine;
    if (span_is(key, "title"))
        fine = scan_quoted(scan, plan->title, sizeof plan->title);
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
    else if (span_is(key, "rematch"))
        fine = read_rematch(scan, plan);
    else if (span_is(key, "own-cards"))
        fine = scan_quoted(scan, plan->cards_title, sizeof plan->cards_title);
    else if (span_is(key, same_deal_word))
        fine = same_deal_read(scan, &plan->same_deal);
    else
        return scan_expected(scan, key, _("a line about the table"));
    return fine && scan_done(scan);
}

static bool read_head(struct scan *scan, const struct store_table *stored, struct heading *heading,
                      struct table_plan *plan, struct problem *problem)
{
    *plan = (struct table_plan){0};
    if (!scan_open(scan, stored->id, span_of(stored->head), problem))
        return false;
    scan_line(scan);
    if (!heading_read_lines(scan, heading))
        return false;
    while (!scan_at_end(scan) && read_plan_line(scan, plan) && scan_line(scan)) {
    }
    plan->game = heading->game;
    plan->setup = heading->setup;
    if (plan->listed && same_deal_is_set(&plan->same_deal))
        return problem_set(problem, same_deal_unlisted, NULL, NULL, NULL);
    return !problem_is_set(problem);
}

bool table_read_plan(const struct store_table *stored, struct table_plan *plan,
                     struct problem *problem)
{
    struct scan scan;
    struct heading heading;
    return read_head(&scan, stored, &heading, plan, problem);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The ruleset with the cards that were kept under that name; NULL if there are none. */
static struct ruleset *open_kept(const struct heading *heading, const struct table_cards *cards,
                                 const char *name, struct problem *problem)
{
    struct ruleset *rules = NULL;
    struct text document = {0};
    if (cards->find(cards->context, name, &document))
        rules = card_document_open(heading->game, &heading->setup, text_span(&document), problem);
    text_free(&document);
    return rules;
}

/* Cards that someone brought are found by the table alone: a fingerprint can be forged. */
static struct ruleset *open_own(const struct heading *heading, const struct table_cards *cards,
                                const char *table_id, struct scan *scan)
{
    struct ruleset *rules = NULL;
    char name[STORE_DOCUMENT_NAME_SIZE];
    store_cards_name(table_id, name);
    if (cards != NULL)
        rules = open_kept(heading, cards, name, scan->problem);
    if (rules != NULL && heading_check_cards(heading, rules, scan))
        return rules;
    problem_set(scan->problem, _("the cards of this table are missing"), NULL, NULL, NULL);
    ruleset_close(rules);
    return NULL;
}

static struct ruleset *open_rules(const struct heading *heading, const struct table_cards *cards,
                                  struct scan *scan)
{
    struct ruleset *rules = heading_open(heading, NULL, scan->problem);
    bool other = rules != NULL && heading->has_cards && rules->fingerprint != heading->cards;
    if (other && cards != NULL) {
        char name[CARD_SET_NAME_SIZE];
        card_set_name(heading->game, heading->cards, name);
        struct ruleset *kept = open_kept(heading, cards, name, scan->problem);
        if (kept != NULL || problem_is_set(scan->problem)) {
            ruleset_close(rules);
            rules = kept;
        }
    }
    if (rules == NULL || heading_check_cards(heading, rules, scan))
        return rules;
    ruleset_close(rules);
    return NULL;
}

/* A new table; the ruleset is its own from now on. */
static struct table *make_table(const struct store_table *stored, const struct table_plan *plan,
                                struct ruleset *rules)
{
    struct table *table = memory_new(1, sizeof *table);
    assert(rules->game == plan->game && rules->setup.players == plan->setup.players);
    memcpy(table->id, stored->id, sizeof table->id);
    memcpy(table->seed, stored->seed, sizeof table->seed);
    table->rules = rules;
    table->plan = *plan;
    table->changed = stored->made;
    for (int i = 0; i < SEATS_MAX; i++)
        table->seats[i] = (struct table_seat){.left = plan->time, .confirm = true};
    return table;
}

struct table *table_open_with(const struct store_table *stored, const struct table_cards *cards,
                              struct problem *problem)
{
    struct scan scan;
    struct heading heading;
    struct table_plan plan;
    struct ruleset *rules = NULL;
    if (read_head(&scan, stored, &heading, &plan, problem))
        rules = plan.cards_title[0] != '\0' ? open_own(&heading, cards, stored->id, &scan)
                                            : open_rules(&heading, cards, &scan);
    if (rules != NULL)
        return make_table(stored, &plan, rules);
    problem_place(problem, stored->id, 0, 0);
    return NULL;
}

struct table *table_open_rules(const struct store_table *stored, const struct ruleset *rules,
                               struct problem *problem)
{
    struct table_plan plan;
    if (!table_read_plan(stored, &plan, problem))
        return NULL;
    return make_table(stored, &plan, ruleset_open_again(rules));
}

struct table *table_open(const struct store_table *stored, struct problem *problem)
{
    return table_open_with(stored, NULL, problem);
}

void table_drop_import(struct table *table)
{
    if (table->import == NULL)
        return;
    table->import->rules = NULL; /* the table's */
    record_free(table->import);
    free(table->import);
    table->import = NULL;
}

void table_close(struct table *table)
{
    if (table == NULL)
        return;
    session_close(table->session);
    table_drop_import(table);
    ruleset_close(table->rules);
    explicit_bzero(table->seed, sizeof table->seed);
    free(table);
}
