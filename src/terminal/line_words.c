/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Every word that a person can type is a row of the table at the end. */

#include "line_words.h"

#include "analysis_report.h"
#include "editor.h"
#include "rule_texts.h"
#include "telling.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    HINT_MS = 3000,   /* for a hint */
    HINT_MOVES = 4,   /* told in one */
    LOG_SHOWN = 20,   /* lines of `log` without a number */
    RULES_SHOWN = 12, /* of a search */
    MOVE_COLUMN = 8,  /* where what continues below stands in lists */
};

void line_print(const struct line_game *game, struct text *text, size_t hang)
{
    struct text out = {0};
    output_wrap(&game->output, text_span(text), hang, &out);
    output_print(&game->output, &out);
    text_free(text);
}

void line_say(const struct line_game *game, const char *sentence, const char *detail)
{
    struct text out = {0};
    phrase_write_with(&out, game->connection->teller.language, sentence, detail, NULL, NULL);
    text_add_char(&out, '\n');
    line_print(game, &out, 0);
}

static void say_problem(const struct line_game *game, const struct problem *problem)
{
    struct text out = {0};
    problem_write(problem, game->connection->teller.language, &out);
    text_add_char(&out, '\n');
    line_print(game, &out, 0);
}

static bool is_word(struct span word, const char *name)
{
    return strlen(name) == word.length && strncasecmp(name, word.at, word.length) == 0;
}

/* ---- the game -------------------------------------------------------------------------------- */

static void say_refusal(struct line_game *game, bool fine, struct text *refusal)
{
    text_add_char(refusal, '\n');
    if (fine)
        text_free(refusal);
    else
        line_print(game, refusal, 0);
}

static void word_undo(struct line_game *game, struct span rest)
{
    struct text refusal = {0};
    (void)rest;
    say_refusal(game, game->connection->kind->undo(game->connection, &refusal), &refusal);
}

static void word_redo(struct line_game *game, struct span rest)
{
    struct text refusal = {0};
    (void)rest;
    say_refusal(game, game->connection->kind->redo(game->connection, &refusal), &refusal);
}

static void word_save(struct line_game *game, struct span rest)
{
    struct problem problem = {0};
    char path[LINE_MAX_BYTES];
    if (rest.length == 0) {
        line_say(game, _("Type the name of the file: save FILE"), NULL);
        return;
    }
    span_copy(rest, path, sizeof path);
    if (connection_save(game->connection, path, &problem))
        line_say(game, _("Saved as {0}."), path);
    else
        say_problem(game, &problem);
}

static void word_quit(struct line_game *game, struct span rest)
{
    const struct game_connection *connection = game->connection;
    (void)rest;
    if (!connection->kept_elsewhere && connection->saved != connection->moves &&
        !game->quit_warned) {
        line_say(game, _("The game is not saved. Type save FILE, or quit again to leave it."),
                 NULL);
        game->quit_warned = true;
        return;
    }
    game->over = true;
}

/* ---- the table ------------------------------------------------------------------------------- */

void line_add_sections(const struct line_game *game, struct text *out)
{
    const struct game_connection *connection = game->connection;
    const struct section *sections = connection->rules->game->words->sections;
    assert(sections[0].name != NULL);
    struct text names = {0};
    for (int i = 0; sections[i].name != NULL; i++)
        text_addf(&names, "%s%s", i > 0 ? ", " : "",
                  phrase(connection->teller.language, sections[i].name));
    phrase_write_with(out, connection->teller.language,
                      _("Parts of the table, for example show {1}: {0}, log."), text_string(&names),
                      phrase(connection->teller.language, sections[0].name), NULL);
    text_add_char(out, '\n');
    text_free(&names);
}

static void word_log(struct line_game *game, struct span rest)
{
    const struct log_lines *log = &game->connection->log;
    struct text out = {0};
    int64_t wanted = LOG_SHOWN;
    span_number(rest, 1, LOG_LINES_MAX, &wanted);
    size_t first = log->count > (size_t)wanted ? log->count - (size_t)wanted : 0;
    for (size_t i = first; i < log->count; i++)
        text_addf(&out, "  %s\n", log->lines[i]);
    line_print(game, &out, 4);
}

