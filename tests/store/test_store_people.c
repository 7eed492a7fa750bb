/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Users, tokens, notifications, chat, and news between servers. */

#include "fixture.h"

/* ---- users ------------------------------------------------------------------------------------
 */

static struct store_user user_named(const char *name, const char *password)
{
    struct store_user user = {.language = "de",
                              .webhook = "https://example.org/?a='b'",
                              .secret = "s3cret",
                              .mail = "ann@example.org"};
    span_copy(span_of(name), user.name, sizeof user.name);
    snprintf(user.password, sizeof user.password, "%s", password);
    return user;
}

STORE_TEST(test_users)
{
    struct store_user ann = user_named("Ann Ä.", "hash"), guest = user_named("Guest", ""), seen;
    assert_int_equal(store_make_user(*state, &ann, 1000), STORE_DONE);
    assert_int_equal(store_make_user(*state, &guest, 1000), STORE_DONE);
    assert_true(ann.id > 0 && guest.id > 0 && ann.id != guest.id);
    assert_int_equal(store_user(*state, ann.id, &seen), STORE_DONE);
    assert_memory_equal(&seen, &ann, sizeof ann);
    assert_int_equal(store_account(*state, "Ann Ä.", &seen), STORE_DONE);
    assert_memory_equal(&seen, &ann, sizeof ann);
    assert_int_equal(store_account(*state, "Guest", &seen), STORE_MISSING);
    assert_int_equal(store_account(*state, "", &seen), STORE_MISSING);
    assert_int_equal(store_account(*state, "\xff", &seen), STORE_MISSING);
    assert_int_equal(store_user(*state, 12345, &seen), STORE_MISSING);
}

STORE_TEST(test_names_of_accounts)
{
    struct store_user ann = user_named("Ann", "hash"), other = user_named("Ann", "hash");
    struct store_user guest = user_named("Ann", ""), guest_too = user_named("Ann", "");
    assert_int_equal(store_make_user(*state, &ann, 1), STORE_DONE);
    assert_int_equal(store_make_user(*state, &other, 1), STORE_TAKEN);
    assert_int_equal(store_make_user(*state, &guest, 1), STORE_DONE);
    assert_int_equal(store_make_user(*state, &guest_too, 1), STORE_DONE);
    snprintf(guest.password, sizeof guest.password, "now an account");
    assert_int_equal(store_make_account(*state, &guest), STORE_TAKEN);
    snprintf(guest.name, sizeof guest.name, "Another Ann");
    assert_int_equal(store_make_account(*state, &guest), STORE_DONE);
    assert_int_equal(store_account(*state, "Another Ann", &other), STORE_DONE);
    assert_memory_equal(&other, &guest, sizeof other);
    other.id = 12345;
    assert_int_equal(store_change_user(*state, &other), STORE_MISSING);
}

/* Names that look alike are one name among accounts; guests are asked about theirs. */
STORE_TEST(test_names_that_look_alike)
{
    struct store_user otto = user_named("Otto", "hash"), cyrillic = user_named("Отто", "hash");
    struct store_user guest = user_named("0tt0", ""), rene = user_named("Ren\xc3\xa9", "hash");
    struct store_user decomposed = user_named("Rene\xcc\x81", "hash"),
                      plain = user_named("Rene", "hash");
    assert_int_equal(store_name_is_free(*state, "Отто", 0), STORE_DONE);
    assert_int_equal(store_make_user(*state, &otto, 1), STORE_DONE);
    assert_int_equal(store_make_user(*state, &cyrillic, 1), STORE_TAKEN);
    assert_int_equal(store_make_user(*state, &rene, 1), STORE_DONE);
    assert_int_equal(store_make_user(*state, &decomposed, 1), STORE_TAKEN);
    assert_int_equal(store_make_user(*state, &plain, 1), STORE_DONE);
    assert_int_equal(store_make_user(*state, &guest, 1), STORE_DONE);
    assert_int_equal(store_name_is_free(*state, "Отто", 0), STORE_TAKEN);
    assert_int_equal(store_name_is_free(*state, "Отто", otto.id), STORE_DONE);
    assert_int_equal(store_name_is_free(*state, "Somebody", 0), STORE_DONE);
    snprintf(guest.password, sizeof guest.password, "now an account");
    assert_int_equal(store_make_account(*state, &guest), STORE_TAKEN);
    snprintf(otto.language, sizeof otto.language, "en"); /* its own name is no other's */
    assert_int_equal(store_change_user(*state, &otto), STORE_DONE);
}

