/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The line mode. Every word that a person can type is a row of a table below. */

#include "line_mode.h"

#include "telling.h"

#include "base/file.h"
#include "players/player.h"
#include "session/session_save.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

enum {
    LINE_MAX_BYTES = 512,
    TALL = 24, /* lines; a taller table is shown whole once in a turn, then what has changed */
};

/* A game under way at this terminal. */
struct terminal_table {
    struct session *session;
    const struct ruleset *rules;
    struct teller teller;
    FILE *input;
    struct player *players[SEATS_MAX]; /* NULL for people */
    const char *path;                  /* where the game is kept, or NULL */
    uint32_t saved;                    /* moves at the last save */
    bool quit_warned;
    bool over; /* leave */
    /* The last picture of the table, who saw it, and in which turn. */
    struct text picture;
    int seen_by;
    struct node seen_at;
};

static void print(struct text *text)
{
    fwrite(text_string(text), 1, text->length, stdout);
    text_free(text);
}

static void say(const struct terminal_table *table, const char *sentence, const char *detail)
{
    struct text out = {0};
    phrase_write_with(&out, table->teller.language, sentence, detail, NULL, NULL);
    text_add_char(&out, '\n');
    print(&out);
}

static void say_problem(const struct terminal_table *table, const struct problem *problem)
{
    struct text out = {0};
    problem_write(problem, table->teller.language, &out);
    text_add_char(&out, '\n');
    print(&out);
}

/* ---- showing --------------------------------------------------------------------------------- */

/* What the last call to the session made happen. */
static void show_log(const struct terminal_table *table)
{
    size_t count;
    const struct session_event *events = session_events(table->session, &count);
    struct text out = {0};
    for (size_t i = 0; i < count; i++)
        tell_events(table->rules, &table->teller, &events[i].message, 1, &out);
    print(&out);
}

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

static size_t count_lines(struct span text)
{
    struct span line;
    size_t count = 0;
    while (next_line(&text, &line))
        count++;
    return count;
}

/* The table for a person: whole, or what has changed since that person saw it in this turn. */
static void show_picture(struct terminal_table *table, int seat, struct text *out)
{
    struct text picture = {0};
    const void *state = session_state(table->session);
    struct node node = table->rules->game->node(table->rules, state);
    bool same_turn = session_awaits_confirm(table->session) != NOBODY ||
                     (node.turn == table->seen_at.turn && node.round == table->seen_at.round);
    show_table(table->rules, state, &table->teller, &picture);
    if (seat == table->seen_by && same_turn && count_lines(text_span(&picture)) > TALL)
        add_changes(text_span(&table->picture), text_span(&picture), out);
    else
        text_add_span(out, text_span(&picture));
    text_free(&table->picture);
    table->picture = picture;
    table->seen_by = seat;
    table->seen_at = node;
}

static void show_decision(struct terminal_table *table)
{
    struct text out = {0};
    const void *state = session_state(table->session);
    show_picture(table, session_awaited(table->session), &out);
    tell_seat(&table->teller, session_awaited(table->session), &out);
    text_add(&out, ": ");
    show_question(table->rules, state, &table->teller, &out);
    show_moves(table->rules, state, &table->teller, &out);
    print(&out);
}

static void show_confirm(struct terminal_table *table)
{
    struct text out = {0}, name = {0};
    int seat = session_awaits_confirm(table->session);
    show_picture(table, seat, &out);
    tell_seat(&table->teller, seat, &name);
    phrase_write_with(&out, table->teller.language,
                      _("{0}: press Enter to end your turn, or type undo."), text_string(&name),
                      NULL, NULL);
    text_add_char(&out, '\n');
    text_free(&name);
    print(&out);
}

