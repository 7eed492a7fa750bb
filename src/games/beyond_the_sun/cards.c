/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: reads a card set. The kinds of cards are in read_cards.c and read_boards.c. */

#include "card_reading.h"

#include "id_set.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What others refer to comes first. */
enum {
    FILE_POWERS,
    FILE_GUILDS,
    FILE_TECHNOLOGIES,
    FILE_EVENTS,
    FILE_SYSTEMS,
    FILE_ACHIEVEMENTS,
    FILE_FACTIONS,
    FILE_TECHNOLOGY_BOARD,
    FILE_TWO,
    FILE_MANY,
    FILES,
};

const char *const bts_card_files[] = {
    [FILE_POWERS] = "powers.cards",
    [FILE_GUILDS] = "guilds.cards",
    [FILE_TECHNOLOGIES] = "technologies.cards",
    [FILE_EVENTS] = "events.cards",
    [FILE_SYSTEMS] = "systems.cards",
    [FILE_ACHIEVEMENTS] = "achievements.cards",
    [FILE_FACTIONS] = "factions.cards",
    [FILE_TECHNOLOGY_BOARD] = "technology_board.cards",
    [FILE_TWO] = "exploration_two.cards",
    [FILE_MANY] = "exploration_many.cards",
    [FILES] = NULL,
};

static const struct table_file reading_files[FILES] = {
    [FILE_POWERS] = {bts_power_kinds, bts_check_powers, 0},
    [FILE_GUILDS] = {bts_guild_kinds, bts_check_guilds, 0},
    [FILE_TECHNOLOGIES] = {bts_tech_kinds, bts_check_techs, 0},
    [FILE_EVENTS] = {bts_event_kinds, bts_check_events, 0},
    [FILE_SYSTEMS] = {bts_system_kinds, bts_check_systems, 0},
    [FILE_ACHIEVEMENTS] = {bts_achievement_kinds, bts_check_achievements, 0},
    [FILE_FACTIONS] = {bts_faction_kinds, bts_check_factions, 0},
    [FILE_TECHNOLOGY_BOARD] = {bts_slot_kinds, bts_check_slots, 0},
    [FILE_TWO] = {bts_place_kinds, bts_check_places, 0},
    [FILE_MANY] = {bts_place_kinds, bts_check_places, 1},
};

/* Gives every action space its notation: "basic-2.3", "GU-1", "dyson", "II-BB.2". */
static void name_spaces(struct bts_cards *cards)
{
    static const uint8_t basic_rows[] = {SPACE_BASIC_1, SPACE_BASIC_2, SPACE_BASIC_3, SPACE_BASIC_4,
                                         SPACE_GUILD};
    const size_t size = sizeof cards->space_ids[0];
    snprintf(cards->space_ids[SPACE_NONE], size, "none");
    for (int row = 0; row < BASIC_ROWS; row++) {
        struct bts_basic *basic = &cards->basics[row];
        snprintf(basic->token, sizeof basic->token, "basic-%c", '1' + row);
        for (int space = basic_rows[row]; space < basic_rows[row + 1]; space++)
            snprintf(cards->space_ids[space], size, "%s.%d", basic->token,
                     space - basic_rows[row] + 1);
    }
    for (int guild = 1; guild <= GUILDS; guild++)
        snprintf(cards->space_ids[SPACE_GUILD + guild - 1], size, "%s",
                 cards->guilds[guild].face.id);
    snprintf(cards->space_ids[SPACE_DYSON], size, "dyson");
    for (int tech = 1; tech <= cards->tech_count; tech++)
        for (int k = 0; k < 2; k++)
            snprintf(cards->space_ids[SPACE_TECH + 2 * (tech - 1) + k], size, "%s.%d",
                     cards->techs[tech].face.id, k + 1);
}

/* What stands beside each space, for each number of players. */
static void list_spaces(struct bts_cards *cards, int players)
{
    static const uint8_t basic_rows[] = {SPACE_BASIC_1, SPACE_BASIC_2, SPACE_BASIC_3,
                                         SPACE_BASIC_4};
    struct program *programs = cards->space_programs[players - 2];
    uint8_t *surcharges = cards->space_surcharges[players - 2];
    for (int row = 0; row < BASIC_ROWS; row++) {
        const struct bts_basic *basic = &cards->basics[row];
        int count = basic->spaces[players - 2], dear = basic->surcharge[players - 2];
        for (int i = 0; i < (count > 0 ? count : 1); i++) {
            programs[basic_rows[row] + i] = basic->action;
            surcharges[basic_rows[row] + i] = count > 0 && i >= count - dear;
        }
    }
    for (int guild = 1; guild <= GUILDS; guild++)
        programs[SPACE_GUILD + guild - 1] = cards->guilds[guild].action;
    for (int tech = 1; tech <= cards->tech_count; tech++)
        for (int k = 0; k < cards->techs[tech].space_count; k++)
            programs[SPACE_TECH + 2 * (tech - 1) + k] = cards->techs[tech].spaces[k];
}

bool bts_is_research_action(const struct bts_cards *cards, struct program program)
{
    return program_has(cards, program, OP_RESEARCH) || program_has(cards, program, OP_COPY);
}