STORE_TEST(test_links_in_mails)
{
    struct store_user ann = user_named("Ann", "hash"), guest = user_named("Guest", ""), seen;
    uint8_t link[STORE_HASH_SIZE] = {1}, other[STORE_HASH_SIZE] = {2};
    int64_t user = 0;
    assert_int_equal(store_make_user(*state, &ann, 1), STORE_DONE);
    assert_int_equal(store_make_user(*state, &guest, 1), STORE_DONE);
    assert_int_equal(store_put_mail_link(*state, guest.id, link, 100), STORE_MISSING);
    assert_int_equal(store_put_mail_link(*state, ann.id, other, 100), STORE_DONE);
    assert_int_equal(store_put_mail_link(*state, ann.id, link, 100), STORE_DONE);
    assert_int_equal(store_confirm_mail(*state, other, 50, &user), STORE_MISSING); /* replaced */
    assert_int_equal(store_confirm_mail(*state, link, 100, &user), STORE_MISSING); /* too old */
    assert_int_equal(store_confirm_mail(*state, link, 99, &user), STORE_DONE);
    assert_int_equal(user, ann.id);
    assert_int_equal(store_confirm_mail(*state, link, 99, &user), STORE_MISSING); /* once */
    assert_int_equal(store_user(*state, ann.id, &seen), STORE_DONE);
    assert_true(seen.mail_confirmed);
    snprintf(seen.language, sizeof seen.language, "en");
    assert_int_equal(store_change_user(*state, &seen), STORE_DONE);
    assert_int_equal(store_user(*state, ann.id, &seen), STORE_DONE);
    assert_true(seen.mail_confirmed);
    snprintf(seen.mail, sizeof seen.mail, "other@example.org");
    assert_int_equal(store_change_user(*state, &seen), STORE_DONE);
    assert_int_equal(store_user(*state, ann.id, &seen), STORE_DONE);
    assert_false(seen.mail_confirmed);
    /* A link to one address does not confirm another. */
    assert_int_equal(store_put_mail_link(*state, ann.id, link, 100), STORE_DONE);
    snprintf(seen.mail, sizeof seen.mail, "third@example.org");
    assert_int_equal(store_change_user(*state, &seen), STORE_DONE);
    assert_int_equal(store_confirm_mail(*state, link, 50, &user), STORE_MISSING);
}

/* Two change a user that both have read before: neither writes back what the other has changed. */
STORE_TEST(test_changes_at_the_same_time)
{
    struct store_user ann = user_named("Ann", "old"), other, seen;
    assert_int_equal(store_make_user(*state, &ann, 1), STORE_DONE);
    other = ann;
    snprintf(ann.password, sizeof ann.password, "new");
    snprintf(ann.webhook, sizeof ann.webhook, "https://example.org/late");
    snprintf(other.language, sizeof other.language, "en");
    snprintf(other.name, sizeof other.name, "Bob");
    other.mail[0] = '\0';
    assert_int_equal(store_change_password(*state, &ann, "old"), STORE_DONE);
    assert_int_equal(store_change_user(*state, &other), STORE_DONE);
    assert_int_equal(store_user(*state, ann.id, &seen), STORE_DONE);
    assert_string_equal(seen.password, "new");
    assert_string_equal(seen.name, "Ann");
    assert_string_equal(seen.language, "en");
    assert_string_equal(seen.webhook, other.webhook);
    assert_string_equal(seen.mail, "");
    /* The password that was given is not the password any more. */
    snprintf(other.password, sizeof other.password, "late");
    assert_int_equal(store_change_password(*state, &other, "old"), STORE_MISSING);
    assert_int_equal(store_change_password(*state, &other, ""), STORE_REFUSED);
    assert_int_equal(store_make_account(*state, &other), STORE_MISSING);
    assert_int_equal(store_user(*state, ann.id, &seen), STORE_DONE);
    assert_string_equal(seen.password, "new");
    assert_string_equal(seen.name, "Ann");
}

