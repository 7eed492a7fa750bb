/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The browser client, which is part of the program: the files that tools/web builds and
 * tools/embed_page.py turns into a table. A build without it (the option `page` in meson.build)
 * says so instead. */

#ifndef SERVER_PAGE_H
#define SERVER_PAGE_H

#include "http.h"

struct page_file {
    const char *path; /* "/index.html" */
    const char *type; /* of its content */
    const char *etag; /* of the plain file */
    const char *body; /* packed with gzip, or plain if that is not longer */
    size_t size;      /* of the body */
    size_t plain;     /* of the plain file */
    bool packed;
    bool lasting; /* the name changes with the content: clients may keep it forever */
};

/* By their paths; the table ends without one. */
extern const struct page_file page_files[];

/* What is at this address: a file, or index.html if it is one of the page's own addresses, such as
 * /table/ID. NULL if there is nothing. */
const struct page_file *page_find(const char *path);

/* Fills in the answer. `accepts` is what the client says in Accept-Encoding, or NULL; `buffer`
 * takes what has to be unpacked, and the ETag: it must stay until the answer has been given. */
struct page_table {
    struct text body, etag;
};
void page_answer(const struct page_file *file, const char *accepts, struct page_table *buffer,
                 struct http_answer *answer);
void page_buffer_free(struct page_table *buffer);

/* The file of that very path; NULL if there is none. */
const struct page_file *page_file(const char *path);

/* A packed file as it was; false if there is not enough memory. */
bool page_unpack(const struct page_file *file, struct text *out);

/* Does Accept-Encoding allow gzip? NULL does not. */
bool page_accepts_gzip(const char *accepts);

#endif
