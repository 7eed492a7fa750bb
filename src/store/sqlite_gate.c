/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Gates: numbers are drawn, and called one after another. */

#include "sqlite_gate.h"

#include "base/text.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

struct gate {
    struct gate *next;
    dev_t device;
    ino_t inode;
    int users;
    uint64_t drawn, called; /* under the lock, as all above */
    pthread_cond_t turn;
};

/* All gates of the process: what SQLite locks is locked for the process too. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gate *gates;

static struct gate *find_gate(const struct stat *file)
{
    struct gate *gate = gates;
    while (gate != NULL && (gate->device != file->st_dev || gate->inode != file->st_ino))
        gate = gate->next;
    return gate;
}

struct gate *gate_open(const char *file)
{
    struct stat found = {0};
    if (stat(file, &found) != 0)
        return NULL;
    pthread_mutex_lock(&lock);
    struct gate *gate = find_gate(&found);
    if (gate == NULL) {
        gate = memory_new(1, sizeof *gate);
        *gate = (struct gate){.next = gates, .device = found.st_dev, .inode = found.st_ino};
        pthread_cond_init(&gate->turn, NULL);
        gates = gate;
    }
    gate->users++;
    pthread_mutex_unlock(&lock);
    return gate;
}

void gate_close(struct gate *gate)
{
    if (gate == NULL)
        return;
    pthread_mutex_lock(&lock);
    assert(gate->users > 0);
    bool unused = --gate->users == 0;
    if (unused) {
        struct gate **at = &gates;
        while (*at != gate)
            at = &(*at)->next;
        *at = gate->next;
    }
    pthread_mutex_unlock(&lock);
    if (!unused)
        return;
    assert(gate->drawn == gate->called);
    pthread_cond_destroy(&gate->turn);
    free(gate);
}

void gate_enter(struct gate *gate)
{
    pthread_mutex_lock(&lock);
    uint64_t number = gate->drawn++;
    while (gate->called != number)
        pthread_cond_wait(&gate->turn, &lock);
    assert(gate->users > 0 && gate->called < gate->drawn);
    pthread_mutex_unlock(&lock);
}

void gate_leave(struct gate *gate)
{
    pthread_mutex_lock(&lock);
    assert(gate->called < gate->drawn);
    gate->called++;
    pthread_cond_broadcast(&gate->turn);
    pthread_mutex_unlock(&lock);
}

int gate_waiting(struct gate *gate)
{
    pthread_mutex_lock(&lock);
    uint64_t here = gate->drawn - gate->called; /* one of them is inside */
    pthread_mutex_unlock(&lock);
    return here > 0 ? (int)(here - 1) : 0;
}