/* A guest becomes an account once, and a change from before does not take its name away. */
STORE_TEST(test_guests_become_accounts)
{
    struct store_user guest = user_named("Guest", ""), late, seen;
    assert_int_equal(store_make_user(*state, &guest, 1), STORE_DONE);
    late = guest;
    assert_int_equal(store_make_account(*state, &guest), STORE_REFUSED); /* without a password */
    snprintf(guest.name, sizeof guest.name, "Ann");
    snprintf(guest.password, sizeof guest.password, "hash");
    assert_int_equal(store_make_account(*state, &guest), STORE_DONE);
    assert_int_equal(store_make_account(*state, &guest), STORE_MISSING);
    assert_int_equal(store_change_user(*state, &late), STORE_DONE);
    assert_int_equal(store_account(*state, "Ann", &seen), STORE_DONE);
    assert_true(seen.id == guest.id);
    assert_string_equal(seen.password, "hash");
}

STORE_TEST(test_refused_users)
{
    struct store_user nameless = user_named("", "hash"), wrong = user_named("\xc3", "hash");
    struct store_user endless = user_named("Ann", "hash");
    memset(endless.mail, 'x', sizeof endless.mail);
    assert_int_equal(store_make_user(*state, &nameless, 1), STORE_REFUSED);
    assert_int_equal(store_make_user(*state, &wrong, 1), STORE_REFUSED);
    assert_int_equal(store_make_user(*state, &endless, 1), STORE_REFUSED);
    assert_int_equal(store_change_user(*state, &endless), STORE_REFUSED);
}

/* ---- tokens -----------------------------------------------------------------------------------
 */

STORE_TEST(test_tokens)
{
    struct store_user ann = user_named("Ann", "hash"), bob = user_named("Bob", "hash");
    uint8_t first[STORE_HASH_SIZE] = {0}, second[STORE_HASH_SIZE] = {0, 1};
    int64_t user = 0;
    store_make_user(*state, &ann, 1);
    store_make_user(*state, &bob, 1);
    assert_int_equal(store_put_token(*state, first, ann.id, 100), STORE_DONE);
    assert_int_equal(store_put_token(*state, second, ann.id, 200), STORE_DONE);
    assert_int_equal(store_put_token(*state, second, 12345, 200), STORE_TAKEN);
    assert_int_equal(store_put_token(*state, first, bob.id, 900), STORE_TAKEN);
    assert_int_equal(store_token(*state, first, 99, &user), STORE_DONE);
    assert_true(user == ann.id);
    assert_int_equal(store_token(*state, first, 100, &user), STORE_MISSING);
    assert_int_equal(user, 0);
    assert_int_equal(store_put_token(*state, first, ann.id, 150), STORE_DONE);
    assert_int_equal(store_token(*state, first, 149, &user), STORE_DONE);
    assert_int_equal(store_tidy(*state, 150), STORE_DONE);
    assert_int_equal(store_token(*state, first, 0, &user), STORE_MISSING);
    assert_int_equal(store_token(*state, second, 0, &user), STORE_DONE);
    assert_int_equal(store_drop_token(*state, bob.id, second), STORE_MISSING); /* not theirs */
    assert_int_equal(store_drop_token(*state, ann.id, second), STORE_DONE);
    assert_int_equal(store_drop_token(*state, ann.id, second), STORE_MISSING);
    assert_int_equal(store_token(*state, second, 0, &user), STORE_MISSING);
}

