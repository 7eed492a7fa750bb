/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Studies of a server, on either database: how many may wait, and what becomes of them when workers
 * die, are slow, or lose their database. */

#include "halls.h"

#include "server/studies.h"
#include "server/study_view.h"

enum { LEASE_MS = 2000, SHORT = 5, LONG = 3000 }; /* nodes for each moment */

/* ---- short ways ------------------------------------------------------------------------------ */

static struct studies *open_studies(const struct stage *stage, int threads, int64_t nodes)
{
    struct problem problem = {0};
    struct studies_settings settings = {.store = place.address,
                                        .threads = threads,
                                        .lease_ms = LEASE_MS,
                                        .effort = {.hint_nodes = nodes, .analysis_nodes = nodes}};
    struct studies *studies = studies_open(stage->loop, &settings, &problem);
    assert_told(&problem, "");
    assert_non_null(studies);
    return studies;
}

static struct studies_counts counts_of(const struct studies *studies)
{
    struct studies_counts counts;
    studies_counts(studies, &counts);
    return counts;
}

/* A game of noughts that is over. */
static const char *play_noughts(struct stage *stage)
{
    static const char *const moves[] = {"1 mark a1", "2 mark a2", "1 mark b1", "2 mark b2",
                                        "1 mark c1"};
    const char *table = make_noughts(stage);
    for (int i = 0; i < 5; i++)
        move(stage, stage->hall, table, i % 2 == 0 ? stage->ada : stage->bob, moves[i]);
    return table;
}

/* A long game that is over. */
static const char *play_long(struct stage *stage)
{
    const char *table = make_for_computers(stage, "pulsar-2849", "random");
    struct onlooker onlooker;
    watch(stage, stage->hall, table, &onlooker);
    wait_until(stage, &onlooker.over);
    hall_unwatch(&onlooker.watcher);
    return table;
}

static struct study analysis_of(struct stage *stage, const char *table)
{
    struct study study;
    struct problem problem = {0};
    assert_true(study_analysis(look(stage, stage->hall, table), &study, &problem));
    return study;
}

/* A hint for the seat that begins. */
static struct study hint_of(struct stage *stage, const char *table)
{
    struct study study;
    struct problem problem = {0};
    struct room *room = look(stage, stage->hall, table);
    assert_false(study_hint(room, stage->ada, 0, &study, &problem));
    assert_told(&problem, "there are no hints at this table");
    room->plan.hints = true;
    assert_true(study_hint(room, stage->ada, 0, &study, &problem));
    return study;
}

/* Somebody who asks and follows, and notes what is told. */
struct student {
    struct question question;
    struct follower follower;
    bool told, ended;
    enum study_state state;
    int64_t ahead;
    char result[200]; /* how it begins */
};

static void note_standing(struct student *student, const struct standing *standing)
{
    student->state = standing->state;
    student->ahead = standing->ahead;
    snprintf(student->result, sizeof student->result, "%s", standing->result);
}

static void note_told(struct question *question, const struct standing *standing)
{
    struct student *student = (struct student *)question;
    note_standing(student, standing);
    student->told = true;
}

static void note_ended(struct follower *follower, const struct standing *standing)
{
    struct student *student =
        (struct student *)((char *)follower - offsetof(struct student, follower));
    note_standing(student, standing);
    student->ended = true;
}

static enum study_state ask(struct stage *stage, struct studies *studies, const struct study *study,
                            bool only_looks, struct student *student)
{
    *student = (struct student){.question = {.told = note_told,
                                             .study = *study,
                                             .user = stage->ada,
                                             .owner = stage->ada,
                                             .only_looks = only_looks}};
    studies_ask(studies, &student->question);
    wait_until(stage, &student->told);
    return student->state;
}

static void follow(struct studies *studies, struct student *student)
{
    student->follower.ended = note_ended;
    memcpy(student->follower.key, student->question.study.key, sizeof student->follower.key);
    studies_follow(studies, &student->follower);
}

/* Follows it to its end. */
static enum study_state await_end(struct stage *stage, struct studies *studies,
                                  struct student *student)
{
    follow(studies, student);
    wait_until(stage, &student->ended);
    return student->state;
}

static void wait_until_working(struct stage *stage, const struct studies *studies, int working)
{
    int64_t end = loop_now() + PATIENCE_MS;
    while (counts_of(studies).working != working && loop_now() < end)
        loop_round(stage->loop, 20);
    assert_int_equal(counts_of(studies).working, working);
}

