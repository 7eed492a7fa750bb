/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Letters to users: put there with rows (write.c), taken, put off, kept until they are read. */

#include "kinds.h"

struct letter_wait {
    store_seen_letter *seen;
    void *context;
    bool damaged;
};

static void letter_seen(void *context, const struct value *values, int count)
{
    struct letter_wait *wait = context;
    struct reader reader = {values, count, false};
    struct store_letter letter;
    letter.number = read_number(&reader, 1, INT64_MAX);
    letter.user = read_time(&reader);
    letter.kind = read_text(&reader, STORE_KIND_SIZE);
    letter.body = read_text(&reader, STORE_TEXT_SIZE);
    letter.due = read_time(&reader);
    letter.tries = (int)read_number(&reader, 0, INT32_MAX);
    letter.table = read_text(&reader, STORE_ID_SIZE);
    wait->damaged = wait->damaged || reader.damaged;
    if (!reader.damaged)
        wait->seen(wait->context, &letter);
}

enum store_result store_take_letters(struct store *store, int64_t now, int64_t next, int limit,
                                     store_seen_letter *seen, void *context)
{
    struct letter_wait wait = {seen, context, false};
    enum store_result result = store_run_one(
        store,
        (struct request){.statement = TAKE_LETTERS,
                         .values = {value_number(now), value_number(next), value_number(limit)},
                         .seen = letter_seen,
                         .context = &wait});
    return result == STORE_DONE && wait.damaged ? STORE_DAMAGED : result;
}

enum store_result store_put_off_letter(struct store *store, int64_t number, int64_t due)
{
    return store_change(store,
                        (struct request){.statement = PUT_OFF_LETTER,
                                         .values = {value_number(number), value_number(due)}});
}

enum store_result store_return_letter(struct store *store, int64_t number, int64_t due)
{
    return store_change(store,
                        (struct request){.statement = RETURN_LETTER,
                                         .values = {value_number(number), value_number(due)}});
}

enum store_result store_drop_letter(struct store *store, int64_t number)
{
    return store_change(
        store, (struct request){.statement = DROP_LETTER, .values = {value_number(number)}});
}

enum store_result store_keep_letter(struct store *store, int64_t number, int64_t due)
{
    return store_change(store,
                        (struct request){.statement = KEEP_LETTER,
                                         .values = {value_number(number), value_text("unread"),
                                                    value_number(due)}});
}

enum store_result store_add_letter(struct store *store, const struct store_letter *letter)
{
    if (!text_fits(letter->kind, STORE_KIND_SIZE, false) ||
        !text_fits(letter->body, STORE_TEXT_SIZE, true))
        return STORE_REFUSED;
    return store_run_one(
        store, (struct request){.statement = ADD_LETTER,
                                .values = {value_number(letter->user), value_text(letter->kind),
                                           value_text(letter->body), value_number(letter->due),
                                           value_text("")}});
}

static void found(void *context, const struct value *values, int count)
{
    struct reader reader = {values, count, false};
    *(int64_t *)context = read_number(&reader, 0, INT64_MAX);
}

/* Mostly there is none, and looking keeps no writer waiting. */
enum store_result store_been_there(struct store *store, int64_t user, const char *table)
{
    int64_t letters = 0;
    if (!id_fits(table))
        return STORE_MISSING;
    enum store_result result =
        store_run_one(store, (struct request){.statement = FIND_LETTER,
                                              .values = {value_number(user), value_text(table)},
                                              .seen = found,
                                              .context = &letters});
    if (result != STORE_DONE || letters == 0)
        return result;
    return store_run_one(store,
                         (struct request){.statement = READ_LETTER,
                                          .values = {value_number(user), value_text(table)}});
}
