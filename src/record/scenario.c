/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reading and writing scenarios. Running them is in scenario_run.c. */

#include "scenario.h"

#include "given_cards.h"
#include "heading.h"
#include "position.h"

#include "base/file.h"
#include "contract/notation.h"
#include "contract/ruleset.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading parts --------------------------------------------------------------------------- */

static bool read_sign(struct scan *scan)
{
    struct span sign = scan_word(scan);
    return span_is(sign, "=") || scan_expected(scan, sign, "=");
}

/* "PLACE = VALUE" */
static bool read_cell_value(const struct ruleset *rules, struct scan *scan,
                            struct statement *statement)
{
    union any_state scratch = {{0}};
    if (!cell_read(rules, scan, &statement->cell) || !read_sign(scan) ||
        !value_read(rules, &scratch, statement->cell, scan))
        return false;
    assert(statement->cell.field->size <= VALUE_BYTES);
    memcpy(statement->value, scratch.bytes + statement->cell.offset, statement->cell.field->size);
    return true;
}

static bool read_seat(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    int seat = 0;
    if (!thing_read(rules, THING_SEAT, 0, SEATS_MAX, scan, &seat))
        return false;
    statement->seat = (int8_t)seat;
    return true;
}

static bool read_number(struct scan *scan, int64_t min, int64_t max, struct statement *statement)
{
    return scan_number(scan, min, max, _("a number"), &statement->number);
}

static bool read_row(const struct wording *table, struct scan *scan, const char *expected,
                     struct statement *statement)
{
    struct span word = scan_word(scan);
    int row = wording_find(table, word);
    if (row < 0)
        return scan_expected(scan, word, expected);
    statement->row = (uint8_t)row;
    return true;
}

static void add_message(struct statement *statement, struct message message)
{
    assert(statement->message_count < EVENT_LIST_MAX);
    statement->messages =
        memory_grow(statement->messages, (size_t)statement->message_count + 1, sizeof message);
    statement->messages[statement->message_count++] = message;
}

/* ---- the lines ------------------------------------------------------------------------------- */

static bool read_set(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    return read_cell_value(rules, scan, statement);
}

static bool read_deal(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    (void)rules;
    return read_number(scan, 0, UINT32_MAX, statement);
}

static bool read_move(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    return move_read(rules, scan, &statement->move);
}

static bool is_number(struct span word)
{
    return word.length > 0 && word.at[0] >= '0' && word.at[0] <= '9';
}

static bool read_chance(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    return (!is_number(scan_peek(scan)) || read_seat(rules, scan, statement)) &&
           read_move(rules, scan, statement);
}

static bool read_seat_move(const struct ruleset *rules, struct scan *scan,
                           struct statement *statement)
{
    return read_seat(rules, scan, statement) && read_move(rules, scan, statement);
}

static bool read_blocked(const struct ruleset *rules, struct scan *scan,
                         struct statement *statement)
{
    const struct wording *reasons = rules->game->words->reasons;
    struct message why = {.seat = NOBODY};
    if (!read_move(rules, scan, statement))
        return false;
    struct span because = scan_word(scan);
    if (!span_is(because, "because"))
        return scan_expected(scan, because, "because");
    struct scan ahead = *scan;
    scan_word(&ahead);
    statement->in_full = scan_peek(&ahead).length > 0;
    if (statement->in_full ? !message_read(rules, reasons, scan, &why)
                           : !read_row(reasons, scan, _("the name of a reason"), statement))
        return false;
    if (!statement->in_full)
        why.kind = statement->row;
    add_message(statement, why);
    return true;
}

/* A number, or the moves themselves. */
static bool read_choices(const struct ruleset *rules, struct scan *scan,
                         struct statement *statement)
{
    struct move moves[MOVES_MAX];
    if (!read_sign(scan))
        return false;
    if (is_number(scan_peek(scan)))
        return read_number(scan, 0, MOVES_MAX, statement);
    statement->move_count = moves_read(rules, scan, moves, MOVES_MAX);
    if (statement->move_count == 0)
        return false;
    size_t size = (size_t)statement->move_count * sizeof moves[0];
    statement->moves = memory_new(1, size);
    memcpy(statement->moves, moves, size);
    return true;
}

static bool read_decision(const struct ruleset *rules, struct scan *scan,
                          struct statement *statement)
{
    if (span_is(scan_peek(scan), "dealer") || span_is(scan_peek(scan), "nobody"))
        statement->seat = span_is(scan_word(scan), "dealer") ? DEALER : NOBODY;
    else if (!read_seat(rules, scan, statement))
        return false;
    statement->in_full = scan_peek(scan).length > 0;
    return !statement->in_full ||
           read_row(rules->game->words->questions, scan, _("the name of a question"), statement);
}