static void show_end(const struct terminal_table *table)
{
    struct text out = {0};
    show_table(table->rules, session_state(table->session), &table->teller, &out);
    show_question(table->rules, session_state(table->session), &table->teller, &out);
    show_score(table->rules, session_state(table->session), &table->teller, &out);
    print(&out);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Writes the record of the game so far. */
static bool save(struct terminal_table *table, const char *path, struct problem *problem)
{
    struct text record = {0};
    session_write_record(table->session, &record);
    bool fine = file_write(path, text_span(&record), problem);
    if (fine)
        table->saved = session_move_count(table->session);
    text_free(&record);
    return fine;
}

/* After every change, if the game has a file. */
static void keep(struct terminal_table *table)
{
    struct problem problem = {0};
    if (table->path != NULL && !save(table, table->path, &problem))
        say_problem(table, &problem);
}

static void make_move(struct terminal_table *table, struct move move)
{
    struct problem problem = {0};
    int seat = session_awaited(table->session);
    assert(seat >= 0);
    if (session_move(table->session, seat, move, &problem)) {
        show_log(table);
        keep(table);
        return;
    }
    struct text out = {0};
    session_tell_refusal(table->session, &problem, table->teller.language, &out);
    const struct message *reason = session_reason(table->session);
    if (reason != NULL)
        text_addf(&out, " [%s]", table->rules->game->words->reasons[reason->kind].rule);
    text_add_char(&out, '\n');
    print(&out);
}

static void word_undo(struct terminal_table *table, struct span rest)
{
    struct problem problem = {0};
    (void)rest;
    if (session_undo(table->session, session_awaited(table->session), 1, &problem))
        keep(table);
    else
        say_problem(table, &problem);
}

static void word_redo(struct terminal_table *table, struct span rest)
{
    struct problem problem = {0};
    (void)rest;
    if (session_redo(table->session, session_awaited(table->session), 1, &problem)) {
        show_log(table);
        keep(table);
    } else {
        say_problem(table, &problem);
    }
}

/* Why one move cannot be made, or all that cannot. */
static void word_why(struct terminal_table *table, struct span rest)
{
    struct blocked blocked[BLOCKED_MAX];
    struct problem problem = {0};
    struct move move = {0};
    if (rest.length > 0 && !move_from_text(table->rules, rest, &move, &problem)) {
        problem.line = 0; /* there is only the one line */
        say_problem(table, &problem);
        return;
    }
    const void *state = session_state(table->session);
    int count = table->rules->game->blocked(table->rules, state, blocked);
    struct text out = {0};
    for (int i = 0; i < count; i++)
        if (rest.length == 0 || move_equal(blocked[i].move, move))
            show_reason(table->rules, &table->teller, &blocked[i], &out);
    if (out.length > 0)
        print(&out);
    else if (rest.length > 0 && play_find(table->rules, state, move) >= 0)
        say(table, _("This move is legal."), NULL);
    else
        say(table,
            rest.length > 0 ? _("This cannot be chosen now.")
                            : _("Nothing on the table is blocked."),
            NULL);
}

static void word_save(struct terminal_table *table, struct span rest)
{
    struct problem problem = {0};
    char path[LINE_MAX_BYTES];
    if (rest.length == 0) {
        say(table, _("Type the name of the file: save FILE"), NULL);
        return;
    }
    span_copy(rest, path, sizeof path);
    if (save(table, path, &problem))
        say(table, _("Saved as {0}."), path);
    else
        say_problem(table, &problem);
}

static void word_score(struct terminal_table *table, struct span rest)
{
    struct text out = {0};
    (void)rest;
    show_score(table->rules, session_state(table->session), &table->teller, &out);
    print(&out);
}

static void word_show(struct terminal_table *table, struct span rest)
{
    (void)rest;
    table->seen_by = NOBODY; /* the whole table is shown before the next line */
}

static bool is_called(struct span word, const char *name)
{
    return strlen(name) == word.length && strncasecmp(name, word.at, word.length) == 0;
}

/* What is printed on a component, found by its notation or its name. */
static void word_about(struct terminal_table *table, struct span rest)
{
    struct text out = {0};
    struct component component = {0};
    for (int i = 0;
         table->rules->game->component(table->rules, i, table->teller.language, &component); i++) {
        if (is_called(rest, component.id) || is_called(rest, component.name))
            text_addf(&out, "%s  %s\n  %s\n", component.id, component.name,
                      text_string(&component.text));
        text_clear(&component.text);
    }
    text_free(&component.text);
    if (out.length == 0)
        say(table, _("There is no component with that name."), NULL);
    print(&out);
}

static void word_quit(struct terminal_table *table, struct span rest)
{
    (void)rest;
    bool unsaved = table->saved != session_move_count(table->session);
    if (unsaved && !table->quit_warned) {
        say(table, _("The game is not saved. Type save FILE, or quit again to leave it."), NULL);
        table->quit_warned = true;
        return;
    }
    table->over = true;
}

static void word_help(struct terminal_table *table, struct span rest);

static const struct word {
    const char *name;
    const char *about; /* a phrase */
    bool keeps_quiet;  /* the table need not be shown again */
    void (*act)(struct terminal_table *table, struct span rest);
} words[] = {
    {"undo", _("undo the last move, as far as chance and the others allow"), false, word_undo},
    {"redo", _("redo the move that was undone"), false, word_redo},
    {"why",
     _("why MOVE: why it is not possible; without MOVE: everything that is not possible "
       "now"),
     true, word_why},
    {"score", _("the current score"), true, word_score},
    {"show", _("the whole table again"), false, word_show},
    {"about", _("about NAME: what a card or another component says"), true, word_about},
    {"save", _("save FILE: save the game; orrery play GAME --from FILE continues it"), true,
     word_save},
    {"quit", _("leave the game"), true, word_quit},
    {"help", _("this list"), true, word_help},
};

static void word_help(struct terminal_table *table, struct span rest)
{
    struct text out = {0};
    enum language language = table->teller.language;
    (void)rest;
    text_addf(&out, "%s\n",
              phrase(language, _("Type the number of a move, or the move itself, or a word:")));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        text_addf(&out, "  %s", words[i].name);
        text_pad_to(&out, 10);
        text_addf(&out, "%s\n", phrase(language, words[i].about));
    }
    print(&out);
}

