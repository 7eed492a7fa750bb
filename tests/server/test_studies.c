/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Studies of a server, on either database: what becomes of them when workers die, are slow, or lose
 * their database. */

#include "halls.h"

#include "server/studies.h"

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
    *student = (struct student){
        .question = {
            .told = note_told, .study = *study, .user = stage->ada, .only_looks = only_looks}};
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

static void wait_until_working(struct stage *stage, const struct studies *studies, int working)
{
    int64_t end = loop_now() + PATIENCE_MS;
    while (counts_of(studies).working != working && loop_now() < end)
        loop_round(stage->loop, 20);
    assert_int_equal(counts_of(studies).working, working);
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
    struct store_queue queue = {.most = 10, .most_of_user = 10};
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
    follow(studies, &first);
    wait_until(stage, &first.ended);
    assert_int_equal(first.state, STUDY_DONE);
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
    struct problem problem = {0};
    struct student slow, quick;
    struct study analysis = analysis_of(stage, play_long(stage)), hint;
    const char *table = make_noughts(stage);
    struct studies *studies = open_studies(stage, 2, LONG);
    ask(stage, studies, &analysis, false, &slow);
    wait_until_working(stage, studies, 1);
    struct room *room = look(stage, stage->hall, table);
    assert_false(study_hint(room, stage->ada, 0, &hint, &problem));
    assert_told(&problem, "there are no hints at this table");
    room->plan.hints = true;
    assert_true(study_hint(room, stage->ada, 0, &hint, &problem));
    ask(stage, studies, &hint, false, &quick);
    follow(studies, &quick);
    wait_until(stage, &quick.ended);
    assert_int_equal(quick.state, STUDY_DONE);
    assert_int_equal(counts_of(studies).finished, 1);
    assert_int_equal(counts_of(studies).working, 1);
    studies_close(studies);
}

/* ---- workers that die or are slow ------------------------------------------------------------ */

static void test_taken_over(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_noughts(stage));
    struct studies *studies = open_studies(stage, 0, SHORT);
    ask(stage, studies, &study, false, &student);
    follow(studies, &student);
    raw("UPDATE jobs SET worker = 'dead', lease = 1, tries = 1"); /* long ago */
    struct studies *heir = open_studies(stage, 1, SHORT);
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, STUDY_DONE);
    assert_int_equal(counts_of(heir).taken_over, 1);
    studies_close(heir);
    studies_close(studies);
}

static void test_lost(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_long(stage));
    struct studies *studies = open_studies(stage, 1, LONG);
    ask(stage, studies, &study, false, &student);
    wait_until_working(stage, studies, 1);
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
    struct studies *studies = open_studies(stage, 1, LONG);
    ask(stage, studies, &study, false, &student);
    wait_until_working(stage, studies, 1);
    int64_t since = loop_now();
    studies_close(studies);
    assert_true(loop_now() - since < PATIENCE_MS / 4);
    studies = open_studies(stage, 0, LONG);
    assert_int_equal(ask(stage, studies, &study, true, &student), STUDY_WAITING);
    studies_close(studies);
}

/* A study that kills every server is given up. */
static void test_given_up(void **state)
{
    struct stage *stage = *state;
    struct student student;
    struct study study = analysis_of(stage, play_noughts(stage));
    struct studies *studies = open_studies(stage, 0, SHORT);
    ask(stage, studies, &study, false, &student);
    follow(studies, &student);
    raw("UPDATE jobs SET worker = 'dead', lease = 1, tries = 3");
    struct studies *heir = open_studies(stage, 1, SHORT);
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, STUDY_FAILED);
    assert_string_equal(student.result, "");
    assert_int_equal(counts_of(heir).taken, 0);
    studies_close(heir);
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
    follow(studies, &student);
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, STUDY_FAILED);
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
    struct studies *studies = open_studies(stage, 1, 20 * LONG);
    ask(stage, studies, &study, false, &student);
    follow(studies, &student);
    wait_until_working(stage, studies, 1);
    tell_server("crash");
    assert_int_equal(ask(stage, studies, &study, true, &other), STUDY_UNANSWERED);
    wait_for(stage, 1000);
    assert_false(student.ended);
    tell_server("start");
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, STUDY_DONE);
    studies_close(studies);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        hall_test(test_made_once),    hall_test(test_another_server_does_it),
        hall_test(test_hints_first),  hall_test(test_taken_over),
        hall_test(test_lost),         hall_test(test_given_back_at_the_end),
        hall_test(test_given_up),     hall_test(test_impossible),
        hall_test(test_unknown_kind), hall_test(test_outage),
    };
    if (!choose_kind(count, arguments))
        return 2;
    return cmocka_run_group_tests(tests, begin, end);
}
