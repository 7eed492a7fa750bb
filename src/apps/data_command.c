/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery data: samples to learn from, out of records. Pieces of work are done in threads and
 * written in their order, so the file does not depend on their number. */

#include "arguments.h"
#include "interrupt.h"
#include "record_list.h"
#include "resumable.h"

#include "base/hash.h"
#include "players/threads.h"
#include "record/samples.h"
#include "terminal/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RECORDS_AT_ONCE = 16 }; /* kept in memory until they are written in their order */

/* One record and what comes out of it. */
struct piece {
    int number;
    const struct game *game; /* NULL: it could not be read */
    int count;               /* of samples */
    struct text samples;
    struct problem problem;
};

/* The whole work. */
struct job {
    const char *cards, *out;
    enum sample_form form;
    int threads;
    struct record_list list;
    const struct game *game; /* of all records; NULL before the first */
    int64_t count;           /* of samples */
    int piece_count;
    struct piece pieces[RECORDS_AT_ONCE];
};

/* ---- one record ------------------------------------------------------------------------------ */

static void make_samples(const struct job *job, struct piece *piece)
{
    struct record record = {0};
    struct text name = {0};
    record_list_name(&job->list, piece->number, &name);
    if (record_list_read(&job->list, piece->number, job->cards, &record, &piece->problem)) {
        piece->game = record.rules->game;
        piece->count = record.count;
        if (!samples_write(&record, piece->number, job->form, &piece->samples, &piece->problem))
            problem_place(&piece->problem, text_string(&name), 0, 0);
    }
    text_free(&name);
    record_free(&record);
}

