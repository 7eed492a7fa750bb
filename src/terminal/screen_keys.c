/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What keys and presses do on the full screen. Every key is a row of the table at the end. */

#include "screen_parts.h"

#include "analysis_report.h"
#include "editor.h"
#include "rule_texts.h"
#include "telling.h"

#include <assert.h>
#define NCURSES_NOMACROS /* move, timeout and others are words of ours */
#include <curses.h>
#include <string.h>

enum { HINT_MS = 3000, HINT_MOVES = 5, KEY_ESCAPE = 27 };

void screen_say(struct screen *screen, const char *sentence, const char *detail)
{
    text_clear(&screen->message);
    phrase_write_with(&screen->message, screen->connection->teller.language, sentence, detail, NULL,
                      NULL);
}

/* The teller for the one who decides at this terminal. */
static struct teller reader_of(const struct screen *screen)
{
    struct teller teller = screen->connection->teller;
    teller.reader = screen_decides(screen) ? screen->connection->awaited + 1 : 0;
    return teller;
}

void screen_renew(struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    screen->seen = connection->moves;
    screen->seen_confirm = connection->confirms;
    screen->moves_top = 0;
    screen->follows = true;
    choice_open(&screen->choice, connection->rules, connection->state);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* After an action: what was refused, or the new decision. */
static void finish(struct screen *screen, bool fine, struct text *refusal)
{
    text_clear(&screen->message);
    if (fine)
        screen_renew(screen);
    else
        text_add_span(&screen->message, text_span(refusal));
    text_free(refusal);
}

static void play_cursor(struct screen *screen)
{
    struct game_connection *connection = screen->connection;
    struct text refusal = {0};
    struct move move;
    text_clear(&screen->read);
    if (!screen_decides(screen))
        return;
    if (connection->confirms)
        finish(screen, connection->kind->confirm(connection, &refusal), &refusal);
    else if (choice_move(&screen->choice, &move))
        finish(screen, connection->kind->move(connection, move, &refusal), &refusal);
}

static void key_undo(struct screen *screen)
{
    struct text refusal = {0};
    if (screen_decides(screen))
        finish(screen, screen->connection->kind->undo(screen->connection, &refusal), &refusal);
}

static void key_redo(struct screen *screen)
{
    struct text refusal = {0};
    if (screen_decides(screen))
        finish(screen, screen->connection->kind->redo(screen->connection, &refusal), &refusal);
}

static void key_quit(struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    bool unsaved = !connection->kept_elsewhere && connection->saved != connection->moves;
    if (unsaved && !screen->quit_warned) {
        screen_say(screen, _("The game is not saved: s saves it, q again leaves it."), NULL);
        screen->quit_warned = true;
        return;
    }
    screen->over = true;
}

/* Asks for the name of a file in the line of messages. */
static void key_save(struct screen *screen)
{
    char path[LINE_MAX_BYTES] = "";
    struct problem problem = {0};
    int row = screen->layout.message.top;
    const char *question = phrase(screen->connection->teller.language, _("Save as: "));
    move(row, 0);
    clrtoeol();
    mvaddstr(row, 0, question);
    echo();
    timeout(-1);
    int result = getnstr(path, LINE_MAX_BYTES - 1);
    noecho();
    text_clear(&screen->message);
    if (result == ERR || path[0] == '\0')
        return;
    if (connection_save(screen->connection, path, &problem))
        screen_say(screen, _("Saved as {0}."), path);
    else
        problem_write(&problem, screen->connection->teller.language, &screen->message);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void key_log(struct screen *screen)
{
    const struct log_lines *log = &screen->connection->log;
    text_clear(&screen->read);
    for (size_t i = 0; i < log->count; i++)
        text_addf(&screen->read, "%s\n", log->lines[i]);
    screen->reading_top = GRID_LINES_MAX; /* its end */
}

static void key_why(struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    struct teller teller = reader_of(screen);
    text_clear(&screen->read);
    screen->reading_top = 0;
    if (!screen_decides(screen) ||
        show_blocked(connection->rules, connection->state, &teller, 0, &screen->read) == 0)
        screen_say(screen, _("Nothing on the table is blocked."), NULL);
}

static void key_hint(struct screen *screen)
{
    static struct hint hint;
    const struct game_connection *connection = screen->connection;
    struct budget budget = {.nodes = HINT_NODES, .ms = HINT_MS, .threads = 1};
    struct problem problem = {0};
    struct teller teller = reader_of(screen);
    if (!screen_decides(screen) || connection->confirms)
        return;
    if (!connection->hints) {
        screen_say(screen, _("At this table there are no hints."), NULL);
        return;
    }
    screen_say(screen, _("Thinking …"), NULL);
    screen_draw(screen);
    text_clear(&screen->message);
    text_clear(&screen->read);
    screen->reading_top = 0;
    if (hint_find(connection->rules, connection->state, &budget, &hint, &problem))
        hint_table(connection->rules, connection->state, &hint, HINT_MOVES, &teller, &screen->read);
    else
        problem_write(&problem, teller.language, &screen->message);
}

/* The rule of the move at the cursor, below all that the move says; or of the question. */
static void key_rule(struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    struct teller teller = reader_of(screen);
    const struct words *words = connection->rules->game->words;
    struct node node = connection->rules->game->node(connection->rules, connection->state);
    struct move chosen;
    const char *id = words->questions[node.ask.kind].rule;
    text_clear(&screen->read);
    screen->reading_top = 0;
    if (screen_decides(screen) && choice_move(&screen->choice, &chosen)) {
        tell_offer(connection->rules, connection->state, &teller, chosen, &screen->read);
        text_add_char(&screen->read, '\n');
        if (words->moves[chosen.kind].rule[0] != '\0')
            id = words->moves[chosen.kind].rule;
    }
    const struct rule_text *rule = rule_text_find(span_of(id));
    if (rule != NULL)
        text_addf(&screen->read, "%s  %s\n", rule->id, rule->text[teller.language]);
}

static void key_help(struct screen *screen);

/* ---- moving about ---------------------------------------------------------------------------- */

static void scroll_by(struct screen *screen, int lines)
{
    screen->to_section = false;
    if (screen->read.length > 0)
        screen->reading_top += lines;
    else
        screen->top += lines;
}

static void key_page_up(struct screen *screen)
{
    scroll_by(screen, -(screen->layout.table.height - 1));
}

static void key_page_down(struct screen *screen)
{
    scroll_by(screen, screen->layout.table.height - 1);
}

static void key_up(struct screen *screen)
{
    if (screen->read.length > 0)
        scroll_by(screen, -1);
    else
        choice_step(&screen->choice, -1), screen->follows = true;
}

static void key_down(struct screen *screen)
{
    if (screen->read.length > 0)
        scroll_by(screen, 1);
    else
        choice_step(&screen->choice, 1), screen->follows = true;
}

static void to_section(struct screen *screen, int section)
{
    int count = section_count(screen->connection->rules);
    assert(count > 0 && section >= 0 && section < count);
    text_clear(&screen->read);
    screen->section = (section + count) % count;
    screen->to_section = true;
    screen->follows = false;
}

/* The next section in that direction that has a place of its own. */
static void step_section(struct screen *screen, int step)
{
    const struct section *sections = screen->connection->rules->game->words->sections;
    int count = section_count(screen->connection->rules), section = screen->section;
    do
        section = (section + step + count) % count;
    while (screen->layout.wide && sections[section].leads && section != screen->section);
    to_section(screen, section);
}

static void key_next(struct screen *screen)
{
    step_section(screen, 1);
}

static void key_previous(struct screen *screen)
{
    step_section(screen, -1);
}

/* Shows the place on the table that the move at the cursor refers to. */
static void key_go(struct screen *screen)
{
    text_clear(&screen->read);
    screen->follows = true;
}

static void key_zoom(struct screen *screen)
{
    screen->zoomed = !screen->zoomed;
}

/* ---- the past -------------------------------------------------------------------------------- */

static void look_back_by(struct screen *screen, int step)
{
    struct game_connection *connection = screen->connection;
    int64_t at = (int64_t)(screen->looks_back ? screen->back : connection->moves) + step;
    if (at < 0)
        return;
    assert(at <= (int64_t)connection->moves + 1);
    screen->looks_back = at < (int64_t)connection->moves;
    screen->back = (uint32_t)at;
    if (screen->looks_back &&
        !connection->kind->look_back(connection, screen->back, &screen->past)) {
        screen->looks_back = false;
        screen_say(screen, _("The past cannot be shown."), NULL);
    }
}

static void key_back(struct screen *screen)
{
    look_back_by(screen, -1);
}

static void key_forward(struct screen *screen)
{
    look_back_by(screen, 1);
}

/* Leaves whatever was opened last: something to read, the past, what was pressed. */
static void key_escape(struct screen *screen)
{
    if (screen->read.length > 0)
        text_clear(&screen->read);
    else if (screen->looks_back)
        screen->looks_back = false;
    else
        choice_release(&screen->choice);
}

/* ---- presses --------------------------------------------------------------------------------- */

static bool is_inside(struct area area, int row, int column)
{
    return row >= area.top && row < area.top + area.height && column >= area.left &&
           column < area.left + area.width;
}

/* Why nothing can be done with the thing; false if there is no reason. */
static bool say_reason(struct screen *screen, struct mark thing)
{
    const struct game_connection *connection = screen->connection;
    const struct blocked *blocked = choice_blocked(&screen->choice, thing);
    const struct wording *reasons = connection->rules->game->words->reasons;
    struct teller teller = reader_of(screen);
    if (blocked == NULL)
        return false;
    text_clear(&screen->message);
    tell_message(connection->rules, &teller, reasons, blocked->why, &screen->message);
    text_addf(&screen->message, " [%s]", reasons[blocked->why.kind].rule);
    return true;
}

/* What the component says that has the notation of the thing. */
static bool say_component(struct screen *screen, struct mark thing)
{
    const struct ruleset *rules = screen->connection->rules;
    const char *token = thing_token(rules, thing.kind, thing.value);
    struct component component = {0};
    bool found = false;
    enum language language = screen->connection->teller.language;
    for (int i = 0;
         token != NULL && !found && rules->game->component(rules, i, language, &component); i++) {
        found = strcmp(component.id, token) == 0;
        if (found) {
            text_clear(&screen->message);
            text_addf(&screen->message, "%s: %s", component.name, text_string(&component.text));
        }
        text_clear(&component.text);
    }
    text_free(&component.text);
    return found;
}

static void press_cell(struct screen *screen, const struct grid_cell *cell)
{
    bool decides = screen_decides(screen) && !screen->connection->confirms;
    for (int i = 0; decides && i < cell->thing_count; i++) {
        if (!choice_press(&screen->choice, cell->things[i]))
            continue;
        if (screen->choice.offered_count == 1)
            play_cursor(screen);
        return;
    }
    for (int i = 0; decides && i < cell->thing_count; i++)
        if (say_reason(screen, cell->things[i]))
            return;
    for (int i = 0; i < cell->thing_count; i++)
        if (say_component(screen, cell->things[i]))
            return;
}

static void press_tab(struct screen *screen, int column)
{
    int count = section_count(screen->connection->rules);
    for (int i = 0; i < count && i < SECTIONS_MAX; i++) {
        if (column < screen->tab_ends[i]) {
            to_section(screen, i);
            return;
        }
    }
}

void screen_press(struct screen *screen, int row, int column)
{
    const struct screen_layout *layout = &screen->layout;
    const struct grid_cell *cell = NULL;
    text_clear(&screen->message);
    if (is_inside(layout->tabs, row, column)) {
        press_tab(screen, column);
    } else if (is_inside(layout->moves, row, column)) {
        int index = screen->moves_top + row - layout->moves.top;
        if (index < screen->choice.offered_count || screen->connection->confirms) {
            screen->choice.cursor = screen->connection->confirms ? 0 : index;
            play_cursor(screen);
        }
    } else if (is_inside(layout->question, row, column) && screen->connection->confirms) {
        play_cursor(screen);
    } else if (is_inside(layout->table, row, column) && screen->read.length == 0) {
        cell = grid_at(&screen->table, screen->top + row - layout->table.top,
                       column - layout->table.left);
    } else if (is_inside(layout->lead, row, column)) {
        cell = grid_at(&screen->lead, row - layout->lead.top, column - layout->lead.left);
    }
    if (cell != NULL)
        press_cell(screen, cell);
}

/* ---- the keys -------------------------------------------------------------------------------- */

static const struct key {
    int key, other; /* 0: none */
    const char *shown;
    const char *about; /* a phrase */
    void (*act)(struct screen *screen);
} keys[] = {
    {KEY_UP, 'k', "↑ k", _("the move before"), key_up},
    {KEY_DOWN, 'j', "↓ j", _("the next move"), key_down},
    {'\n', KEY_ENTER, "Enter", _("make the move, or end the turn"), play_cursor},
    {KEY_LEFT, KEY_BTAB, "← ", _("the part of the table before"), key_previous},
    {KEY_RIGHT, '\t', "→ Tab", _("the next part of the table"), key_next},
    {KEY_PPAGE, 'b', "PgUp b", _("up"), key_page_up},
    {KEY_NPAGE, ' ', "PgDn", _("down; the space bar, too"), key_page_down},
    {'g', 0, "g", _("go to what the move is about"), key_go},
    {'z', 0, "z", _("more room for the table, or less"), key_zoom},
    {'u', KEY_BACKSPACE, "u", _("undo the last move, as far as chance and the others allow"),
     key_undo},
    {'r', 0, "r", _("redo the move that was undone"), key_redo},
    {'h', 0, "h", _("what a strong computer player would do here"), key_hint},
    {'w', 0, "w", _("what is not possible now, and why"), key_why},
    {'i', 0, "i", _("the rule behind the move"), key_rule},
    {'l', 0, "l", _("what happened"), key_log},
    {',', '<', ",", _("one move back in history"), key_back},
    {'.', '>', ".", _("one move forward"), key_forward},
    {'s', 0, "s", _("save the game"), key_save},
    {KEY_ESCAPE, 0, "Esc", _("back: close a text, leave history, release what was pressed"),
     key_escape},
    {'?', KEY_F(1), "?", _("this list"), key_help},
    {'q', 0, "q", _("leave the game"), key_quit},
};

static void key_help(struct screen *screen)
{
    enum language language = screen->connection->teller.language;
    text_clear(&screen->read);
    screen->reading_top = 0;
    text_addf(
        &screen->read, "%s\n",
        phrase(
            language,
            _("Things that moves refer to are underlined on the table. Click one, or choose a move from the list. Anything that is not possible tells why when you click it.")));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        text_addf(&screen->read, "  %s", keys[i].shown);
        text_pad_to(&screen->read, 11);
        text_addf(&screen->read, "%s\n", phrase(language, keys[i].about));
    }
}

bool screen_key(struct screen *screen, int key)
{
    text_clear(&screen->message);
    if (key >= 'A' && key <= 'Z') /* with Caps Lock, too */
        key += 'a' - 'A';
    if (key >= '1' && key <= '9' && key - '1' < section_count(screen->connection->rules)) {
        to_section(screen, key - '1');
        return true;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (key != keys[i].key && (keys[i].other == 0 || key != keys[i].other))
            continue;
        if (keys[i].act != key_quit)
            screen->quit_warned = false;
        keys[i].act(screen);
        return true;
    }
    return false;
}
