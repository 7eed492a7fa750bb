/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A game in plain lines of text. */

#include "telling.h"

#include "rule_texts.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void show_table(const struct ruleset *rules, const void *state, const struct drawing *drawing,
                struct text *out)
{
    text_add_char(out, '\n');
    draw_table(rules, state, drawing, out);
    text_add_char(out, '\n');
}

void show_question(const struct ruleset *rules, const void *state, const struct teller *teller,
                   struct text *out)
{
    tell_question(rules, state, teller, out);
    text_add_char(out, '\n');
}

void tell_offer(const struct ruleset *rules, const void *state, const struct teller *teller,
                struct move move, struct text *out)
{
    struct text more = {0};
    tell_move(rules, state, teller, rules->game->node(rules, state).actor, move, out);
    explain_move(rules, state, move, teller->language, &more);
    if (more.length > 0)
        text_addf(out, " (%s)", text_string(&more));
    text_free(&more);
}

void show_moves(const struct ruleset *rules, const void *state, const struct teller *teller,
                struct text *out)
{
    struct move moves[MOVES_MAX];
    int count = rules->game->legal(rules, state, moves);
    for (int i = 0; i < count; i++) {
        struct text notation = {0}, words = {0};
        move_write(rules, moves[i], &notation);
        tell_offer(rules, state, teller, moves[i], &words);
        text_addf(out, "%4d  %s", i + 1, text_string(&notation));
        if (!span_equal(text_span(&words), text_span(&notation))) {
            text_add(out, "  ");
            text_pad_to(out, 30);
            text_add_span(out, text_span(&words));
        }
        text_add_char(out, '\n');
        text_free(&notation);
        text_free(&words);
    }
}

void show_reason(const struct ruleset *rules, const struct teller *teller,
                 const struct blocked *blocked, struct text *out)
{
    const struct wording *reasons = rules->game->words->reasons;
    assert(reasons[blocked->why.kind].rule != NULL);
    text_add(out, "   -  ");
    move_write(rules, blocked->move, out);
    text_add(out, "  ");
    text_pad_to(out, 30);
    tell_message(rules, teller, reasons, blocked->why, out);
    text_addf(out, " [%s]\n", reasons[blocked->why.kind].rule);
}

/* Does an earlier one have the same reason? */
static bool is_told(const struct blocked *blocked, int index)
{
    for (int i = 0; i < index; i++)
        if (memcmp(&blocked[i].why, &blocked[index].why, sizeof blocked[i].why) == 0)
            return true;
    return false;
}

/* "  2  You need 2 more ore. [BTS-ACT-07]: act basic-2.1, act basic-2.2" */
static void show_group(const struct ruleset *rules, const struct teller *teller,
                       const struct blocked *blocked, int count, int first, int number,
                       struct text *out)
{
    const struct wording *reasons = rules->game->words->reasons;
    const char *before = ": ";
    text_addf(out, "%4d  ", number);
    tell_message(rules, teller, reasons, blocked[first].why, out);
    text_addf(out, " [%s]", reasons[blocked[first].why.kind].rule);
    for (int i = first; i < count; i++) {
        if (memcmp(&blocked[i].why, &blocked[first].why, sizeof blocked[i].why) != 0)
            continue;
        text_add(out, before);
        move_write(rules, blocked[i].move, out);
        before = ", ";
    }
    text_add_char(out, '\n');
}

int show_blocked(const struct ruleset *rules, const void *state, const struct teller *teller,
                 int number, struct text *out)
{
    struct blocked blocked[BLOCKED_MAX];
    int count = rules->game->blocked(rules, state, blocked), groups = 0;
    for (int i = 0; i < count; i++) {
        if (is_told(blocked, i))
            continue;
        groups++;
        assert(groups <= count);
        if (number == 0 || number == groups)
            show_group(rules, teller, blocked, count, i, groups, out);
        const char *id = rules->game->words->reasons[blocked[i].why.kind].rule;
        const struct rule_text *rule = rule_text_find(span_of(id));
        if (number == groups && rule != NULL)
            text_addf(out, "      %s  %s\n", rule->id, rule->text[teller->language]);
    }
    return groups;
}

static void show_seat_score(const struct ruleset *rules, const struct score *score, int seat,
                            const struct teller *teller, struct text *out)
{
    const struct wording *sources = rules->game->words->sources;
    assert(score->place[seat] >= 1 && score->place[seat] <= rules->setup.players);
    text_addf(out, "%3d. ", score->place[seat]);
    tell_seat(teller, seat, out);
    text_add(out, "  ");
    text_pad_to(out, 30);
    text_addf(out, "%4d", score->total[seat]);
    bool first = true;
    for (int i = 0; sources[i].name != NULL; i++) {
        if (score->parts[seat][i] == 0)
            continue;
        text_addf(out, "%s%s %d", first ? "   " : ", ", phrase(teller->language, sources[i].text),
                  score->parts[seat][i]);
        first = false;
    }
    text_add_char(out, '\n');
}

void show_score(const struct ruleset *rules, const void *state, const struct teller *teller,
                struct text *out)
{
    struct score score;
    rules->game->score(rules, state, &score);
    for (int place = 1; place <= rules->setup.players; place++)
        for (int seat = 0; seat < rules->setup.players; seat++)
            if (score.place[seat] == place)
                show_seat_score(rules, &score, seat, teller, out);
}

void tell_events(const struct ruleset *rules, const struct teller *teller,
                 const struct message *events, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++) {
        text_add(out, "  ");
        tell_message(rules, teller, rules->game->words->events, events[i], out);
        text_add_char(out, '\n');
    }
}