/* ---- reading a line -------------------------------------------------------------------------- */

/* Reads a line without its end. False at the end of the input. A line that is too long is dropped.
 */
static bool read_line(struct terminal_table *table, char line[LINE_MAX_BYTES], struct span *out)
{
    fputs("> ", stdout);
    fflush(stdout);
    if (fgets(line, LINE_MAX_BYTES, table->input) == NULL) {
        fputc('\n', stdout);
        return false;
    }
    size_t length = strcspn(line, "\n");
    if (line[length] != '\n' && length == LINE_MAX_BYTES - 1) {
        int byte;
        while ((byte = fgetc(table->input)) != EOF && byte != '\n')
            continue;
        length = 0;
        say(table, _("That line is too long."), NULL);
    }
    *out = span_trim((struct span){line, length});
    return true;
}

/* Takes a number of the list or a move in its notation. */
static void take_move(struct terminal_table *table, struct span line)
{
    struct move moves[MOVES_MAX], move;
    struct problem problem = {0};
    int64_t number = 0;
    int count = table->rules->game->legal(table->rules, session_state(table->session), moves);
    if (span_number(line, 1, count, &number))
        make_move(table, moves[number - 1]);
    else if (span_number(line, INT32_MIN, INT32_MAX, &number))
        say(table, _("There is no move with that number."), NULL);
    else if (move_from_text(table->rules, line, &move, &problem))
        make_move(table, move);
    else
        say(table, _("That is neither a move nor a word I know; try help."), NULL);
}

/* Does what the line says; returns whether the table is to be shown again. */
static bool take_line(struct terminal_table *table, struct span line)
{
    struct problem problem = {0};
    int confirming = session_awaits_confirm(table->session);
    size_t length = 0;
    while (length < line.length && line.at[length] != ' ')
        length++;
    struct span rest = span_trim((struct span){line.at + length, line.length - length});
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (span_is((struct span){line.at, length}, words[i].name)) {
            words[i].act(table, rest);
            return !words[i].keeps_quiet;
        }
    }
    if (confirming == NOBODY && line.length > 0)
        take_move(table, line);
    else if (confirming != NOBODY && line.length == 0 &&
             session_confirm(table->session, confirming, &problem)) {
        show_log(table);
        keep(table);
    } else if (line.length > 0)
        say(table, _("First press Enter to end the turn, or type undo."), NULL);
    return true;
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool open_players(struct terminal_table *table, struct problem *problem)
{
    for (int i = 0; i < table->rules->setup.players; i++) {
        const char *description = session_seat(table->session, i)->player;
        if (description[0] == '\0')
            continue;
        table->players[i] = player_open(table->rules, span_of(description), (uint64_t)i, problem);
        if (table->players[i] == NULL)
            return false;
    }
    return true;
}

/* A person's decision: shows it until a line changes something. */
static void ask_person(struct terminal_table *table)
{
    char line[LINE_MAX_BYTES];
    struct span typed;
    bool again = true;
    table->teller.reader = session_awaited(table->session) + 1;
    do {
        if (again && session_awaits_confirm(table->session) != NOBODY)
            show_confirm(table);
        else if (again)
            show_decision(table);
        if (!read_line(table, line, &typed)) {
            table->over = true;
            return;
        }
        if (!span_is(typed, "quit"))
            table->quit_warned = false;
        again = take_line(table, typed);
    } while (!again && !table->over);
    table->teller.reader = 0;
}

bool line_mode_play(struct session *session, enum language language, FILE *input, const char *path,
                    struct problem *problem)
{
    struct terminal_table table = {.session = session,
                                   .rules = session_rules(session),
                                   .teller = session_teller(session, language),
                                   .input = input,
                                   .path = path,
                                   .saved = session_move_count(session),
                                   .seen_by = NOBODY};
    bool fine = open_players(&table, problem) && (path == NULL || save(&table, path, problem));
    if (fine)
        show_log(&table);
    int awaited;
    while (fine && !table.over && (awaited = session_awaited(session)) != NOBODY) {
        struct player *player = table.players[awaited];
        if (player != NULL)
            make_move(&table, player_choose(player, table.rules, session_state(session)));
        else
            ask_person(&table);
    }
    if (fine && !table.over)
        show_end(&table);
    for (int i = 0; i < SEATS_MAX; i++)
        player_close(table.players[i]);
    text_free(&table.picture);
    return fine;
}