/* Studies with one thread, which has begun one that somebody has asked for. */
static struct studies *begin_study(struct stage *stage, const struct study *study, int64_t nodes,
                                   struct student *student)
{
    struct studies *studies = open_studies(stage, 1, nodes);
    ask(stage, studies, study, false, student);
    wait_until_working(stage, studies, 1);
    return studies;
}

static void count_job(void *context, const struct store_job *job)
{
    (void)job;
    ++*(int *)context;
}

/* A job without a server that asks for it. */
static void put_job(struct stage *stage, const struct study *study, const char *kind,
                    const char *body)
{
    int seen = 0;
    struct store_queue queue = {.most = 10, .most_of_user = 10, .most_of_owner = 10};
    struct store_job job = {.key = study->key, .kind = kind, .table = study->table, .body = body};
    assert_int_equal(
        store_put_job(stage->store, &job, loop_time(), INT64_MAX / 2, &queue, count_job, &seen),
        STORE_DONE);
    assert_int_equal(seen, 1);
}

/* ---- studies that go well -------------------------------------------------------------------- */

static void test_made_once(void **state)
{
    struct stage *stage = *state;
    struct student first, second;
    struct study study = analysis_of(stage, play_noughts(stage));
    struct studies *studies = open_studies(stage, 1, SHORT);
    assert_int_equal(ask(stage, studies, &study, true, &first), STUDY_NONE);
    assert_int_equal(ask(stage, studies, &study, false, &first), STUDY_WAITING);
    assert_int_equal(await_end(stage, studies, &first), STUDY_DONE);
    assert_memory_equal(first.result, "{\"game\":\"noughts\"", 17);
    assert_int_equal(ask(stage, studies, &study, false, &second), STUDY_DONE);
    assert_string_equal(second.result, first.result);
    assert_int_equal(counts_of(studies).taken, 1);
    assert_int_equal(counts_of(studies).finished, 1);
    studies_close(studies);
}

/* Two servers: one has the client, the other does the work. */
static void test_another_server_does_it(void **state)
{
    struct stage *stage = *state;
    struct student student, gone;
    struct study study = analysis_of(stage, play_noughts(stage));
    struct studies *desk = open_studies(stage, 0, SHORT);
    assert_int_equal(ask(stage, desk, &study, false, &student), STUDY_WAITING);
    follow(desk, &student);
    ask(stage, desk, &study, false, &gone);
    follow(desk, &gone);
    studies_unfollow(&gone.follower);
    wait_for(stage, 100);
    assert_false(student.ended);
    struct studies *workshop = open_studies(stage, 2, SHORT);
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, STUDY_DONE);
    assert_false(gone.ended);
    assert_int_equal(counts_of(desk).taken, 0);
    assert_int_equal(counts_of(workshop).taken, 1);
    studies_close(workshop);
    studies_close(desk);
}

/* A hint does not wait for an analysis. */
static void test_hints_first(void **state)
{
    struct stage *stage = *state;
    struct student slow, quick;
    struct study analysis = analysis_of(stage, play_long(stage));
    struct study hint = hint_of(stage, make_noughts(stage));
    struct studies *studies = open_studies(stage, 2, LONG);
    ask(stage, studies, &analysis, false, &slow);
    wait_until_working(stage, studies, 1);
    ask(stage, studies, &hint, false, &quick);
    assert_int_equal(await_end(stage, studies, &quick), STUDY_DONE);
    assert_int_equal(counts_of(studies).finished, 1);
    assert_int_equal(counts_of(studies).working, 1);
    studies_close(studies);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Others have asked for as much at that table. */
static void fill_queue(const char *table, int from, int to)
{
    char sql[500];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
             "INSERT INTO jobs (key, kind, table_id, user_id, rank, body, made, keep_until, state, "
             "worker, lease, tries, result) "
             "SELECT 'riddle ' || i, 'riddle', '%s', 0, 1, '', 1, 99999999999999, 0, '', 0, 0, '' "
             "FROM n",
             from, to, table);
    raw(sql);
}

static void assert_refused(struct stage *stage, struct studies *studies, const struct study *study,
                           const char *sentence)
{
    struct student student;
    enum error_code code = ERROR_NONE;
    struct standing standing = {.state = ask(stage, studies, study, false, &student)};
    const char *refusal = study_refusal(&standing, &code);
    assert_non_null(refusal);
    assert_string_equal(refusal, sentence);
    assert_int_equal(code, ERROR_TOO_MANY);
}

