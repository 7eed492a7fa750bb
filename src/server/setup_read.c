/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Setups from JSON. */

#include "setup_read.h"

static bool read_options(json_t *options, const struct game *game, struct setup *setup,
                         const char **wrong, struct problem *problem)
{
    const char *name;
    json_t *value;
    *wrong = "options";
    if (options != NULL && !json_is_object(options))
        return false;
    json_object_foreach(options, name, value)
    {
        const char *choice = json_string_value(value);
        if (choice == NULL)
            return false;
        if (!setup_option(game, setup, span_of(name), span_of(choice), problem)) {
            *wrong = NULL;
            return false;
        }
    }
    return true;
}

bool setup_read(const json_t *body, const struct game *game, struct setup *setup,
                const char **wrong, struct problem *problem)
{
    json_t *players = json_object_get(body, "players");
    json_int_t number = json_integer_value(players);
    *setup = setup_standard(game);
    *wrong = "players";
    if (players != NULL && !json_is_integer(players))
        return false;
    if (players != NULL) /* what no game takes stays so */
        setup->players = (uint8_t)(number < 0 || number > SEATS_MAX ? SEATS_MAX + 1 : number);
    return read_options(json_object_get(body, "options"), game, setup, wrong, problem);
}
