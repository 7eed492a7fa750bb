/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Setups and rulesets. */

#include "ruleset.h"

#include "card_document.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/lock.h"
#include "base/scan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int option_count(const struct game *game)
{
    int count = 0;
    while (game->words->options[count].name != NULL)
        count++;
    assert(count <= OPTIONS_MAX);
    return count;
}

int choice_count(const struct option *option)
{
    int count = 0;
    while (option->choices[count] != NULL)
        count++;
    return count;
}

struct setup setup_standard(const struct game *game)
{
    struct setup setup = {.players = game->players_min};
    for (int i = 0; i < option_count(game); i++)
        setup.options[i] = game->words->options[i].standard;
    return setup;
}

struct setup setup_first(const struct game *game)
{
    return (struct setup){.players = game->players_min};
}

bool setup_next(const struct game *game, struct setup *setup)
{
    for (int i = 0; i < option_count(game); i++) {
        if (++setup->options[i] < choice_count(&game->words->options[i]))
            return true;
        setup->options[i] = 0;
    }
    return ++setup->players <= game->players_max;
}

int setup_distance(const struct game *game, const struct setup *setup)
{
    const struct setup standard = setup_standard(game);
    int distance = setup->players != standard.players;
    for (int i = 0; i < option_count(game); i++)
        distance += setup->options[i] != standard.options[i];
    return distance;
}

/* The choices of an option as "a, b or c" for a message. */
static void list_choices(const struct option *option, struct text *out)
{
    for (int i = 0; option->choices[i] != NULL; i++)
        text_addf(out, "%s%s", i > 0 ? ", " : "", option->choices[i]);
}

/* Complains of a choice that an option does not have. */
static bool no_such_choice(const struct option *option, struct span choice, struct problem *problem)
{
    const char *nearest = nearest_word(choice, option->choices);
    if (nearest != NULL) {
        char written[64];
        span_copy(choice, written, sizeof written);
        return problem_set(problem,
                           _("the option {0} has no choice \"{1}\"; did you mean \"{2}\"?"),
                           option->name, written, nearest);
    }
    struct text known = {0};
    list_choices(option, &known);
    problem_set(problem, _("the option {0} has these choices: {1}"), option->name,
                text_string(&known), NULL);
    text_free(&known);
    return false;
}

/* Complains of an option that a game does not have. */
static bool no_such_option(const struct game *game, struct span name, struct problem *problem)
{
    const char *names[OPTIONS_MAX + 1] = {0};
    for (int i = 0; i < option_count(game); i++)
        names[i] = game->words->options[i].name;
    const char *nearest = nearest_word(name, names);
    if (nearest != NULL)
        return problem_set_spans(problem, _("there is no option \"{0}\"; did you mean \"{1}\"?"),
                                 name, span_of(nearest));
    return problem_set_spans(problem, _("there is no option \"{0}\" in the game {1}"), name,
                             span_of(game->name));
}

bool setup_option(const struct game *game, struct setup *setup, struct span name,
                  struct span choice, struct problem *problem)
{
    for (int i = 0; i < option_count(game); i++) {
        const struct option *option = &game->words->options[i];
        if (!span_is(name, option->name))
            continue;
        for (int k = 0; option->choices[k] != NULL; k++) {
            if (span_is(choice, option->choices[k])) {
                setup->options[i] = (uint8_t)k;
                return true;
            }
        }
        return no_such_choice(option, choice, problem);
    }
    return no_such_option(game, name, problem);
}

/* Does the line say where a single value comes from? */
static bool is_value_source(const struct scan *scan)
{
    static const char prefix[] = "source.";
    return scan->text.at > scan->start && scan->text.length > sizeof prefix - 1 &&
           memcmp(scan->text.at, prefix, sizeof prefix - 1) == 0;
}

static const char german[] = "name.de";

bool cards_are_named_in(enum language language)
{
    return language == ENGLISH || strcmp(languages[language].card_key, german) == 0;
}

/* Is the line a name in another language than English and German? Those two have been part of the
 * fingerprint from the beginning, and records know cards by it. */
static bool is_further_name(const struct scan *scan)
{
    static const char prefix[] = "name.";
    const size_t known = sizeof german - 1;
    struct span line = scan->text;
    if (line.at == scan->start || line.length < sizeof prefix ||
        memcmp(line.at, prefix, sizeof prefix - 1) != 0)
        return false;
    bool is_german = line.length >= known && memcmp(line.at, german, known) == 0 &&
                     (line.length == known || line.at[known] == ' ' || line.at[known] == '\t');
    return !is_german;
}