static bool read_score(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    if (!read_seat(rules, scan, statement))
        return false;
    statement->in_full = !span_is(scan_peek(scan), "=");
    if (statement->in_full && !read_row(rules->game->words->sources, scan,
                                        _("= or the name of a source of points"), statement))
        return false;
    return read_sign(scan) && read_number(scan, INT16_MIN, INT16_MAX, statement);
}

static bool read_ranking(const struct ruleset *rules, struct scan *scan,
                         struct statement *statement)
{
    return read_seat(rules, scan, statement) && read_sign(scan) &&
           read_number(scan, 1, SEATS_MAX, statement);
}

static bool read_event(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    struct message event = {0};
    if (!message_read(rules, rules->game->words->events, scan, &event))
        return false;
    add_message(statement, event);
    return true;
}

static bool read_nothing(const struct ruleset *rules, struct scan *scan,
                         struct statement *statement)
{
    (void)rules;
    (void)scan;
    (void)statement;
    return true;
}

static bool read_no_event(const struct ruleset *rules, struct scan *scan,
                          struct statement *statement)
{
    struct span word = scan_word(scan);
    if (!span_is(word, "event"))
        return scan_expected(scan, word, "event");
    return read_row(rules->game->words->events, scan, _("the name of an event"), statement);
}

static bool read_events(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    if (!read_sign(scan))
        return false;
    if (span_is(scan_peek(scan), "-")) {
        scan_word(scan);
        return true;
    }
    while (read_event(rules, scan, statement)) {
        if (!span_is(scan_peek(scan), ";"))
            return true;
        scan_word(scan);
        if (statement->message_count == EVENT_LIST_MAX)
            return scan_expected(scan, scan_peek(scan), _("fewer events on one line"));
    }
    return false;
}

/* Words up to the "=" behind them, with one blank between them. */
static bool read_name(struct scan *scan, struct statement *statement)
{
    do {
        struct span word = scan_word(scan);
        if (word.length == 0 || span_is(word, "=") || span_has_control(word))
            return scan_expected(scan, word, _("a name"));
        text_add(&statement->name, statement->name.length > 0 ? " " : "");
        text_add_span(&statement->name, word);
    } while (scan_peek(scan).length > 0 && !span_is(scan_peek(scan), "="));
    return read_sign(scan);
}

/* All that is left of the line. */
static bool read_wanted(struct scan *scan, const char *expected, struct statement *statement)
{
    struct span rest = scan_rest(scan);
    if (rest.length == 0 || span_has_control(rest))
        return scan_expected(scan, rest, expected);
    text_add_span(&statement->wanted, rest);
    return true;
}

static bool read_refused(const struct ruleset *rules, struct scan *scan,
                         struct statement *statement)
{
    (void)rules;
    struct span because = scan_word(scan);
    statement->in_full = because.length > 0;
    if (!statement->in_full)
        return true;
    return span_is(because, "because") ? read_wanted(scan, _("a sentence"), statement)
                                       : scan_expected(scan, because, "because");
}

static bool read_total(const struct ruleset *rules, struct scan *scan, struct statement *statement)
{
    const union any_state empty = {{0}};
    struct span first = scan_peek(scan);
    if (!read_name(scan, statement))
        return false;
    if (!fields_total(rules, &empty, text_span(&statement->name), &statement->number))
        return scan_expected(scan, first, _("a field with numbers, or with members to count"));
    return read_number(scan, INT16_MIN, INT32_MAX, statement);
}

static bool read_progress(const struct ruleset *rules, struct scan *scan,
                          struct statement *statement)
{
    (void)rules;
    return read_name(scan, statement) && read_wanted(scan, _("a value"), statement);
}

/* ---- the table of lines ---------------------------------------------------------------------- */

/* How each kind of line begins, and how the rest of it is read. EXPECT_VALUE comes last: whatever
 * no other row claims after "expect" is the name of a field. */
