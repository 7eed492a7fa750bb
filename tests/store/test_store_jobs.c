/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The queue of jobs: put once, taken by one worker, taken over from a dead one, finished once. */

#include "fixture.h"

#include <limits.h>

enum { LEASE = 30, TRIES = 3, LONG = 1000000 };

/* ---- short ways -------------------------------------------------------------------------------
 */

/* "key kind table user rank body state tries taken ahead result" */
static void add_job(void *context, const struct store_job *job)
{
    static const char *const states[] = {"waiting", "done", "failed"};
    text_addf(context, "%s%s %s %s %d %d %s %s %d%s %d %s",
              ((struct text *)context)->length > 0 ? "; " : "", job->key, job->kind, job->table,
              (int)job->user, job->rank, job->body, states[job->state], job->tries,
              job->taken ? " taken" : "", (int)job->ahead, job->result);
}

static enum store_result put(struct store *store, const char *key, int64_t user, int rank,
                             int64_t now, struct store_queue *queue)
{
    struct text seen = {0};
    struct store_job job = {.key = key,
                            .kind = "hint",
                            .table = "a",
                            .user = user,
                            .owner = user,
                            .rank = rank,
                            .body = "body"};
    struct store_queue standard = {.most = 100, .most_of_user = 100, .most_of_owner = 100};
    enum store_result result = store_put_job(store, &job, now, now + LONG,
                                             queue != NULL ? queue : &standard, add_job, &seen);
    assert_int_equal(seen.length > 0, result == STORE_DONE);
    text_free(&seen);
    return result;
}

static void assert_job(struct store *store, const char *key, int64_t now, const char *expected)
{
    struct text seen = {0};
    enum store_result result = store_job(store, key, now, add_job, &seen);
    assert_int_equal(result, expected[0] != '\0' ? STORE_DONE : STORE_MISSING);
    assert_string_equal(text_string(&seen), expected);
    text_free(&seen);
}

struct taken {
    int64_t number;
    char key[STORE_JOB_KEY_SIZE];
    int tries;
};

static void keep_taken(void *context, const struct store_job *job)
{
    struct taken *taken = context;
    taken->number = job->number;
    taken->tries = job->tries;
    assert_true(job->taken);
    assert_int_equal(job->state, JOB_WAITING);
    span_copy(span_of(job->key), taken->key, sizeof taken->key);
}

static struct store_taking taking_by(const char *worker, int64_t now)
{
    return (struct store_taking){.worker = worker,
                                 .now = now,
                                 .lease = now + LEASE,
                                 .rank = INT_MAX,
                                 .tries = TRIES,
                                 .keep_failed = now + 10};
}

/* The key of the job that a worker gets, or "". */
static struct taken take(struct store *store, const char *worker, int64_t now)
{
    struct taken taken = {0};
    struct store_taking taking = taking_by(worker, now);
    enum store_result result = store_take_job(store, &taking, keep_taken, &taken);
    assert_int_equal(result, taken.number != 0 ? STORE_DONE : STORE_MISSING);
    return taken;
}

static void assert_takes(struct store *store, const char *worker, int64_t now, const char *key)
{
    assert_string_equal(take(store, worker, now).key, key);
}

/* ---- putting ----------------------------------------------------------------------------------
 */

STORE_TEST(test_put_once)
{
    make_table(*state, "a");
    assert_int_equal(put(*state, "one", 7, 1, 100, NULL), STORE_DONE);
    assert_int_equal(put(*state, "one", 8, 0, 101, NULL), STORE_DONE);
    assert_job(*state, "one", 100, "one hint a 7 1 body waiting 0 0 ");
    assert_job(*state, "two", 100, "");
    assert_job(*state, "", 100, "");
}

