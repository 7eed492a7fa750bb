/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Pulsar 2849: can this flight be under way? Its numbers, its gate run and its path are checked
 * against the tasks on the agenda, the map and the ship. The agenda itself is already checked
 * (check_agenda.c). */

#include "pulsar.h"

/* The frame of this task, or NULL. */
static const struct frame *frame_of(const struct pulsar_view *v, int task)
{
    for (int i = 0; i < v->s->agenda.depth; i++)
        if (v->s->agenda.frames[i].task == task)
            return &v->s->agenda.frames[i];
    return NULL;
}

static bool is_empty_flight(const struct pulsar_view *v)
{
    const struct pulsar_state *s = v->s;
    for (int i = 0; i < PATH_MAX; i++)
        if (s->path[i] != 0)
            return false;
    return s->flight_length == 0 && s->flight_at == 0 && s->flight_scope == 0 &&
           s->flight_run == 0 && s->flight_colour == 0;
}

static bool numbers_fit(const struct pulsar_view *v, const struct pulsar_arrive_task *arrive,
                        bool flying)
{
    const struct pulsar_state *s = v->s;
    return s->flight_length >= 1 && s->flight_length <= FLIGHT_MAX &&
           s->flight_at <= s->flight_length && (s->flight_at < s->flight_length) == flying &&
           s->flight_scope <= SCOPE_CLAIM && arrive->visited <= s->flight_length &&
           (!flying || (arrive->step == ARRIVE_REVEALS && arrive->visited == 0));
}

/* A gate run is declared before the flight, and used when it is over. */
static bool run_fits(const struct pulsar_view *v, const struct pulsar_arrive_task *arrive)
{
    const struct pulsar_state *s = v->s;
    unsigned runs = pulsar_unused_runs(v, arrive->seat);
    if (frame_of(v, TASK_GATE_RUN) != NULL)
        return s->flight_at == 0 && s->flight_run == 0 && s->flight_colour == 0 && runs != 0;
    if (s->flight_run > PROJECTS_OF_SIDE || s->flight_colour > ORANGE ||
        (s->flight_run != 0) != (s->flight_colour != 0))
        return false;
    return s->flight_run == 0 || arrive->step != ARRIVE_REVEALS ||
           (runs >> (s->flight_run - 1) & 1);
}

/* Each step of the path is one that a flight could take; a teleport goes anywhere. */
static bool path_fits(const struct pulsar_view *v, bool flying)
{
    const struct pulsar_state *s = v->s;
    uint8_t next[LINKS_MAX];
    for (int i = 0; i < PATH_MAX; i++)
        if ((s->path[i] != 0) != (i <= s->flight_at) || s->path[i] > map_of(v)->node_count)
            return false;
    for (int i = 1; i <= s->flight_at; i++) {
        int kind = node_of(v, s->path[i])->kind;
        if (kind == NODE_ENTRY || kind == NODE_ISOLATED)
            return false;
    }
    bool teleport = !flying && s->flight_length == 1;
    for (int i = 0; !teleport && i < s->flight_at; i++) {
        int count = pulsar_next_locations(map_of(v), s->path, i, s->flight_at,
                                          (struct pulsar_errand){0}, next);
        bool found = false;
        for (int k = 0; k < count; k++)
            found = found || next[k] == s->path[i + 1];
        if (!found)
            return false;
    }
    return true;
}

/* From here the flight can do what its tolerance asks for. */
static bool can_go_on(const struct pulsar_view *v, int seat)
{
    const struct pulsar_state *s = v->s;
    uint8_t next[LINKS_MAX];
    return pulsar_next_locations(map_of(v), s->path, s->flight_at, s->flight_length,
                                 pulsar_errand_of(v, seat, s->flight_scope), next) > 0;
}

bool pulsar_flight_fits(const struct pulsar_view *v)
{
    const struct frame *frame = frame_of(v, TASK_ARRIVE);
    if (frame == NULL)
        return is_empty_flight(v);
    const struct pulsar_arrive_task *arrive = as_arrive(frame);
    bool flying = frame_of(v, TASK_FLIGHT) != NULL;
    if (!numbers_fit(v, arrive, flying) || !run_fits(v, arrive) || !path_fits(v, flying))
        return false;
    return seat_of(v, arrive->seat)->ship == v->s->path[flying ? 0 : v->s->flight_at] &&
           (!flying || can_go_on(v, arrive->seat));
}