static const struct line_kind {
    const char *first;
    const char *second; /* NULL if the line has no second keyword */
    bool (*read)(const struct ruleset *rules, struct scan *scan, struct statement *statement);
} line_kinds[] = {
    [SAY_SET] = {"set", NULL, read_set},
    [SAY_DEAL] = {"deal", NULL, read_deal},
    [SAY_CHANCE] = {"chance", NULL, read_chance},
    [SAY_MOVE] = {"move", NULL, read_seat_move},
    [SAY_PAUSE] = {"pause", "at", read_event},
    [SAY_GO_ON] = {"go", "on", read_nothing},
    [EXPECT_LEGAL] = {"expect", "legal", read_move},
    [EXPECT_ILLEGAL] = {"expect", "illegal", read_move},
    [EXPECT_BLOCKED] = {"expect", "blocked", read_blocked},
    [EXPECT_CHOICES] = {"expect", "choices", read_choices},
    [EXPECT_DECISION] = {"expect", "decision", read_decision},
    [EXPECT_SCORE] = {"expect", "score", read_score},
    [EXPECT_PLACE] = {"expect", "place", read_ranking},
    [EXPECT_EVENT] = {"expect", "event", read_event},
    [EXPECT_NO_EVENT] = {"expect", "no", read_no_event},
    [EXPECT_EVENTS] = {"expect", "events", read_events},
    [EXPECT_REFUSED] = {"expect", "refused", read_refused},
    [EXPECT_TOTAL] = {"expect", "total", read_total},
    [EXPECT_PROGRESS] = {"expect", "progress", read_progress},
    [EXPECT_VALUE] = {"expect", NULL, read_set},
};

static bool read_statement(const struct ruleset *rules, struct scan *scan,
                           struct statement *statement)
{
    struct span first = scan_word(scan);
    struct span second = scan_peek(scan);
    for (size_t i = 0; i < sizeof line_kinds / sizeof line_kinds[0]; i++) {
        const struct line_kind *kind = &line_kinds[i];
        if (!span_is(first, kind->first) || (kind->second && !span_is(second, kind->second)))
            continue;
        if (kind->second != NULL)
            scan_word(scan);
        statement->kind = (uint8_t)i;
        statement->line = scan->line;
        return kind->read(rules, scan, statement) && scan_done(scan);
    }
    return scan_expected(scan, first, "set, deal, chance, move, pause at, go on, expect");
}

/* ---- whole scenarios ------------------------------------------------------------------------- */

static bool read_title(struct scenario *scenario, struct scan *scan)
{
    struct span word = scan_word(scan);
    if (!span_is(word, "scenario"))
        return scan_expected(scan, word, "scenario");
    struct span title = scan_rest(scan);
    if (title.length == 0 || title.length >= SCENARIO_TITLE_SIZE)
        return scan_expected(scan, title, _("a title of 1 to 159 bytes"));
    span_copy(title, scenario->title, sizeof scenario->title);
    scenario->line = scan->line;
    scan_line(scan);
    return !problem_is_set(scan->problem);
}

static bool read_rules_cited(struct scenario *scenario, struct scan *scan)
{
    while (!scan_at_end(scan) && span_is(scan_peek(scan), "rule")) {
        scan_word(scan);
        do {
            struct span id;
            if (!scan_need(scan, _("the id of a rule"), &id))
                return false;
            if (id.length >= sizeof scenario->rules_cited[0] ||
                scenario->rule_count == SCENARIO_RULES_MAX)
                return scan_expected(scan, id, _("a shorter id, or fewer of them"));
            span_copy(id, scenario->rules_cited[scenario->rule_count++],
                      sizeof scenario->rules_cited[0]);
        } while (scan_peek(scan).length > 0);
        scan_line(scan);
    }
    return !problem_is_set(scan->problem);
}

static bool read_statements(struct scenario *scenario, struct scan *scan)
{
    while (!scan_at_end(scan) && !span_is(scan_peek(scan), "scenario")) {
        if (scenario->count == SCENARIO_STATEMENTS_MAX)
            return scan_problem(scan, scan->text, _("this scenario is too long"), NULL, NULL);
        size_t count = (size_t)scenario->count;
        if ((count & (count - 1)) == 0) /* a power of two: the room is used up, and is doubled */
            scenario->statements = memory_grow(scenario->statements, count > 0 ? 2 * count : 1,
                                               sizeof *scenario->statements);
        struct statement *statement = &scenario->statements[scenario->count++];
        *statement = (struct statement){.seat = NOBODY};
        if (!read_statement(scenario->rules, scan, statement))
            return false;
        scan_line(scan);
    }
    return !problem_is_set(scan->problem);
}

/* The heading, which may stand in another text, the values of cards behind it, and the ruleset
 * that both describe. */
