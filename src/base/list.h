/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Intrusive lists: structs carry their links themselves, as members `next` and `before` of their
 * own type. A list is a pointer to its first item, NULL while it is empty. Inserting and removing
 * an item needs no memory and takes constant time. */

#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <assert.h>
#include <stddef.h>

/* Puts an item that is in no list in front. Both arguments are evaluated several times. */
#define list_add(first, item)                                                                      \
    do {                                                                                           \
        assert((item)->next == NULL && (item)->before == NULL);                                    \
        (item)->next = (first);                                                                    \
        if ((first) != NULL)                                                                       \
            (first)->before = (item);                                                              \
        (first) = (item);                                                                          \
    } while (0)

/* Takes an item out; its links are NULL afterwards. */
#define list_remove(first, item)                                                                   \
    do {                                                                                           \
        assert((item)->before != NULL || (first) == (item));                                       \
        if ((item)->before != NULL)                                                                \
            (item)->before->next = (item)->next;                                                   \
        else                                                                                       \
            (first) = (item)->next;                                                                \
        if ((item)->next != NULL)                                                                  \
            (item)->next->before = (item)->before;                                                 \
        (item)->next = (item)->before = NULL;                                                      \
    } while (0)

#endif
