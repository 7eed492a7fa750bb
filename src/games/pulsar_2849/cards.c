/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: reads a card set. The kinds of cards are in read_tiles.c and read_boards.c. */

#include "card_reading.h"
#include "routes.h"

#include <assert.h>
#include <stdlib.h>

enum {
    FILE_TECHNOLOGIES,
    FILE_PLAIN,
    FILE_DEAD_ENDS,
    FILE_SYSTEMS,
    FILE_EXPLORATION,
    FILE_TRANSMITTERS,
    FILE_HEADQUARTERS,
    FILE_GYRODYNES,
    FILE_DICE_BOARD,
    FILE_GOALS,
    FILES,
};

const char *const pulsar_card_files[] = {
    [FILE_TECHNOLOGIES] = "technologies.cards",
    [FILE_PLAIN] = "star_cluster_plain.cards",
    [FILE_DEAD_ENDS] = "star_cluster_dead_ends.cards",
    [FILE_SYSTEMS] = "systems.cards",
    [FILE_EXPLORATION] = "exploration.cards",
    [FILE_TRANSMITTERS] = "transmitters.cards",
    [FILE_HEADQUARTERS] = "headquarters.cards",
    [FILE_GYRODYNES] = "gyrodynes.cards",
    [FILE_DICE_BOARD] = "dice_board.cards",
    [FILE_GOALS] = "goals.cards",
    [FILES] = NULL,
};

static const struct table_file reading_files[FILES] = {
    [FILE_TECHNOLOGIES] = {pulsar_tech_kinds, pulsar_check_techs, 0},
    [FILE_PLAIN] = {pulsar_node_kinds, pulsar_check_map, SIDE_PLAIN},
    [FILE_DEAD_ENDS] = {pulsar_node_kinds, pulsar_check_map, SIDE_DEAD_ENDS},
    [FILE_SYSTEMS] = {pulsar_system_kinds, pulsar_check_systems, 0},
    [FILE_EXPLORATION] = {pulsar_tile_kinds, pulsar_check_tiles, 0},
    [FILE_TRANSMITTERS] = {pulsar_transmitter_kinds, pulsar_check_transmitters, 0},
    [FILE_HEADQUARTERS] = {pulsar_headquarters_kinds, pulsar_check_headquarters, 0},
    [FILE_GYRODYNES] = {pulsar_gyrodyne_kinds, pulsar_check_gyrodynes, 0},
    [FILE_DICE_BOARD] = {pulsar_dice_board_kinds, pulsar_check_dice_board, 0},
    [FILE_GOALS] = {pulsar_goal_kinds, pulsar_check_goals, 0},
};

const uint8_t pulsar_project_needs[PROJECTS_OF_SIDE] = {
    [SECOND_1] = 1 << BASE_1 | 1 << BASE_2,
    [SECOND_2] = 1 << BASE_2 | 1 << BASE_3,
    [THIRD_1] = 1 << SECOND_1,
    [THIRD_2] = 1 << SECOND_2,
    [TOP] = (1 << TOP) - 1,
};

const uint8_t pulsar_board_letter[LETTERS * CATEGORIES + 1] = {0, 0, 0, 0, 1, 1, 1,
                                                               2, 2, 2, 3, 3, 3};

const uint32_t pulsar_category_techs[CATEGORIES] = {0x3f, 0xfc0, 0x1f000};

const uint8_t pulsar_first_row[CATEGORIES + 1] = {1, 3, 6, ROWS + 1};

/* ---- what is made from the cards ------------------------------------------------------------- */

static void add_up_project(struct pulsar_cards *cards, int id)
{
    struct pulsar_project *project = &cards->projects[id];
    struct pulsar_side *side = &cards->sides[1 + (id - 1) / PROJECTS_OF_SIDE];
    project->reserves = effect_uses(cards->rows, project->benefit, OP_DOUBLE) ||
                        effect_uses(cards->rows, project->benefit, OP_BUY_RED);
    if (effect_uses(cards->rows, project->benefit, OP_RUN))
        side->runs |= (uint8_t)(1 << (id - 1) % PROJECTS_OF_SIDE);
}

