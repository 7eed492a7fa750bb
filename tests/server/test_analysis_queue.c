/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hints and analyses of a server, on either database: how many may wait, and what becomes of them
 * when workers die, are slow, or lose their database. */

#include "tables_fixture.h"

#include "server/analysis_queue.h"
#include "server/analysis_view.h"

enum { LEASE_MS = 2000, SHORT = 5, LONG = 3000 }; /* nodes for each moment */

/* ---- short ways ------------------------------------------------------------------------------ */

static struct analysis_queue *open_analysis_queue(const struct stage *stage, int threads,
                                                  int64_t nodes)
{
    struct problem problem = {0};
    struct analysis_queue_settings settings = {
        .store = place.address,
        .threads = threads,
        .elsewhere = true,
        .lease_ms = LEASE_MS,
        .effort = {.hint_nodes = nodes, .analysis_nodes = nodes}};
    struct analysis_queue *analysis_queue = analysis_queue_open(stage->loop, &settings, &problem);
    assert_told(&problem, "");
    assert_non_null(analysis_queue);
    return analysis_queue;
}

static struct analysis_queue_counts counts_of(const struct analysis_queue *analysis_queue)
{
    struct analysis_queue_counts counts;
    analysis_queue_counts(analysis_queue, &counts);
    return counts;
}

/* A game of noughts that is over. */
static const char *play_noughts(struct stage *stage)
{
    static const char *const moves[] = {"1 mark a1", "2 mark a2", "1 mark b1", "2 mark b2",
                                        "1 mark c1"};
    const char *table_id = make_noughts(stage);
    for (int i = 0; i < 5; i++)
        move(stage, stage->tables, table_id, i % 2 == 0 ? stage->ada : stage->bob, moves[i]);
    return table_id;
}

/* A long game that is over. */
static const char *play_long(struct stage *stage)
{
    const char *table_id = make_for_computers(stage, "pulsar-2849", "random");
    struct onlooker onlooker;
    watch(stage, stage->tables, table_id, &onlooker);
    wait_until(stage, &onlooker.over);
    tables_unwatch(&onlooker.watcher);
    return table_id;
}

static struct analysis_job analysis_of(struct stage *stage, const char *table_id)
{
    struct analysis_job job;
    struct problem problem = {0};
    assert_true(analysis_job_for_game(look(stage, stage->tables, table_id), &job, &problem));
    return job;
}

/* A hint for the seat that begins. */
static struct analysis_job hint_of(struct stage *stage, const char *table_id)
{
    struct analysis_job job;
    struct problem problem = {0};
    struct table *table = look(stage, stage->tables, table_id);
    assert_false(analysis_job_for_hint(table, stage->ada, 0, &job, &problem));
    assert_told(&problem, "there are no hints at this table");
    table->plan.hints = true;
    assert_true(analysis_job_for_hint(table, stage->ada, 0, &job, &problem));
    return job;
}

/* Someone who asks and follows, and notes what is told. */
struct student {
    struct analysis_query analysis_query;
    struct analysis_follower follower;
    bool told, ended;
    int64_t waiting; /* as counted when it ended */
    enum analysis_state state;
    int64_t ahead;
    char result[200]; /* how it begins */
};

static void note_standing(struct student *student, const struct analysis_status *status)
{
    student->state = status->state;
    student->ahead = status->ahead;
    snprintf(student->result, sizeof student->result, "%s", status->result);
}

static void note_told(struct analysis_query *analysis_query, const struct analysis_status *status)
{
    struct student *student = (struct student *)analysis_query;
    note_standing(student, status);
    student->told = true;
}

static void note_ended(struct analysis_follower *follower, const struct analysis_status *status)
{
    struct student *student =
        (struct student *)((char *)follower - offsetof(struct student, follower));
    note_standing(student, status);
    student->waiting = counts_of(student->analysis_query.queue).waiting;
    student->ended = true;
}

static enum analysis_state ask(struct stage *stage, struct analysis_queue *analysis_queue,
                               const struct analysis_job *job, bool only_looks,
                               struct student *student)
{
    *student = (struct student){.analysis_query = {.told = note_told,
                                                   .job = *job,
                                                   .user = stage->ada,
                                                   .owner = stage->ada,
                                                   .only_looks = only_looks}};
    analysis_queue_ask(analysis_queue, &student->analysis_query);
    wait_until(stage, &student->told);
    return student->state;
}

