/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Bots of accounts: how many there may be, whose names they keep others from, what becomes of them
 * when a store is cleaned, copied and shipped, and how their lines are marked. */

#include "fixture.h"

#include "store/ship.h"

enum { DAY = 86400000 };

static struct store_user account(struct store *store, const char *name)
{
    struct store_user user = {.password = "hash", .language = "de"};
    span_copy(span_of(name), user.name, sizeof user.name);
    assert_int_equal(store_make_user(store, &user, 1000), STORE_DONE);
    return user;
}

static enum store_result make_bot(struct store *store, int64_t owner, const char *name,
                                  int64_t most, struct store_user *bot)
{
    *bot = (struct store_user){.language = "de", .secret = "s", .bot_owner = owner};
    span_copy(span_of(name), bot->name, sizeof bot->name);
    return store_make_bot(store, bot, most, 2000);
}

static void keep_bot(void *context, const struct store_bot *bot)
{
    text_addf(context, "%s %d %d; ", bot->name, (int)bot->made, (int)bot->expires);
}

static void assert_bots(struct store *store, int64_t owner, int64_t now, const char *expected)
{
    struct text seen = {0};
    assert_int_equal(store_bots(store, owner, now, keep_bot, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), expected);
    text_free(&seen);
}

STORE_TEST(test_bots_have_an_owner)
{
    struct store_user ann = account(*state, "Ann"), bob = account(*state, "Bob"), bot, seen;
    assert_int_equal(make_bot(*state, ann.id, "Robby", 2, &bot), STORE_DONE);
    assert_int_equal(store_user(*state, bot.id, &seen), STORE_DONE);
    assert_memory_equal(&seen, &bot, sizeof bot);
    assert_true(seen.bot_owner == ann.id && seen.password[0] == '\0');
    assert_int_equal(make_bot(*state, ann.id, "Marvin", 2, &bot), STORE_DONE);
    assert_int_equal(make_bot(*state, ann.id, "Third", 2, &bot), STORE_FULL);
    assert_int_equal(bot.id, 0);
    assert_int_equal(make_bot(*state, bob.id, "Third", 0, &bot), STORE_FULL);
    assert_int_equal(make_bot(*state, bob.id, "Third", 1, &bot), STORE_DONE);
    assert_int_equal(make_bot(*state, bot.id, "Fourth", 9, &seen), STORE_FULL); /* a bot's bot */
    struct store_user guest = {.name = "Guest"};
    assert_int_equal(store_make_user(*state, &guest, 1), STORE_DONE);
    assert_int_equal(make_bot(*state, guest.id, "Fourth", 9, &bot), STORE_FULL);
    assert_int_equal(make_bot(*state, 12345, "Fourth", 9, &bot), STORE_FULL);
    assert_int_equal(make_bot(*state, 0, "Fourth", 9, &bot), STORE_REFUSED);
    assert_int_equal(make_bot(*state, ann.id, "", 9, &bot), STORE_REFUSED);
    assert_bots(*state, ann.id, 1, "Robby 2000 0; Marvin 2000 0; ");
    assert_bots(*state, bob.id, 1, "Third 2000 0; ");
}

/* A bot is not a guest that could become something else, and its name is its own. */
STORE_TEST(test_bots_stay_bots)
{
    struct store_user ann = account(*state, "Ann"), bot, other, seen;
    assert_int_equal(make_bot(*state, ann.id, "Otto", 5, &bot), STORE_DONE);
    assert_int_equal(make_bot(*state, ann.id, "0tt0", 5, &other), STORE_TAKEN);
    assert_int_equal(make_bot(*state, ann.id, "ANN", 5, &other), STORE_TAKEN);
    assert_int_equal(store_name_is_free(*state, "Отто", 0), STORE_TAKEN);
    assert_int_equal(store_account(*state, "Otto", &seen), STORE_MISSING); /* no one can sign in */
    struct store_user changed = bot;
    snprintf(changed.name, sizeof changed.name, "Admin");
    snprintf(changed.language, sizeof changed.language, "en");
    assert_int_equal(store_change_user(*state, &changed), STORE_DONE);
    assert_int_equal(store_user(*state, bot.id, &seen), STORE_DONE);
    assert_string_equal(seen.name, "Otto");
    assert_string_equal(seen.language, "en");
    snprintf(changed.password, sizeof changed.password, "hash");
    assert_int_equal(store_make_account(*state, &changed), STORE_MISSING);
    changed.bot_owner = ann.id;
    assert_int_equal(store_make_user(*state, &changed, 1), STORE_REFUSED);
}