static struct pulsar_gains gains_of(const struct pulsar_cards *cards, struct program program)
{
    struct pulsar_gains gains = {.are_all = true};
    for (int i = program.start; i < program.start + program.count; i++) {
        const struct effect *row = &cards->rows[i];
        gains.points = (int16_t)(gains.points + (row->op == OP_POINTS ? row->a : 0));
        gains.cubes = (int16_t)(gains.cubes + (row->op == OP_CUBES ? row->a : 0));
        gains.are_all &= row->op == OP_POINTS || row->op == OP_CUBES;
    }
    return gains;
}

static void add_up_transmitter(struct pulsar_cards *cards, int id)
{
    struct pulsar_transmitter *transmitter = &cards->transmitters[id];
    for (int i = 0; i < transmitter->dice_count; i++)
        transmitter->dice_of_value[transmitter->dice[i]]++;
    transmitter->gives_at_once = gains_of(cards, transmitter->immediate);
    transmitter->gives_each_round = gains_of(cards, transmitter->production);
}

static void enter_tech(struct pulsar_cards *cards, int id)
{
    struct pulsar_tech *tech = &cards->techs[id];
    uint32_t bit = 1u << tech->index;
    assert(tech->index < TECHS_IN_PLAY && tech->cost >= 1 && tech->cost <= 6);
    assert(tech->icons == 1 || tech->icons == 2);
    cards->type_techs[tech->letter][tech->type] |= bit;
    cards->cost_techs[tech->letter][tech->cost] |= bit;
    cards->icon_techs[tech->letter][tech->icons] |= bit;
    for (int i = 0; i < tech->effect.count; i++) {
        const struct effect *row = &cards->rows[tech->effect.start + i];
        cards->op_techs[tech->letter][row->op] |= bit;
        if (row->op == OP_WHEN) {
            cards->event_techs[tech->letter][row->a] |= bit;
            tech->events |= (uint16_t)(1u << row->a);
        } else if (row->op == OP_TOLERANCE) {
            tech->scopes |= (uint16_t)(1u << row->a);
        }
    }
}

static void make_tables(struct pulsar_cards *cards)
{
    int tile = 0;
    for (int i = 1; i <= PROJECTS; i++)
        add_up_project(cards, i);
    for (int i = 1; i <= TRANSMITTERS; i++)
        add_up_transmitter(cards, i);
    for (int i = 1; i <= TECHS; i++)
        enter_tech(cards, i);
    for (uint8_t kind = 1; kind <= TILE_KINDS; kind++)
        for (int i = 0; i < cards->tiles[kind].count; i++)
            cards->tile_kinds[++tile] = kind;
    assert(tile == TILES);
    for (int side = 0; side < SIDES; side++)
        pulsar_make_reach(&cards->maps[side]);
}

const struct table_format pulsar_card_format = {.base = CARD_FORMAT_BASE,
                                                .files = reading_files,
                                                .file_count = FILES,
                                                .grammar = &pulsar_grammar,
                                                .read_program = pulsar_read_program};

void *pulsar_read_cards(const struct card_text *files, int count, struct problem *problem)
{
    struct pulsar_cards *cards = memory_new(1, sizeof *cards);
    struct pulsar_reading reading = {.base = {problem, &cards->sources}, .cards = cards};
    bool fine = count == FILES;
    assert(fine);
    for (int i = 0; fine && i < FILES; i++) {
        reading.side = reading_files[i].side;
        fine = table_read(&reading.base, &reading_files[i], &files[i]);
    }
    if (fine) {
        make_tables(reading.cards);
        return reading.cards;
    }
    assert(problem_is_set(problem));
    free(reading.cards);
    return NULL;
}