static bool read_ruleset(struct scenario *scenario, struct scan *scan, struct scan *head,
                         const char *folder)
{
    struct heading heading;
    struct given_cards given;
    if (!heading_read_lines(head, &heading) || !given_cards_read(scan, &given))
        return false;
    given_cards_write(&given, &scenario->given);
    scenario->rules = given_cards_open(&given, &heading, folder, scan);
    if (scenario->rules == NULL)
        problem_place(scan->problem, scan->file, 0, 0);
    assert((scenario->rules == NULL) == problem_is_set(scan->problem));
    return scenario->rules != NULL && heading_check_cards(&heading, scenario->rules, head);
}

/* Whether the state is valid is said when it is played: a scenario may be about that. */
static bool read_here(struct scenario *scenario, struct scan *scan, const char *folder)
{
    if (!read_ruleset(scenario, scan, scan, folder))
        return false;
    scenario->has_state = !scan_at_end(scan) && span_is(scan->text, "state");
    scenario->state_line = scan->line;
    return !scenario->has_state || state_lines_read(scenario->rules, scan, &scenario->state);
}

/* The same from the text of a position, which names no other: so there are no circles. */
static bool read_position(struct scenario *scenario, struct scan *scan, struct scan *base,
                          const char *folder)
{
    scenario->has_state = true;
    return heading_read_title(base, "position") && read_ruleset(scenario, scan, base, folder) &&
           state_lines_read(scenario->rules, base, &scenario->state) &&
           (scan_at_end(base) || scan_expected(base, base->text, _("the end of the text")));
}

/* "from FILE" */
static bool read_from(struct scenario *scenario, struct scan *scan, const char *folder)
{
    struct text path = {0}, text = {0};
    struct span name;
    struct scan base;
    assert(span_is(scan_peek(scan), "from"));
    scenario->state_line = scan->line;
    scan_word(scan);
    bool fine = scan_need(scan, _("the name of a file"), &name) && scan_done(scan);
    if (fine && !file_read_beside(scan->file, name, BASE_SIZE_MAX, &path, &text, scan->problem)) {
        problem_place(scan->problem, scan->file, scan->line, 0);
        fine = false;
    }
    scan_line(scan);
    fine = fine && !problem_is_set(scan->problem) &&
           scan_open(&base, text_string(&path), text_span(&text), scan->problem) &&
           read_position(scenario, scan, &base, folder);
    text_free(&path);
    text_free(&text);
    return fine;
}

bool scenario_read(struct scenario *scenario, struct scan *scan, const char *folder)
{
    *scenario = (struct scenario){0};
    if (scan_at_end(scan) || problem_is_set(scan->problem))
        return false;
    bool fine = read_title(scenario, scan) && read_rules_cited(scenario, scan) &&
                (span_is(scan_peek(scan), "from") ? read_from(scenario, scan, folder)
                                                  : read_here(scenario, scan, folder)) &&
                read_statements(scenario, scan);
    if (!fine)
        scenario_free(scenario);
    return fine;
}

void scenario_skip(struct scan *scan, int began)
{
    assert(!problem_is_set(scan->problem));
    struct problem ignored = {0}; /* with the lines that are passed over */
    struct problem *problem = scan->problem;
    scan->problem = &ignored;
    bool is_next = scan->line > began;
    scan->at = scan->text.at;
    while (!(is_next && span_is(scan_peek(scan), "scenario"))) {
        ignored = (struct problem){0};
        is_next = true;
        if (!scan_line(scan) && !problem_is_set(&ignored))
            break;
    }
    scan->problem = problem;
}