static void follow(struct analysis_queue *analysis_queue, struct student *student)
{
    student->follower.ended = note_ended;
    memcpy(student->follower.key, student->analysis_query.job.key, sizeof student->follower.key);
    analysis_queue_follow(analysis_queue, &student->follower);
}

/* Follows it to its end. */
static enum analysis_state await_end(struct stage *stage, struct analysis_queue *analysis_queue,
                                     struct student *student)
{
    follow(analysis_queue, student);
    wait_until(stage, &student->ended);
    return student->state;
}

static void wait_until_working(struct stage *stage, const struct analysis_queue *analysis_queue,
                               int working)
{
    int64_t end = loop_now() + PATIENCE_MS;
    while (counts_of(analysis_queue).working != working && loop_now() < end)
        loop_round(stage->loop, 20);
    assert_int_equal(counts_of(analysis_queue).working, working);
}

/* Hints and analyses with one thread, which has begun one that someone has asked for. */
static struct analysis_queue *begin_job(struct stage *stage, const struct analysis_job *job,
                                        int64_t nodes, struct student *student)
{
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 1, nodes);
    ask(stage, analysis_queue, job, false, student);
    wait_until_working(stage, analysis_queue, 1);
    return analysis_queue;
}

static void count_job(void *context, const struct store_job *stored)
{
    (void)stored;
    ++*(int *)context;
}

/* A job without a server that asks for it. */
static void put_job(struct stage *stage, const struct analysis_job *job, const char *kind,
                    const char *body)
{
    int seen = 0;
    struct store_queue queue = {.most = 10, .most_of_user = 10, .most_of_owner = 10};
    struct store_job stored = {.key = job->key, .kind = kind, .table = job->table_id, .body = body};
    assert_int_equal(
        store_put_job(stage->store, &stored, loop_time(), INT64_MAX / 2, &queue, count_job, &seen),
        STORE_DONE);
    assert_int_equal(seen, 1);
}

/* ---- analyses that go well ------------------------------------------------------------------- */

TABLES_TEST(test_made_once)
{
    struct stage *stage = *state;
    struct student first, second;
    struct analysis_job job = analysis_of(stage, play_noughts(stage));
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 1, SHORT);
    assert_int_equal(ask(stage, analysis_queue, &job, true, &first), ANALYSIS_NONE);
    assert_int_equal(ask(stage, analysis_queue, &job, false, &first), ANALYSIS_WAITING);
    assert_int_equal(await_end(stage, analysis_queue, &first), ANALYSIS_DONE);
    assert_memory_equal(first.result, "{\"game\":\"noughts\"", 17);
    assert_int_equal(first.waiting, 0); /* whoever is told finds it counted */
    assert_int_equal(ask(stage, analysis_queue, &job, false, &second), ANALYSIS_DONE);
    assert_string_equal(second.result, first.result);
    assert_int_equal(counts_of(analysis_queue).taken, 1);
    assert_int_equal(counts_of(analysis_queue).finished, 1);
    analysis_queue_close(analysis_queue);
}

/* Two servers: one has the client, the other does the work. */
TABLES_TEST(test_another_server_does_it)
{
    struct stage *stage = *state;
    struct student student, gone;
    struct analysis_job job = analysis_of(stage, play_noughts(stage));
    struct analysis_queue *store_thread = open_analysis_queue(stage, 0, SHORT);
    assert_int_equal(ask(stage, store_thread, &job, false, &student), ANALYSIS_WAITING);
    follow(store_thread, &student);
    ask(stage, store_thread, &job, false, &gone);
    follow(store_thread, &gone);
    analysis_queue_unfollow(&gone.follower);
    wait_for(stage, 100);
    assert_false(student.ended);
    struct analysis_queue *workshop = open_analysis_queue(stage, 2, SHORT);
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, ANALYSIS_DONE);
    assert_false(gone.ended);
    assert_int_equal(counts_of(store_thread).taken, 0);
    assert_int_equal(counts_of(workshop).taken, 1);
    analysis_queue_close(workshop);
    analysis_queue_close(store_thread);
}

