/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Notifications to users: added with rows (write.c), taken, postponed, kept until they are read. */

#include "kinds.h"

#include <assert.h>

static void notification_seen(void *context, const struct value *values, int count)
{
    struct wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_notification notification;
    notification.number = read_number(&reader, 1, INT64_MAX);
    notification.user = read_time(&reader);
    notification.kind = read_text(&reader, STORE_KIND_SIZE);
    notification.body = read_text(&reader, STORE_TEXT_SIZE);
    notification.due = read_time(&reader);
    notification.tries = (int)read_number(&reader, 0, INT32_MAX);
    notification.table = read_text(&reader, STORE_ID_SIZE);
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen.notification(wait->context, &notification);
}

enum store_result store_take_notifications(struct store *store, int64_t now, int64_t next,
                                           int limit, store_seen_notification *seen, void *context)
{
    struct wait wait = {.seen.notification = seen, .context = context};
    struct request take = {.statement = TAKE_NOTIFICATIONS,
                           .values = {value_number(now), value_number(next), value_number(limit)},
                           .seen = notification_seen,
                           .context = &wait};
    assert(next > now && limit > 0); /* else they would be taken again at once, or never */
    enum store_result result = store_write_one(store, &take);
    return result == STORE_DONE && wait.damaged ? STORE_DAMAGED : result;
}

enum store_result store_put_off_notification(struct store *store, int64_t number, int64_t due)
{
    return store_change(store,
                        (struct request){.statement = PUT_OFF_NOTIFICATION,
                                         .values = {value_number(number), value_number(due)}});
}

enum store_result store_return_notification(struct store *store, int64_t number, int64_t due)
{
    return store_change(store,
                        (struct request){.statement = RETURN_NOTIFICATION,
                                         .values = {value_number(number), value_number(due)}});
}

enum store_result store_drop_notification(struct store *store, int64_t number)
{
    return store_change(
        store, (struct request){.statement = DROP_NOTIFICATION, .values = {value_number(number)}});
}

enum store_result store_keep_notification(struct store *store, int64_t number, int64_t due)
{
    return store_change(store,
                        (struct request){.statement = KEEP_NOTIFICATION,
                                         .values = {value_number(number), value_text("unread"),
                                                    value_number(due)}});
}

enum store_result store_add_notification(struct store *store,
                                         const struct store_notification *notification)
{
    if (!text_fits(notification->kind, STORE_KIND_SIZE, false) ||
        !text_fits(notification->body, STORE_TEXT_SIZE, true))
        return STORE_REFUSED;
    return store_write_one(
        store,
        &(struct request){.statement = ADD_NOTIFICATION,
                          .values = {value_number(notification->user),
                                     value_text(notification->kind), value_text(notification->body),
                                     value_number(notification->due), value_text("")}});
}

/* Mostly there is none, and looking keeps no writer waiting. */
enum store_result store_been_there(struct store *store, int64_t user, const char *table)
{
    int64_t notifications = 0;
    if (!id_fits(table))
        return STORE_MISSING;
    enum store_result result =
        store_run_one(store, (struct request){.statement = FIND_NOTIFICATION,
                                              .values = {value_number(user), value_text(table)},
                                              .seen = count_seen,
                                              .context = &notifications});
    if (result != STORE_DONE || notifications == 0)
        return result;
    return store_write_one(store,
                           &(struct request){.statement = READ_NOTIFICATION,
                                             .values = {value_number(user), value_text(table)}});
}
