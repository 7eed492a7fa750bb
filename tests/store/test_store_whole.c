/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The store as a whole: opening it, what is refused, who may serve it, backups and copies. */

#include "fixture.h"

#include <sys/stat.h>

/* ---- opening ----------------------------------------------------------------------------------
 */

static void assert_not_opened(const char *address, const char *format, const char *name)
{
    struct problem problem = {0};
    struct text message = {0};
    assert_null(store_open(address, &problem));
    phrase_write_with(&message, ENGLISH, format, name, NULL, NULL);
    assert_told(&problem, text_string(&message));
    text_free(&message);
}

STORE_TEST(test_opening_again)
{
    make_table(*state, "a");
    append(*state, "a", 0, "k", "one");
    struct store *other = open_again();
    assert_rows(other, "a", "1 k move one");
    store_close(*state);
    *state = open_again();
    assert_int_equal(append(other, "a", 1, "", "two"), STORE_DONE);
    assert_rows(*state, "a", "1 k move one; 2  move two");
    store_close(other);
}

static const char *name_of_store(void)
{
    return place.postgres ? "orrery" : place.address;
}

STORE_TEST(test_newer_store)
{
    raw(place.postgres ? "UPDATE orrery_store SET version = 99, least = 99"
                       : "PRAGMA user_version = 99");
    assert_not_opened(place.address, "{0} was created by a newer version of Orrery.",
                      name_of_store());
}

STORE_TEST(test_foreign_database)
{
    store_close(*state);
    *state = NULL;
    if (place.postgres) {
        raw("DROP TABLE orrery_store");
    } else {
        snprintf(place.address, sizeof place.address, "%s", new_file());
        raw("CREATE TABLE anything (x)");
    }
    assert_not_opened(place.address, "{0} is not an Orrery store.", name_of_store());
}

STORE_TEST(test_wrong_addresses)
{
    const char *file = new_file();
    FILE *text = fopen(file, "w");
    assert_non_null(text);
    for (int i = 0; i < 100; i++)
        fputs("This is a letter to my aunt and no database.\n", text);
    fclose(text);
    assert_not_opened(file, "{0} is not an Orrery store.", file);
    assert_not_opened("", "{0} is not an Orrery store.", "");
    assert_not_opened(":memory:", "{0} is not an Orrery store.", ":memory:");
    assert_not_opened("/nowhere/at/all.db", "{0} cannot be opened: No such file or directory.",
                      "/nowhere/at/all.db");
    struct problem problem = {0};
    assert_null(store_open("postgres://nobody@127.0.0.1:1/x", &problem));
    assert_true(problem_is_set(&problem));
}