STORE_TEST(test_refused_jobs)
{
    struct store_queue queue = {.most = 10, .most_of_user = 10, .most_of_owner = 10};
    struct store_job job = {.key = "k", .kind = "hint", .table = "nowhere", .body = ""};
    char endless[STORE_JOB_KEY_SIZE + 1];
    memset(endless, 'x', sizeof endless);
    endless[sizeof endless - 1] = '\0';
    assert_int_equal(store_put_job(*state, &job, 1, 2, &queue, add_job, NULL), STORE_MISSING);
    job.table = "";
    assert_int_equal(store_put_job(*state, &job, 1, 2, &queue, add_job, NULL), STORE_MISSING);
    make_table(*state, "a");
    job.table = "a";
    job.key = "";
    assert_int_equal(store_put_job(*state, &job, 1, 2, &queue, add_job, NULL), STORE_REFUSED);
    job.key = endless;
    assert_int_equal(store_put_job(*state, &job, 1, 2, &queue, add_job, NULL), STORE_REFUSED);
    job.key = "k";
    job.kind = "";
    assert_int_equal(store_put_job(*state, &job, 1, 2, &queue, add_job, NULL), STORE_REFUSED);
    job.kind = "hint";
    job.body = "\xff";
    assert_int_equal(store_put_job(*state, &job, 1, 2, &queue, add_job, NULL), STORE_REFUSED);
    struct store_taking nobody = taking_by("", 1);
    assert_int_equal(store_take_job(*state, &nobody, keep_taken, NULL), STORE_REFUSED);
}

STORE_TEST(test_full_queue)
{
    struct store_queue queue = {.most = 3, .most_of_user = 2, .most_of_owner = 100};
    make_table(*state, "a");
    assert_int_equal(put(*state, "a1", 1, 0, 100, &queue), STORE_DONE);
    assert_int_equal(put(*state, "a2", 1, 0, 100, &queue), STORE_DONE);
    assert_int_equal(put(*state, "a3", 1, 0, 100, &queue), STORE_FULL);
    assert_int_equal(queue.waiting, 2);
    assert_int_equal(queue.waiting_of_user, 2);
    assert_int_equal(put(*state, "a2", 1, 0, 100, &queue), STORE_DONE); /* it is there */
    assert_int_equal(put(*state, "b1", 2, 0, 100, &queue), STORE_DONE);
    assert_int_equal(put(*state, "b2", 2, 0, 100, &queue), STORE_FULL);
    assert_int_equal(queue.waiting, 3);
    assert_int_equal(queue.waiting_of_user, 1);
    struct taken job = take(*state, "w", 100); /* one that is taken is not done yet */
    assert_int_equal(put(*state, "b2", 2, 0, 100, &queue), STORE_FULL);
    assert_int_equal(store_finish_job(*state, job.number, "w", JOB_DONE, "", 200), STORE_DONE);
    assert_int_equal(put(*state, "b2", 2, 0, 100, &queue), STORE_DONE);
}

/* ---- taking -----------------------------------------------------------------------------------
 */

STORE_TEST(test_order)
{
    make_table(*state, "a");
    put(*state, "long", 1, 1, 100, NULL);
    put(*state, "short", 1, 0, 101, NULL);
    put(*state, "later", 1, 1, 102, NULL);
    assert_job(*state, "later", 102, "later hint a 1 1 body waiting 0 2 ");
    struct text all = {0};
    assert_int_equal(store_all_jobs(*state, 102, add_job, &all), STORE_DONE);
    assert_string_equal(text_string(&all),
                        "short hint a 1 0 body waiting 0 0 ; long hint a 1 1 body waiting 0 1 ; "
                        "later hint a 1 1 body waiting 0 2 ");
    text_free(&all);
    struct store *other = open_again();
    struct store_taking quick = taking_by("quick", 103);
    struct taken got = {0};
    quick.rank = 0;
    assert_int_equal(store_take_job(*state, &quick, keep_taken, &got), STORE_DONE);
    assert_string_equal(got.key, "short");
    assert_int_equal(quick.waiting, 3);
    quick.worker = "quick too";
    assert_int_equal(store_take_job(other, &quick, keep_taken, &got), STORE_MISSING);
    assert_takes(other, "w1", 103, "long");
    assert_takes(*state, "w2", 103, "later");
    assert_takes(other, "w3", 103, "");
    assert_job(*state, "long", 104, "long hint a 1 1 body waiting 1 taken 1 ");
    store_close(other);
}

