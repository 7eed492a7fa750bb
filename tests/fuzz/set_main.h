/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A fuzzer of card sets: the bytes are edits of our own set, as an owner or an attacker could make
 * them. Values are exchanged with those of other cards, numbers replaced, effects composed from the
 * forms of the game. What the reader refuses has a problem with its place; what it accepts is
 * played: random games with any number of players and all options keep every promise of the
 * contract, or stop at its bounds. Included by a file that defines PLAYED, the name of a game, and
 * GRAMMAR, its effects. */

#include "require.h"

#include "contract/play.h"
#include "kit/effect.h"

#include <stdio.h>

enum {
    EDITS_MAX = 12,
    LINES_MAX = 4000,
    COMPOSED_DEPTH = 4,
    COMPOSED_STEPS = 5,
    MOVES_PLAYED = 4000, /* of a game that takes long */
};

extern const struct effect_grammar GRAMMAR;

/* ---- the input ------------------------------------------------------------------------------- */

struct input {
    const uint8_t *at, *end;
};

static unsigned next_byte(struct input *input)
{
    return input->at < input->end ? *input->at++ : 0;
}

static unsigned next_below(struct input *input, unsigned limit)
{
    unsigned high = next_byte(input);
    return (high << 8 | next_byte(input)) % limit;
}

/* ---- the set as lines ------------------------------------------------------------------------ */

/* A line of our set; an entry has a key and a value. */
struct line {
    struct span text, key, value;
    bool is_effect;
    int file;
    struct text changed; /* the value that it has now; empty: its own */
};

static struct line lines[LINES_MAX];
static int line_count;

static bool reads_as_effect(struct span value)
{
    struct problem problem = {0};
    struct effect rows[EFFECT_ROWS_MAX];
    struct scan scan;
    return scan_open(&scan, "value", value, &problem) && scan_line(&scan) &&
           effect_read(&GRAMMAR, &scan, rows) > 0;
}

static void load_file(const struct card_text *file, int number)
{
    struct problem problem = {0};
    struct scan scan;
    REQUIRE(scan_open(&scan, file->file, file->text, &problem));
    while (scan_line(&scan)) {
        REQUIRE(line_count < LINES_MAX);
        struct line *line = &lines[line_count++];
        *line = (struct line){.text = scan.text, .file = number};
        if (scan.text.at == scan.start)
            continue;
        line->key = scan_word(&scan);
        line->value = scan_rest(&scan);
        line->is_effect = reads_as_effect(line->value);
    }
}

static struct span value_of(const struct line *line)
{
    return line->changed.length > 0 ? text_span(&line->changed) : line->value;
}

static void write_file(int number, struct text *out)
{
    for (int i = 0; i < line_count; i++) {
        const struct line *line = &lines[i];
        if (line->file != number)
            continue;
        if (line->key.length > 0) {
            text_add(out, "  ");
            text_add_span(out, line->key);
            text_add_char(out, ' ');
        }
        text_add_span(out, line->key.length > 0 ? value_of(line) : line->text);
        text_add_char(out, '\n');
    }
}

/* ---- edits ----------------------------------------------------------------------------------- */

static void exchange(struct line *line, struct input *input)
{
    unsigned start = next_below(input, (unsigned)line_count);
    for (int i = 0; i < line_count; i++) {
        const struct line *other = &lines[(start + (unsigned)i) % (unsigned)line_count];
        bool alike = span_equal(other->key, line->key) || (other->is_effect && line->is_effect);
        if (!alike || other == line)
            continue;
        struct span value = value_of(other);
        text_clear(&line->changed);
        text_add_span(&line->changed, value);
        return;
    }
}

/* One of the numbers of the value becomes another. */
static void renumber(struct line *line, struct input *input)
{
    struct text value = {0};
    unsigned which = next_byte(input) % 4, number = next_byte(input) % 101, seen = 0;
    struct span old = value_of(line);
    for (size_t i = 0; i < old.length;) {
        size_t digits = strspn(old.at + i, "0123456789");
        digits = digits < old.length - i ? digits : old.length - i;
        if (digits > 0 && seen++ == which)
            text_add_number(&value, number);
        else
            text_add_span(&value, (struct span){old.at + i, digits > 0 ? digits : 1});
        i += digits > 0 ? digits : 1;
    }
    text_free(&line->changed);
    line->changed = value;
}

