/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* How many cards a card set may have: as few as the rules can do with, and as many as there is room
 * for. One fewer or one more is refused with a sentence that says how many. */

#include "helpers.h"
#include "sized_sets.h"

#include "contract/fields.h"
#include "contract/play.h"

/* The set is read, or refused with this sentence. */
static const struct limit {
    struct sized_set set;
    const char *sentence;
} limits[] = {
    /* technologies: BTS-COMP-01 */
    {{BTS, {TECHS_OF("II", 24), TECHS_OF("III", 24), TECHS_OF("IIII", 12)}}, NULL},
    {{BTS, {TECHS_OF("II", 24), TECHS_OF("III", 24), TECHS_OF("IIII", 13)}},
     "technologies.cards: there are more than 64 cards of this kind"},
    {{BTS, {TECHS_OF("II", 25)}},
     "technologies.cards: found 25, but at most 24 are allowed: technologies of level II"},
    {{BTS, {TECHS_OF("I", 24), TECHS_OF("II", 6), TECHS_OF("III", 6), TECHS_OF("IIII", 4)}}, NULL},
    {{BTS, {TECHS_OF("I", 3)}},
     "technologies.cards: found 3, but at least 4 are needed: technologies of level I"},
    {{BTS, {TECHS_OF("II", 5)}},
     "technologies.cards: found 5, but at least 6 are needed: technologies of level II"},
    {{BTS, {TECHS_OF("III", 5)}},
     "technologies.cards: found 5, but at least 6 are needed: technologies of level III"},
    {{BTS, {TECHS_OF("IIII", 3)}},
     "technologies.cards: found 3, but at least 4 are needed: technologies of level IIII"},

    /* events: BTS-COMP-02 */
    {{BTS, {EVENTS_OF("II", 7), EVENTS_OF("III", 25)}}, NULL},
    {{BTS, {EVENTS_OF("II", 7), EVENTS_OF("III", 26)}},
     "events.cards: there are more than 32 cards of this kind"},
    {{BTS, {EVENTS_OF("II", 6)}},
     "events.cards: found 6, but at least 7 are needed: events of level II"},
    {{BTS, {EVENTS_OF("III", 6)}},
     "events.cards: found 6, but at least 7 are needed: events of level III"},

    /* systems: BTS-COMP-03 */
    {{BTS, {SYSTEMS_OF("A", 8), SYSTEMS_OF("B", 24)}}, NULL},
    {{BTS, {SYSTEMS_OF("A", 9), SYSTEMS_OF("B", 24)}},
     "systems.cards: there are more than 32 cards of this kind"},
    {{BTS, {SYSTEMS_OF("A", 2), SYSTEMS_OF("B", 25)}},
     "systems.cards: found 25, but at most 24 are allowed: systems of deck B"},
    {{BTS, {SYSTEMS_OF("A", 1)}},
     "systems.cards: found 1, but at least 2 are needed: systems of deck A"},
    {{BTS, {SYSTEMS_OF("B", 1)}},
     "systems.cards: found 1, but at least 2 are needed: systems of deck B"},

    /* achievements: BTS-COMP-04 */
    {{BTS, {ACHIEVEMENTS_OF("A", 1), ACHIEVEMENTS_OF("B", 13)}}, NULL},
    {{BTS, {ACHIEVEMENTS_OF("A", 1), ACHIEVEMENTS_OF("B", 14)}},
     "achievements.cards: there are more than 16 cards of this kind"},
    {{BTS, {ACHIEVEMENTS_OF("basic", 3)}},
     "achievements.cards: found 3 instead of 2: basic achievements"},
    {{BTS, {ACHIEVEMENTS_OF("B", 0)}},
     "achievements.cards: found 0, but at least 1 are needed: achievements of deck B"},

    /* Pulsar 2849 */
    {{PUL, {SYSTEMS_IN_ALL(16)}}, NULL},
    {{PUL, {SYSTEMS_IN_ALL(32)}}, NULL},
    {{PUL, {SYSTEMS_IN_ALL(15)}},
     "systems.cards: found 15, but at least 16 are needed: planetary systems"},
    {{PUL, {SYSTEMS_IN_ALL(33)}}, "systems.cards: there are more than 32 cards of this kind"},
    {{PUL, {TILE_KINDS_IN_ALL(1)}}, NULL},
    {{PUL, {TILE_KINDS_IN_ALL(16)}}, NULL},
    {{PUL, {TILE_KINDS_IN_ALL(17)}},
     "exploration.cards: there are more than 16 cards of this kind"},
    {{PUL, {TILE_KINDS_IN_ALL(0)}},
     "exploration.cards: found 0, but at least 1 are needed: exploration tiles"},
    {{PUL, {TRANSMITTERS_OF("A", 32)}}, NULL},
    {{PUL, {TRANSMITTERS_OF("A", 33)}},
     "transmitters.cards: there are more than 48 cards of this kind"},
    {{PUL, {TRANSMITTERS_OF("C", 7)}},
     "transmitters.cards: found 7, but at least 8 are needed: transmitters of letter C"},
    {{PUL, {GOALS_IN_ALL(32)}}, NULL},
    {{PUL, {GOALS_IN_ALL(33)}}, "goals.cards: there are more than 32 cards of this kind"},
    {{PUL, {SIDES_OF_TILE("6", 1)}}, "goals.cards: found 11 instead of 12: sides of goal tiles"},
    {{PUL, {SIDES_OF_TILE("1", 0), SIDES_OF_TILE("3", 0)}}, NULL},
    {{PUL, {SIDES_OF_TILE("1", 0), SIDES_OF_TILE("3", 0), SIDES_OF_TILE("5", 0)}},
     "goals.cards: found 2, but at least 3 are needed: goal tiles for a game without headquarters"},
};