STORE_TEST(test_other_tokens)
{
    struct store_user ann = user_named("Ann", "hash"), bob = user_named("Bob", "hash");
    uint8_t token[4][STORE_HASH_SIZE] = {{1}, {2}, {3}, {4}};
    int64_t user = 0;
    store_make_user(*state, &ann, 1);
    store_make_user(*state, &bob, 1);
    for (int i = 0; i < 4; i++)
        store_put_token(*state, token[i], i < 3 ? ann.id : bob.id, 100);
    assert_int_equal(store_drop_other_tokens(*state, ann.id, token[1]), STORE_DONE);
    for (int i = 0; i < 4; i++)
        assert_int_equal(store_token(*state, token[i], 0, &user),
                         i == 1 || i == 3 ? STORE_DONE : STORE_MISSING);
    assert_int_equal(store_drop_other_tokens(*state, ann.id, token[1]), STORE_DONE);
}

STORE_TEST(test_token_of_nobody)
{
    uint8_t token[STORE_HASH_SIZE] = {9};
    assert_int_equal(store_put_token(*state, token, 12345, 100), STORE_MISSING);
}

/* ---- notifications
 * ----------------------------------------------------------------------------------
 */

struct notifications {
    int64_t numbers[10];
    int count, tries;
    struct text bodies;
};

static void keep_notification(void *context, const struct store_notification *notification)
{
    struct notifications *notifications = context;
    notifications->numbers[notifications->count++] = notification->number;
    notifications->tries += notification->tries;
    text_add(&notifications->bodies, notification->body);
}

/* How many notifications are to be taken at that time. */
static int take(struct store *store, int64_t now, int64_t next, int limit,
                struct notifications *notifications)
{
    notifications->count = notifications->tries = 0;
    text_clear(&notifications->bodies);
    assert_int_equal(
        store_take_notifications(store, now, next, limit, keep_notification, notifications),
        STORE_DONE);
    return notifications->count;
}

STORE_TEST(test_notifications_have_leases)
{
    struct notifications taken = {0};
    struct store_notification notifications[] = {
        {.user = 1, .kind = "mail", .body = "early", .due = 10},
        {.user = 2, .kind = "webhook", .body = "late", .due = 50},
    };
    assert_int_equal(write_one(*state, (struct store_write){.notifications = notifications,
                                                            .notification_count = 2}),
                     STORE_DONE);
    assert_int_equal(take(*state, 9, 100, 10, &taken), 0);
    assert_int_equal(take(*state, 10, 100, 10, &taken), 1);
    assert_string_equal(text_string(&taken.bodies), "early");
    assert_int_equal(taken.tries, 1);
    assert_int_equal(take(*state, 10, 100, 10, &taken), 0); /* someone has it */
    assert_int_equal(take(*state, 99, 120, 10, &taken), 1);
    assert_string_equal(text_string(&taken.bodies), "late");
    assert_int_equal(store_drop_notification(*state, taken.numbers[0]), STORE_DONE);
    assert_int_equal(store_drop_notification(*state, taken.numbers[0]), STORE_MISSING);
    assert_int_equal(take(*state, 500, 600, 10, &taken), 1); /* who took it has died */
    assert_string_equal(text_string(&taken.bodies), "early");
    assert_int_equal(taken.tries, 2);
    int64_t number = taken.numbers[0];
    assert_int_equal(store_put_off_notification(*state, number, 700), STORE_DONE);
    assert_int_equal(take(*state, 699, 800, 10, &taken), 0);
    assert_int_equal(take(*state, 700, 800, 10, &taken), 1);
    assert_int_equal(taken.tries, 3);
    assert_int_equal(store_return_notification(*state, number, 710), STORE_DONE);
    assert_int_equal(take(*state, 710, 800, 10, &taken), 1);
    assert_int_equal(taken.tries, 3);
    assert_int_equal(store_drop_notification(*state, number), STORE_DONE);
    assert_int_equal(store_put_off_notification(*state, number, 900), STORE_MISSING);
    text_free(&taken.bodies);
}