void scenario_free(struct scenario *scenario)
{
    for (int i = 0; i < scenario->count; i++) {
        free(scenario->statements[i].messages);
        free(scenario->statements[i].moves);
        text_free(&scenario->statements[i].name);
        text_free(&scenario->statements[i].wanted);
    }
    free(scenario->statements);
    text_free(&scenario->given);
    ruleset_close(scenario->rules);
    *scenario = (struct scenario){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_cell_value(const struct ruleset *rules, const struct statement *statement,
                             struct text *out)
{
    union any_state scratch = {{0}};
    assert(statement->cell.field->size <= VALUE_BYTES);
    memcpy(scratch.bytes + statement->cell.offset, statement->value, statement->cell.field->size);
    cell_write(rules, statement->cell, out);
    text_add(out, " = ");
    value_write(rules, &scratch, statement->cell, out);
}

static void write_events(const struct ruleset *rules, const struct statement *statement,
                         struct text *out)
{
    text_add(out, statement->message_count > 0 ? "= " : "= -");
    for (int i = 0; i < statement->message_count; i++) {
        text_add(out, i > 0 ? " ; " : "");
        message_write(rules, rules->game->words->events, statement->messages[i], out);
    }
}

static void write_choices(const struct ruleset *rules, const struct statement *statement,
                          struct text *out)
{
    text_add(out, "= ");
    if (statement->moves == NULL)
        text_add_number(out, statement->number);
    for (int i = 0; i < statement->move_count; i++) {
        text_add(out, i > 0 ? " ; " : "");
        move_write(rules, statement->moves[i], out);
    }
}

static void write_decision(const struct ruleset *rules, const struct statement *statement,
                           struct text *out)
{
    if (statement->seat >= 0)
        thing_write(rules, THING_SEAT, statement->seat, out);
    else
        text_add(out, statement->seat == DEALER ? "dealer" : "nobody");
    if (statement->in_full)
        text_addf(out, " %s", rules->game->words->questions[statement->row].name);
}

static void write_blocked(const struct ruleset *rules, const struct statement *statement,
                          struct text *out)
{
    const struct wording *reasons = rules->game->words->reasons;
    assert(statement->message_count == 1);
    move_write(rules, statement->move, out);
    text_add(out, " because ");
    if (statement->in_full)
        message_write(rules, reasons, statement->messages[0], out);
    else
        text_add(out, reasons[statement->messages[0].kind].name);
}

/* Everything behind the keywords of the line. */
static void write_rest(const struct ruleset *rules, const struct statement *statement,
                       struct text *out)
{
    const struct words *words = rules->game->words;
    switch ((enum statement_kind)statement->kind) {
    case SAY_SET:
    case EXPECT_VALUE:
        write_cell_value(rules, statement, out);
        break;
    case SAY_DEAL:
        text_add_number(out, statement->number);
        break;
    case SAY_MOVE:
    case SAY_CHANCE:
        if (statement->seat >= 0)
            text_addf(out, "%d ", statement->seat + 1);
        move_write(rules, statement->move, out);
        break;
    case EXPECT_LEGAL:
    case EXPECT_ILLEGAL:
        move_write(rules, statement->move, out);
        break;
    case EXPECT_BLOCKED:
        write_blocked(rules, statement, out);
        break;
    case EXPECT_CHOICES:
        write_choices(rules, statement, out);
        break;
    case EXPECT_DECISION:
        write_decision(rules, statement, out);
        break;
    case EXPECT_SCORE:
    case EXPECT_PLACE:
        text_addf(out, "%d %s%s= %d", statement->seat + 1,
                  statement->in_full ? words->sources[statement->row].name : "",
                  statement->in_full ? " " : "", (int)statement->number);
        break;
    case SAY_GO_ON:
        break;
    case SAY_PAUSE:
    case EXPECT_EVENT:
        assert(statement->message_count == 1);
        message_write(rules, words->events, statement->messages[0], out);
        break;
    case EXPECT_NO_EVENT:
        text_addf(out, "event %s", words->events[statement->row].name);
        break;
    case EXPECT_EVENTS:
        write_events(rules, statement, out);
        break;
    case EXPECT_REFUSED:
        text_addf(out, statement->in_full ? "because %s" : "%s", text_string(&statement->wanted));
        break;
    case EXPECT_TOTAL:
        text_addf(out, "%s = %d", text_string(&statement->name), (int)statement->number);
        break;
    case EXPECT_PROGRESS:
        text_addf(out, "%s = %s", text_string(&statement->name), text_string(&statement->wanted));
        break;
    }
}

void statement_write(const struct ruleset *rules, const struct statement *statement,
                     struct text *out)
{
    const struct line_kind *kind = &line_kinds[statement->kind];
    struct text rest = {0};
    write_rest(rules, statement, &rest);
    text_add(out, kind->first);
    if (kind->second != NULL)
        text_addf(out, " %s", kind->second);
    if (rest.length > 0)
        text_addf(out, " %s", text_string(&rest));
    text_free(&rest);
}

void scenario_write(const struct scenario *scenario, struct text *out)
{
    text_addf(out, "scenario %s\n", scenario->title);
    for (int i = 0; i < scenario->rule_count; i++)
        text_addf(out, "rule %s\n", scenario->rules_cited[i]);
    heading_write(scenario->rules, out);
    text_add_span(out, text_span(&scenario->given));
    if (scenario->has_state)
        state_block_write(scenario->rules, &scenario->state, out);
    for (int i = 0; i < scenario->count; i++) {
        statement_write(scenario->rules, &scenario->statements[i], out);
        text_add_char(out, '\n');
    }
}
