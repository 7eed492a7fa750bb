/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The full-screen client: ncurses begun and ended, and the loop between. */

#include "screen.h"

#include "screen_parts.h"
#include "stop.h"

#include <assert.h>
#define NCURSES_NOMACROS /* move, timeout and others are words of ours */
#include <curses.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATIENCE_MS = 200, ESCAPE_MS = 100, WHEEL = 3 };

static bool begin(struct screen *screen, struct problem *problem)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return problem_set(problem, _("--screen needs a terminal."), NULL, NULL, NULL);
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (terminal == NULL)
        return problem_set(problem,
                           _("This terminal is unknown: {0}. Set TERM, or play without "
                             "--screen."),
                           getenv("TERM") != NULL ? getenv("TERM") : "TERM", NULL, NULL);
    set_escdelay(ESCAPE_MS);
    cbreak();
    noecho();
    keypad(stdscr, true);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    screen_colours(screen);
    return true;
}

static void take_mouse(struct screen *screen)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    if (event.bstate & BUTTON4_PRESSED)
        screen->top -= WHEEL, screen->reading_top -= WHEEL, screen->to_section = false;
    else if (event.bstate & BUTTON5_PRESSED)
        screen->top += WHEEL, screen->reading_top += WHEEL, screen->to_section = false;
    else
        screen_press(screen, event.y, event.x);
}

/* Lets others act, and waits for a key a little while. */
static enum waited take_part(struct screen *screen)
{
    struct game_connection *connection = screen->connection;
    bool ours = connection->mine || connection->awaited == NOBODY;
    enum waited waited = connection->kind->wait(connection, ours ? 0 : PATIENCE_MS);
    if (waited == WAITED_NEWS || screen->seen != connection->moves ||
        screen->seen_confirm != connection->confirms)
        screen_renew(screen);
    if (waited == WAITED_NEWS)
        screen_draw(screen);
    timeout(ours ? PATIENCE_MS : 0);
    int key = getch();
    if (key == KEY_MOUSE)
        take_mouse(screen);
    else if (key != ERR)
        screen_key(screen, key);
    if (key != ERR)
        screen_draw(screen);
    return waited;
}

bool screen_play(struct game_connection *connection, struct problem *problem)
{
    struct screen *screen = memory_new_at_line(sizeof *screen);
    screen->connection = connection;
    enum waited waited = WAITED_NOTHING;
    bool fine = begin(screen, problem);
    if (fine) {
        screen->to_section = true;
        screen_renew(screen);
        screen_draw(screen);
        while (!screen->over && !stop_wanted() && waited != WAITED_LOST)
            waited = take_part(screen);
        endwin();
    }
    if (fine && stop_wanted())
        connection_rescue(connection);
    grid_free(&screen->table);
    grid_free(&screen->lead);
    grid_free(&screen->reading);
    text_free(&screen->read);
    text_free(&screen->message);
    free(screen);
    if (fine && waited == WAITED_LOST)
        fine = problem_set(problem, _("{0}"), text_string(&connection->lost), NULL, NULL);
    return fine;
}
