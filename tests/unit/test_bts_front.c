/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What front ends and learners get of Beyond the Sun: the picture for a terminal shows what lies on
 * the table with the notation to type, the layout is JSON with every place and card, the features
 * say the same of the same and turn with the seat. */

#include "games/beyond_the_sun/brief.h"
#include "games/beyond_the_sun/bts.h"
#include "games/beyond_the_sun/things.h"

#define SITTING_STATE struct bts_state
#include "pictures.h"
#include "bts_printed.h"
#include "sitting.h"

#include "contract/notation.h"

enum { LONG_GAME = 1200 };

/* ---- games ----------------------------------------------------------------------------------- */

/* Options as "name=choice", NULL for none. */
static void open_table(struct sitting *table, int players, const char *option)
{
    const struct game *game = game_find(span_of("beyond-the-sun"));
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    if (option != NULL) {
        size_t length = strcspn(option, "=");
        assert_true(setup_option(game, &setup, (struct span){option, length},
                                 span_of(option + length + 1), &problem));
    }
    open_sitting(table, &setup, game->name, (uint64_t)players);
}

/* Random moves up to the first decision of a seat from the given number of moves on. */
static void play_on(struct sitting *table, int moves)
{
    while ((moves-- > 0 || actor_of(table) < 0) && step(table))
        continue;
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void draw(const struct sitting *table, enum language language, struct text *out)
{
    text_clear(out);
    draw_table(table->rules, &table->state,
               &(struct drawing){.language = language, .width = DRAWING_WIDTH}, out);
}

/* Is this a kind of thing that lies on the table? */
static bool lies_on_table(int kind)
{
    return kind == BTS_TECH || kind == BTS_SYSTEM || kind == BTS_ACHIEVEMENT || kind == BTS_SLOT ||
           kind == BTS_PLACE || kind == BTS_SPACE;
}

/* The things of every legal move stand in the picture; of a space the card and its number. */
static void assert_moves_shown(const struct sitting *table, const struct text *picture)
{
    struct move moves[MOVES_MAX];
    int count = table->rules->game->legal(table->rules, &table->state, moves);
    for (int i = 0; i < count; i++) {
        const uint8_t values[] = {moves[i].a, moves[i].b, moves[i].c};
        const uint8_t *kinds = bts_words.moves[moves[i].kind].slots;
        for (int k = 0; k < 3 && kinds[k] != THING_NONE; k++) {
            if (!lies_on_table(kinds[k]))
                continue;
            const char *token = thing_token(table->rules, kinds[k], values[k]);
            const char *dot = strchr(token, '.');
            char begin[CARD_ID_SIZE + 4];
            span_copy((struct span){token, dot != NULL ? (size_t)(dot - token) : strlen(token)},
                      begin, sizeof begin);
            assert_shown(picture, begin);
            if (dot != NULL)
                assert_shown(picture, dot);
        }
    }
}

static void assert_cards_shown(const struct sitting *table, const struct text *picture,
                               enum language language)
{
    const struct bts_cards *cards = table->rules->cards;
    for (int slot = 0; slot < SLOTS; slot++)
        if (table->state.slots[slot] != 0)
            assert_shown(picture, cards->techs[table->state.slots[slot]].face.name[language]);
    for (int place = 0; place < PLACES; place++)
        if (table->state.cards[place] != 0)
            assert_shown(picture, cards->systems[table->state.cards[place]].face.name[language]);
    for (int seat = 0; seat < table->rules->setup.players; seat++)
        assert_shown(picture,
                     cards->factions[table->state.seats[seat].faction].basic.face.name[language]);
    for (int row = 0; row < ACHIEVEMENTS_IN_PLAY; row++)
        assert_shown(picture, cards->achievements[table->state.achievements[row]].face.id);
}

/* A whole random game: every picture fits and shows what can be played. */
static void check_pictures(int players, const char *option)
{
    struct sitting table;
    struct text picture = {0};
    open_table(&table, players, option);
    for (int i = 0; i < LONG_GAME; i++) {
        for (int language = 0; i % 5 == 0 && language < LANGUAGE_COUNT; language++) {
            draw(&table, (enum language)language, &picture);
            assert_fits(&picture);
            if (table.state.round == 0)
                continue;
            assert_cards_shown(&table, &picture, (enum language)language);
            if (table.rules->game->node(table.rules, &table.state).actor >= 0)
                assert_moves_shown(&table, &picture);
        }
        if (!step(&table))
            break;
    }
    text_free(&picture);
    close_table(&table);
}

TEST(test_picture_two)
{
    check_pictures(2, NULL);
    check_pictures(2, "mats=advanced");
}

TEST(test_picture_three)
{
    check_pictures(3, "technologies=tableau");
}

TEST(test_picture_four)
{
    check_pictures(4, NULL);
    check_pictures(4, "mats=advanced");
}

TEST(test_picture_of_setup)
{
    struct sitting table;
    struct text picture = {0};
    open_table(&table, 4, "factions=picked");
    draw(&table, ENGLISH, &picture);
    assert_shown(&picture, "LEVEL I  undiscovered: 1, 2, 3, 4\n");
    assert_shown(&picture, "undiscovered: A? <- 1, B? <- 1 2,");
    assert_shown(&picture, "J? <- 2:BCD");
    assert_shown(&picture, "no faction yet");
    assert_shown(&picture, "basic-2 .1[ ] .2[ ] .3[ ]+1 ore .4[ ]+1 ore   2 ore: research II");
    text_free(&picture);
    close_table(&table);
}

/* The start of a game for four, with a few things put where they can be seen. */
TEST(test_picture_of_positions)
{
    struct sitting table;
    struct text picture = {0};
    open_table(&table, 4, "achievements=first-game");
    play_on(&table, 1);
    struct bts_state *s = &table.state;
    s->slots[4] = 5; /* II-BB on A */
    s->facedown &= (uint16_t)~1u;
    s->seats[0].slots = s->seats[2].slots = 1u << 4;
    s->seats[2].pawn = SPACE_TECH + 2 * (5 - 1) + 1;
    s->seats[1].ships[DEEP][0] = 2;
    s->seats[1].ships[DEEP][3] = 1;
    s->outposts[Y3] = 2;
    s->outpost_discs[Y3] = DISC_STAR;
    s->guilds = 1;
    s->claims[0][0] = 4;
    s->last_round = 2;
    draw(&table, ENGLISH, &picture);
    assert_fits(&picture);
    assert_shown(&picture, " A <- 1     II-BB  Exascale Simulation");
    assert_shown(&picture, "sci 1.3. automate ore | .1[ ] .2[3] 5 ore: research III\n");
    assert_shown(&picture, "114 ");
    assert_shown(&picture, "F/O     2 * ");
    assert_shown(&picture, " GU-1[ ]   Terraforming Guild                  3 ore: colonize\n");
    assert_shown(&picture, "Scholars' Guild (covered)");
    assert_shown(&picture,
                 "technologies of level IIII: 1   4[4] 2[ ]             1    1    1    1\n");
    assert_shown(&picture, "Round 2 is the last one.");
    text_free(&picture);
    close_table(&table);
}

/* ---- effects in few words -------------------------------------------------------------------- */

static void assert_brief(const struct bts_cards *cards, struct program program, const char *text)
{
    assert_brief_in(bts_brief_book(cards), program, text);
}

TEST(test_brief)
{
    struct sitting table;
    open_table(&table, 2, NULL);
    const struct bts_cards *cards = table.rules->cards;
    assert_brief(cards, (struct program){0}, "");
    assert_brief(cards, cards->guilds[4].action, "11 ore, return 1: research IIII");
    assert_brief(cards, cards->basics[2].action, "may (pop to ship L1), jump 2");
    assert_brief(
        cards, cards->techs[13].spaces[0],
        "choose 1: A) +3 pop; B) 1 ore: 2 ships L1, jump 1; C) 2 ore: research II, +1 pop");
    assert_brief(cards, cards->techs[30].immediate,
                 "+1 ore per outpost (max 3), +1 pop per 2 systems, may (pop to ship L2), jump 2");
    for (int op = 0; op < OP_COUNT; op++)
        assert_non_null(bts_grammar.operations[op].word);
    close_table(&table);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void assert_asked(const struct sitting *table, int reader, enum language language,
                         const char *expected)
{
    static const char *const names[] = {"Ada", "Kepler"};
    const struct teller teller = {.language = language, .names = names, .reader = reader};
    struct text text = {0};
    tell_question(table->rules, &table->state, &teller, &text);
    assert_text(&text, expected);
    text_free(&text);
}

static int event_called(const struct bts_cards *cards, const char *name)
{
    int event = cards->event_count;
    while (event > 0 && strcmp(cards->events[event].face.name[ENGLISH], name) != 0)
        event--;
    assert_true(event > 0);
    return event;
}

/* A choice of an effect names its card and what there is to choose; whoever decides is addressed,
 * others read who decides. */
TEST(test_questions)
{
    struct sitting table;
    open_table(&table, 2, NULL);
    play_on(&table, 0);
    table.state.agenda.depth = 1; /* the turn, and what is asked in it */
    const struct bts_cards *cards = table.rules->cards;
    struct bts_table t = bts_table_of(table.rules, &table.state, NULL);
    const struct bts_event *strikes = &cards->events[event_called(cards, "Labour Strikes")];
    push_task(&t, choose, 1, .row = strikes->resolve.start + 1, .choices_left = 1);
    assert_asked(&table, 2, ENGLISH,
                 "Labour Strikes: return 1 population cube to the supply, or pay 2 ore.");
    assert_asked(&table, 1, ENGLISH,
                 "Kepler is choosing. Labour Strikes: return 1 population cube to the supply, or "
                 "pay 2 ore.");
    task_done(&t);
    push_task(&t, may, 1, .row = cards->basics[2].action.start);
    assert_asked(&table, 2, ENGLISH, "Launch (optional): build a ship of level 1 from population.");
    task_done(&t);
    push_task(&t, jump, 1, .points_left = 1);
    assert_asked(&table, 2, ENGLISH, "Jump (1 move left).");
    assert_asked(&table, 1, LANGUAGE_DE, "Kepler springt (noch 1 Bewegung).");
    assert_asked(&table, 0, ENGLISH, "Kepler is jumping (1 move left).");
    close_table(&table);
}

/* Does the text of the move name the system at this place, and not the place? */
static void assert_named(const struct sitting *table, struct move move, int place)
{
    const struct bts_cards *cards = table->rules->cards;
    const struct card_face *system = &cards->systems[table->state.cards[place]].face;
    struct text told = {0}, anywhere = {0};
    tell_move(table->rules, &table->state, &(struct teller){0}, 0, move, &told);
    tell_move(table->rules, NULL, &(struct teller){0}, 0, move, &anywhere);
    assert_shown(&told, system->name[ENGLISH]);
    assert_null(strstr(text_string(&anywhere), system->name[ENGLISH]));
    text_free(&told);
    text_free(&anywhere);
}

/* A location with a system is called by its name; no notation changes. */
TEST(test_names_of_places)
{
    struct sitting table;
    int named = 0;
    open_table(&table, 3, NULL);
    do {
        struct move moves[MOVES_MAX];
        int count = table.rules->game->legal(table.rules, &table.state, moves);
        for (int i = 0; i < count; i++)
            if (moves[i].kind == MOVE_JUMP && table.state.cards[moves[i].c] != 0) {
                assert_named(&table, moves[i], moves[i].c);
                named++;
            }
    } while (named < 20 && step(&table));
    assert_true(named >= 20);
    close_table(&table);
}

/* ---- the layout ------------------------------------------------------------------------------ */

static json_t *layout_of(const struct sitting *table)
{
    struct text text = {0};
    bts_layout(table->rules, &(struct json){.out = &text});
    return read_back(&text);
}

static void assert_point(const json_t *thing)
{
    assert_in_range(json_integer_value(json_object_get(thing, "x")), 1, 100);
    assert_in_range(json_integer_value(json_object_get(thing, "y")), 1, 100);
}

static bool names(const json_t *list, const char *word)
{
    size_t index;
    json_t *item;
    json_array_foreach(list, index,
                       item) if (strcmp(json_string_value(item), word) == 0) return true;
    return false;
}

/* Every edge leads back. */
static void assert_places(const json_t *places, size_t count)
{
    const char *id;
    json_t *place, *next;
    size_t index;
    assert_int_equal(json_object_size(places), count);
    json_object_foreach((json_t *)(uintptr_t)places, id, place)
    {
        assert_point(place);
        json_array_foreach(json_object_get(place, "edges"), index, next)
        {
            const json_t *other = json_object_get(places, json_string_value(next));
            assert_true(names(json_object_get(other, "edges"), id));
        }
    }
}

static size_t space_count(const json_t *board)
{
    size_t index, count = 0;
    json_t *row;
    json_array_foreach(json_object_get(board, "basic"), index, row)
    {
        assert_point(row);
        count += json_array_size(json_object_get(row, "spaces"));
    }
    return count;
}

static void check_layout(int players, size_t places, size_t spaces)
{
    struct sitting table;
    const char *id;
    json_t *item;
    open_table(&table, players, NULL);
    json_t *layout = layout_of(&table);
    json_t *board = json_object_get(layout, "technology_board");
    assert_int_equal(json_object_size(json_object_get(board, "slots")), SLOTS);
    json_object_foreach(json_object_get(board, "slots"), id, item) assert_point(item);
    assert_int_equal(json_object_size(json_object_get(board, "guilds")), GUILDS);
    assert_int_equal(space_count(board), spaces);
    assert_places(json_object_get(json_object_get(layout, "exploration_board"), "places"), places);
    assert_int_equal(json_object_size(json_object_get(layout, "types")), TYPES);
    assert_int_equal(json_object_size(json_object_get(layout, "technologies")), TECHS);
    assert_int_equal(json_object_size(json_object_get(layout, "systems")), SYSTEMS);
    assert_int_equal(json_object_size(json_object_get(layout, "events")), EVENTS);
    assert_int_equal(json_object_size(json_object_get(layout, "achievements")), ACHIEVEMENTS);
    assert_int_equal(json_object_size(json_object_get(layout, "mats")), FACTIONS);
    json_decref(layout);
    close_table(&table);
}

TEST(test_layout)
{
    check_layout(2, 7, 2 + 2 + 1 + 1);
    check_layout(3, 9, 2 + 3 + 2 + 1);
    check_layout(4, 9, 3 + 4 + 2 + 1);
}

TEST(test_layout_program)
{
    struct sitting table;
    json_int_t a = 0;
    const char *english = NULL, *op = NULL, *space = NULL, *type = NULL;
    open_table(&table, 2, NULL);
    json_t *layout = layout_of(&table);
    json_t *tech = json_object_get(json_object_get(layout, "technologies"), "II-BB");
    json_t *first = json_array_get(json_object_get(tech, "spaces"), 0);
    assert_int_equal(json_unpack(first, "{s:s, s:{s:{s:s}, s:[{s:s, s:I}]}}", "id", &space,
                                 "action", "brief", "en", &english, "rows", "op", &op, "a", &a),
                     0);
    assert_string_equal(space, "II-BB.1");
    assert_string_equal(english, "5 ore: research III");
    assert_string_equal(op, "pay");
    assert_int_equal(a, 5);
    assert_int_equal(json_unpack(tech, "{s:s}", "hands_on", &type), 0);
    assert_string_equal(type, "science");
    json_decref(layout);
    close_table(&table);
}

/* ---- the event that is being resolved -------------------------------------------------------- */

static json_t *progress_of(const struct sitting *table)
{
    struct text text = {0};
    bts_progress(table->rules, &table->state, &(struct json){.out = &text}, NULL);
    return read_back(&text);
}

/* Labour Strikes goes around from the second seat; the third one is asked, the fourth and the first
 * are still to come. */
static void put_strikes(struct sitting *table)
{
    const struct bts_cards *cards = table->rules->cards;
    int row = cards->events[6].resolve.start;
    assert_string_equal(cards->events[6].face.id, "E2-06");
    memset(&table->state.agenda, 0, sizeof table->state.agenda);
    agenda_push(&table->state.agenda, .task = TASK_FACTIONS, .seat = 1,
                .args = {(uint8_t)row, (uint8_t)(row >> 8), 1 << 3 | 1 << 0});
    agenda_push(&table->state.agenda, .task = TASK_CHOOSE, .seat = 2,
                .args = {(uint8_t)(row + 1), (uint8_t)((row + 1) >> 8), 1});
}

TEST(test_progress)
{
    struct sitting table;
    const char *card = NULL;
    json_int_t first = 0, second = 0;
    int asks = 0;
    open_table(&table, 4, NULL);
    json_t *none = progress_of(&table);
    assert_null(json_object_get(none, "event"));
    put_strikes(&table);
    json_t *progress = progress_of(&table);
    assert_int_equal(json_unpack(progress, "{s:{s:s, s:b, s:[I, I!]}}", "event", "card", &card,
                                 "asks", &asks, "left", &first, &second),
                     0);
    assert_string_equal(card, "E2-06");
    assert_true(asks);
    assert_int_equal(first, 4);
    assert_int_equal(second, 1);
    json_decref(none);
    json_decref(progress);
    close_table(&table);
}

/* ---- features -------------------------------------------------------------------------------- */

enum { BOUND = 99 };

static void features_of(const struct sitting *table, int seat, int16_t *features)
{
    struct score score;
    bts_score(table->rules, &table->state, &score);
    bts_features(table->rules, &table->state, &score, seat, features);
    for (int i = 0; i < BTS_FEATURES; i++)
        assert_in_range(features[i] + BOUND, 0, 2 * BOUND);
}

/* The block of a seat is the same from every view; only its place changes. */
static void assert_turns(const struct sitting *table)
{
    int16_t views[SEATS_MAX][BTS_FEATURES];
    const size_t size = BTS_SEAT_FEATURES * sizeof views[0][0];
    int players = table->rules->setup.players;
    for (int seat = 0; seat < players; seat++)
        features_of(table, seat, views[seat]);
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < players; i++)
            assert_memory_equal(views[seat] + i * BTS_SEAT_FEATURES, views[(seat + i) % players],
                                size);
    for (int i = players * BTS_SEAT_FEATURES; i < SEATS_MAX * BTS_SEAT_FEATURES; i++)
        assert_int_equal(views[0][i], 0);
}

TEST(test_features_turn)
{
    for (int players = 2; players <= 4; players++) {
        struct sitting table;
        open_table(&table, players, players == 3 ? "mats=advanced" : NULL);
        do
            assert_turns(&table);
        while (step(&table));
        close_table(&table);
    }
}

/* How many features a change of the state changes, from the view of seat 0. */
static int differences(const struct sitting *before, const struct sitting *after)
{
    int16_t one[BTS_FEATURES], other[BTS_FEATURES];
    int count = 0;
    features_of(before, 0, one);
    features_of(after, 0, other);
    for (int i = 0; i < BTS_FEATURES; i++)
        count += one[i] != other[i];
    return count;
}

TEST(test_features_differ)
{
    struct sitting table, other;
    open_table(&table, 3, NULL);
    play_on(&table, 100);
    other = table;
    assert_int_equal(differences(&table, &other), 0);
    other.state.seats[1].ore++;
    assert_in_range(differences(&table, &other), 1, 4);
    other = table;
    other.state.seats[0].ships[DEEP][2]++;
    assert_true(differences(&table, &other) > 1);
    other = table;
    other.state.guilds ^= 8;
    assert_true(differences(&table, &other) > 0);
    other = table;
    other.state.seats[2].slots ^= 1u << 19;
    assert_true(differences(&table, &other) > 0);
    other = table;
    other.state.round++;
    assert_true(differences(&table, &other) > 0);
    close_table(&table);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
