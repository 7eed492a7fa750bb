/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery data: samples to learn from, out of records. */

#include "arguments.h"
#include "interrupt.h"

#include "players/threads.h"
#include "record/samples.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RECORDS_AT_ONCE = 64 }; /* kept in memory until they are written in their order */

/* One record and what comes out of it. */
struct piece {
    const char *path;
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
    const struct game *game; /* of all records; NULL before the first */
    int64_t count;
    int piece_count;
    struct piece pieces[RECORDS_AT_ONCE];
};

static void make_samples(const struct job *job, struct piece *piece)
{
    struct record record = {0};
    if (read_record(&record, piece->path, job->cards, &piece->problem)) {
        piece->game = record.rules->game;
        piece->count = record.count;
        if (!samples_write(&record, piece->number, job->form, &piece->samples, &piece->problem))
            problem_place(&piece->problem, piece->path, 0, 0);
    }
    record_free(&record);
}

static void work(void *context, int number)
{
    struct job *job = context;
    for (int i = number; i < job->piece_count; i += job->threads)
        make_samples(job, &job->pieces[i]);
}

static bool put(FILE *file, struct span bytes)
{
    return bytes.length == 0 || fwrite(bytes.at, 1, bytes.length, file) == bytes.length;
}

static bool note_unwritten(const struct job *job, struct problem *problem)
{
    return problem_set(problem, _("{0} cannot be written: {1}."), job->out, strerror(errno), NULL);
}

static bool put_head(const struct job *job, FILE *file)
{
    struct text head = {0};
    if (job->form == SAMPLES_NUMPY)
        samples_write_head(job->game, job->count, &head);
    bool done = put(file, text_span(&head));
    text_free(&head);
    return done;
}

/* Adds what came out of one record to the file, if nothing is wrong with it. */
static bool keep(struct job *job, const struct piece *piece, FILE *file, struct problem *problem)
{
    if (problem_is_set(&piece->problem)) {
        *problem = piece->problem;
        return false;
    }
    assert(piece->game != NULL);
    bool is_first = job->game == NULL;
    if (is_first)
        job->game = piece->game;
    if (job->game != piece->game)
        return problem_set(problem, _("{0} is of another game than the records before it."),
                           piece->path, NULL, NULL);
    job->count += piece->count;
    return ((!is_first || put_head(job, file)) && put(file, text_span(&piece->samples))) ||
           note_unwritten(job, problem);
}

/* The records from `first` on, as many as are worked on at once; returns how many. */
static int do_some(struct job *job, const struct given *given, int first, FILE *file,
                   struct problem *problem)
{
    job->piece_count = given->count - first;
    if (job->piece_count > RECORDS_AT_ONCE)
        job->piece_count = RECORDS_AT_ONCE;
    for (int i = 0; i < job->piece_count; i++)
        job->pieces[i] = (struct piece){.path = given->list[first + i], .number = first + i};
    in_threads(job->threads, work, job);
    bool fine = true;
    for (int i = 0; i < job->piece_count; i++) {
        fine = fine && keep(job, &job->pieces[i], file, problem);
        text_free(&job->pieces[i].samples);
    }
    return job->piece_count;
}

static bool do_all(struct job *job, const struct given *given, FILE *file, struct problem *problem)
{
    const atomic_bool *stop = interrupt_watch();
    for (int i = 0; i < given->count && !problem_is_set(problem) && !atomic_load(stop);)
        i += do_some(job, given, i, file, problem);
    if (problem_is_set(problem) || !interrupt_note(problem))
        return false;
    /* Now it is known how many samples there are. */
    return (fseek(file, 0, SEEK_SET) == 0 && put_head(job, file) && fflush(file) == 0 &&
            fsync(fileno(file)) == 0) ||
           note_unwritten(job, problem);
}

/* To a new file beside it, which takes its name when it is whole. */
static bool write_samples(struct job *job, const struct given *given, struct problem *problem)
{
    struct text beside = {0};
    text_addf(&beside, "%s.XXXXXX", job->out);
    int descriptor = mkstemp(beside.at);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    bool fine = file != NULL ? do_all(job, given, file, problem) : note_unwritten(job, problem);
    mode_t mask = umask(0);
    umask(mask);
    if (fine && (fchmod(descriptor, 0666 & ~mask) != 0 || rename(beside.at, job->out) != 0))
        fine = note_unwritten(job, problem);
    if (file != NULL)
        fclose(file);
    if (!fine && descriptor >= 0)
        unlink(beside.at);
    text_free(&beside);
    return fine;
}

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

static int run(struct invocation *invocation)
{
    struct job *job = memory_new(1, sizeof *job);
    int64_t threads = core_count(THREADS_MAX);
    const struct argument arguments[] = {
        {"out", "FILE", _("where the samples go: FILE.npy or FILE.jsonl"), ARGUMENT_TEXT, &job->out,
         0, 0},
        {"threads", "N", _("use this many cores"), ARGUMENT_NUMBER, &threads, 1, THREADS_MAX},
        CARDS_ARGUMENT(job->cards),
        {0}};
    int code = arguments_read(invocation, arguments, 1, GIVEN_MAX);
    job->threads = (int)threads;
    if (code < 0 && !choose_form(job, &invocation->problem))
        code = EXIT_USAGE;
    if (code < 0) {
        bool fine = write_samples(job, &invocation->given, &invocation->problem);
        if (fine)
            text_addf(&invocation->out, "samples: %lld from %d records\n", (long long)job->count,
                      invocation->given.count);
        code = fine ? EXIT_FINE : EXIT_FAILED;
    }
    free(job);
    return code;
}

const struct command data_command = {
    "data",
    "RECORD…",
    _("make samples to learn from out of records"),
    run,
    _("docs/research.md describes the samples."),
};