static const struct effect_form *pick_form(struct input *input)
{
    for (;;) {
        unsigned number = next_below(input, (unsigned)GRAMMAR.operation_count);
        const struct effect_form *forms = GRAMMAR.operations[number].texts->forms;
        int count = 0;
        while (forms != NULL && forms[count].pattern != NULL)
            count++;
        if (count > 0)
            return &forms[next_byte(input) % (unsigned)count];
        if (input->at == input->end)
            return GRAMMAR.operations[1].texts->forms;
    }
}

static void compose_argument(const struct effect_words *words, int most, struct input *input,
                             struct text *out)
{
    int count = 0;
    while (words->words != NULL && words->words[count] != NULL)
        count++;
    if (count > 0)
        text_add(out, words->words[next_byte(input) % (unsigned)count]);
    else
        text_add_number(out, 1 + next_byte(input) % (unsigned)effect_largest(most));
}

static void compose(struct input *input, int depth, struct text *out);

static void compose_step(struct input *input, int depth, struct text *out)
{
    const struct effect_form *form = pick_form(input);
    for (const char *at = form->pattern; *at != '\0'; at++) {
        if (at[0] != '{') {
            text_add_char(out, *at);
            continue;
        }
        bool is_a = at[1] == 'a';
        compose_argument(is_a ? &form->a : &form->b, is_a ? form->most_a : form->most_b, input,
                         out);
        at += 2;
    }
    if (form->shape == EFFECT_BODY || form->shape == EFFECT_CHOICES) {
        bool is_body = form->shape == EFFECT_BODY;
        text_add(out, is_body ? " (" : " {");
        compose(input, depth + 1, out);
        for (unsigned i = next_byte(input) % 4; !is_body && i > 0; i--) {
            text_add(out, "; ");
            compose(input, depth + 1, out);
        }
        text_add(out, is_body ? ")" : "}");
    }
}

static void compose(struct input *input, int depth, struct text *out)
{
    if (depth > COMPOSED_DEPTH) {
        text_add(out, GRAMMAR.operations[1].word);
        return;
    }
    for (unsigned i = next_byte(input) % COMPOSED_STEPS + 1; i > 0; i--) {
        compose_step(input, depth, out);
        text_add(out, i > 1 ? ", " : "");
    }
}

/* Wraps the effect into one more form, or puts a step behind it. */
static void extend(struct line *line, struct input *input)
{
    struct text value = {0};
    const struct effect_form *form = pick_form(input);
    if (form->shape == EFFECT_BODY) {
        for (const char *at = form->pattern; *at != '\0'; at++) {
            if (at[0] != '{') {
                text_add_char(&value, *at);
                continue;
            }
            bool is_a = at[1] == 'a';
            compose_argument(is_a ? &form->a : &form->b, is_a ? form->most_a : form->most_b, input,
                             &value);
            at += 2;
        }
        text_add(&value, " (");
        text_add_span(&value, value_of(line));
        text_add(&value, ")");
    } else {
        text_add_span(&value, value_of(line));
        text_add(&value, ", ");
        compose_step(input, COMPOSED_DEPTH, &value);
    }
    text_free(&line->changed);
    line->changed = value;
}

