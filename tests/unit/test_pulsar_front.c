/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The picture of Pulsar 2849 for a terminal: it shows what lies on the table with the notation to
 * type, a map with every ship, and effects in few words. */

#include "pulsar_front.h"
#include "pulsar_printed.h"

#include "games/pulsar_2849/brief.h"
#include "games/pulsar_2849/things.h"

#include "contract/notation.h"

#include <ctype.h>
#include <stdio.h>

enum { LONG_GAME = 3000 };

/* ---- the picture ----------------------------------------------------------------------------- */

static void draw(const struct sitting *table, enum language language, struct text *out)
{
    text_clear(out);
    draw_table(table->rules, &table->state,
               &(struct drawing){.language = language, .width = DRAWING_WIDTH}, out);
}

/* The label of a location on the map: "g29" for N29. */
static void write_place(const struct pulsar_node *node, char *out, size_t size)
{
    static const char signs[NODE_KINDS] = {' ', 'E', 'S', 'P', '*', ' '};
    static const char colours[] = {' ', 'g', 'm', 'o'};
    snprintf(out, size, "%c%s", node->kind == NODE_GATE ? colours[node->colour] : signs[node->kind],
             node->face.id + 1);
}

/* Is there "g29", "S3:b1" or the like with this ship behind it: "@2", "@123"? */
static bool ship_is_shown(const struct text *picture, const char *place, int seat)
{
    const char *at = text_string(picture);
    while ((at = strstr(at, place)) != NULL) {
        at += strlen(place);
        const char *end = at + (*at == '!');
        if (*end == ':')
            for (end++; isalnum((unsigned char)*end); end++)
                continue;
        if (*end == '@' && memchr(end, '1' + seat, 1 + strspn(end + 1, "1234")) != NULL)
            return true;
    }
    return false;
}

static void assert_ships_shown(const struct sitting *table, const struct text *picture)
{
    char place[40];
    for (int seat = 0; seat < table->rules->setup.players; seat++) {
        int ship = table->state.seats[seat].ship;
        if (ship == 0)
            continue;
        write_place(&map_in(table)->nodes[ship], place, sizeof place);
        if (!ship_is_shown(picture, place, seat))
            fail_msg("ship %d at %s is not on the map:\n%s", seat + 1, place, text_string(picture));
    }
}

/* Names of everything that lies on the table. */
static void assert_cards_shown(const struct sitting *table, const struct text *picture,
                               enum language language)
{
    const struct pulsar_cards *cards = table->rules->cards;
    const struct pulsar_state *s = &table->state;
    struct pulsar_view v = pulsar_view_of(table->rules, s);
    for (int i = 0; i < TECHS_IN_PLAY; i++) {
        assert_shown(picture, tech_at(&v, i)->face.id);
        assert_shown(picture, tech_at(&v, i)->face.name[language]);
    }
    for (int i = 0; i < GOALS_IN_PLAY; i++)
        assert_shown(picture, cards->goals[s->goals[i]].face.name[language]);
    for (int i = 0; i < ON_OFFER; i++)
        if (s->offer[i] != 0)
            assert_shown(picture, cards->transmitters[s->offer[i]].face.name[language]);
    for (int i = 0; i < NODE_SYSTEMS; i++)
        if (s->systems[i] != 0)
            assert_shown(picture, cards->systems[s->systems[i]].face.name[language]);
}

/* Transmitters, patents, pulsars and projects of the players. */
static void assert_belongings_shown(const struct sitting *table, const struct text *picture,
                                    enum language language)
{
    const struct pulsar_cards *cards = table->rules->cards;
    struct pulsar_view v = pulsar_view_of(table->rules, &table->state);
    for (int seat = 0; seat < players_of(&v); seat++) {
        const struct pulsar_seat *me = seat_of(&v, seat);
        for (uint64_t own = me->transmitters; own != 0;)
            assert_shown(picture, cards->transmitters[bits_pop(&own) + 1].face.id);
        for (uint64_t own = me->claims; own != 0;)
            assert_shown(picture, node_of(&v, map_of(&v)->pulsars[bits_pop(&own) + 1])->face.id);
        for (int place = 0; me->side != 0 && place < PROJECTS_OF_SIDE; place++)
            assert_shown(picture,
                         cards->projects[pulsar_project_id(&v, seat, place)].face.name[language]);
    }
}