/* The whole table, a section, or the log. */
static void word_show(struct line_game *game, struct span rest)
{
    const struct game_connection *connection = game->connection;
    struct drawing drawing = output_drawing(&game->output, connection->teller.language);
    struct text out = {0};
    int section = section_find(connection->rules, drawing.language, rest);
    if (is_word(rest, "log")) {
        word_log(game, (struct span){0});
    } else if (rest.length == 0) {
        show_table(connection->rules, connection->state, &drawing, &out);
        output_print(&game->output, &out);
    } else if (section >= 0) {
        connection->rules->game->draw(connection->rules, connection->state, section, &drawing,
                                      &out);
        if (out.length == 0)
            line_say(game, _("There is nothing to see there now."), NULL);
        output_print(&game->output, &out);
    } else {
        line_add_sections(game, &out);
        line_print(game, &out, 0);
    }
}

static void word_moves(struct line_game *game, struct span rest)
{
    (void)game, (void)rest; /* the decision is shown again */
}

static void word_score(struct line_game *game, struct span rest)
{
    const struct game_connection *connection = game->connection;
    struct text out = {0};
    (void)rest;
    show_score(connection->rules, connection->state, &connection->teller, &out);
    line_print(game, &out, 5);
}

/* What is printed on a component, found by its notation or its name. */
static void word_about(struct line_game *game, struct span rest)
{
    const struct ruleset *rules = game->connection->rules;
    struct text out = {0};
    struct component component = {0};
    enum language language = game->connection->teller.language;
    for (int i = 0; rules->game->component(rules, i, language, &component); i++) {
        if (is_word(rest, component.id) || is_word(rest, component.name))
            text_addf(&out, "%s  %s\n  %s\n", component.id, component.name,
                      text_string(&component.text));
        text_clear(&component.text);
    }
    text_free(&component.text);
    if (out.length == 0)
        line_say(game, _("There is no component with that name."), NULL);
    line_print(game, &out, 2);
}

/* ---- help with a decision -------------------------------------------------------------------- */

/* Why one move cannot be made. */
static void say_why(struct line_game *game, struct span text)
{
    const struct game_connection *connection = game->connection;
    struct blocked blocked[BLOCKED_MAX];
    struct problem problem = {0};
    struct move move = {0};
    struct text out = {0};
    if (!move_from_text(connection->rules, text, &move, &problem)) {
        problem.line = 0; /* there is only the one line */
        say_problem(game, &problem);
        return;
    }
    int count = connection->rules->game->blocked(connection->rules, connection->state, blocked);
    for (int i = 0; i < count; i++)
        if (move_equal(blocked[i].move, move))
            show_reason(connection->rules, &connection->teller, &blocked[i], &out);
    if (out.length > 0)
        line_print(game, &out, MOVE_COLUMN);
    else if (play_find(connection->rules, connection->state, move) >= 0)
        line_say(game, _("This move is legal."), NULL);
    else
        line_say(game, _("This cannot be chosen now."), NULL);
}

/* A reason by its number, the reason of a move, or all that is not possible. */
static void word_why(struct line_game *game, struct span rest)
{
    const struct game_connection *connection = game->connection;
    struct text out = {0};
    int64_t number = 0;
    if (rest.length > 0 && !span_number(rest, INT32_MIN, INT32_MAX, &number)) {
        say_why(game, rest);
        return;
    }
    int count =
        show_blocked(connection->rules, connection->state, &connection->teller, (int)number, &out);
    if (count == 0)
        line_say(game, _("Nothing on the table is blocked."), NULL);
    else if (number < 0 || number > count)
        line_say(game, _("There is no reason with that number; type why for all."), NULL);
    else
        line_print(game, &out, MOVE_COLUMN);
}

static void word_hint(struct line_game *game, struct span rest)
{
    static struct hint hint;
    const struct game_connection *connection = game->connection;
    struct budget budget = {.nodes = HINT_NODES, .ms = HINT_MS, .threads = 1};
    struct problem problem = {0};
    struct text out = {0};
    (void)rest;
    if (!connection->hints) {
        line_say(game, _("At this table there are no hints."), NULL);
        return;
    }
    if (connection->confirms)
        line_say(game, _("First press Enter to end the turn, or type undo."), NULL);
    else if (hint_find(connection->rules, connection->state, &budget, &hint, &problem))
        hint_table(connection->rules, connection->state, &hint, HINT_MOVES, &connection->teller,
                   &out);
    else
        say_problem(game, &problem);
    line_print(game, &out, MOVE_COLUMN);
}