STORE_TEST(test_notifications_in_portions)
{
    struct notifications taken = {0};
    struct store_notification notifications[5];
    for (int i = 0; i < 5; i++)
        notifications[i] = (struct store_notification){.kind = "mail", .body = "x", .due = i};
    make_table(*state, "a");
    struct store_write late = {.table = "a",
                               .expected = 7,
                               .notifications = notifications,
                               .notification_count = 5}; /* a conflict */
    assert_int_equal(write_one(*state, late), STORE_CONFLICT);
    assert_int_equal(take(*state, 10, 20, 10, &taken), 0);
    late.expected = 0;
    assert_int_equal(write_one(*state, late), STORE_DONE);
    struct store *other = open_again();
    assert_int_equal(take(*state, 10, 20, 2, &taken), 2);
    assert_int_equal(take(other, 10, 20, 2, &taken), 2);
    assert_int_equal(take(*state, 10, 20, 2, &taken), 1);
    assert_int_equal(take(other, 10, 20, 2, &taken), 0);
    store_close(other);
    text_free(&taken.bodies);
}

/* One notification about a table, until its reader has been there. */
STORE_TEST(test_notifications_about_tables)
{
    struct notifications taken = {0};
    struct store_notification notifications[] = {
        {.user = 1, .kind = "turn", .body = "first", .due = 10, .table = "a"},
        {.user = 1, .kind = "turn", .body = "second", .due = 10, .table = "a"},
        {.user = 1, .kind = "turn", .body = "other", .due = 10, .table = "b"},
        {.user = 2, .kind = "turn", .body = "another", .due = 10, .table = "a"},
    };
    struct store_write all = {.notifications = notifications, .notification_count = 4};
    make_table(*state, "a");
    assert_int_equal(write_one(*state, all), STORE_DONE);
    assert_int_equal(take(*state, 10, 20, 10, &taken), 3);
    assert_null(strstr(text_string(&taken.bodies), "second"));
    for (int i = 0; i < 3; i++)
        assert_int_equal(store_keep_notification(*state, taken.numbers[i], 1000), STORE_DONE);
    assert_int_equal(write_one(*state, all), STORE_DONE);
    assert_int_equal(take(*state, 999, 2000, 10, &taken), 0); /* all of them are unread */
    assert_int_equal(store_been_there(*state, 1, "nowhere"), STORE_DONE);
    assert_int_equal(store_been_there(*state, 1, "a"), STORE_DONE);
    assert_int_equal(write_one(*state, all), STORE_DONE);
    assert_int_equal(take(*state, 999, 2000, 10, &taken), 1);
    assert_string_equal(text_string(&taken.bodies), "first");
    /* Who does something at the table has been there. */
    struct store_row row = row_with("", "x");
    row.user = 2;
    assert_int_equal(
        write_one(*state, (struct store_write){.table = "a", .rows = &row, .row_count = 1}),
        STORE_DONE);
    assert_int_equal(write_one(*state, all), STORE_DONE);
    assert_int_equal(take(*state, 999, 2000, 10, &taken), 1);
    assert_string_equal(text_string(&taken.bodies), "another");
    assert_int_equal(take(*state, 1000, 3000, 10, &taken), 1); /* the last one that is unread */
    struct store_notification plain = {.user = 1, .kind = "confirm", .body = "{}", .due = 5};
    assert_int_equal(store_add_notification(*state, &plain), STORE_DONE);
    assert_int_equal(store_add_notification(*state, &plain), STORE_DONE);
    assert_int_equal(take(*state, 5, 6, 10, &taken), 2);
    text_free(&taken.bodies);
}

/* ---- chat -------------------------------------------------------------------------------------
 */

static void keep_line(void *context, const struct store_line *line)
{
    text_addf(context, "%d %s: %s|", (int)line->number, line->name, line->text);
}

