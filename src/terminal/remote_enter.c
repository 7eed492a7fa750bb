/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Entering a server: the table's address, who we are, the game with the cards of the table. Tokens
 * are kept for the next visit, one file for each server, for this user alone. */

#include "remote_parts.h"

#include "base/file.h"
#include "contract/card_document.h"
#include "contract/games.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the address ----------------------------------------------------------------------------- */

static bool is_table_id(const char *id)
{
    size_t length = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    return length > 0 && length < TABLE_ID_SIZE && id[length] == '\0';
}

bool remote_find_table(struct remote_connection *remote, const struct joining *joining,
                       struct problem *problem)
{
    const char *address = joining->address, *found = strstr(address, "/table/");
    char base[512];
    bool web = strncmp(address, "http://", 7) == 0 || strncmp(address, "https://", 8) == 0;
    if (!web || found == NULL || (size_t)(found - address) >= sizeof base)
        return problem_set(problem,
                           _("\"{0}\" is not the address of a table; it is like "
                             "https://example.org/table/ID."),
                           address, NULL, NULL);
    span_copy((struct span){address, (size_t)(found - address)}, base, sizeof base);
    found += strlen("/table/");
    span_copy((struct span){found, strcspn(found, "?#/")}, remote->table, sizeof remote->table);
    if (!is_table_id(remote->table))
        return problem_set(problem,
                           _("\"{0}\" is not the address of a table; it is like "
                             "https://example.org/table/ID."),
                           address, NULL, NULL);
    remote->web = web_open(base, problem);
    if (remote->web == NULL)
        return false;
    return getrandom(&remote->keys, sizeof remote->keys, 0) == sizeof remote->keys ||
           problem_no_memory(problem);
}

/* ---- who we are ------------------------------------------------------------------------------ */

/* The file with the token for this server: "…/orrery/token-http___host_1234". */
static void write_token_path(const struct joining *joining, struct text *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    assert(strstr(joining->address, "/table/") != NULL); /* remote_find_table has seen to it */
    size_t length = (size_t)(strstr(joining->address, "/table/") - joining->address);
    if (state != NULL && state[0] == '/')
        text_addf(path, "%s/orrery/token-", state);
    else if (home != NULL && home[0] == '/')
        text_addf(path, "%s/.local/state/orrery/token-", home);
    else
        return;
    for (size_t i = 0; i < length; i++) {
        char byte = joining->address[i];
        text_add_char(path, isalnum((unsigned char)byte) || byte == '.' ? byte : '_');
    }
}

/* Is the token of the last visit still one? */
static bool use_kept_token(struct remote_connection *remote, const char *path,
                           struct problem *problem)
{
    struct text token = {0}, answer = {0};
    struct problem ignored = {0};
    long status = 0;
    bool fine = access(path, R_OK) == 0 && file_read(path, &token, &ignored) &&
                web_set_token(remote->web, text_span(&token)) &&
                web_request(remote->web, "/api/me", NULL, &answer, &status, problem) &&
                status == 200 && !span_is(span_trim(text_span(&answer)), "null");
    text_free(&token);
    text_free(&answer);
    return fine;
}

/* Keeps the token; if that is not possible the next visit is by a new guest. */
static void keep_token(const char *path, const char *token)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    if (write(file, token, strlen(token)) != (ssize_t)strlen(token))
        unlink(path);
    close(file);
}

static bool become_guest(struct remote_connection *remote, const struct joining *joining,
                         const char *path, struct problem *problem)
{
    json_t *who = json_pack("{s:s,s:s,s:b}", "name", joining->name, "language",
                            language_name(joining->language), "token", 1);
    char *body = who != NULL ? json_dumps(who, JSON_COMPACT) : NULL;
    struct text answer = {0};
    long status = 0;
    bool fine =
        body != NULL && web_request(remote->web, "/api/guest", body, &answer, &status, problem);
    json_t *guest = fine ? json_loadb(text_string(&answer), answer.length, 0, NULL) : NULL;
    const char *token = json_string_value(json_object_get(guest, "token"));
    const char *why = json_string_value(json_object_get(guest, "text"));
    if (token != NULL && web_set_token(remote->web, span_of(token))) {
        keep_token(path, token);
    } else if (fine) {
        struct text shown = {0};
        output_add_shown(&shown, span_of(why != NULL ? why : joining->name));
        fine = problem_set(problem, _("The server does not let you in: {0}"), text_string(&shown),
                           NULL, NULL);
        text_free(&shown);
    }
    json_decref(guest);
    json_decref(who);
    free(body);
    text_free(&answer);
    return fine;
}

bool remote_sign_in(struct remote_connection *remote, const struct joining *joining,
                    struct problem *problem)
{
    struct text path = {0};
    if (joining->token != NULL)
        return web_set_token(remote->web, span_of(joining->token)) ||
               problem_set(problem, _("The token is not valid."), NULL, NULL, NULL);
    write_token_path(joining, &path);
    folders_make(text_string(&path));
    bool fine =
        (path.length > 0 && use_kept_token(remote, text_string(&path), problem)) ||
        (!problem_is_set(problem) && become_guest(remote, joining, text_string(&path), problem));
    text_free(&path);
    return fine;
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool read_setup(const json_t *view, const struct game **game, struct setup *setup,
                       struct problem *problem)
{
    const char *name = json_string_value(json_object_get(view, "game")), *option;
    json_int_t players = json_integer_value(json_object_get(view, "players"));
    json_t *options = json_object_get(view, "options"), *choice;
    *game = name != NULL ? game_find(span_of(name)) : NULL;
    if (*game == NULL)
        return problem_set(problem, _("This program does not know the game at that table."), NULL,
                           NULL, NULL);
    *setup = setup_standard(*game);
    if (players < (*game)->players_min || players > (*game)->players_max)
        return problem_set(problem, _("The server sent something that cannot be right."), NULL,
                           NULL, NULL);
    setup->players = (uint8_t)players;
    json_object_foreach(options, option, choice)
    {
        const char *chosen = json_string_value(choice);
        if (chosen == NULL ||
            !setup_option(*game, setup, span_of(option), span_of(chosen), problem))
            return problem_set(problem, _("The server sent something that cannot be right."), NULL,
                               NULL, NULL);
    }
    return true;
}

/* A table's part of the API; false with a problem noted unless it is there. */
static bool request_table(struct remote_connection *remote, const char *part, struct text *answer,
                          struct problem *problem)
{
    char path[TABLE_ID_SIZE + 32];
    long status = 0;
    assert(is_table_id(remote->table));
    snprintf(path, sizeof path, "/api/tables/%s%s", remote->table, part);
    return web_request(remote->web, path, NULL, answer, &status, problem) &&
           (status == 200 ||
            problem_set(problem, _("There is no such table at the server."), NULL, NULL, NULL));
}

bool remote_open_rules(struct remote_connection *remote, struct problem *problem)
{
    struct text answer = {0}, cards = {0};
    const struct game *game = NULL;
    struct setup setup;
    json_t *view = NULL;
    bool fine = request_table(remote, "", &answer, problem) &&
                request_table(remote, "/set", &cards, problem);
    if (fine) {
        view = json_loadb(text_string(&answer), answer.length, JSON_REJECT_DUPLICATES, NULL);
        fine = read_setup(view, &game, &setup, problem);
    }
    if (fine)
        remote->rules = card_document_open(game, &setup, text_span(&cards), problem);
    remote->base.rules = remote->rules;
    if (remote->rules != NULL)
        play_start(remote->rules, &remote->state); /* until the server says more */
    json_decref(view);
    text_free(&answer);
    text_free(&cards);
    return remote->rules != NULL;
}
