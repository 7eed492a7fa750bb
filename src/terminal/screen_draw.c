/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The full screen, drawn anew each time; ncurses sends to the terminal what has changed. */

#include "screen_parts.h"

#include "telling.h"

#include <assert.h>
#define NCURSES_NOMACROS /* move, timeout and others are words of ours */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

enum { PAIR_LIT = HUE_COUNT + 1 };

const void *screen_state(const struct screen *screen)
{
    return screen->looks_back ? (const void *)&screen->past : screen->connection->state;
}

bool screen_decides(const struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    return !screen->looks_back && connection->awaited >= 0 && connection->mine;
}

/* ---- colours --------------------------------------------------------------------------------- */

void screen_colours(struct screen *screen)
{
    static const short plain[HUE_COUNT] = {
        [HUE_NONE] = -1,
        [HUE_SEAT] = COLOR_CYAN,
        [HUE_SEAT + 1] = COLOR_YELLOW,
        [HUE_SEAT + 2] = COLOR_MAGENTA,
        [HUE_SEAT + 3] = COLOR_GREEN,
        [HUE_HEADING] = -1,
        [HUE_FAINT] = -1,
        [HUE_RED] = COLOR_RED,
        [HUE_GREEN] = COLOR_GREEN,
        [HUE_YELLOW] = COLOR_YELLOW,
        [HUE_BLUE] = COLOR_BLUE,
        [HUE_MAGENTA] = COLOR_MAGENTA,
        [HUE_ORANGE] = COLOR_YELLOW,
    };
    screen->colour = output_look().colour && has_colors();
    if (!screen->colour)
        return;
    start_color();
    use_default_colors();
    for (short hue = 1; hue < HUE_COUNT; hue++)
        init_pair(hue,
                  hue == HUE_ORANGE && COLORS >= 256 ? 208
                  : hue == HUE_BLUE && COLORS >= 256 ? 75
                                                     : plain[hue],
                  -1);
}

static attr_t look_of_hue(const struct screen *screen, enum hue hue)
{
    attr_t look = hue == HUE_HEADING                              ? A_BOLD
                  : hue == HUE_FAINT                              ? A_DIM
                  : hue >= HUE_SEAT && hue < HUE_SEAT + SEATS_MAX ? A_BOLD
                                                                  : A_NORMAL;
    return screen->colour && hue != HUE_NONE ? look | (attr_t)COLOR_PAIR((int)hue) : look;
}

/* ---- grids ----------------------------------------------------------------------------------- */

/* The strongest status of the things that a cell belongs to. */
static enum thing_status status_of(const struct screen *screen, const struct grid_cell *cell)
{
    enum thing_status status = THING_IDLE;
    for (int i = 0; screen_decides(screen) && i < cell->thing_count; i++) {
        enum thing_status next = choice_status(&screen->choice, cell->things[i]);
        status = next > status ? next : status;
    }
    return status;
}

static attr_t look_of_cell(const struct screen *screen, const struct grid_cell *cell)
{
    attr_t look = look_of_hue(screen, (enum hue)cell->hue);
    switch (status_of(screen, cell)) {
    case THING_CHOSEN:
        return look | A_REVERSE | A_BOLD;
    case THING_LEGAL:
        return look | A_UNDERLINE | A_BOLD;
    case THING_BLOCKED:
    case THING_IDLE:
        break;
    }
    return look;
}

static void draw_grid(const struct screen *screen, const struct grid *grid, struct area area,
                      int top)
{
    for (int row = 0; row < area.height; row++) {
        for (int column = 0; column < area.width; column++) {
            const struct grid_cell *cell = grid_at(grid, top + row, column);
            if (cell == NULL || (cell->text[0] == ' ' && cell->thing_count == 0))
                continue;
            attrset((int)look_of_cell(screen, cell));
            mvaddstr(area.top + row, area.left + column, cell->text);
        }
    }
    attrset(A_NORMAL);
}

/* Adds text to a grid, wrapped to its width. */
static void add_wrapped(struct grid *grid, struct span text, size_t hang)
{
    struct output output = {.width = (uint16_t)grid->width};
    struct text lines = {0};
    output_wrap(&output, text, hang, &lines);
    grid_add(grid, text_span(&lines));
    text_free(&lines);
}