/* The sentence without the line and column, which depend on the file. */
static void write_problem(const struct problem *problem, struct text *out)
{
    struct problem placeless = *problem;
    placeless.line = placeless.column = 0;
    if (problem_is_set(problem))
        problem_write(&placeless, ENGLISH, out);
}

TEST(test_limits)
{
    struct text told = {0};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const struct game *game = game_find(span_of(limits[i].set.game));
        struct setup setup = setup_standard(game);
        struct problem problem = {0};
        struct ruleset *rules = open_sized(&limits[i].set, &setup, &problem);
        write_problem(&problem, &told);
        assert_text(&told, limits[i].sentence != NULL ? limits[i].sentence : "");
        assert_true((rules != NULL) == (limits[i].sentence == NULL));
        ruleset_close(rules);
    }
    text_free(&told);
}

/* A seat may get all extra stations, which are counted in a byte. */
TEST(test_extra_stations)
{
    const struct game *game = game_find(span_of(PUL));
    struct setup setup = setup_standard(game);
    struct card_texts texts = {0};
    struct problem problem = {0};
    struct text changed = {0};
    assert_true(card_texts_find(&texts, game, NULL, &problem));
    for (int i = 0; i < texts.count; i++)
        if (strcmp(texts.files[i].file, "exploration.cards") == 0) {
            struct text once = {0};
            add_replaced(&once, texts.files[i].text.at, "count    4", "count    40");
            add_replaced(&changed, text_string(&once), "points 4", "extra stations 20");
            text_free(&once);
            texts.files[i].text = text_span(&changed);
        }
    assert_null(ruleset_open_texts(game, &setup, texts.files, texts.count, &problem));
    assert_told(&problem,
                "exploration.cards: found 802, but at most 255 are allowed: extra "
                "stations of all exploration tiles");
    text_free(&changed);
    card_texts_free(&texts);
}

/* What only a larger set has is unknown to a smaller one: in moves, sets, piles and indices. */
TEST(test_positions_know_their_cards)
{
    static const struct sized_set larger = {BTS, {TECHS_OF("II", 18), SYSTEMS_OF("B", 14)}};
    static const char *const lines[] = {"private 1 = II-BB-2", "deck-II = II-BB-2",
                                        "slot A = II-BB-2",    "pawn 1 = II-BB-2.1",
                                        "systems 1 = SB-01-2", "colony-discs SB-01-2 = 1"};
    const struct game *game = game_find(span_of(BTS));
    struct setup setup = setup_standard(game);
    struct problem problem = {0};
    struct ruleset *more = open_sized(&larger, &setup, &problem);
    struct ruleset *printed = ruleset_open(game, &setup, NULL, &problem);
    assert_told(&problem, NULL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        for (int knows = 0; knows < 2; knows++) {
            union any_state state = {0};
            struct problem wrong = {0};
            struct scan scan;
            struct cell cell;
            const struct ruleset *rules = knows ? more : printed;
            assert_true(scan_open(&scan, NULL, span_of(lines[i]), &wrong) && scan_line(&scan));
            bool fine = cell_read(rules, &scan, &cell);
            fine = fine && span_is(scan_word(&scan), "=");
            fine = fine && value_read(rules, &state, cell, &scan);
            assert_int_equal(fine, knows);
        }
    }
    ruleset_close(more);
    ruleset_close(printed);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
