/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Writing and reading card sets as one text. */

#include "card_document.h"

#include "games.h"

#include "base/scan.h"

#include <inttypes.h>
#include <stdio.h>

void card_set_name(const struct game *game, uint64_t fingerprint, char name[CARD_SET_NAME_SIZE])
{
    snprintf(name, CARD_SET_NAME_SIZE, "%s %016" PRIx64, game->name, fingerprint);
}

void card_document_write(const struct game *game, const struct card_texts *texts, struct text *out)
{
    text_addf(out, "orrery cards 1\ngame %s\n", game->name);
    for (int i = 0; i < texts->count; i++) {
        text_addf(out, "file %s %zu\n", texts->files[i].file, texts->files[i].text.length);
        text_add_span(out, texts->files[i].text);
        text_add_char(out, '\n');
    }
}

static bool read_word(struct scan *scan, const char *expected)
{
    struct span word = scan_word(scan);
    return span_is(word, expected) || scan_expected(scan, word, expected);
}

static bool read_title(struct scan *scan, const struct game *game)
{
    scan_line(scan);
    if (!span_is(scan->text, "orrery cards 1"))
        return scan_expected(scan, scan->text, "orrery cards 1");
    scan_line(scan);
    return read_word(scan, "game") && read_word(scan, game->name) && scan_done(scan);
}

/* The bytes of a file stand between its line and a line end. */
static bool read_file(struct scan *scan, const char *name, struct card_text *file)
{
    int64_t size = 0;
    scan_line(scan);
    if (!read_word(scan, "file") || !read_word(scan, name))
        return false;
    if (!scan_number(scan, 0, (int64_t)scan->rest.length - 1, _("the bytes of the file"), &size) ||
        !scan_done(scan))
        return false;
    *file = (struct card_text){name, {scan->rest.at, (size_t)size}};
    if (scan->rest.at[size] != '\n')
        return scan_expected(scan, (struct span){scan->rest.at + size, 1}, _("a line end"));
    scan->rest.at += size + 1;
    scan->rest.length -= (size_t)size + 1;
    return true;
}

bool card_document_read(const struct game *game, const char *name, struct span document,
                        struct card_texts *texts, struct problem *problem)
{
    struct scan scan;
    bool fine = scan_open(&scan, name, document, problem) && read_title(&scan, game);
    texts->count = 0;
    for (; fine && game->card_files[texts->count] != NULL; texts->count++)
        fine = read_file(&scan, game->card_files[texts->count], &texts->files[texts->count]);
    return fine && (!scan_line(&scan) || scan_expected(&scan, scan.text, _("the end of the text")));
}

const struct game *card_document_game(struct span document)
{
    struct problem none = {0};
    struct scan scan;
    if (!scan_open(&scan, "", document, &none) || !scan_line(&scan) ||
        !span_is(scan.text, "orrery cards 1") || !scan_line(&scan) ||
        !span_is(scan_word(&scan), "game"))
        return NULL;
    return game_find(scan_word(&scan));
}

struct ruleset *card_document_open(const struct game *game, const struct setup *setup,
                                   struct span document, struct problem *problem)
{
    struct card_texts texts = {0};
    if (!card_document_read(game, "", document, &texts, problem))
        return NULL;
    return ruleset_open_texts(game, setup, texts.files, texts.count, problem);
}