STORE_TEST(test_tokens_of_bots)
{
    struct store_user ann = account(*state, "Ann"), bot;
    uint8_t first[STORE_HASH_SIZE] = {1}, second[STORE_HASH_SIZE] = {2},
            none[STORE_HASH_SIZE] = {0};
    int64_t user;
    assert_int_equal(make_bot(*state, ann.id, "Robby", 2, &bot), STORE_DONE);
    assert_int_equal(store_put_token(*state, first, bot.id, 5000), STORE_DONE);
    assert_bots(*state, ann.id, 4999, "Robby 2000 5000; ");
    assert_bots(*state, ann.id, 5000, "Robby 2000 0; ");
    assert_int_equal(store_put_token(*state, second, bot.id, 6000), STORE_DONE);
    assert_int_equal(store_drop_other_tokens(*state, bot.id, second), STORE_DONE);
    assert_int_equal(store_token(*state, first, 1, &user), STORE_MISSING);
    assert_int_equal(store_token(*state, second, 1, &user), STORE_DONE);
    assert_true(user == bot.id);
    assert_int_equal(store_drop_other_tokens(*state, bot.id, none), STORE_DONE);
    assert_int_equal(store_token(*state, second, 1, &user), STORE_MISSING);
}

static void keep_line(void *context, const struct store_line *line)
{
    text_addf(context, "%s%s; ", line->name, line->bot ? " (bot)" : "");
}

/* Who has been at a table is a part of it. */
STORE_TEST(test_bots_that_were_at_a_table_stay)
{
    struct store_user ann = account(*state, "Ann"), robby, marvin;
    struct text seen = {0};
    assert_int_equal(make_bot(*state, ann.id, "Robby", 2, &robby), STORE_DONE);
    assert_int_equal(make_bot(*state, ann.id, "Marvin", 2, &marvin), STORE_DONE);
    make_table(*state, "a");
    assert_int_equal(store_join(*state, "a", robby.id), STORE_DONE);
    assert_int_equal(store_remove_bot(*state, robby.id, ann.id), STORE_MISSING);
    assert_int_equal(store_remove_bot(*state, marvin.id, robby.id), STORE_MISSING);
    assert_int_equal(store_remove_bot(*state, ann.id, ann.id), STORE_MISSING);
    assert_int_equal(store_remove_bot(*state, marvin.id, ann.id), STORE_DONE);
    assert_bots(*state, ann.id, 1, "Robby 2000 0; ");
    struct store_line line = {.time = 1, .user = robby.id, .name = "Robby", .text = "hello"};
    assert_int_equal(store_say(*state, "a", &line), STORE_DONE);
    line.user = ann.id;
    line.name = "Ann";
    assert_int_equal(store_say(*state, "a", &line), STORE_DONE);
    line.user = 12345; /* is gone */
    line.name = "Eve";
    assert_int_equal(store_say(*state, "a", &line), STORE_DONE);
    assert_int_equal(store_lines(*state, "a", 0, 9, keep_line, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "Robby (bot); Ann; Eve; ");
    text_free(&seen);
}

/* What guests leave behind goes after a while; bots are as accounts are. */
STORE_TEST(test_bots_are_not_cleaned_away)
{
    struct store_user ann = account(*state, "Ann"), guest = {.name = "Guest"}, bot;
    struct store_cleaning cleaning;
    assert_int_equal(store_make_user(*state, &guest, 1000), STORE_DONE);
    assert_int_equal(make_bot(*state, ann.id, "Robby", 2, &bot), STORE_DONE);
    assert_int_equal(store_begin_cleaning(*state, INT64_C(100) * DAY, 10, &cleaning), STORE_DONE);
    while (!cleaning.done)
        assert_int_equal(store_clean(*state, &cleaning), STORE_DONE);
    assert_int_equal(cleaning.guests, 1);
    assert_bots(*state, ann.id, 1, "Robby 2000 0; ");
}

STORE_TEST(test_copies_have_the_bots)
{
    struct problem problem = {0};
    struct store_user ann = account(*state, "Ann"), bot;
    char copied[128], shipped[128];
    assert_int_equal(make_bot(*state, ann.id, "Robby", 2, &bot), STORE_DONE);
    snprintf(copied, sizeof copied, "%s", new_file());
    assert_true(store_copy(*state, copied, &problem));
    struct store *copy = open_at(copied);
    assert_bots(copy, ann.id, 1, "Robby 2000 0; ");
    store_close(copy);
    snprintf(shipped, sizeof shipped, "%s", new_file());
    struct ship *ship = ship_open(*state, shipped, &problem);
    struct ship_round told;
    assert_non_null(ship);
    assert_true(ship_follow(ship, &told, &problem));
    assert_int_equal(make_bot(*state, ann.id, "Marvin", 2, &bot), STORE_DONE);
    assert_true(ship_follow(ship, &told, &problem));
    ship_close(ship);
    copy = open_at(shipped);
    assert_bots(copy, ann.id, 1, "Robby 2000 0; Marvin 2000 0; ");
    store_close(copy);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
