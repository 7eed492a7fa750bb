/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The line mode: what is shown at a decision, and what a line does. Its words are in line_words.c.
 */

#include "line_mode.h"

#include "editor.h"
#include "line_words.h"
#include "stop.h"
#include "telling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NEWS_COLUMN = 4, OFFER_COLUMN = 30 };

/* ---- showing --------------------------------------------------------------------------------- */

/* Takes the next line out of the text; false at the end. */
static bool next_line(struct span *text, struct span *line)
{
    const char *end = text->length > 0 ? memchr(text->at, '\n', text->length) : NULL;
    size_t length = end != NULL ? (size_t)(end - text->at) : text->length;
    if (text->length == 0)
        return false;
    *line = (struct span){text->at, length};
    length += end != NULL;
    *text = (struct span){text->at + length, text->length - length};
    return true;
}

static bool has_line(struct span text, struct span wanted)
{
    struct span line;
    while (next_line(&text, &line))
        if (span_equal(line, wanted))
            return true;
    return false;
}

/* Adds the lines of the picture that the one before did not have. */
static void add_changes(struct span before, struct span picture, struct text *out)
{
    struct span line;
    while (next_line(&picture, &line)) {
        if (has_line(before, line))
            continue;
        text_add_span(out, line);
        text_add_char(out, '\n');
    }
}

/* The sections that lead: whole, or what has changed since that seat saw them in this turn. */
static void show_leading(struct line_game *game, struct text *out)
{
    const struct game_connection *connection = game->connection;
    const struct game *rules = connection->rules->game;
    struct drawing drawing = output_drawing(&game->output, connection->teller.language);
    struct text picture = {0};
    struct node node = rules->node(connection->rules, connection->state);
    bool seen = connection->awaited == game->seen_by &&
                (connection->confirms ||
                 (node.turn == game->seen_at.turn && node.round == game->seen_at.round));
    for (int i = 0; rules->words->sections[i].name != NULL; i++)
        if (rules->words->sections[i].leads)
            rules->draw(connection->rules, connection->state, i, &drawing, &picture);
    text_add_char(out, '\n');
    if (seen)
        add_changes(text_span(&game->picture), text_span(&picture), out);
    else
        text_add_span(out, text_span(&picture));
    text_free(&game->picture);
    game->picture = picture;
    game->seen_by = connection->awaited;
    game->seen_at = node;
}

/* What has happened since the last news. */
static void tell_news(struct line_game *game)
{
    const struct log_lines *log = &game->connection->log;
    size_t end = log->forgotten + log->count;
    assert(game->told <= end);
    struct text out = {0};
    for (size_t i = game->told < log->forgotten ? log->forgotten : game->told; i < end; i++)
        text_addf(&out, "  %s\n", log->lines[i - log->forgotten]);
    game->told = end;
    line_print(game, &out, NEWS_COLUMN);
}

static void show_decision(struct line_game *game)
{
    const struct game_connection *connection = game->connection;
    struct text out = {0};
    show_leading(game, &out);
    output_print(&game->output, &out);
    tell_news(game);
    tell_seat(&connection->teller, connection->awaited, &out);
    text_add(&out, ": ");
    show_question(connection->rules, connection->state, &connection->teller, &out);
    show_moves(connection->rules, connection->state, &connection->teller, &out);
    line_print(game, &out, OFFER_COLUMN);
}

static void show_confirm(struct line_game *game)
{
    struct text out = {0}, name = {0};
    const struct game_connection *connection = game->connection;
    show_leading(game, &out);
    output_print(&game->output, &out);
    tell_news(game);
    tell_seat(&connection->teller, connection->awaited, &name);
    phrase_write_with(&out, connection->teller.language,
                      _("{0}: press Enter to end your turn, or type undo."), text_string(&name),
                      NULL, NULL);
    text_add_char(&out, '\n');
    text_free(&name);
    line_print(game, &out, 0);
}

static void show_end(struct line_game *game)
{
    const struct game_connection *connection = game->connection;
    struct drawing drawing = output_drawing(&game->output, connection->teller.language);
    struct text out = {0};
    show_table(connection->rules, connection->state, &drawing, &out);
    output_print(&game->output, &out);
    tell_news(game);
    show_question(connection->rules, connection->state, &connection->teller, &out);
    show_score(connection->rules, connection->state, &connection->teller, &out);
    line_print(game, &out, NEWS_COLUMN);
}

/* ---- a line ---------------------------------------------------------------------------------- */