/* A hint does not wait for an analysis. */
TABLES_TEST(test_hints_first)
{
    struct stage *stage = *state;
    struct student slow, quick;
    struct analysis_job analysis = analysis_of(stage, play_long(stage));
    struct analysis_job hint = hint_of(stage, make_noughts(stage));
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 2, LONG);
    ask(stage, analysis_queue, &analysis, false, &slow);
    wait_until_working(stage, analysis_queue, 1);
    ask(stage, analysis_queue, &hint, false, &quick);
    assert_int_equal(await_end(stage, analysis_queue, &quick), ANALYSIS_DONE);
    assert_int_equal(counts_of(analysis_queue).finished, 1);
    assert_int_equal(counts_of(analysis_queue).working, 1);
    analysis_queue_close(analysis_queue);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* Others have asked for as much at that table. */
static void fill_queue(const char *table_id, int from, int to)
{
    char sql[500];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
             "INSERT INTO jobs (key, kind, table_id, user_id, rank, body, made, keep_until, state, "
             "worker, lease, tries, result) "
             "SELECT 'riddle ' || i, 'riddle', '%s', 0, 1, '', 1, 99999999999999, 0, '', 0, 0, '' "
             "FROM n",
             from, to, table_id);
    raw(sql);
}

static void assert_refused(struct stage *stage, struct analysis_queue *analysis_queue,
                           const struct analysis_job *job, const char *sentence)
{
    struct student student;
    enum error_code code = ERROR_NONE;
    struct analysis_status status = {.state = ask(stage, analysis_queue, job, false, &student)};
    const char *refusal = analysis_refusal(&status, &code);
    assert_non_null(refusal);
    assert_string_equal(refusal, sentence);
    assert_int_equal(code, ERROR_TOO_MANY);
}

/* Analyses never keep hints out, but there is an end to everything. */
TABLES_TEST(test_full_queue)
{
    static const char sentence[] =
        "too many hints and analyses are waiting; please try again later";
    struct stage *stage = *state;
    struct student student;
    const char *table_id = play_noughts(stage);
    struct analysis_job analysis = analysis_of(stage, table_id);
    fill_queue(table_id, 1, 300); /* a hundred are kept for who waits for nothing */
    struct analysis_job first = hint_of(stage, make_noughts(stage));
    struct analysis_job second = hint_of(stage, make_noughts(stage));
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 0, SHORT);
    assert_refused(stage, analysis_queue, &analysis, sentence);
    assert_int_equal(ask(stage, analysis_queue, &first, false, &student), ANALYSIS_WAITING);
    assert_int_equal(student.ahead, 0);
    fill_queue(first.table_id, 301, 399);
    assert_refused(stage, analysis_queue, &second, sentence);
    assert_int_equal(ask(stage, analysis_queue, &first, false, &student), ANALYSIS_WAITING);
    raw("DELETE FROM jobs WHERE key = 'riddle 1'");
    assert_int_equal(ask(stage, analysis_queue, &second, false, &student), ANALYSIS_WAITING);
    assert_int_equal(student.ahead, 1);
    analysis_queue_close(analysis_queue);
}

/* Guests cost nothing: those at one address take turns together. */
static int64_t owner_at(const struct analysis_queue *analysis_queue, const struct store_user *user,
                        const char *text)
{
    union address address;
    uint8_t key[ADDRESS_KEY_SIZE];
    assert_true(address_read(span_of(text), &address));
    address_key(&address.any, key);
    return analysis_queue_owner(analysis_queue, user, key);
}

TABLES_TEST(test_owners)
{
    struct stage *stage = *state;
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 0, SHORT);
    struct store_user guest = {.id = 5}, other = {.id = 6}, account = {.id = 7, .password = "x"};
    int64_t owner = owner_at(analysis_queue, &guest, "192.0.2.1");
    assert_true(owner < 0);
    assert_true(owner_at(analysis_queue, &other, "192.0.2.1") == owner);
    assert_true(owner_at(analysis_queue, &other, "192.0.2.2") != owner);
    assert_int_equal(owner_at(analysis_queue, &account, "192.0.2.1"), 7);
    owner = owner_at(analysis_queue, &guest, "2001:db8::1");
    assert_true(owner_at(analysis_queue, &guest, "2001:db8::ffff:1") == owner);
    assert_true(owner_at(analysis_queue, &guest, "2001:db8:0:1::1") != owner);
    analysis_queue_close(analysis_queue);
}

