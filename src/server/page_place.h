/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The page of a server that the world finds below a path, such as https://example.org/orrery/. The
 * page is open at many addresses, so index.html names its files from the root, and the service
 * worker knows the hash of index.html. Both are rewritten for that path; everything else is
 * relative and stays as it is. */

#ifndef SERVER_PAGE_PLACE_H
#define SERVER_PAGE_PLACE_H

#include "page.h"

enum { PAGE_PLACE_MAX = 100 }; /* bytes of a path */

/* The path of an address, "" if it has none: "https://example.org/games" -> "/games". Points into
 * the address. */
const char *page_place_of(const char *url);

/* May the page be there? "", or parts of letters, digits, "-", "_", "." and "~", each with a slash
 * before it. */
bool page_place_fits(const char *path);

struct page_place;

/* NULL if it is at the root, or the program has no page. The path must fit. */
struct page_place *page_place_open(const char *path);
void page_place_close(struct page_place *place); /* NULL is fine */

/* The file as it is there; NULL for `place`: at the root. */
const struct page_file *page_place_file(const struct page_place *place,
                                        const struct page_file *file);

#endif