STORE_TEST(test_file_is_private)
{
    struct stat about;
    if (place.postgres)
        return;
    assert_int_equal(stat(place.address, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

/* The lock of another process, which must not fail forever: it is gone with the process. */
static void hold_lock(int ready)
{
    struct problem problem = {0};
    struct store *store = store_open(place.address, &problem);
    char answer = store != NULL && store_lock(store, &problem) ? 'y' : 'n';
    if (write(ready, &answer, 1) == 1)
        for (;;)
            pause();
    _exit(1);
}

STORE_TEST(test_one_server_for_a_file)
{
    struct problem problem = {0};
    int ready[2];
    char answer = 0;
    assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
    pid_t child = fork();
    if (child == 0)
        hold_lock(ready[1]);
    assert_int_equal(read(ready[0], &answer, 1), 1);
    assert_int_equal(answer, 'y');
    struct text message = {0};
    phrase_write_with(&message, ENGLISH, "Another orrery serve is using {0}.", place.address, NULL,
                      NULL);
    assert_int_equal(store_lock(*state, &problem), place.postgres);
    assert_told(&problem, place.postgres ? "" : text_string(&message));
    assert_int_equal(make_table(*state, "a"), STORE_DONE); /* who does not serve may still write */
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    problem = (struct problem){0};
    assert_true(store_lock(*state, &problem));
    assert_true(store_lock(*state, &problem));
    text_free(&message);
    close(ready[0]);
    close(ready[1]);
}

/* Another name for the file does not help. */
STORE_TEST(test_lock_through_a_link)
{
    struct problem problem = {0};
    char link[128];
    if (place.postgres)
        return;
    snprintf(link, sizeof link, "%s", new_file());
    assert_int_equal(symlink(place.address, link), 0);
    struct store *other = open_at(link);
    assert_true(store_lock(*state, &problem));
    assert_false(store_lock(other, &problem));
    store_close(other);
}

/* ---- backups and copies -----------------------------------------------------------------------
 */

static void ignore_outage(void *context, const struct store_outage *outage)
{
    (void)context, (void)outage;
}

static void add_job(void *context, const struct store_job *job)
{
    text_addf(context, "%s %s %s", job->kind, job->table, job->body);
}

static void put_job(struct store *store, const char *key)
{
    struct text seen = {0};
    struct store_queue queue = {.most = 10, .most_of_user = 10, .most_of_owner = 10};
    struct store_job job = {.key = key, .kind = "hint", .table = "a", .body = "seat 1"};
    assert_int_equal(store_put_job(store, &job, 5, 100, &queue, add_job, &seen), STORE_DONE);
    text_free(&seen);
}

static void fill(struct store *store)
{
    uint8_t token[STORE_HASH_SIZE] = {1};
    struct store_user user = {.name = "Ann", .password = "hash"};
    struct store_notification notification = {
        .user = 1, .kind = "mail", .body = "your turn", .due = 7};
    struct store_line line = {.name = "Ann", .text = "hello"};
    struct store_row rows[] = {row_with("k", "one"), row_with("", "zwölf")}, many[30];
    struct store_table table = table_named("a");
    for (int i = 0; i < 30; i++)
        many[i] = row_with("", "row");
    assert_int_equal(store_make_user(store, &user, 5), STORE_DONE);
    assert_int_equal(write_one(store, (struct store_write){.make = &table,
                                                           .rows = rows,
                                                           .row_count = 2,
                                                           .snapshot = "\0\1",
                                                           .snapshot_size = 2,
                                                           .notifications = &notification,
                                                           .notification_count = 1}),
                     STORE_DONE);
    store_join(store, "a", user.id);
    store_say(store, "a", &line);
    store_keep(store, "noughts 1", "cards of\nnoughts\n");
    put_job(store, "first");
    store_put_token(store, token, user.id, 100);
    beat(store, 500, 0, 0, NULL, NULL);
    beat(store, 700, 0, 500, ignore_outage, NULL);
    for (int i = 0; i < 20; i++) {
        char id[STORE_ID_SIZE];
        snprintf(id, sizeof id, "t%02d", i);
        struct store_table another = table_named(id);
        write_one(store, (struct store_write){.make = &another, .rows = many, .row_count = 30});
    }
}

static void keep_notification(void *context, const struct store_notification *notification)
{
    text_addf(context, "%d %s %s %d", (int)notification->user, notification->kind,
              notification->body, notification->tries);
}

static void keep_line(void *context, const struct store_line *line)
{
    text_addf(context, "%d %s %s", (int)line->number, line->name, line->text);
}

static void keep_outage(void *context, const struct store_outage *outage)
{
    text_addf(context, "%d-%d", (int)outage->from, (int)outage->to);
}

static void keep_document(void *context, const char *text)
{
    text_add(context, text);
}

/* Everything that `fill` put in is there. */
static void assert_filled(struct store *store)
{
    uint8_t token[STORE_HASH_SIZE] = {1};
    struct store_user user;
    struct text seen = {0};
    int64_t id = 0;
    assert_rows(store, "a", "1 k move one; 2  move zwölf");
    assert_snapshot(store, 2, (struct span){"\0\1", 2});
    assert_int_equal(count_rows(store, "t19"), 30);
    assert_int_equal(store_token(store, token, 99, &id), STORE_DONE);
    assert_int_equal(store_account(store, "Ann", &user), STORE_DONE);
    assert_true(user.id == id);
    assert_tables_of(store, id, "a");
    assert_int_equal(store_lines(store, "a", 0, 5, keep_line, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "1 Ann hello");
    text_clear(&seen);
    assert_int_equal(store_take_notifications(store, 7, 8, 5, keep_notification, &seen),
                     STORE_DONE);
    assert_string_equal(text_string(&seen), "1 mail your turn 1");
    text_clear(&seen);
    assert_int_equal(store_kept(store, "noughts 1", keep_document, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "cards of\nnoughts\n");
    text_clear(&seen);
    assert_int_equal(store_job(store, "first", 5, add_job, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "hint a seat 1");
    put_job(store, "second"); /* new numbers continue after those that were copied */
    text_clear(&seen);
    assert_int_equal(beat(store, 710, 50, 0, keep_outage, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "500-700");
    text_free(&seen);
    user.id = 0; /* new numbers continue after those that were copied */
    assert_int_equal(store_make_user(store, &user, 5), STORE_TAKEN);
    snprintf(user.name, sizeof user.name, "Bob");
    assert_int_equal(store_make_user(store, &user, 5), STORE_DONE);
    assert_true(user.id > id);
    assert_int_equal(append(store, "a", 2, "", "after"), STORE_DONE);
}

STORE_TEST(test_documents)
{
    struct text seen = {0};
    assert_int_equal(store_kept(*state, "a", keep_document, &seen), STORE_MISSING);
    assert_int_equal(store_keep(*state, "a", "first"), STORE_DONE);
    assert_int_equal(store_keep(*state, "a", "another"), STORE_DONE); /* changes nothing */
    assert_int_equal(store_keep(*state, "b", ""), STORE_DONE);
    assert_int_equal(store_kept(*state, "a", keep_document, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "first");
    assert_int_equal(store_keep(*state, "", "text"), STORE_REFUSED);
    assert_int_equal(store_keep(*state, "c", "\xff"), STORE_REFUSED);
    assert_int_equal(store_kept(*state, "", keep_document, &seen), STORE_MISSING);
    raw("UPDATE documents SET text = 'other' WHERE name = 'a'");
    assert_int_equal(store_kept(*state, "a", keep_document, &seen), STORE_DAMAGED);
    raw("UPDATE documents SET name = 'c' WHERE name = 'b'");
    assert_int_equal(store_kept(*state, "c", keep_document, &seen), STORE_DAMAGED);
    assert_string_equal(text_string(&seen), "first");
    text_free(&seen);
}

static enum store_result cards_of(struct store *store, const char *table, struct text *seen)
{
    char name[STORE_DOCUMENT_NAME_SIZE];
    text_clear(seen);
    store_cards_name(table, name);
    return store_kept(store, name, keep_document, seen);
}

/* They are there with the table, and gone with it. */
STORE_TEST(test_cards_of_a_table)
{
    struct text seen = {0};
    struct store_table one = {.id = "one", .head = "head"}, other = {.id = "other", .head = ""};
    assert_int_equal(write_one(*state, (struct store_write){.make = &one, .cards = "set"}),
                     STORE_DONE);
    assert_int_equal(write_one(*state, (struct store_write){.make = &other}), STORE_DONE);
    assert_int_equal(cards_of(*state, "one", &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "set");
    assert_int_equal(cards_of(*state, "other", &seen), STORE_MISSING);

    /* Not for a table that is there, nor for one that is refused, nor without sense. */
    assert_int_equal(write_one(*state, (struct store_write){.table = "other", .cards = "set"}),
                     STORE_REFUSED);
    assert_int_equal(write_one(*state, (struct store_write){.make = &one, .cards = "another"}),
                     STORE_TAKEN);
    one = (struct store_table){.id = "third", .head = ""};
    assert_int_equal(write_one(*state, (struct store_write){.make = &one, .cards = "\xff"}),
                     STORE_REFUSED);
    assert_int_equal(write_one(*state, (struct store_write){.make = &one, .cards = ""}),
                     STORE_REFUSED);
    assert_int_equal(cards_of(*state, "third", &seen), STORE_MISSING);
    assert_int_equal(cards_of(*state, "one", &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), "set");

    assert_int_equal(store_remove(*state, "other"), STORE_DONE);
    assert_int_equal(cards_of(*state, "one", &seen), STORE_DONE);
    assert_int_equal(store_remove(*state, "one"), STORE_DONE);
    assert_int_equal(cards_of(*state, "one", &seen), STORE_MISSING);
    text_free(&seen);
}

/* ---- signs of life ----------------------------------------------------------------------------
 */

static void add_outage(void *context, const struct store_outage *outage)
{
    text_addf(context, "%lld-%lld ", (long long)outage->from, (long long)outage->to);
}

static void assert_beat(struct store *store, int64_t now, int64_t longest, int64_t since,
                        const char *expected)
{
    struct text seen = {0};
    assert_int_equal(beat(store, now, longest, since, add_outage, &seen), STORE_DONE);
    assert_string_equal(text_string(&seen), expected);
    text_free(&seen);
}

STORE_TEST(test_heartbeat)
{
    assert_beat(*state, 1000, 50, 0, ""); /* nobody knows what was before */
    assert_beat(*state, 1050, 50, 0, "");
    assert_beat(*state, 1101, 50, 0, "1050-1101 ");
    assert_beat(*state, 1102, 0, 0, "1050-1101 1101-1102 ");
    assert_beat(*state, 1102, 0, 0, "1050-1101 1101-1102 ");
    struct store *other = open_again(); /* any server counts */
    assert_beat(other, 1140, 50, 1101, "1101-1102 ");
    assert_beat(*state, 1180, 50, 1102, "");
    assert_beat(other, 1000, 50, 1102, ""); /* someone has set his clock back */
    assert_beat(*state, 1300, 50, 1102, "1180-1300 ");
    store_close(other);
    assert_int_equal(store_tidy(*state, INT64_C(181) * 86400000), STORE_DONE);
    assert_beat(*state, 1300, 50, 0, "");
}

/* A clock that is set ahead by half a year, twice: it costs nobody their token, and what was jumped
 * over is known for as long as it matters. A token ends after its days all the same. */
STORE_TEST(test_a_clock_that_jumps_ends_no_token)
{
    const int64_t day = INT64_C(86400000), year = 365 * day;
    struct store_user ann = {.name = "Ann", .language = "en"};
    uint8_t hash[STORE_HASH_SIZE] = {7}, old[STORE_HASH_SIZE] = {8};
    int64_t user;
    assert_int_equal(store_make_user(*state, &ann, 1000), STORE_DONE);
    assert_int_equal(beat(*state, day, 6000, 0, NULL, NULL), STORE_DONE);
    store_put_token(*state, hash, ann.id, 181 * day);
    store_put_token(*state, old, ann.id, day - 1);
    assert_int_equal(beat(*state, day + 1000, 6000, 0, NULL, NULL), STORE_DONE);
    for (int i = 1; i <= 2; i++) {
        int64_t now = day + 1000 + i * year;
        assert_int_equal(beat(*state, now, 6000, 0, NULL, NULL), STORE_DONE);
        assert_int_equal(store_tidy(*state, now), STORE_DONE);
        assert_int_equal(store_token(*state, hash, now, &user), STORE_DONE);
    }
    assert_int_equal(store_token(*state, old, day, &user), STORE_MISSING);
    assert_int_equal(store_token(*state, hash, 181 * day + 2 * year - 1, &user), STORE_DONE);
    assert_int_equal(store_token(*state, hash, 181 * day + 2 * year, &user), STORE_MISSING);
    struct store_cleaning cleaning; /* ten days ago is more than two years ago */
    store_begin_cleaning(*state, day + 1000 + 2 * year, 10, &cleaning);
    assert_true(cleaning.rests_before == -9 * day + 1000);
}

/* An outage that ends after a server has lived is none: such were left by older programs when a
 * clock was set back. */
STORE_TEST(test_outages_in_the_future)
{
    assert_beat(*state, 1000, 50, 0, "");
    raw("INSERT INTO outages VALUES (900, 950), (1000, 4600)");
    assert_beat(*state, 1010, 50, 0, "900-950 ");
    assert_beat(*state, 5000, 10000, 0, "900-950 "); /* it is gone for good */
}

static void keep_sign(void *context, struct store_heartbeat *sign)
{
    *(struct store_heartbeat *)context = *sign;
    sign->now = sign->began = sign->found ? sign->last + 10 : 5000;
    sign->now_lead = 70;
}

static void ignore_any_outage(void *context, const struct store_outage *outage)
{
    (void)context, (void)outage;
}

/* What the next server is told, and what one who leaves no sign is. */
STORE_TEST(test_what_a_sign_tells)
{
    struct store *store = *state;
    struct store_heartbeat first, second;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t wall = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    assert_int_equal(store_heartbeat(store, keep_sign, 0, ignore_any_outage, &first), STORE_DONE);
    assert_false(first.found);
    assert_int_equal(store_heartbeat(store, keep_sign, 0, ignore_any_outage, &second), STORE_DONE);
    assert_true(second.found);
    assert_int_equal(second.last, 5000);
    assert_int_equal(second.lead, 70);
    if (place.postgres) /* one clock for all servers: that of the database */
        assert_true(second.wall >= wall && second.wall < wall + 3600000);
    else
        assert_int_equal(second.wall, 0);
    int64_t told = store_time(store, 100000);
    if (place.postgres)
        assert_true(told >= wall + 70 && told < wall + 3600000);
    else
        assert_int_equal(told, 100070);
    raw("UPDATE pulse SET time = 9007199254740992"); /* far in the future: never before that */
    assert_true(store_time(store, 100000) == INT64_C(1) << 53);
    raw("UPDATE pulse SET time = 9223372036854775807"); /* no time at all */
    assert_int_equal(store_heartbeat(store, keep_sign, 0, ignore_any_outage, &second), STORE_DONE);
    assert_false(second.found);
}

STORE_TEST(test_backup)
{
    struct problem problem = {0};
    char file[128], message[200];
    snprintf(file, sizeof file, "%s", new_file());
    fill(*state);
    assert_true(store_backup(*state, file, &problem));
    assert_told(&problem, "");
    append(*state, "a", 2, "", "not in it");
    struct store *copy = open_at(file);
    assert_true(store_lock(copy, &problem));
    assert_filled(copy);
    store_close(copy);
    assert_false(store_backup(*state, file, &problem));
    snprintf(message, sizeof message, "%s already exists.", file);
    assert_told(&problem, message);
    problem = (struct problem){0};
    assert_false(store_backup(*state, "/nowhere/at/all.db", &problem));
    assert_told(&problem, "/nowhere/at/all.db cannot be written: No such file or directory.");
}

/* From this kind of database to SQLite and back again. */
STORE_TEST(test_copies)
{
    struct problem problem = {0};
    char file[128];
    snprintf(file, sizeof file, "%s", new_file());
    fill(*state);
    assert_true(store_copy(*state, file, &problem));
    assert_false(store_copy(*state, file, &problem));
    assert_told(&problem, "The store to copy to is not empty.");
    problem = (struct problem){0};
    store_close(*state);
    open_empty(state);
    struct store *copy = open_at(file);
    assert_true(store_copy(copy, place.address, &problem));
    assert_told(&problem, "");
    store_close(copy);
    assert_filled(*state);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