/* The fingerprint of a card set is that of its lines, without comments, the depth of indentation,
 * the sources of single values and names in further languages: who only explains or translates a
 * card does not change the game. */
static uint64_t fingerprint(const struct card_text *files, int count)
{
    uint64_t hash = 0;
    for (int i = 0; i < count; i++) {
        struct problem ignored = {0};
        struct scan scan;
        hash = hash_bytes(hash, files[i].file, strlen(files[i].file));
        scan_open(&scan, files[i].file, files[i].text, &ignored);
        while (scan_line(&scan)) {
            if (is_value_source(&scan) || is_further_name(&scan))
                continue;
            bool indented = scan.text.at > scan.start;
            hash = hash_bytes(hash + indented, scan.text.at, scan.text.length);
        }
        if (problem_is_set(&ignored)) /* no cards; and not to be taken for others */
            hash = hash_bytes(hash, files[i].text.at, files[i].text.length);
    }
    return hash;
}

static bool check_players(const struct game *game, const struct setup *setup,
                          struct problem *problem)
{
    if (setup->players >= game->players_min && setup->players <= game->players_max)
        return true;
    char least[8], most[8];
    snprintf(least, sizeof least, "%d", game->players_min);
    snprintf(most, sizeof most, "%d", game->players_max);
    if (game->players_min == game->players_max)
        return problem_set(problem, _("{0} takes {1} players"), game->name, least, NULL);
    return problem_set(problem, _("{0} takes {1} to {2} players"), game->name, least, most);
}

/* ---- texts of cards -------------------------------------------------------------------------- */

static struct span find_embedded(const char *game, const char *file)
{
    for (const struct embedded_file *row = embedded_files; row->game != NULL; row++)
        if (strcmp(row->game, game) == 0 && strcmp(row->file, file) == 0)
            return (struct span){row->text, row->length};
    assert(!"the build embeds every card file");
    return (struct span){0};
}

static bool read_from(const char *folder, const char *file, struct text *out,
                      struct problem *problem)
{
    struct text path = {0};
    text_addf(&path, "%s/%s", folder, file);
    bool fine = file_read(text_string(&path), out, problem);
    text_free(&path);
    return fine;
}

/* A whole set in one file. */
static bool read_document(struct card_texts *texts, const struct game *game, const char *file,
                          struct problem *problem)
{
    if (file_read(file, &texts->read[0], problem) &&
        card_document_read(game, file, text_span(&texts->read[0]), texts, problem))
        return true;
    card_texts_free(texts);
    return false;
}

bool card_texts_find(struct card_texts *texts, const struct game *game, const char *folder,
                     struct problem *problem)
{
    *texts = (struct card_texts){0};
    if (folder != NULL && !file_is_folder(folder))
        return read_document(texts, game, folder, problem);
    for (int i = 0; game->card_files[i] != NULL; i++) {
        const char *file = game->card_files[i];
        assert(i < CARD_FILES_MAX);
        if (folder != NULL && !read_from(folder, file, &texts->read[i], problem)) {
            card_texts_free(texts);
            return false;
        }
        struct span text =
            folder != NULL ? text_span(&texts->read[i]) : find_embedded(game->name, file);
        texts->files[texts->count++] = (struct card_text){file, text};
    }
    return true;
}

static const struct embedded_set *find_earlier(const struct game *game, uint64_t fingerprint)
{
    for (const struct embedded_set *set = embedded_sets; set->game != NULL; set++)
        if (set->fingerprint == fingerprint && strcmp(set->game, game->name) == 0)
            return set;
    return NULL;
}

/* Puts a file of an earlier default set together. */
static void put_together(const struct embedded_set *set, const char *file, struct text *out)
{
    struct span present = find_embedded(set->game, file);
    for (const struct embedded_piece *piece = set->pieces; piece->file != NULL; piece++) {
        if (strcmp(piece->file, file) != 0)
            continue;
        assert(piece->text != NULL || piece->from + piece->length <= present.length);
        const char *at = piece->text != NULL ? piece->text : present.at + piece->from;
        text_add_span(out, (struct span){at, piece->length});
    }
}