/* Text without marks in an area, wrapped; at most its height. */
static void draw_text(const struct screen *screen, struct area area, struct span text, size_t hang)
{
    struct grid grid = {0};
    grid_clear(&grid, area.width);
    add_wrapped(&grid, text, hang);
    draw_grid(screen, &grid, area, 0);
    grid_free(&grid);
}

static struct drawing drawing_for(const struct screen *screen, int width, int height)
{
    assert(width >= DRAWING_WIDTH_MIN);
    return (struct drawing){.language = screen->connection->teller.language,
                            .width =
                                (uint16_t)(width < DRAWING_WIDTH_MAX ? width : DRAWING_WIDTH_MAX),
                            .height = (uint16_t)height,
                            .unicode = true,
                            .marked = true};
}

static void draw_section(struct screen *screen, struct grid *grid, int section, int height)
{
    const struct ruleset *rules = screen->connection->rules;
    struct drawing drawing = drawing_for(screen, grid->width, height);
    struct text text = {0};
    rules->game->draw(rules, screen_state(screen), section, &drawing, &text);
    grid_add(grid, text_span(&text));
    text_free(&text);
}

/* The sections below each other; on a wide screen those that lead have an area of their own. */
static void build_table(struct screen *screen)
{
    const struct section *sections = screen->connection->rules->game->words->sections;
    assert(section_count(screen->connection->rules) <= SECTIONS_MAX);
    grid_clear(&screen->table, screen->layout.table.width);
    for (int i = 0; sections[i].name != NULL && i < SECTIONS_MAX; i++) {
        screen->starts[i] = screen->table.lines;
        if (!screen->layout.wide || !sections[i].leads)
            draw_section(screen, &screen->table, i, screen->layout.table.height);
        grid_add(&screen->table, span_of(screen->table.lines > screen->starts[i] ? "\n" : ""));
    }
}

static void build_lead(struct screen *screen, int width)
{
    const struct section *sections = screen->connection->rules->game->words->sections;
    grid_clear(&screen->lead, width);
    for (int i = 0; sections[i].name != NULL && i < SECTIONS_MAX; i++)
        if (sections[i].leads)
            draw_section(screen, &screen->lead, i, 0);
}

/* The first line of the table from there on with something that the move at the cursor is about, or
 * -1. */
static int chosen_line(const struct screen *screen, int from, int to)
{
    for (int line = from; line < to; line++) {
        for (int column = 0; column < screen->table.width; column++) {
            const struct grid_cell *cell = grid_at(&screen->table, line, column);
            if (cell != NULL && status_of(screen, cell) == THING_CHOSEN)
                return line;
        }
    }
    return -1;
}

/* Scrolls to the section with what the move at the cursor is about, unless it can be seen. */
static void follow(struct screen *screen)
{
    int height = screen->layout.table.height, count = section_count(screen->connection->rules);
    bool seen = chosen_line(screen, screen->top, screen->top + height) >= 0;
    int line = seen ? -1 : chosen_line(screen, 0, screen->table.lines);
    screen->follows = false;
    if (line < 0)
        return;
    screen->to_section = false;
    for (int i = 0; i < count && i < SECTIONS_MAX && screen->starts[i] <= line; i++)
        screen->section = i;
    screen->top = screen->starts[screen->section];
    if (line >= screen->top + height)
        screen->top = line - height / 2;
}

static void draw_table_area(struct screen *screen)
{
    struct area area = screen->layout.table;
    const struct section *sections = screen->connection->rules->game->words->sections;
    build_table(screen);
    if (screen->follows)
        follow(screen);
    int last = screen->table.lines > area.height ? screen->table.lines - area.height : 0;
    if (screen->to_section && sections[screen->section].name != NULL)
        screen->top = screen->starts[screen->section];
    else
        screen->top = screen->top > last ? last : screen->top;
    screen->top = screen->top < 0 ? 0 : screen->top;
    draw_grid(screen, &screen->table, area, screen->top);
}

