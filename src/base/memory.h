/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Memory, and what happens when it runs out.
 *
 * Small things come from memory_new and memory_grow, which never fail as far as their callers can
 * see. Anything whose size an outsider can drive up comes from memory_try_new, which may fail: then
 * that one request ends with a message. A program that must survive keeps a reserve: when a small
 * allocation fails the reserve is released, the allocation succeeds after all, and memory is *low*
 * until the reserve is available again. Code that accepts work checks memory_is_low first and
 * refuses it. Only when the reserve is used up, too, does the program end. From any thread. */

#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

enum { CACHE_LINE = 64 }; /* bytes that a processor fetches together */

/* Never NULL: the program ends when memory runs out. */
void *memory_new(size_t count, size_t size); /* zeroed */
void *memory_new_at_line(size_t size);       /* the same, and it begins at a cache line */
void *memory_grow(void *memory, size_t count, size_t size);

/* NULL when memory runs out. The reserve is left alone. */
void *memory_try_new(size_t count, size_t size);                /* zeroed */
void *memory_try_grow(void *memory, size_t count, size_t size); /* unchanged on failure */

/* Called before the program ends for want of memory: it may say so, and takes none. A library says
 * nothing. NULL: no such words. */
void memory_last_words(void (*say)(void));
_Noreturn void memory_give_up(void); /* as when memory_new fails: says them, and aborts */

/* Keeps this many bytes in reserve. `low`, if not NULL, is called once whenever memory becomes low,
 * in the thread that noticed it and in the middle of whatever it does: it only passes the news on.
 * False if that much cannot be had. 0 bytes: keeps nothing any more. */
bool memory_keep_reserve(size_t bytes, void (*low)(void *context), void *context);

/* Is the reserve in use? */
bool memory_is_low(void);

/* Releases the reserve for a library that found no memory. True if it is worth trying again. */
bool memory_use_reserve(void);

/* Restores the reserve if that many bytes are free: the whole of it, or that many if it is more. A
 * caller content with less recovers sooner, with a smaller reserve. True if memory is not low
 * any more. */
bool memory_recover(size_t needed);

/* Makes a reserve whole that is small. False if that is not possible now; true while it is used. */
bool memory_fill_reserve(void);
size_t memory_reserve(void); /* bytes that it has now */

#endif