/* Spaces with the same action count once. */
static void list_research_spaces(struct bts_cards *cards)
{
    static const uint8_t basic_rows[] = {SPACE_BASIC_1, SPACE_BASIC_2, SPACE_BASIC_3,
                                         SPACE_BASIC_4};
    uint8_t *out = cards->research_spaces;
    for (int row = 0; row < BASIC_ROWS; row++)
        if (bts_is_research_action(cards, cards->basics[row].action))
            *out++ = basic_rows[row];
    for (int guild = 1; guild <= GUILDS; guild++)
        if (bts_is_research_action(cards, cards->guilds[guild].action))
            *out++ = (uint8_t)(SPACE_GUILD + guild - 1);
    for (int tech = 1; tech <= cards->tech_count; tech++) {
        const struct program *spaces = cards->techs[tech].spaces;
        for (int k = 0; k < cards->techs[tech].space_count; k++)
            if (bts_is_research_action(cards, spaces[k]) &&
                (k == 0 || spaces[1].start != spaces[0].start))
                *out++ = (uint8_t)(SPACE_TECH + 2 * (tech - 1) + k);
    }
}

/* A space with an action has the same one with any number of players. */
static void list_copies(struct bts_cards *cards)
{
    for (const uint8_t *space = cards->research_spaces; *space != 0; space++) {
        struct program program = cards->space_programs[SEATS_MAX - 2][*space];
        for (int i = 0; i < program.count; i++) {
            const struct effect *row = &cards->rows[program.start + i];
            if (row->op == OP_COPY)
                cards->space_copies[*space] |= (uint8_t)(1u << row->a);
        }
    }
}

/* Cards stand in the order of their levels and decks. */
static void find_decks(struct bts_cards *cards)
{
    int tech = 1, system = 1;
    for (int level = 1; level <= 5; level++) {
        while (tech <= cards->tech_count && cards->techs[tech].level < level)
            tech++;
        cards->tech_first[level] = (uint8_t)tech;
    }
    for (int deck = 0; deck <= 2; deck++) {
        while (system <= cards->system_count && cards->systems[system].deck < deck)
            system++;
        cards->system_first[deck] = (uint8_t)system;
    }
    cards->space_count = SPACE_TECH + 2 * cards->tech_count;
}

/* Fills the tables that are made from the cards. */
static void make_tables(struct bts_cards *cards)
{
    static const uint8_t any_time[] = {POWER_BLACK_MARKET, POWER_ASSIMILATION, POWER_HEADQUARTERS,
                                       POWER_REPLACE_DISCS, POWER_FREE_RETIRE};
    for (unsigned slot = 0; slot < SLOTS; slot++)
        cards->level_slots[cards->slots[slot].level] |= 1u << slot;
    for (int tech = 1; tech <= cards->tech_count; tech++) {
        const struct bts_tech *about = &cards->techs[tech];
        cards->power_techs[about->power] |= id_bit(tech);
        cards->power_slots[about->power] |= cards->level_slots[about->level];
        if (about->right < TYPES)
            cards->type_techs[about->right] |= id_bit(tech);
        for (int type = 0; type < TYPES; type++)
            if (about->left >> type & 1)
                cards->left_techs[type] |= id_bit(tech);
    }
    for (int event = 1; event <= cards->event_count; event++) {
        cards->level_events[cards->events[event].level] |= (uint32_t)id_bit(event);
        if (cards->events[event].light)
            cards->light_events |= (uint32_t)id_bit(event);
    }
    for (int system = 1; system <= cards->system_count; system++)
        cards->power_systems[cards->systems[system].power] |= (uint32_t)id_bit(system);
    cards->power_systems[POWER_IS_SHIPYARD] = 0; /* that one works on the board alone */
    for (size_t i = 0; i < sizeof any_time; i++) {
        cards->any_time_techs |= cards->power_techs[any_time[i]];
        cards->any_time_slots |= cards->power_slots[any_time[i]];
        cards->any_time_systems |= cards->power_systems[any_time[i]];
        for (uint64_t techs = cards->power_techs[any_time[i]]; techs != 0;)
            cards->any_time_powers[id_pop(&techs)] = 1u << any_time[i];
    }
}

const struct table_format bts_card_format = {.base = CARD_FORMAT_BASE,
                                             .files = reading_files,
                                             .file_count = FILES,
                                             .grammar = &bts_grammar,
                                             .read_program = bts_read_program};

void *bts_read_cards(const struct card_text *files, int count, struct problem *problem)
{
    struct bts_cards *cards = memory_new(1, sizeof *cards);
    struct bts_reading reading = {.base = {problem, &cards->sources}, .cards = cards};
    bool fine = count == FILES;
    assert(fine);
    for (int i = 0; fine && i < FILES; i++) {
        reading.map = reading_files[i].side;
        fine = table_read(&reading.base, &reading_files[i], &files[i]);
    }
    if (fine) {
        find_decks(reading.cards);
        name_spaces(reading.cards);
        make_tables(reading.cards);
        list_research_spaces(reading.cards);
        for (int players = 2; players <= SEATS_MAX; players++)
            list_spaces(reading.cards, players);
        list_copies(reading.cards);
        return reading.cards;
    }
    assert(problem_is_set(problem));
    free(reading.cards);
    return NULL;
}