/* The texts of an earlier default set. */
static void find_earlier_texts(struct card_texts *texts, const struct game *game,
                               const struct embedded_set *set)
{
    *texts = (struct card_texts){0};
    for (int i = 0; game->card_files[i] != NULL; i++) {
        assert(i < CARD_FILES_MAX);
        put_together(set, game->card_files[i], &texts->read[i]);
        texts->files[texts->count++] =
            (struct card_text){game->card_files[i], text_span(&texts->read[i])};
    }
}

void card_texts_free(struct card_texts *texts)
{
    for (int i = 0; i < CARD_FILES_MAX; i++)
        text_free(&texts->read[i]);
    texts->count = 0;
}

/* ---- card sets ------------------------------------------------------------------------------- */

/* Cards as they were read, and how many rulesets use them. */
struct card_set {
    const struct game *game;
    void *cards;
    uint64_t fingerprint;
    struct text read; /* the texts that it was read from, one after another */
    int users;
    bool embedded;                      /* it is one of those in the program: */
    const struct embedded_set *earlier; /* NULL: the present one */
    struct card_set *next;
};

/* The sets in use. Card sets never change, so sharing them is safe; only this list and the numbers
 * of users need the lock. Nothing is read under it: a set that takes long keeps no one waiting. */
static struct lock sets_lock = LOCK_INITIAL;
static struct card_set *sets;

/* Was the set read from exactly these texts? A fingerprint would not do: anyone can write a set
 * that has the one of another. */
static bool was_read_from(const struct card_set *set, const struct card_text *files, int count)
{
    struct span rest = text_span(&set->read);
    for (int i = 0; i < count; i++) {
        struct span text = files[i].text;
        size_t length = text.length + 1; /* each ends with a zero */
        if (rest.length < length || rest.at[text.length] != '\0' ||
            memcmp(rest.at, text.at, text.length) != 0)
            return false;
        rest = (struct span){rest.at + length, rest.length - length};
    }
    return rest.length == 0;
}

/* Under the lock: the set of these texts, or NULL; it has one more user. */
static struct card_set *find_set(const struct game *game, const struct card_text *files, int count)
{
    struct card_set *set = sets;
    while (set != NULL && (set->game != game || !was_read_from(set, files, count)))
        set = set->next;
    if (set != NULL)
        set->users++;
    return set;
}

static struct card_set *read_set(const struct game *game, const struct card_text *files, int count,
                                 struct problem *problem)
{
    void *cards = game->read_cards(files, count, problem);
    if (cards == NULL)
        return NULL;
    struct card_set *set = memory_new(1, sizeof *set);
    *set = (struct card_set){
        .game = game, .cards = cards, .fingerprint = fingerprint(files, count), .users = 1};
    for (int i = 0; i < count; i++) {
        text_add_span(&set->read, files[i].text);
        text_add_char(&set->read, '\0');
    }
    return set;
}

static void free_set(struct card_set *set)
{
    free(set->cards);
    text_free(&set->read);
    free(set);
}

/* The set of these texts; read now if nobody uses it. */
static struct card_set *shared_set(const struct game *game, const struct card_text *files,
                                   int count, struct problem *problem)
{
    lock_take(&sets_lock);
    struct card_set *set = find_set(game, files, count);
    lock_leave(&sets_lock);
    if (set != NULL)
        return set;
    struct card_set *own = read_set(game, files, count, problem);
    if (own == NULL)
        return NULL;
    lock_take(&sets_lock);
    set = find_set(game, files, count); /* someone else may have read it meanwhile */
    if (set == NULL) {
        set = own;
        set->next = sets;
        sets = set;
    }
    lock_leave(&sets_lock);
    if (set != own)
        free_set(own);
    return set;
}

/* A set in the program: the present one (NULL), or an earlier one. It is looked for by its mark,
 * without comparing texts. */
static struct card_set *embedded_set(const struct game *game, const struct embedded_set *earlier,
                                     struct problem *problem)
{
    lock_take(&sets_lock);
    struct card_set *set = sets;
    while (set != NULL && (set->game != game || !set->embedded || set->earlier != earlier))
        set = set->next;
    if (set != NULL)
        set->users++;
    lock_leave(&sets_lock);
    if (set != NULL)
        return set;
    struct card_texts texts;
    if (earlier == NULL)
        card_texts_find(&texts, game, NULL, problem);
    else
        find_earlier_texts(&texts, game, earlier);
    set = shared_set(game, texts.files, texts.count, problem);
    card_texts_free(&texts);
    lock_take(&sets_lock);
    if (set != NULL) {
        set->embedded = true;
        set->earlier = earlier;
    }
    lock_leave(&sets_lock);
    return set;
}