/* Where each legal move is about a card or a location, it stands in the picture. */
static void assert_moves_shown(const struct sitting *table, const struct text *picture)
{
    struct move moves[MOVES_MAX];
    char place[40];
    int count = table->rules->game->legal(table->rules, &table->state, moves);
    for (int i = 0; i < count; i++) {
        const uint8_t values[] = {moves[i].a, moves[i].b, moves[i].c};
        const uint8_t *kinds = pulsar_words.moves[moves[i].kind].slots;
        for (int k = 0; k < 3 && kinds[k] != THING_NONE; k++) {
            if (kinds[k] == PUL_LOCATION) {
                write_place(&map_in(table)->nodes[values[k]], place, sizeof place);
                assert_shown(picture, place);
            } else if (kinds[k] == PUL_TECH || kinds[k] == PUL_TRANSMITTER ||
                       kinds[k] == PUL_GOAL || kinds[k] == PUL_SIDE) {
                assert_shown(picture, thing_token(table->rules, kinds[k], values[k]));
            }
        }
    }
}

static void check_picture(const struct sitting *table, enum language language, struct text *picture)
{
    draw(table, language, picture);
    assert_fits(picture);
    assert_ships_shown(table, picture);
    if (table->state.round == 0)
        return;
    assert_cards_shown(table, picture, language);
    assert_belongings_shown(table, picture, language);
    if (actor_of(table) >= 0)
        assert_moves_shown(table, picture);
}

/* With sanitizers, which are slow, some pictures. */
static int look_every(void)
{
#ifdef SANITIZED
    return short_or_long(30, 10);
#else
    return 1;
#endif
}

/* A whole random game: every picture fits and shows what is there and can be done. */
static void check_pictures(int players, int kind, int cluster, int start)
{
    struct sitting table;
    struct text picture = {0};
    int steps = 0;
    open_table(&table, players, kind, cluster, start);
    do {
        if (steps % look_every() == 0) {
            check_picture(&table, LANGUAGE_DE, &picture);
            check_picture(&table, ENGLISH, &picture);
        }
    } while (step(&table) && steps++ < LONG_GAME);
    check_picture(&table, ENGLISH, &picture);
    assert_int_equal(actor_of(&table), NOBODY);
    assert_shown(&picture, "Pulsar 2849. Round 8 of 8. The game is over.\n");
    text_free(&picture);
    close_table(&table);
}

static void check_all_pictures(int players)
{
    for (int start = START_ROLLED; start <= START_EVEN; start++) {
        check_pictures(players, GAME_STANDARD, SIDE_PLAIN, start);
        check_pictures(players, GAME_STANDARD, SIDE_DEAD_ENDS, start);
        check_pictures(players, GAME_NO_HEADQUARTERS, SIDE_PLAIN, start);
        check_pictures(players, GAME_NO_HEADQUARTERS, SIDE_DEAD_ENDS, start);
        check_pictures(players, GAME_FIRST, SIDE_PLAIN, start);
    }
}

TEST(test_picture_two)
{
    check_all_pictures(2);
}

TEST(test_picture_three)
{
    check_all_pictures(3);
}

TEST(test_picture_four)
{
    check_all_pictures(4);
}

/* ---- parts of the picture -------------------------------------------------------------------- */

/* Every location of both sides has its label. */
TEST(test_map)
{
    for (int side = 0; side < SIDES; side++) {
        struct sitting table;
        struct text picture = {0};
        char place[40];
        open_table(&table, 2, GAME_STANDARD, side, START_ROLLED);
        draw(&table, ENGLISH, &picture);
        for (int i = 1; i <= map_in(&table)->node_count; i++) {
            write_place(&map_in(&table)->nodes[i], place, sizeof place);
            assert_shown(&picture, place);
        }
        assert_shown(&picture, side == SIDE_PLAIN ? "P47-----m48" : "g304=======S104!");
        text_free(&picture);
        close_table(&table);
    }
}

