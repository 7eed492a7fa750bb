/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Changes the card sets of the games and plays with what is accepted. The input is a list of
 * changes, four bytes each: a card is repeated, left out, or loses a line, or a byte of its file is
 * another one. A set is refused with a problem that names the file, or a random game can be played
 * with it whose states are all valid. */

#include "require.h"

#include "contract/games.h"
#include "contract/play.h"
#include "contract/ruleset.h"

#include <stdio.h>

enum { CHANGES_MAX = 12, TWINS_MAX = 40, STEPS_MAX = 600, CHECK_EVERY = 16 };
enum { REPEAT_CARD, DROP_CARD, DROP_LINE, CHANGE_BYTE, CHANGES };

static struct span next_line(struct span *rest)
{
    const char *end = memchr(rest->at, '\n', rest->length);
    size_t length = end != NULL ? (size_t)(end - rest->at) + 1 : rest->length;
    struct span line = {rest->at, length};
    *rest = (struct span){rest->at + length, rest->length - length};
    return line;
}

/* A heading with what is indented below it, or a single line of another kind. */
static struct span next_card(struct span *rest)
{
    struct span card = next_line(rest);
    while (rest->length > 0 && *rest->at == ' ')
        card.length += next_line(rest).length;
    return card;
}

static bool is_card(struct span card)
{
    return card.length > 0 && *card.at != '#' && *card.at != '\n' &&
           memchr(card.at, '\n', card.length - 1) != NULL;
}

static void add_twins(struct text *out, struct span card, int count)
{
    struct span heading = next_line(&card);
    for (int i = 0; i < count; i++) {
        text_addf(out, "%.*s.%d\n", (int)heading.length - 1, heading.at, i);
        text_add_span(out, card);
    }
}

static void add_without_line(struct text *out, struct span card, int number)
{
    for (int i = 0; card.length > 0; i++) {
        struct span line = next_line(&card);
        if (i != 1 + number)
            text_add_span(out, line);
    }
}

/* Makes one change to a file: to which card, and how much. */
static void change(struct text *file, int what, int which, int amount)
{
    struct text changed = {0};
    int number = 0;
    for (struct span rest = text_span(file); rest.length > 0;) {
        struct span card = next_card(&rest);
        bool meant = is_card(card) && number++ == which;
        if (meant && what == DROP_LINE)
            add_without_line(&changed, card, amount % 8);
        else if (!meant || what != DROP_CARD)
            text_add_span(&changed, card);
        if (meant && what == REPEAT_CARD)
            add_twins(&changed, card, amount % TWINS_MAX);
    }
    text_free(file);
    *file = changed;
}

static void change_byte(struct text *file, unsigned where, char byte)
{
    struct text changed = {0};
    struct span all = text_span(file);
    where = (unsigned)(all.length * where / 256);
    text_add_span(&changed, (struct span){all.at, where});
    text_add_char(&changed, byte);
    if (where < all.length)
        text_add_span(&changed, (struct span){all.at + where + 1, all.length - where - 1});
    text_free(file);
    *file = changed;
}

static void play_on(const struct ruleset *rules, uint64_t seed)
{
    struct random random = random_stream(seed, 0);
    union any_state state;
    play_start(rules, &state);
    for (int i = 0; i < STEPS_MAX; i++) {
        if (i % CHECK_EVERY == 0)
            REQUIRE(rules->game->check(rules, &state) == NULL);
        if (!play_random(rules, &state, &random))
            break;
    }
    REQUIRE(rules->game->check(rules, &state) == NULL);
}

static void try_set(const struct game *game, const struct card_texts *texts, uint64_t seed)
{
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)(game->players_min + (int)(seed % 3));
    struct ruleset *rules = ruleset_open_texts(game, &setup, texts->files, texts->count, &problem);
    REQUIRE((rules != NULL) != problem_is_set(&problem));
    REQUIRE(rules != NULL || problem.file[0] != '\0');
    if (rules != NULL)
        play_on(rules, seed);
    ruleset_close(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const struct game *game =
        game_find(span_of(data[0] % 2 == 0 ? "beyond-the-sun" : "pulsar-2849"));
    struct card_texts texts = {0};
    struct text files[CARD_FILES_MAX] = {0};
    struct problem problem = {0};
    REQUIRE(card_texts_find(&texts, game, NULL, &problem));
    for (int i = 0; i < texts.count; i++)
        text_add_span(&files[i], texts.files[i].text);
    for (size_t i = 1; i + 4 <= size && i < 4 * CHANGES_MAX; i += 4) {
        struct text *file = &files[data[i] % texts.count];
        int what = data[i + 1] % CHANGES;
        if (what == CHANGE_BYTE)
            change_byte(file, data[i + 2], (char)data[i + 3]);
        else
            change(file, what, data[i + 2], data[i + 3]);
    }
    for (int i = 0; i < texts.count; i++)
        texts.files[i].text = text_span(&files[i]);
    try_set(game, &texts, data[0]);
    for (int i = 0; i < texts.count; i++)
        text_free(&files[i]);
    card_texts_free(&texts);
    return 0;
}