static struct card_set *folder_set(const struct game *game, const char *folder,
                                   struct problem *problem)
{
    struct card_texts texts;
    if (!card_texts_find(&texts, game, folder, problem))
        return NULL;
    struct card_set *set = shared_set(game, texts.files, texts.count, problem);
    card_texts_free(&texts);
    return set;
}

static void release_set(struct card_set *set)
{
    lock_take(&sets_lock);
    bool last = --set->users == 0;
    if (last) {
        struct card_set **at = &sets;
        while (*at != set)
            at = &(*at)->next;
        *at = set->next;
    }
    lock_leave(&sets_lock);
    if (last)
        free_set(set);
}

/* ---- rulesets -------------------------------------------------------------------------------- */

/* Takes over the use of the set. */
static struct ruleset *make_ruleset(const struct setup *setup, struct card_set *set,
                                    struct problem *problem)
{
    struct ruleset *rules = memory_new(1, sizeof *rules);
    *rules = (struct ruleset){set->game, *setup, set->cards, set->fingerprint, set};
    if (setup->rules == 0)
        rules->setup.rules = (uint8_t)set->game->rules_version;
    assert(rules->setup.rules <= set->game->rules_version);
    const char *sentence = set->game->check_setup(rules);
    if (sentence != NULL) {
        problem_set(problem, sentence, NULL, NULL, NULL);
        ruleset_close(rules);
        return NULL;
    }
    return rules;
}

struct ruleset *ruleset_open_texts(const struct game *game, const struct setup *setup,
                                   const struct card_text *files, int count,
                                   struct problem *problem)
{
    if (!check_players(game, setup, problem))
        return NULL;
    struct card_set *set = shared_set(game, files, count, problem);
    return set != NULL ? make_ruleset(setup, set, problem) : NULL;
}

struct ruleset *ruleset_open(const struct game *game, const struct setup *setup, const char *folder,
                             struct problem *problem)
{
    if (!check_players(game, setup, problem))
        return NULL;
    struct card_set *set =
        folder == NULL ? embedded_set(game, NULL, problem) : folder_set(game, folder, problem);
    return set != NULL ? make_ruleset(setup, set, problem) : NULL;
}

struct ruleset *ruleset_open_default(const struct game *game, const struct setup *setup,
                                     uint64_t fingerprint, struct problem *problem)
{
    if (!check_players(game, setup, problem))
        return NULL;
    struct card_set *set = embedded_set(game, find_earlier(game, fingerprint), problem);
    return set != NULL ? make_ruleset(setup, set, problem) : NULL;
}

static void use_set(struct card_set *set)
{
    lock_take(&sets_lock);
    assert(set->users > 0); /* one that has no users may be freed at any time */
    set->users++;
    lock_leave(&sets_lock);
}

struct ruleset *ruleset_open_largest(const struct game *game)
{
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    setup.players = game->players_max;
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert(rules != NULL); /* the cards in the program can be read */
    return rules;
}

struct ruleset *ruleset_open_again(const struct ruleset *rules)
{
    struct ruleset *other = memory_new(1, sizeof *other);
    *other = *rules;
    use_set(rules->shared);
    return other;
}

struct ruleset *ruleset_open_setup(const struct ruleset *rules, const struct setup *setup,
                                   struct problem *problem)
{
    if (!check_players(rules->game, setup, problem))
        return NULL;
    use_set(rules->shared);
    return make_ruleset(setup, rules->shared, problem);
}

void ruleset_texts(const struct ruleset *rules, struct card_texts *texts)
{
    const char *at = text_string(&rules->shared->read);
    *texts = (struct card_texts){0};
    for (int i = 0; rules->game->card_files[i] != NULL; i++) {
        struct span text = span_of(at);
        texts->files[texts->count++] = (struct card_text){rules->game->card_files[i], text};
        at += text.length + 1;
    }
}

void ruleset_close(struct ruleset *rules)
{
    if (rules == NULL)
        return;
    release_set(rules->shared);
    free(rules);
}