static void edit(struct input *input)
{
    enum { EXCHANGE, RENUMBER, COMPOSE, EXTEND, WRITE, KINDS };
    unsigned kind = next_byte(input) % KINDS;
    struct line *line = &lines[next_below(input, (unsigned)line_count)];
    if (line->key.length == 0)
        return;
    if ((kind == COMPOSE || kind == EXTEND) && !line->is_effect)
        kind = RENUMBER;
    if (kind == EXCHANGE)
        exchange(line, input);
    else if (kind == RENUMBER)
        renumber(line, input);
    else if (kind == EXTEND)
        extend(line, input);
    else {
        text_clear(&line->changed);
        if (kind == COMPOSE)
            compose(input, 0, &line->changed);
        for (unsigned i = next_byte(input) % 32; kind == WRITE && i > 0; i--)
            text_add_char(&line->changed, (char)(next_byte(input) | 1));
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

static struct {
    long read, accepted, moves, games, unfinished, loud;
} counts;

static void tell_counts(void)
{
    fprintf(stderr,
            "sets: %ld read, %ld accepted, %ld games, %ld moves, %ld not over, %ld with too many "
            "events\n",
            counts.read, counts.accepted, counts.games, counts.moves, counts.unfinished,
            counts.loud);
}

static void play(const struct ruleset *rules, uint64_t seed)
{
    struct random random = random_stream(0, seed);
    union any_state state;
    struct move move, moves[MOVES_MAX];
    struct events events;
    int played = 0;
    bool loud = false;
    play_start(rules, state.bytes);
    for (; played < MOVES_PLAYED && play_pick(rules, state.bytes, &random, &move); played++) {
        int count = played % 8 == 0 ? rules->game->legal(rules, state.bytes, moves) : 1;
        REQUIRE(count > 0 && count <= MOVES_MAX);
        events_clear(&events);
        rules->game->apply(rules, state.bytes, move, &events);
        loud = loud || events.dropped > 0;
        const char *wrong = played % 16 == 0 ? rules->game->check(rules, state.bytes) : NULL;
        if (wrong != NULL)
            fprintf(stderr, "after %d moves: %s\n", played, wrong);
        REQUIRE(wrong == NULL);
    }
    bool is_over = rules->game->node(rules, state.bytes).actor == NOBODY;
    REQUIRE(is_over || played == MOVES_PLAYED);
    counts.games++;
    counts.moves += played;
    counts.unfinished += !is_over;
    counts.loud += loud;
}

static void describe(const struct ruleset *rules)
{
    struct text text = {0};
    struct json json = {.out = &text};
    struct component component = {0};
    for (int i = 0; rules->game->component(rules, i, LANGUAGE_DE, &component); i++) {
        REQUIRE(span_is_utf8(text_span(&component.text)));
        text_clear(&component.text);
    }
    rules->game->layout(rules, &json);
    text_free(&component.text);
    text_free(&text);
}

/* One game, with players and options from the seed. */
static void play_set(const struct game *game, const struct card_text *files, int count,
                     unsigned seed)
{
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    unsigned players = (unsigned)(game->players_max - game->players_min + 1), left = seed / players;
    setup.players = (uint8_t)(game->players_min + seed % players);
    for (int i = 0; i < option_count(game); i++) {
        unsigned choices = (unsigned)choice_count(&game->words->options[i]);
        setup.options[i] = (uint8_t)(left % choices);
        left /= choices;
    }
    struct ruleset *rules = ruleset_open_texts(game, &setup, files, count, &problem);
    if (rules == NULL) /* the options exclude each other */
        return;
    describe(rules);
    play(rules, seed);
    ruleset_close(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game *game = game_find(span_of(PLAYED));
    static struct card_texts ours;
    struct card_text files[CARD_FILES_MAX];
    struct text texts[CARD_FILES_MAX] = {{0}};
    struct input input = {data, data + size};
    struct problem problem = {0};
    if (line_count == 0) {
        REQUIRE(card_texts_find(&ours, game, NULL, &problem));
        for (int i = 0; i < ours.count; i++)
            load_file(&ours.files[i], i);
        atexit(tell_counts);
    }
    unsigned seed = next_byte(&input);
    for (int i = 0; i < EDITS_MAX && input.at < input.end; i++)
        edit(&input);
    for (int i = 0; i < ours.count; i++) {
        write_file(i, &texts[i]);
        files[i] = (struct card_text){ours.files[i].file, text_span(&texts[i])};
    }
    void *cards = game->read_cards(files, ours.count, &problem);
    counts.read++;
    REQUIRE((cards == NULL) == problem_is_set(&problem));
    REQUIRE(cards != NULL || problem.file[0] != '\0');
    free(cards);
    if (cards != NULL) {
        counts.accepted++;
        play_set(game, files, ours.count, seed);
    }
    for (int i = 0; i < ours.count; i++)
        text_free(&texts[i]);
    for (int i = 0; i < line_count; i++)
        text_free(&lines[i].changed);
    return 0;
}