static void work(void *context, int number)
{
    struct job *job = context;
    for (int i = number; i < job->piece_count; i += job->threads)
        make_samples(job, &job->pieces[i]);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* What stands before the samples; nothing in JSON. */
static void write_head(const struct job *job, struct text *out)
{
    if (job->form == SAMPLES_NUMPY && job->game != NULL)
        samples_write_head(job->game, job->count, out);
}

static bool put_head(const struct job *job, struct resumable *file, struct problem *problem)
{
    struct text head = {0};
    write_head(job, &head);
    bool fine = resumable_put(file, text_span(&head), problem);
    text_free(&head);
    return fine;
}

/* All records are of one game. */
static bool check_game(struct job *job, const struct piece *piece, struct problem *problem)
{
    struct text name = {0};
    if (problem_is_set(&piece->problem)) {
        *problem = piece->problem;
        return false;
    }
    assert(piece->game != NULL);
    if (job->game == NULL)
        job->game = piece->game;
    if (job->game == piece->game)
        return true;
    record_list_name(&job->list, piece->number, &name);
    problem_set(problem, _("{0} is of another game than the records before it."),
                text_string(&name), NULL, NULL);
    text_free(&name);
    return false;
}

/* Adds what came out of one record to the file, if nothing is wrong with it. */
static bool keep(struct job *job, const struct piece *piece, struct resumable *file,
                 struct problem *problem)
{
    bool is_first = piece->number == 0;
    if (!check_game(job, piece, problem))
        return false;
    job->count += piece->count;
    return (!is_first || put_head(job, file, problem)) &&
           resumable_put(file, text_span(&piece->samples), problem);
}

/* The records from `first` on, as many as are worked on at once. */
static bool do_some(struct job *job, int first, struct resumable *file, struct problem *problem)
{
    int left = job->list.count - first;
    job->piece_count = left < RECORDS_AT_ONCE ? left : RECORDS_AT_ONCE;
    for (int i = 0; i < job->piece_count; i++)
        job->pieces[i] = (struct piece){.number = first + i};
    in_threads(job->threads, work, job);
    bool fine = true;
    for (int i = 0; i < job->piece_count; i++) {
        fine = fine && keep(job, &job->pieces[i], file, problem);
        text_free(&job->pieces[i].samples);
    }
    return fine && resumable_mark(file, first + job->piece_count, job->count, problem);
}

/* The game of records that an earlier run has done. */
static bool find_game_again(struct job *job, struct problem *problem)
{
    struct record record = {0};
    struct problem wrong = {0};
    bool fine = record_list_read(&job->list, 0, job->cards, &record, &wrong);
    if (fine)
        job->game = record.rules->game;
    else
        *problem = wrong;
    record_free(&record);
    return fine;
}

static bool do_all(struct job *job, struct resumable *file, struct problem *problem)
{
    const atomic_bool *stop = interrupt_watch();
    struct progress progress;
    int done = (int)file->done;
    job->count = file->made;
    bool fine = done == 0 || find_game_again(job, problem);
    progress_start(&progress, "data", (uint64_t)job->list.count);
    while (fine && done < job->list.count && !atomic_load(stop)) {
        fine = do_some(job, done, file, problem);
        done += job->piece_count;
        progress_update(&progress, (uint64_t)done);
    }
    progress_end(&progress);
    return fine;
}

/* What decides what will be in the file: the records with all that tells whether they have changed,
 * the form, the cards, and what a sample is. */
static uint64_t fingerprint(const struct job *job)
{
    const int kind[] = {SAMPLES_VERSION, (int)job->form};
    uint64_t hash = hash_bytes(0, kind, sizeof kind);
    const char *cards = job->cards != NULL ? job->cards : "";
    hash = hash_bytes(hash, cards, strlen(cards) + 1);
    for (uint32_t i = 0; i < job->list.file_count; i++) {
        struct stat about = {0};
        stat(job->list.files[i], &about);
        int64_t facts[] = {about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
        hash = hash_bytes(hash, job->list.files[i], strlen(job->list.files[i]) + 1);
        hash = hash_bytes(hash, facts, sizeof facts);
    }
    for (int i = 0; i < job->list.count; i++)
        hash = hash_bytes(hash, &job->list.places[i].entry.at, sizeof(uint64_t));
    return hash;
}

static bool finish(struct job *job, struct resumable *file, struct problem *problem)
{
    struct text head = {0};
    write_head(job, &head); /* now it is known how many samples there are */
    bool fine = resumable_finish(file, text_span(&head), problem);
    text_free(&head);
    return fine;
}

static bool write_samples(struct job *job, struct problem *problem)
{
    struct resumable file;
    if (!resumable_open(&file, job->out, fingerprint(job), problem))
        return false;
    bool fine = do_all(job, &file, problem);
    if (fine && file.done == job->list.count)
        return finish(job, &file, problem);
    if (fine) { /* Ctrl-C */
        resumable_leave(&file);
        return problem_set(problem, _("interrupted; the same command continues."), NULL, NULL,
                           NULL);
    }
    resumable_discard(&file);
    return false;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool choose_form(struct job *job, struct problem *problem)
{
    const char *dot = job->out != NULL ? strrchr(job->out, '.') : NULL;
    if (dot == NULL || (strcmp(dot, ".npy") != 0 && strcmp(dot, ".jsonl") != 0))
        return problem_set(problem,
                           _("--out needs the name of a file that ends in .npy or .jsonl."), NULL,
                           NULL, NULL);
    job->form = strcmp(dot, ".npy") == 0 ? SAMPLES_NUMPY : SAMPLES_JSON;
    return true;
}

static bool list_records(struct job *job, const struct given *given, struct problem *problem)
{
    for (int i = 0; i < given->count; i++)
        if (!record_list_add(&job->list, given->list[i], problem))
            return false;
    return job->list.count > 0 ||
           problem_set(problem, _("there are no records there."), NULL, NULL, NULL);
}

static int run(struct invocation *invocation)
{
    struct job *job = memory_new(1, sizeof *job);
    int64_t threads = ALL_CORES;
    const struct argument arguments[] = {
        {"out", "FILE", _("where the samples go: FILE.npy or FILE.jsonl"), ARGUMENT_TEXT, &job->out,
         0, 0},
        {"threads", "N", _("use this many cores"), ARGUMENT_NUMBER, &threads, 1, THREADS_MAX},
        CARDS_ARGUMENT(job->cards),
        {0}};
    int code = arguments_read(invocation, arguments, 1, GIVEN_MAX);
    job->threads = (int)thread_count(threads, THREADS_MAX);
    if (code < 0 && !choose_form(job, &invocation->problem))
        code = EXIT_USAGE;
    if (code < 0) {
        bool fine = list_records(job, &invocation->given, &invocation->problem) &&
                    write_samples(job, &invocation->problem);
        if (fine)
            text_addf(&invocation->out, "samples: %lld from %d records\n", (long long)job->count,
                      job->list.count);
        code = fine ? EXIT_FINE : EXIT_FAILED;
    }
    record_list_free(&job->list);
    free(job);
    return code;
}

const struct command data_command = {
    "data",
    "RECORD…",
    _("make samples to learn from out of records"),
    run,
    _("Records are files, folders of them, and archives. docs/research.md describes the samples."),
    NULL,
};