/* All ships together, and much in one system. */
TEST(test_map_crowded)
{
    struct sitting table;
    struct text picture = {0};
    open_table(&table, 4, GAME_STANDARD, SIDE_DEAD_ENDS, START_ROLLED);
    play_to_round(&table, 1);
    struct pulsar_state *s = &table.state;
    for (int location = 1; location <= map_in(&table)->node_count; location++) {
        for (int seat = 0; seat < 4; seat++)
            s->seats[seat].ship = (uint8_t)location;
        draw(&table, ENGLISH, &picture);
        assert_fits(&picture);
        assert_ships_shown(&table, &picture);
    }
    for (int i = 0; i < NODE_SYSTEMS; i++)
        s->systems[i] = 1; /* four planets */
    for (int seat = 0; seat < 4; seat++)
        s->seats[seat].claims = (uint16_t)(0xf << 4 * seat);
    memset(s->gyrodynes, RING_SPINNING + LARGE, sizeof s->gyrodynes);
    for (int i = 0; i < 4; i++)
        s->seats[i].ship = map_in(&table)->systems[8];
    draw(&table, LANGUAGE_DE, &picture);
    assert_fits(&picture);
    assert_ships_shown(&table, &picture);
    assert_shown(&picture, ":bbbb@1234");
    for (int i = 1; i <= NODE_PULSARS; i++) {
        char label[40];
        const struct pulsar_node *node = &map_in(&table)->nodes[map_in(&table)->pulsars[i]];
        write_place(node, label, 34);
        sprintf(label + strlen(label), "%s:%dL", node->dead_end ? "!" : "", 1 + (i - 1) / 4);
        assert_shown(&picture, label);
    }
    text_free(&picture);
    close_table(&table);
}

/* A position for three with a few things put where they can be seen. */
TEST(test_picture_of_positions)
{
    struct sitting table;
    struct text picture = {0};
    open_table(&table, 3, GAME_FIRST, SIDE_PLAIN, START_EVEN);
    play_to_round(&table, 1);
    struct pulsar_state *s = &table.state;
    s->tracks[ENGINEERING] =
        (struct track){.space = {6, 14, 6}, .height = {1, 1, 2}}; /* 3 on top of 1 */
    memcpy(s->dice, (uint8_t[]){2, 0, 1, 1, 0, 3}, DIE_SIDES);
    s->median = 7;
    s->offer[0] = 1;
    s->seats[1].transmitters = 1u << 2 | 1u << 3 | 1u << 4; /* T-A3 to T-A5 */
    s->seats[1].online = 1u << 3;
    s->joined[3][0] = 5;
    s->joined[4][1] = 4;
    s->paid[2] = 1;
    s->paid[4] = 2;
    s->seats[0].patents = 1u << 3 | 1u << 4;
    s->seats[2].patents = s->fresh = 1u << 4;
    s->seats[0].hand[LARGE] = 2;
    s->awards[SMALL][0] = 3;
    draw(&table, ENGLISH, &picture);
    assert_fits(&picture);
    assert_shown(&picture,
                 " Engineering  .   .   .   .   .   31  .   .   .   .   .   .   .   2   .   "
                 "  3:3c 1:2c 2\n");
    assert_shown(&picture,
                 " on the board x2    -     x1    x1    -     x3\n"
                 " median                      ^\n"
                 " counter      <3    <2    <1    1>    2>    3>\n");
    assert_shown(&picture,
                 " T-A1 Triple Mast             1 2 6   3|1   once: 8 pts; round: 2 pts, "
                 "1 cube\n");
    assert_shown(&picture, "arrays: 0-T-A3[(3) 3]; T-A4[online]=2=T-A5[4 (5)]-2\n");
    assert_shown(&picture, "5   1.3! once: claim isolated pulsar, gyrodyne of any size\n");
    assert_shown(&picture, "2   1..  always: die 1 off for completing a gyrodyne,\n");
    assert_shown(&picture, "patents: 5                         6 +6 for 4c +6 for 1c  2   0   1\n");
    assert_shown(&picture, "2 placed: 7[3] 4[ ]\n");
    text_free(&picture);
    close_table(&table);
}

/* The project pyramid: open, not yet, done, and with a gate run that was not used. */
TEST(test_picture_of_projects)
{
    struct sitting table;
    struct text picture = {0};
    open_standard(&table, 2);
    play_to_round(&table, 1);
    table.state.seats[0].board = 1;
    table.state.seats[0].side = 2; /* A2 */
    table.state.seats[0].projects = 1 << BASE_1 | 1 << BASE_2;
    table.state.seats[0].runs = 1 << BASE_2;
    draw(&table, ENGLISH, &picture);
    assert_shown(&picture,
                 "A2  b1[r] 4 Ring Courier: gyrodyne of any size, orange gate run (2 pts each)\n"
                 "        b2[x] 1 Green Run: green gate run (1 pt each)");
    assert_shown(&picture, "b3[ ] 2 Tool Store: 1 ±1 token, 1 +2 token\n");
    assert_shown(&picture, "s1[ ] 1 Scout Office: 1 cube, 1 exploration tile");
    assert_shown(&picture, "s2[-] 3 Split Shift: die becomes 2, red die 1, 1 ±1 token\n");
    text_free(&picture);
    close_table(&table);
}