static void assert_lines(struct store *store, int64_t after, int limit, const char *expected)
{
    struct text lines = {0};
    assert_int_equal(store_lines(store, "a", after, limit, keep_line, &lines), STORE_DONE);
    assert_string_equal(text_string(&lines), expected);
    text_free(&lines);
}

static enum store_result say(struct store *store, const char *table, const char *text, int number)
{
    struct store_line line = {.time = 5, .user = 1, .name = "Ann", .text = text};
    enum store_result result = store_say(store, table, &line);
    assert_int_equal(line.number, number);
    return result;
}

STORE_TEST(test_chat)
{
    struct store_line wrong = {.name = "Ann", .text = "\xff"};
    make_table(*state, "a");
    make_table(*state, "b");
    assert_int_equal(say(*state, "a", "one", 1), STORE_DONE);
    assert_int_equal(say(*state, "a", "two", 2), STORE_DONE);
    assert_int_equal(say(*state, "b", "elsewhere", 1), STORE_DONE);
    assert_int_equal(say(*state, "a", "three", 3), STORE_DONE);
    assert_int_equal(say(*state, "nowhere", "x", 0), STORE_MISSING);
    assert_int_equal(store_say(*state, "a", &wrong), STORE_REFUSED);
    assert_lines(*state, 0, 10, "1 Ann: one|2 Ann: two|3 Ann: three|");
    assert_lines(*state, 1, 10, "2 Ann: two|3 Ann: three|");
    assert_lines(*state, 0, 2, "2 Ann: two|3 Ann: three|"); /* the latest ones */
    assert_lines(*state, 3, 10, "");
    assert_int_equal(append(*state, "a", 0, "", "a row"), STORE_DONE); /* lines are not rows */
}

/* ---- news -------------------------------------------------------------------------------------
 */

/* Waits for news: "none", "any", or the table. */
static void assert_news(struct store *store, const char *expected)
{
    char table[STORE_ID_SIZE];
    bool found = store_news(store, strcmp(expected, "none") == 0 ? 100 : 5000, table);
    assert_string_equal(!found ? "none" : table[0] == '\0' ? "any" : table, expected);
}

STORE_TEST(test_news)
{
    struct store *writer = *state, *reader = open_again(), *same = open_again();
    if (!place.postgres) {
        assert_news(writer, "none");
        store_close(reader);
        store_close(same);
        return;
    }
    store_other_server(reader);
    assert_news(reader, "any"); /* from now on it listens */
    assert_news(same, "any");
    assert_news(writer, "any");
    assert_news(reader, "none");
    make_table(writer, "a");
    assert_news(reader, "a");
    append(writer, "a", 0, "", "one");
    assert_news(reader, "a");
    assert_int_equal(append(writer, "a", 0, "", "late"), STORE_CONFLICT);
    assert_news(reader, "none");
    say(writer, "a", "hello", 1);
    assert_news(reader, "a");
    store_drop_other_tokens(writer, 17, (const uint8_t[STORE_HASH_SIZE]){0});
    assert_news(reader, "!17");
    raw("NOTIFY orrery, 'nonsense'; NOTIFY orrery, ' x'; NOTIFY orrery, "
        "'012345678901234567890123456789 x'");
    store_remove(writer, "a");
    assert_news(reader, "a");
    assert_news(writer, "none"); /* own notifications are not news */
    assert_news(same, "none");
    make_table(reader, "b");
    assert_news(writer, "b");
    assert_news(same, "b");
    store_close(reader);
    store_close(same);
}

STORE_TEST(test_news_after_a_restart)
{
    if (!place.postgres)
        return;
    assert_news(*state, "any");
    tell_server("crash");
    assert_news(*state, "none");
    tell_server("start");
    assert_news(*state, "any"); /* something may have happened meanwhile */
    struct store *other = open_again();
    store_other_server(other);
    make_table(other, "a");
    assert_news(*state, "a");
    store_close(other);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