static void draw_reading(struct screen *screen)
{
    struct area area = screen->layout.table;
    grid_clear(&screen->reading, area.width);
    add_wrapped(&screen->reading, text_span(&screen->read), 8);
    int last = screen->reading.lines > area.height ? screen->reading.lines - area.height : 0;
    screen->reading_top = screen->reading_top > last ? last : screen->reading_top;
    screen->reading_top = screen->reading_top < 0 ? 0 : screen->reading_top;
    draw_grid(screen, &screen->reading, area, screen->reading_top);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The seats with their shapes and points; the one that is awaited is marked. */
static void draw_title(const struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    struct text out = {0};
    struct score score;
    connection->rules->game->score(connection->rules, screen_state(screen), &score);
    mark_hue(&out, HUE_HEADING);
    text_addf(&out, "%s", phrase(connection->teller.language, connection->rules->game->title));
    mark_end(&out);
    for (int seat = 0; seat < connection->rules->setup.players; seat++) {
        text_add(&out, connection->awaited == seat ? "  >" : "   ");
        mark_hue(&out, (enum hue)(HUE_SEAT + seat));
        text_addf(&out, "%s%d ", seat_shapes[seat], seat + 1);
        tell_seat(&connection->teller, seat, &out);
        mark_end(&out);
        text_addf(&out, " %d", score.total[seat]);
    }
    struct grid grid = {0};
    grid_clear(&grid, screen->layout.columns);
    grid_add(&grid, text_span(&out));
    draw_grid(screen, &grid, (struct area){0, 0, 1, screen->layout.columns}, 0);
    grid_free(&grid);
    text_free(&out);
}

/* Columns of the tab of a section; 0 if it has none. */
static int tab_width(const struct screen *screen, int section)
{
    const struct section *sections = screen->connection->rules->game->words->sections;
    bool hidden = screen->layout.wide && sections[section].leads;
    const char *name = phrase(screen->connection->teller.language, sections[section].name);
    return hidden ? 0 : (int)text_width(span_of(name)) + 2;
}

/* The first tab that is shown, so that the chosen one is among them. */
static int first_tab(const struct screen *screen)
{
    int first = screen->section, columns = tab_width(screen, first);
    while (first > 0 && columns + tab_width(screen, first - 1) <= screen->layout.columns)
        columns += tab_width(screen, --first);
    return first;
}

static void draw_tabs(struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    const struct section *sections = connection->rules->game->words->sections;
    int column = 0, first = first_tab(screen);
    for (int i = 0; sections[i].name != NULL && i < SECTIONS_MAX; i++) {
        const char *name = phrase(connection->teller.language, sections[i].name);
        int width = tab_width(screen, i);
        screen->tab_ends[i] = column;
        if (i < first || width == 0 || column + width > screen->layout.columns)
            continue;
        attrset(i == screen->section ? A_REVERSE : A_NORMAL);
        mvprintw(screen->layout.tabs.top, column, " %s ", name);
        column += width;
        screen->tab_ends[i] = column;
    }
    attrset(A_NORMAL);
}

static void draw_question(const struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    struct teller teller = connection->teller;
    struct text out = {0};
    char numbers[2][16];
    teller.reader = screen_decides(screen) ? connection->awaited + 1 : 0;
    mark_hue(&out, HUE_HEADING);
    if (screen->looks_back) {
        snprintf(numbers[0], sizeof numbers[0], "%u", screen->back);
        snprintf(numbers[1], sizeof numbers[1], "%u", connection->moves);
        phrase_write_with(&out, teller.language,
                          _("History: after move {0} of {1}. Esc: back to now."), numbers[0],
                          numbers[1], NULL);
    } else if (connection->confirms && connection->mine) {
        text_add(&out, phrase(teller.language, _("Press Enter to end your turn, or u to undo.")));
    } else {
        if (screen_decides(screen) && connection->rules->setup.players > 1) {
            tell_seat(&connection->teller, connection->awaited, &out);
            text_add(&out, ": ");
        }
        tell_question(connection->rules, connection->state, &teller, &out);
    }
    mark_end(&out);
    draw_text(screen, screen->layout.question, text_span(&out), 0);
    text_free(&out);
}

static void draw_moves(struct screen *screen)
{
    const struct game_connection *connection = screen->connection;
    struct area area = screen->layout.moves;
    struct teller teller = connection->teller;
    const struct choice *choice = &screen->choice;
    if (!screen_decides(screen) || connection->confirms)
        return;
    teller.reader = connection->awaited + 1;
    if (choice->cursor < screen->moves_top)
        screen->moves_top = choice->cursor;
    if (choice->cursor >= screen->moves_top + area.height)
        screen->moves_top = choice->cursor - area.height + 1;
    for (int row = 0; row < area.height && screen->moves_top + row < choice->offered_count; row++) {
        int index = screen->moves_top + row;
        struct text out = {0};
        text_addf(&out, "%s%3d ", index == choice->cursor ? ">" : " ", choice->offered[index] + 1);
        tell_offer(connection->rules, connection->state, &teller,
                   choice->moves[choice->offered[index]], &out);
        struct grid grid = {0};
        grid_clear(&grid, area.width + 1); /* one more tells whether all of it fits */
        grid_add(&grid, text_span(&out));
        draw_grid(screen, &grid, (struct area){area.top + row, area.left, 1, area.width}, 0);
        if (strcmp(grid_at(&grid, 0, area.width)->text, " ") != 0)
            mvaddstr(area.top + row, area.left + area.width - 1, "…");
        if (index == choice->cursor)
            mvchgat(area.top + row, area.left, area.width, A_REVERSE, 0, NULL);
        grid_free(&grid);
        text_free(&out);
    }
}

static void draw_log(const struct screen *screen)
{
    const struct log_lines *log = &screen->connection->log;
    struct area area = screen->layout.log;
    struct grid grid = {0};
    assert(log->count <= LOG_LINES_MAX);
    if (area.height <= 0)
        return;
    grid_clear(&grid, area.width);
    size_t lines = (size_t)area.height;
    for (size_t i = log->count > lines ? log->count - lines : 0; i < log->count; i++)
        add_wrapped(&grid, span_of(log->lines[i]), 2);
    draw_grid(screen, &grid, area, grid.lines > area.height ? grid.lines - area.height : 0);
    grid_free(&grid);
}

/* How many lines the message takes, one if there is none. */
static int message_rows(const struct screen *screen)
{
    struct grid grid = {0};
    grid_clear(&grid, COLS);
    add_wrapped(&grid, text_span(&screen->message), 0);
    int rows = grid.lines < 1 ? 1 : grid.lines > MESSAGE_ROWS ? MESSAGE_ROWS : grid.lines;
    grid_free(&grid);
    return rows;
}

/* What was said last; else the latest news. */
static void draw_message(const struct screen *screen)
{
    const struct log_lines *log = &screen->connection->log;
    struct span text = text_span(&screen->message);
    if (text.length == 0 && log->count > 0 && !screen->layout.wide)
        text = span_of(log->lines[log->count - 1]);
    draw_text(screen, screen->layout.message, text, 0);
}

static void draw_keys(const struct screen *screen)
{
    const char *keys =
        phrase(screen->connection->teller.language,
               _("Enter play  ←→ part  u undo  h hint  w why  l log  , history  ? help  q quit"));
    attrset(A_DIM);
    struct grid grid = {0};
    grid_clear(&grid, screen->layout.columns);
    grid_add(&grid, span_of(keys));
    draw_grid(screen, &grid, screen->layout.keys, 0);
    grid_free(&grid);
    attrset(A_NORMAL);
}

void screen_draw(struct screen *screen)
{
    erase();
    if (LINES < SCREEN_ROWS || COLS < SCREEN_COLUMNS) {
        mvaddstr(0, 0,
                 phrase(screen->connection->teller.language,
                        _("The terminal is too small: 60 columns and 16 lines at least.")));
        refresh();
        return;
    }
    bool decides = screen_decides(screen) && !screen->connection->confirms;
    int offered = decides ? screen->choice.offered_count : 0;
    int message = message_rows(screen);
    screen->layout = screen_lay_out(LINES, COLS, offered, 0, message, screen->zoomed);
    if (screen->layout.wide) {
        build_lead(screen, COLS - screen->layout.table.width - 1);
        screen->layout = screen_lay_out(LINES, COLS, offered, screen->lead.lines, message, false);
        draw_grid(screen, &screen->lead, screen->layout.lead, 0);
        draw_log(screen);
        mvvline(1, screen->layout.table.width, ACS_VLINE, screen->layout.rows - 3);
    }
    draw_title(screen);
    draw_tabs(screen);
    if (screen->read.length > 0)
        draw_reading(screen);
    else
        draw_table_area(screen);
    draw_question(screen);
    draw_moves(screen);
    draw_message(screen);
    draw_keys(screen);
    refresh();
}