/* Plays on to a decision with this question. */
static bool play_to(struct sitting *table, enum pulsar_task task)
{
    const struct pulsar_state *s = &table->state;
    do
        if (!agenda_is_empty(&s->agenda) && agenda_top(&s->agenda)->task == task)
            return true;
    while (step(table));
    return false;
}

/* A flight shows its path, and each way to continue. */
TEST(test_picture_of_flight)
{
    struct sitting table;
    struct text picture = {0};
    struct move moves[MOVES_MAX];
    char place[40], wanted[100];
    open_standard(&table, 2);
    assert_true(play_to(&table, TASK_FLIGHT));
    draw(&table, ENGLISH, &picture);
    write_place(&map_in(&table)->nodes[table.state.path[0]], place, sizeof place);
    snprintf(wanted, sizeof wanted, "FLIGHT of %d segments: %s", table.state.flight_length, place);
    assert_shown(&picture, wanted);
    int count = table.rules->game->legal(table.rules, &table.state, moves);
    for (int i = 0; i < count; i++) {
        write_place(&map_in(&table)->nodes[moves[i].a], place, sizeof place);
        snprintf(wanted, sizeof wanted, "\n %s:", place);
        assert_shown(&picture, wanted);
    }
    text_free(&picture);
    close_table(&table);
}

TEST(test_picture_of_turn)
{
    struct sitting table;
    struct text picture = {0};
    open_standard(&table, 3);
    assert_true(play_to(&table, TASK_ACT));
    int seat = actor_of(&table);
    table.state.seats[seat].ship = 1; /* N1 */
    table.state.link_dice = 1 << 0 | 1 << 5;
    draw(&table, ENGLISH, &picture);
    assert_shown(&picture, ": one bonus die is possible; link dice 0 5; a copy of ");
    assert_shown(&picture, " for 4 cubes\n");
    assert_shown(&picture, " 2: S3");
    table.state.bonus = BONUS_RESERVED;
    table.state.red = 2;
    draw(&table, ENGLISH, &picture);
    assert_shown(&picture, ": red die 2, which must be used");
    text_free(&picture);
    close_table(&table);
}

TEST(test_picture_of_setup)
{
    struct sitting table;
    struct text picture = {0};
    open_standard(&table, 4);
    draw(&table, ENGLISH, &picture);
    assert_shown(&picture, "Pulsar 2849. The table is set up.\n");
    assert_true(play_to(&table, TASK_SIDE));
    draw(&table, ENGLISH, &picture);
    assert_moves_shown(&table, &picture);
    text_free(&picture);
    close_table(&table);
}

/* ---- effects in few words -------------------------------------------------------------------- */

static void assert_brief(const struct pulsar_cards *cards, struct program program, const char *text)
{
    assert_brief_in(pulsar_brief_book(cards), program, text);
}

TEST(test_brief)
{
    struct sitting table;
    struct text brief = {0};
    open_standard(&table, 2);
    const struct pulsar_cards *cards = table.rules->cards;
    assert_brief(cards, (struct program){0}, "");
    assert_brief(cards, cards->techs[1].effect, "die 1 off for a flight by a green gate");
    assert_brief(cards, cards->techs[1 + 14].effect,
                 "pts by spinning sizes: 1 gives 4, 2 gives 8, 3 gives 16");
    assert_brief(cards, cards->techs[1 + 16].effect, "2 cubes for 9 pts");
    assert_brief(cards, cards->techs[1 + 3 * TECHS_IN_PLAY + 4].effect, "1 pt per 4 stations");
    assert_brief(cards, cards->systems[8].bonus, "small or medium gyrodyne");
    assert_brief(cards, cards->transmitters[17].immediate, "4 pts, teleport to system");
    for (int op = 0; op < OP_COUNT; op++)
        assert_non_null(pulsar_grammar.operations[op].texts->brief);
    for (int goal = 1; goal <= GOALS; goal++) {
        text_clear(&brief);
        pulsar_brief_goal(&cards->goals[goal], ENGLISH, &brief);
        assert_true(brief.length > 0);
    }
    text_free(&brief);
    close_table(&table);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