/* One job of each owner, then the second ones, however many someone has put in before. */
STORE_TEST(test_turns)
{
    static const char *const order[] = {"b1", "c1", "d1", "a2", "b2", "a5", "a3", "a4"};
    struct store *store = *state;
    make_table(store, "a");
    for (int i = 1; i <= 4; i++)
        put(store, (char[]){'a', (char)('0' + i), '\0'}, 1, 0, 100, NULL);
    put(store, "b1", 2, 0, 100, NULL);
    put(store, "b2", 2, 0, 100, NULL);
    put(store, "c1", 3, 0, 100, NULL);
    assert_job(store, "c1", 100, "c1 hint a 3 0 body waiting 0 2 ");
    struct taken job = take(store, "w", 100);
    assert_string_equal(job.key, "a1");
    put(store, "d1", 4, 0, 100, NULL); /* comes when others are at it */
    assert_int_equal(store_finish_job(store, job.number, "w", JOB_DONE, "", 200), STORE_DONE);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        job = take(store, "w", 101);
        assert_string_equal(job.key, order[i]);
        assert_int_equal(store_finish_job(store, job.number, "w", JOB_DONE, "", 200), STORE_DONE);
        if (i == 2)
            put(store, "a5", 5, 0, 101, NULL); /* someone new while the second ones are due */
    }
    assert_takes(store, "w", 102, "");
}

/* Those who share an owner share its room; who waits for nothing gets in where others do not. */
STORE_TEST(test_bounds_of_owners)
{
    struct text seen = {0};
    struct store_queue queue = {.most = 3, .most_of_user = 2, .most_of_owner = 3, .spare = 1};
    struct store_job job = {.kind = "hint", .table = "a", .owner = -7, .body = ""};
    static const char *const keys[] = {"a", "b", "c", "d"};
    make_table(*state, "a");
    for (int i = 0; i < 4; i++) {
        job.key = keys[i];
        job.user = 10 + i;
        assert_int_equal(store_put_job(*state, &job, 1, 99, &queue, add_job, &seen),
                         i < 3 ? STORE_DONE : STORE_FULL);
    }
    assert_int_equal(queue.waiting_of_user, 0);
    assert_int_equal(queue.waiting_of_owner, 3);
    text_free(&seen);
    assert_int_equal(put(*state, "e1", 5, 0, 1, &queue), STORE_DONE); /* the spare one */
    assert_int_equal(put(*state, "e2", 5, 0, 1, &queue), STORE_FULL);
    assert_int_equal(put(*state, "f1", 6, 0, 1, &queue), STORE_FULL);
}

STORE_TEST(test_finished)
{
    make_table(*state, "a");
    put(*state, "one", 1, 0, 100, NULL);
    struct taken job = take(*state, "w", 100);
    assert_int_equal(store_finish_job(*state, job.number, "other", JOB_DONE, "x", 500),
                     STORE_MISSING);
    assert_int_equal(store_finish_job(*state, job.number, "w", JOB_DONE, "\xff", 500),
                     STORE_REFUSED);
    assert_int_equal(store_finish_job(*state, job.number, "w", JOB_DONE, "gut, ähm", 500),
                     STORE_DONE);
    assert_int_equal(store_finish_job(*state, job.number, "w", JOB_DONE, "again", 500),
                     STORE_MISSING);
    assert_job(*state, "one", 499, "one hint a 1 0 body done 1 0 gut, ähm");
    assert_takes(*state, "w", 1000, "");
    assert_job(*state, "one", 500, ""); /* it is not kept any longer */
    assert_int_equal(put(*state, "one", 1, 0, 500, NULL), STORE_DONE);
    assert_takes(*state, "w", 501, "one");
}

/* ---- leases -----------------------------------------------------------------------------------
 */