/* Any rule of the game: where its ids begin. */
static const char *first_rule(const struct ruleset *rules)
{
    const struct wording *moves = rules->game->words->moves;
    while (moves->name != NULL && moves->rule[0] == '\0')
        moves++;
    return moves->name != NULL ? moves->rule : "";
}

/* A rule by its number, rules with a word in them, or those of the question that is asked. */
static void word_rules(struct line_game *game, struct span rest)
{
    const struct game_connection *connection = game->connection;
    const struct words *words = connection->rules->game->words;
    struct node node = connection->rules->game->node(connection->rules, connection->state);
    enum language language = connection->teller.language;
    struct text out = {0};
    assert(wording_find(words->questions, span_of(words->questions[node.ask.kind].name)) >= 0);
    if (rest.length == 0)
        rest = span_of(words->questions[node.ask.kind].rule);
    const struct rule_text *rule = rule_text_find(rest);
    if (rule != NULL)
        text_addf(&out, "%s  %s\n", rule->id, rule->text[language]);
    int count =
        rule != NULL || rest.length == 0
            ? 1
            : rule_text_search(first_rule(connection->rules), rest, language, RULES_SHOWN, &out);
    line_print(game, &out, MOVE_COLUMN);
    if (count == 0)
        line_say(game, _("There is no rule with that number or word."), NULL);
    if (count > RULES_SHOWN)
        line_say(game, _("There are more; type a longer word."), NULL);
    if (rule == NULL && rest.length == 0)
        line_say(game, _("Type rules NUMBER or rules WORD."), NULL);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void word_help(struct line_game *game, struct span rest);

static const struct word {
    const char *name;
    const char *brief; /* short for it, or NULL */
    const char *about; /* a phrase */
    bool keeps_quiet;  /* the decision need not be shown again */
    void (*act)(struct line_game *game, struct span rest);
} words[] = {
    {"undo", "u", _("undo the last move, as far as chance and the others allow"), false, word_undo},
    {"redo", "r", _("redo the move that was undone"), false, word_redo},
    {"show", "s", _("the whole table; show PART: a part of it, such as show map or show log"), true,
     word_show},
    {"moves", "m", _("the possible moves again"), false, word_moves},
    {"why", "w",
     _("what is not possible now, by reason; why 3: reason 3 and its rule; why MOVE: why it is "
       "not possible"),
     true, word_why},
    {"hint", "h", _("what a strong computer player would do here"), true, word_hint},
    {"rules", NULL, _("rules NUMBER: what a rule says; rules WORD: rules with that word"), true,
     word_rules},
    {"about", "a", _("about NAME: what a card or another component says"), true, word_about},
    {"score", NULL, _("the current score"), true, word_score},
    {"log", "l", _("what happened last; log 50: the last 50 lines"), true, word_log},
    {"save", NULL, _("save FILE: save the game; orrery play GAME --from FILE continues it"), true,
     word_save},
    {"quit", "q", _("leave the game"), true, word_quit},
    {"help", "?", _("this list"), true, word_help},
};

static void word_help(struct line_game *game, struct span rest)
{
    struct text out = {0};
    enum language language = game->connection->teller.language;
    (void)rest;
    text_addf(&out, "%s\n",
              phrase(language, _("Type the number of a move, or the move itself, or a word:")));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        text_addf(&out, "  %s", words[i].name);
        text_pad_to(&out, 10);
        text_add(&out, words[i].brief != NULL ? words[i].brief : "");
        text_pad_to(&out, 13);
        text_addf(&out, "%s\n", phrase(language, words[i].about));
    }
    line_add_sections(game, &out);
    line_print(game, &out, 13);
}

bool line_word(struct line_game *game, struct span word, struct span rest, bool *again)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!is_word(word, words[i].name) &&
            (words[i].brief == NULL || !is_word(word, words[i].brief)))
            continue;
        if (words[i].act != word_quit)
            game->quit_warned = false;
        words[i].act(game, rest);
        *again = !words[i].keeps_quiet;
        return true;
    }
    return false;
}
