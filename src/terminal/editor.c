/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Reading lines. Without libedit at build time, all lines are plain. */

#include "editor.h"

#include "stop.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#include <wchar.h>
#endif

enum { IDLE_MS = 1000 };

struct editor {
    FILE *input;
    void (*idle)(void *context);
    void *context;
    char line[LINE_MAX_BYTES];
#ifdef HAVE_LIBEDIT
    EditLine *edit; /* NULL: the input is no terminal */
    History *history;
#endif
};

/* Waits for something to read; false if the program is to stop. */
static bool wait_for_input(const struct editor *editor)
{
    while (!stop_or_readable(fileno(editor->input), IDLE_MS)) {
        if (stop_wanted())
            return false;
        editor->idle(editor->context);
    }
    return true;
}

/* ---- plain lines ----------------------------------------------------------------------------- */

static enum line_result read_plain(struct editor *editor, struct span *line)
{
    fputs("> ", stdout);
    fflush(stdout);
    bool stopped = isatty(fileno(editor->input)) && !wait_for_input(editor);
    if (stopped || fgets(editor->line, LINE_MAX_BYTES, editor->input) == NULL) {
        fputc('\n', stdout);
        return LINE_END;
    }
    size_t length = strcspn(editor->line, "\n");
    assert(length < LINE_MAX_BYTES);
    if (editor->line[length] != '\n' && length == LINE_MAX_BYTES - 1) {
        int byte;
        while ((byte = fgetc(editor->input)) != EOF && byte != '\n')
            continue;
        return LINE_TOO_LONG;
    }
    *line = span_trim((struct span){editor->line, length});
    return LINE_READ;
}

/* ---- edited lines ---------------------------------------------------------------------------- */

#ifdef HAVE_LIBEDIT

enum { HISTORY_LINES = 200 };

static const char *prompt(EditLine *edit)
{
    (void)edit;
    return "> ";
}

/* One character, for libedit: its own way to read goes on after a signal. 1, or 0 at the end. */
static int read_character(EditLine *edit, wchar_t *character)
{
    mbstate_t state = {0};
    void *from = NULL;
    char byte;
    el_get(edit, EL_CLIENTDATA, &from);
    const struct editor *editor = from;
    while (wait_for_input(editor) && read(fileno(editor->input), &byte, 1) == 1) {
        size_t length = mbrtowc(character, &byte, 1, &state);
        if (length == (size_t)-1)
            memset(&state, 0, sizeof state); /* not a character: it is left out */
        else if (length != (size_t)-2)
            return 1;
    }
    return 0;
}

static void open_edit(struct editor *editor)
{
    HistEvent event;
    if (!isatty(fileno(editor->input)) || !isatty(STDOUT_FILENO))
        return;
    editor->edit = el_init("orrery", editor->input, stdout, stderr);
    editor->history = history_init();
    if (editor->edit == NULL || editor->history == NULL)
        return;
    history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, prompt);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_HIST, history, editor->history);
    el_set(editor->edit, EL_GETCFN, read_character);
}

static enum line_result read_edited(struct editor *editor, struct span *line)
{
    HistEvent event;
    int count = 0;
    /* Else the prompt would be shown before: Ctrl-D that comes at once would be lost. */
    el_set(editor->edit, EL_PREP_TERM, 1);
    const char *read = el_gets(editor->edit, &count);
    if (read == NULL || count <= 0 || stop_wanted())
        return LINE_END;
    if (count >= LINE_MAX_BYTES)
        return LINE_TOO_LONG;
    span_copy((struct span){read, (size_t)count}, editor->line, sizeof editor->line);
    *line = span_trim((struct span){editor->line, strcspn(editor->line, "\n")});
    if (line->length > 0)
        history(editor->history, &event, H_ENTER, editor->line);
    return LINE_READ;
}

static void close_edit(struct editor *editor)
{
    if (editor->edit != NULL)
        el_end(editor->edit);
    if (editor->history != NULL)
        history_end(editor->history);
}

#endif

/* ---- either ---------------------------------------------------------------------------------- */

struct editor *editor_open(FILE *input, void (*idle)(void *context), void *context)
{
    struct editor *editor = memory_new(1, sizeof *editor);
    assert(input != NULL && idle != NULL);
    *editor = (struct editor){.input = input, .idle = idle, .context = context};
#ifdef HAVE_LIBEDIT
    open_edit(editor);
#endif
    return editor;
}

void editor_close(struct editor *editor)
{
#ifdef HAVE_LIBEDIT
    close_edit(editor);
#endif
    free(editor);
}

enum line_result editor_read(struct editor *editor, struct span *line)
{
#ifdef HAVE_LIBEDIT
    if (editor->edit != NULL && editor->history != NULL)
        return read_edited(editor, line);
#endif
    return read_plain(editor, line);
}