STORE_TEST(test_taken_over)
{
    make_table(*state, "a");
    put(*state, "one", 1, 0, 100, NULL);
    struct taken dead = take(*state, "dead", 100);
    assert_int_equal(dead.tries, 1);
    assert_takes(*state, "other", 100 + LEASE - 1, "");
    struct taken job = take(*state, "other", 100 + LEASE);
    assert_string_equal(job.key, "one");
    assert_int_equal(job.number, dead.number);
    assert_int_equal(job.tries, 2);
    /* it was not dead, only slow */
    assert_int_equal(store_renew_job(*state, dead.number, "dead", 900), STORE_MISSING);
    assert_int_equal(store_finish_job(*state, dead.number, "dead", JOB_DONE, "late", 900),
                     STORE_MISSING);
    assert_int_equal(store_return_job(*state, dead.number, "dead", 0, false), STORE_MISSING);
    assert_int_equal(store_finish_job(*state, job.number, "other", JOB_DONE, "mine", 900),
                     STORE_DONE);
    assert_job(*state, "one", 200, "one hint a 1 0 body done 2 0 mine");
}

STORE_TEST(test_renewed)
{
    make_table(*state, "a");
    put(*state, "one", 1, 0, 100, NULL);
    struct taken job = take(*state, "w", 100);
    assert_int_equal(store_renew_job(*state, job.number, "w", 500), STORE_DONE);
    assert_takes(*state, "other", 499, "");
    assert_job(*state, "one", 499, "one hint a 1 0 body waiting 1 taken 0 ");
    assert_job(*state, "one", 500, "one hint a 1 0 body waiting 1 0 ");
    assert_int_equal(store_renew_job(*state, job.number, "w", 600), STORE_DONE); /* just in time */
    assert_takes(*state, "other", 599, "");
    assert_takes(*state, "other", 600, "one");
}

STORE_TEST(test_given_back)
{
    make_table(*state, "a");
    put(*state, "one", 1, 0, 100, NULL);
    struct taken job = take(*state, "w", 100);
    assert_int_equal(store_return_job(*state, job.number, "w", 110, true), STORE_DONE);
    assert_int_equal(store_renew_job(*state, job.number, "w", 500), STORE_MISSING);
    assert_job(*state, "one", 105, "one hint a 1 0 body waiting 0 0 ");
    assert_takes(*state, "w", 109, "");
    job = take(*state, "w", 110);
    assert_int_equal(job.tries, 1); /* it does not count */
    assert_int_equal(store_return_job(*state, job.number, "w", 111, false), STORE_DONE);
    assert_int_equal(take(*state, "w", 111).tries, 2);
}

/* A job that every worker dies of is given up. */
STORE_TEST(test_given_up)
{
    make_table(*state, "a");
    put(*state, "poison", 1, 0, 100, NULL);
    int64_t now = 100;
    for (int i = 1; i <= TRIES; i++, now += LEASE)
        assert_int_equal(take(*state, "w", now).tries, i);
    assert_takes(*state, "w", now, "");
    assert_job(*state, "poison", now, "poison hint a 1 0 body failed 3 0 ");
    assert_int_equal(put(*state, "poison", 1, 0, now + 9, NULL), STORE_DONE);
    assert_takes(*state, "w", now + 9, ""); /* still given up */
    assert_int_equal(put(*state, "poison", 1, 0, now + 10, NULL), STORE_DONE);
    assert_int_equal(take(*state, "w", now + 10).tries, 1); /* a new one */
}

STORE_TEST(test_failed)
{
    struct text all = {0};
    make_table(*state, "a");
    put(*state, "one", 1, 0, 100, NULL);
    struct taken job = take(*state, "w", 100);
    assert_int_equal(store_finish_job(*state, job.number, "w", JOB_FAILED, "no", 300), STORE_DONE);
    assert_job(*state, "one", 299, "one hint a 1 0 body failed 1 0 no");
    assert_int_equal(store_all_jobs(*state, 299, add_job, &all), STORE_DONE);
    assert_string_equal(text_string(&all), "one hint a 1 0 body failed 1 0 no");
    text_free(&all);
}

/* ---- many workers -----------------------------------------------------------------------------
 */

enum { WORKERS = 4, JOBS = 60 };