/* Analyses never keep hints out, but there is an end to everything. */
static void test_full_queue(void **state)
{
    static const char sentence[] = "too much waits to be thought about; please try again later";
    struct stage *stage = *state;
    struct student student;
    const char *table = play_noughts(stage);
    struct study analysis = analysis_of(stage, table);
    fill_queue(table, 1, 300); /* a hundred are kept for who waits for nothing */
    struct study first = hint_of(stage, make_noughts(stage));
    struct study second = hint_of(stage, make_noughts(stage));
    struct studies *studies = open_studies(stage, 0, SHORT);
    assert_refused(stage, studies, &analysis, sentence);
    assert_int_equal(ask(stage, studies, &first, false, &student), STUDY_WAITING);
    assert_int_equal(student.ahead, 0);
    fill_queue(first.table, 301, 399);
    assert_refused(stage, studies, &second, sentence);
    assert_int_equal(ask(stage, studies, &first, false, &student), STUDY_WAITING);
    raw("DELETE FROM jobs WHERE key = 'riddle 1'");
    assert_int_equal(ask(stage, studies, &second, false, &student), STUDY_WAITING);
    assert_int_equal(student.ahead, 1);
    studies_close(studies);
}

/* Guests cost nothing: those at one address take turns together. */
static int64_t owner_at(const struct studies *studies, const struct store_user *user,
                        const char *text)
{
    union address address;
    uint8_t key[ADDRESS_KEY_SIZE];
    assert_true(address_read(span_of(text), &address));
    address_key(&address.any, key);
    return studies_owner(studies, user, key);
}

static void test_owners(void **state)
{
    struct stage *stage = *state;
    struct studies *studies = open_studies(stage, 0, SHORT);
    struct store_user guest = {.id = 5}, other = {.id = 6}, account = {.id = 7, .password = "x"};
    int64_t owner = owner_at(studies, &guest, "192.0.2.1");
    assert_true(owner < 0);
    assert_true(owner_at(studies, &other, "192.0.2.1") == owner);
    assert_true(owner_at(studies, &other, "192.0.2.2") != owner);
    assert_int_equal(owner_at(studies, &account, "192.0.2.1"), 7);
    owner = owner_at(studies, &guest, "2001:db8::1");
    assert_true(owner_at(studies, &guest, "2001:db8::ffff:1") == owner);
    assert_true(owner_at(studies, &guest, "2001:db8:0:1::1") != owner);
    studies_close(studies);
}

/* Who waits for much gets no more of it until something is done. */
static void test_full_user(void **state)
{
    enum { MOST = 4 };
    struct stage *stage = *state;
    struct student students[MOST], last;
    struct study hints[MOST + 1];
    for (int i = 0; i <= MOST; i++)
        hints[i] = hint_of(stage, make_noughts(stage));
    struct studies *desk = open_studies(stage, 0, SHORT);
    for (int i = 0; i < MOST; i++) {
        assert_int_equal(ask(stage, desk, &hints[i], false, &students[i]), STUDY_WAITING);
        assert_int_equal(students[i].ahead, i);
    }
    assert_refused(stage, desk, &hints[MOST], "you wait for several hints or analyses already");
    struct studies *workshop = open_studies(stage, 1, SHORT);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(await_end(stage, desk, &students[i]), STUDY_DONE);
    ask(stage, desk, &hints[MOST], false, &last);
    assert_int_equal(await_end(stage, desk, &last), STUDY_DONE);
    assert_int_equal(counts_of(workshop).finished, MOST + 1);
    studies_close(workshop);
    studies_close(desk);
}

/* ---- workers that die or are slow ------------------------------------------------------------ */

/* A worker has died at a study, and it was not the first one. How it ends. */
static struct studies_counts inherit(struct stage *stage, int tries, struct student *student)
{
    char sql[100];
    struct study study = analysis_of(stage, play_noughts(stage));
    struct studies *desk = open_studies(stage, 0, SHORT);
    ask(stage, desk, &study, false, student);
    snprintf(sql, sizeof sql, "UPDATE jobs SET worker = 'dead', lease = 1, tries = %d", tries);
    raw(sql); /* long ago */
    struct studies *heir = open_studies(stage, 1, SHORT);
    await_end(stage, desk, student);
    struct studies_counts counts = counts_of(heir);
    studies_close(heir);
    studies_close(desk);
    return counts;
}

static void test_taken_over(void **state)
{
    struct student student;
    struct studies_counts counts = inherit(*state, 1, &student);
    assert_int_equal(student.state, STUDY_DONE);
    assert_int_equal(counts.taken_over, 1);
}

/* A study that kills every server is given up. */
static void test_given_up(void **state)
{
    struct student student;
    struct studies_counts counts = inherit(*state, 3, &student);
    assert_int_equal(student.state, STUDY_FAILED);
    assert_string_equal(student.result, "");
    assert_int_equal(counts.taken, 0);
}

