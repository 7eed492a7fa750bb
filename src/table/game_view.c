/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Games, their options and players as JSON. */

#include "game_view.h"

#include "contract/catalogue.h"
#include "contract/games.h"
#include "players/evaluate.h"
#include "players/levels.h"
#include "players/player.h"

static void put_levels(const struct game *game, struct json *json)
{
    const struct level *levels = player_levels(game);
    json_open(json, "levels", '[');
    for (int i = 0; levels[i].name != NULL; i++) {
        json_open(json, NULL, '{');
        json_put_number(json, "level", i + 1);
        json_put_phrase(json, "name", levels[i].name);
        json_put_phrase(json, "about", levels[i].about);
        json_put_string(json, "player", levels[i].player);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_game(const struct game *game, enum language language, struct json *json)
{
    json_open(json, NULL, '{');
    json_put_string(json, "name", game->name);
    json_put_string(json, "title", phrase(language, game->title));
    json_put_number(json, "players_min", game->players_min);
    json_put_number(json, "players_max", game->players_max);
    json_put_string(json, "recommended", recommended_player(game));
    catalogue_options(game, language, json);
    put_levels(game, json);
    json_close(json, '}');
}

void game_view_list(enum language language, struct json *json)
{
    json_open(json, NULL, '{');
    json_open(json, "games", '[');
    for (int i = 0; games[i] != NULL; i++)
        put_game(games[i], language, json);
    json_close(json, ']');
    json_open(json, "players", '[');
    for (int i = 0; player_kinds[i] != NULL; i++) {
        json_open(json, NULL, '{');
        json_put_string(json, "name", player_kinds[i]->name);
        json_put_string(json, "text", phrase(language, player_kinds[i]->about));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}