static void make_move(struct line_game *game, struct move move)
{
    struct text refusal = {0};
    if (!game->connection->kind->move(game->connection, move, &refusal)) {
        text_add_char(&refusal, '\n');
        line_print(game, &refusal, 0);
    }
    text_free(&refusal);
}

/* Takes a number of the list or a move in its notation. */
static void take_move(struct line_game *game, struct span line)
{
    const struct game_connection *connection = game->connection;
    struct move moves[MOVES_MAX], move;
    struct problem problem = {0};
    int64_t number = 0;
    assert(connection->mine && !connection->confirms);
    int count = connection->rules->game->legal(connection->rules, connection->state, moves);
    if (span_number(line, 1, count, &number))
        make_move(game, moves[number - 1]);
    else if (span_number(line, INT32_MIN, INT32_MAX, &number))
        line_say(game, _("There is no move with that number."), NULL);
    else if (move_from_text(connection->rules, line, &move, &problem))
        make_move(game, move);
    else
        line_say(game, _("That is neither a move nor a word I know; try help."), NULL);
}

static void confirm(struct line_game *game)
{
    struct text refusal = {0};
    if (!game->connection->kind->confirm(game->connection, &refusal)) {
        text_add_char(&refusal, '\n');
        line_print(game, &refusal, 0);
    }
    text_free(&refusal);
}

/* Does what the line says; returns whether the decision is to be shown again. */
static bool take_line(struct line_game *game, struct span line)
{
    bool again = true;
    size_t length = 0;
    while (length < line.length && line.at[length] != ' ')
        length++;
    struct span rest = span_trim((struct span){line.at + length, line.length - length});
    if (line_word(game, (struct span){line.at, length}, rest, &again))
        return again;
    game->quit_warned = false;
    if (game->connection->confirms && line.length == 0)
        confirm(game);
    else if (game->connection->confirms)
        line_say(game, _("First press Enter to end the turn, or type undo."), NULL);
    else if (line.length > 0)
        take_move(game, line);
    return true;
}

/* ---- the game -------------------------------------------------------------------------------- */

/* A person's decision: shows it until a line changes something. */
static void ask_person(struct line_game *game, struct editor *editor)
{
    struct game_connection *connection = game->connection;
    bool again = true;
    assert(connection->awaited >= 0 && connection->awaited < SEATS_MAX);
    connection->teller.reader = connection->awaited + 1;
    do {
        struct span line;
        game->output = output_look();
        if (again && connection->confirms)
            show_confirm(game);
        else if (again)
            show_decision(game);
        fflush(stdout);
        enum line_result result = editor_read(editor, &line);
        if (result == LINE_END)
            game->over = true;
        else if (result == LINE_TOO_LONG)
            line_say(game, _("That line is too long."), NULL);
        else
            again = take_line(game, line);
    } while (!again && !game->over);
    connection->teller.reader = 0;
}

/* How to look at the table, once, before anything else. */
static void welcome(struct line_game *game)
{
    struct text out = {0};
    line_add_sections(game, &out);
    text_addf(&out, "%s\n",
              phrase(game->connection->teller.language,
                     _("Type help for all words: hint, why, rules, undo and others.")));
    line_print(game, &out, 0);
}

/* One look while a line is typed: a server that hears nothing would hang up. */
static void look_for_news(void *connection)
{
    struct game_connection *looking = connection;
    looking->kind->wait(looking, 0);
}

bool line_mode_play(struct game_connection *connection, FILE *input, struct problem *problem)
{
    struct line_game game = {.connection = connection, .output = output_look(), .seen_by = NOBODY};
    struct editor *editor = editor_open(input, look_for_news, connection);
    enum waited waited = WAITED_NOTHING;
    if (game.output.height > 0)
        welcome(&game);
    while (!game.over && connection->awaited != NOBODY && waited != WAITED_LOST) {
        if (connection->mine) {
            ask_person(&game, editor);
        } else {
            waited = connection->kind->wait(connection, -1);
            /* What is quickly followed by a decision is told with it. */
            if (connection->kept_elsewhere || !connection->seated)
                tell_news(&game);
            fflush(stdout);
            game.over = stop_wanted();
        }
    }
    if (!game.over && waited != WAITED_LOST)
        show_end(&game);
    fflush(stdout);
    editor_close(editor);
    text_free(&game.picture);
    if (stop_wanted() || (game.over && !game.quit_warned && isatty(fileno(input))))
        connection_rescue(connection);
    return waited != WAITED_LOST ||
           problem_set(problem, _("{0}"), text_string(&connection->lost), NULL, NULL);
}