/* Takes and finishes jobs until none is left; tells how many. */
static void work_all(int out, int me)
{
    struct problem problem = {0};
    struct store *store = store_open(place.address, &problem);
    char worker[16], count = 0;
    snprintf(worker, sizeof worker, "w%d", me);
    for (struct taken job; store != NULL; count++) {
        struct store_taking taking = taking_by(worker, 100);
        enum store_result result = store_take_job(store, &taking, keep_taken, &job);
        if (result == STORE_MISSING && taking.waiting == 0)
            break;
        if (result == STORE_MISSING) {
            count--; /* others have them */
            continue;
        }
        if (result != STORE_DONE ||
            store_finish_job(store, job.number, worker, JOB_DONE, worker, 900) != STORE_DONE)
            _exit(1);
    }
    store_close(store);
    _exit(write(out, &count, 1) == 1 ? 0 : 1);
}

STORE_TEST(test_many_workers)
{
    int counts[2], total = 0;
    pid_t children[WORKERS];
    make_table(*state, "a");
    for (int i = 0; i < JOBS; i++) {
        char key[16];
        snprintf(key, sizeof key, "job%d", i);
        put(*state, key, 1, 0, 100, NULL);
    }
    assert_int_equal(pipe2(counts, O_CLOEXEC), 0);
    for (int i = 0; i < WORKERS; i++)
        if ((children[i] = fork()) == 0)
            work_all(counts[1], i);
    for (int i = 0; i < WORKERS; i++) {
        int status = 0;
        char count = 0;
        waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
        assert_int_equal(read(counts[0], &count, 1), 1);
        total += count;
    }
    assert_int_equal(total, JOBS); /* each by one of them */
    close(counts[0]);
    close(counts[1]);
}

/* ---- the end ----------------------------------------------------------------------------------
 */

STORE_TEST(test_dropped)
{
    make_table(*state, "a");
    put(*state, "old", 1, 0, 0, NULL);
    put(*state, "new", 1, 1, 100, NULL);
    struct taken job = take(*state, "w", LONG - 1);
    assert_string_equal(job.key, "old");
    assert_int_equal(store_tidy(*state, LONG), STORE_DONE); /* someone is at it */
    assert_int_equal(store_finish_job(*state, job.number, "w", JOB_DONE, "x", LONG + 1),
                     STORE_DONE);
    assert_int_equal(store_tidy(*state, LONG), STORE_DONE);
    assert_job(*state, "old", LONG, "old hint a 1 0 body done 1 0 x");
    assert_int_equal(store_tidy(*state, LONG + 1), STORE_DONE);
    assert_job(*state, "old", 0, "");
    assert_int_equal(store_remove(*state, "a"), STORE_DONE);
    assert_job(*state, "new", 100, "");
}

STORE_TEST(test_damaged_jobs)
{
    struct text seen = {0};
    make_table(*state, "a");
    put(*state, "one", 1, 0, 100, NULL);
    raw("UPDATE jobs SET state = 9");
    assert_int_equal(store_job(*state, "one", 100, add_job, &seen), STORE_DAMAGED);
    assert_int_equal(store_all_jobs(*state, 100, add_job, &seen), STORE_DAMAGED);
    raw("UPDATE jobs SET state = 0, tries = -5");
    assert_int_equal(store_job(*state, "one", 100, add_job, &seen), STORE_DAMAGED);
    assert_int_equal(seen.length, 0);
    text_free(&seen);
}

STORE_TEST(test_news_of_jobs)
{
    char news[STORE_ID_SIZE];
    if (!place.postgres)
        return;
    make_table(*state, "a");
    struct store *other = open_again();
    store_other_server(other);
    assert_true(store_news(other, 5000, news)); /* from now on it listens */
    put(*state, "one", 1, 0, 100, NULL);
    assert_true(store_news(other, 5000, news));
    assert_string_equal(news, "=");
    struct taken job = take(*state, "w", 100);
    assert_false(store_news(other, 100, news));
    store_finish_job(*state, job.number, "w", JOB_DONE, "x", 900);
    assert_true(store_news(other, 5000, news));
    assert_string_equal(news, "=");
    store_close(other);
}

int main(int count, char **arguments)
{
    return run_on_store(count, arguments);
}