static void test_lost(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_long(stage));
    struct studies *studies = begin_study(stage, &study, LONG, &student);
    raw("UPDATE jobs SET worker = 'thief', lease = 99999999999999");
    wait_until_working(stage, studies, 0); /* it notices when it wants to renew its lease */
    assert_int_equal(counts_of(studies).lost, 1);
    assert_int_equal(counts_of(studies).finished, 0);
    assert_int_equal(ask(stage, studies, &study, true, &student), STUDY_WORKING);
    studies_close(studies);
}

static void test_given_back_at_the_end(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_long(stage));
    struct studies *studies = begin_study(stage, &study, LONG, &student);
    int64_t since = loop_now();
    studies_close(studies);
    assert_true(loop_now() - since < PATIENCE_MS / 4);
    studies = open_studies(stage, 0, LONG);
    assert_int_equal(ask(stage, studies, &study, true, &student), STUDY_WAITING);
    studies_close(studies);
}

/* ---- what cannot be done --------------------------------------------------------------------- */

static void test_impossible(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_noughts(stage));
    put_job(stage, &study, "analysis", "999"); /* it has not so many rows */
    struct studies *studies = open_studies(stage, 1, SHORT);
    ask(stage, studies, &study, false, &student);
    assert_int_equal(await_end(stage, studies, &student), STUDY_FAILED);
    assert_string_equal(student.result, "the table cannot be read");
    assert_int_equal(counts_of(studies).failed, 1);
    studies_close(studies);
}

/* A job of a newer program is left to it. */
static void test_unknown_kind(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_noughts(stage));
    put_job(stage, &study, "riddle", "1");
    struct studies *studies = open_studies(stage, 1, SHORT);
    wait_for(stage, 300);
    wait_until_working(stage, studies, 0);
    assert_int_equal(counts_of(studies).taken, 1);
    assert_int_equal(counts_of(studies).finished, 0);
    assert_int_equal(ask(stage, studies, &study, true, &student), STUDY_WAITING);
    studies_close(studies);
}

/* ---- the database goes away ------------------------------------------------------------------ */

static void test_outage(void **state)
{
    struct stage *stage = *state;
    struct student student, other;
    if (!place.postgres)
        return;
    struct study study = analysis_of(stage, play_noughts(stage));
    struct studies *studies = begin_study(stage, &study, 20 * LONG, &student);
    follow(studies, &student);
    tell_server("crash");
    assert_int_equal(ask(stage, studies, &study, true, &other), STUDY_UNANSWERED);
    wait_for(stage, 1000);
    assert_false(student.ended);
    tell_server("start");
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, STUDY_DONE);
    studies_close(studies);
}

/* The store does not answer for a while, in which a study may be done, but does again when the
 * server ends. How the study stands then. */
static enum study_state end_after_silence(struct stage *stage, const struct study *study,
                                          int milliseconds)
{
    struct student student;
    struct studies *studies = begin_study(stage, study, SHORT, &student);
    raw("ALTER TABLE jobs RENAME TO hidden");
    wait_for(stage, milliseconds);
    assert_int_equal(counts_of(studies).working, 1);
    assert_int_equal(counts_of(studies).finished, 0);
    raw("ALTER TABLE hidden RENAME TO jobs");
    studies_close(studies);
    studies = open_studies(stage, 0, SHORT);
    enum study_state found = ask(stage, studies, study, true, &student);
    studies_close(studies);
    return found;
}

static void test_told_at_the_end(void **state)
{
    struct study study = analysis_of(*state, play_noughts(*state));
    enum study_state found = STUDY_WAITING; /* until there was time enough to do it */
    for (int time = 300; found == STUDY_WAITING && time < PATIENCE_MS; time *= 2)
        found = end_after_silence(*state, &study, time);
    assert_int_equal(found, STUDY_DONE);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        hall_test(test_made_once),   hall_test(test_another_server_does_it),
        hall_test(test_hints_first), hall_test(test_full_queue),
        hall_test(test_full_user),   hall_test(test_owners),
        hall_test(test_taken_over),  hall_test(test_given_up),
        hall_test(test_lost),        hall_test(test_given_back_at_the_end),
        hall_test(test_impossible),  hall_test(test_unknown_kind),
        hall_test(test_outage),      hall_test(test_told_at_the_end),
    };
    if (!choose_kind(count, arguments))
        return 2;
    return cmocka_run_group_tests(tests, begin, end);
}