/* Who waits for much gets no more of it until something is done. */
TABLES_TEST(test_full_user)
{
    enum { MOST = 4 };
    struct stage *stage = *state;
    struct student students[MOST], last;
    struct analysis_job hints[MOST + 1];
    for (int i = 0; i <= MOST; i++)
        hints[i] = hint_of(stage, make_noughts(stage));
    struct analysis_queue *store_thread = open_analysis_queue(stage, 0, SHORT);
    for (int i = 0; i < MOST; i++) {
        assert_int_equal(ask(stage, store_thread, &hints[i], false, &students[i]),
                         ANALYSIS_WAITING);
        assert_int_equal(students[i].ahead, i);
    }
    assert_refused(stage, store_thread, &hints[MOST],
                   "you are already waiting for several hints or analyses");
    struct analysis_queue *workshop = open_analysis_queue(stage, 1, SHORT);
    for (int i = 0; i < MOST; i++)
        assert_int_equal(await_end(stage, store_thread, &students[i]), ANALYSIS_DONE);
    ask(stage, store_thread, &hints[MOST], false, &last);
    assert_int_equal(await_end(stage, store_thread, &last), ANALYSIS_DONE);
    assert_int_equal(counts_of(workshop).finished, MOST + 1);
    analysis_queue_close(workshop);
    analysis_queue_close(store_thread);
}

/* ---- workers that die or are slow ------------------------------------------------------------ */

/* A worker has died at a job, and it was not the first one. How it ends. */
static struct analysis_queue_counts inherit(struct stage *stage, int tries, struct student *student)
{
    char sql[100];
    struct analysis_job job = analysis_of(stage, play_noughts(stage));
    struct analysis_queue *store_thread = open_analysis_queue(stage, 0, SHORT);
    ask(stage, store_thread, &job, false, student);
    snprintf(sql, sizeof sql, "UPDATE jobs SET worker = 'dead', lease = 1, tries = %d", tries);
    raw(sql); /* long ago */
    struct analysis_queue *heir = open_analysis_queue(stage, 1, SHORT);
    await_end(stage, store_thread, student);
    struct analysis_queue_counts counts = counts_of(heir);
    analysis_queue_close(heir);
    analysis_queue_close(store_thread);
    return counts;
}

TABLES_TEST(test_taken_over)
{
    struct student student;
    struct analysis_queue_counts counts = inherit(*state, 1, &student);
    assert_int_equal(student.state, ANALYSIS_DONE);
    assert_int_equal(counts.taken_over, 1);
}

/* A job that kills every server is given up. */
TABLES_TEST(test_given_up)
{
    struct student student;
    struct analysis_queue_counts counts = inherit(*state, 3, &student);
    assert_int_equal(student.state, ANALYSIS_FAILED);
    assert_string_equal(student.result, "");
    assert_int_equal(counts.taken, 0);
}

TABLES_TEST(test_lost)
{
    struct stage *stage = *state;
    struct student student;
    struct analysis_job job = analysis_of(stage, play_long(stage));
    struct analysis_queue *analysis_queue = begin_job(stage, &job, LONG, &student);
    raw("UPDATE jobs SET worker = 'thief', lease = 99999999999999");
    wait_until_working(stage, analysis_queue, 0); /* it notices when it wants to renew its lease */
    assert_int_equal(counts_of(analysis_queue).lost, 1);
    assert_int_equal(counts_of(analysis_queue).finished, 0);
    assert_int_equal(ask(stage, analysis_queue, &job, true, &student), ANALYSIS_WORKING);
    analysis_queue_close(analysis_queue);
}

TABLES_TEST(test_given_back_at_the_end)
{
    struct stage *stage = *state;
    struct student student;
    struct analysis_job job = analysis_of(stage, play_long(stage));
    struct analysis_queue *analysis_queue = begin_job(stage, &job, LONG, &student);
    int64_t since = loop_now();
    analysis_queue_close(analysis_queue);
    assert_true(loop_now() - since < PATIENCE_MS / 4);
    analysis_queue = open_analysis_queue(stage, 0, LONG);
    assert_int_equal(ask(stage, analysis_queue, &job, true, &student), ANALYSIS_WAITING);
    analysis_queue_close(analysis_queue);
}

/* ---- what cannot be done --------------------------------------------------------------------- */

TABLES_TEST(test_impossible)
{
    struct stage *stage = *state;
    struct student student;
    struct analysis_job job = analysis_of(stage, play_noughts(stage));
    put_job(stage, &job, "analysis", "999"); /* it has not so many rows */
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 1, SHORT);
    ask(stage, analysis_queue, &job, false, &student);
    assert_int_equal(await_end(stage, analysis_queue, &student), ANALYSIS_FAILED);
    assert_string_equal(student.result, "the table cannot be read");
    assert_int_equal(counts_of(analysis_queue).failed, 1);
    analysis_queue_close(analysis_queue);
}

/* A job of a newer program is left to it. */
TABLES_TEST(test_unknown_kind)
{
    struct stage *stage = *state;
    struct student student;
    struct analysis_job job = analysis_of(stage, play_noughts(stage));
    put_job(stage, &job, "riddle", "1");
    struct analysis_queue *analysis_queue = open_analysis_queue(stage, 1, SHORT);
    wait_for(stage, 300);
    wait_until_working(stage, analysis_queue, 0);
    assert_int_equal(counts_of(analysis_queue).taken, 1);
    assert_int_equal(counts_of(analysis_queue).finished, 0);
    assert_int_equal(ask(stage, analysis_queue, &job, true, &student), ANALYSIS_WAITING);
    analysis_queue_close(analysis_queue);
}

/* ---- the database goes away ------------------------------------------------------------------ */

TABLES_TEST(test_outage)
{
    struct stage *stage = *state;
    struct student student, other;
    if (!place.postgres)
        return;
    struct analysis_job job = analysis_of(stage, play_noughts(stage));
    struct analysis_queue *analysis_queue = begin_job(stage, &job, 20 * LONG, &student);
    follow(analysis_queue, &student);
    tell_server("crash");
    assert_int_equal(ask(stage, analysis_queue, &job, true, &other), ANALYSIS_UNANSWERED);
    wait_for(stage, 1000);
    assert_false(student.ended);
    tell_server("start");
    wait_until(stage, &student.ended);
    assert_int_equal(student.state, ANALYSIS_DONE);
    analysis_queue_close(analysis_queue);
}

/* The store does not answer for a while, in which a job may be done, but does again when the
 * server ends. How the job stands then. */
static enum analysis_state end_after_silence(struct stage *stage, const struct analysis_job *job,
                                             int milliseconds)
{
    struct student student;
    struct analysis_queue *analysis_queue = begin_job(stage, job, SHORT, &student);
    raw("ALTER TABLE jobs RENAME TO hidden");
    wait_for(stage, milliseconds);
    assert_int_equal(counts_of(analysis_queue).working, 1);
    assert_int_equal(counts_of(analysis_queue).finished, 0);
    raw("ALTER TABLE hidden RENAME TO jobs");
    analysis_queue_close(analysis_queue);
    analysis_queue = open_analysis_queue(stage, 0, SHORT);
    enum analysis_state found = ask(stage, analysis_queue, job, true, &student);
    analysis_queue_close(analysis_queue);
    return found;
}

TABLES_TEST(test_told_at_the_end)
{
    struct analysis_job job = analysis_of(*state, play_noughts(*state));
    enum analysis_state found = ANALYSIS_WAITING; /* until there was time enough to do it */
    for (int time = 300; found == ANALYSIS_WAITING && time < PATIENCE_MS; time *= 2)
        found = end_after_silence(*state, &job, time);
    assert_int_equal(found, ANALYSIS_DONE);
}

/* The store was silent when the server was told to stop, and is back when it ends: the job goes
 * back to the queue, whatever was tried in between. */
TABLES_TEST(test_given_back_after_silence)
{
    struct stage *stage = *state;
    struct student student;
    struct analysis_job job = analysis_of(stage, play_long(stage));
    struct analysis_queue *analysis_queue = begin_job(stage, &job, LONG, &student);
    raw("ALTER TABLE jobs RENAME TO hidden");
    analysis_queue_stop(analysis_queue);
    wait_for(stage, 300);
    raw("ALTER TABLE hidden RENAME TO jobs");
    analysis_queue_close(analysis_queue);
    analysis_queue = open_analysis_queue(stage, 0, LONG);
    assert_int_equal(ask(stage, analysis_queue, &job, true, &student), ANALYSIS_WAITING);
    analysis_queue_close(analysis_queue);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
