/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* libcurl, which asks other servers: loaded for the first webhook, and for `orrery join`. Its
 * functions have the names that they have there, without curl_: `libcurl.easy_init` is
 * curl_easy_init. The compiler does not check the values of options here: numbers are long. */

#ifndef LIBRARIES_LIBCURL_H
#define LIBRARIES_LIBCURL_H

#include "base/problem.h"

#include <curl/curl.h>

#define LIBCURL_FUNCTIONS(F)                                                                       \
    F(easy_cleanup)                                                                                \
    F(easy_getinfo)                                                                                \
    F(easy_init)                                                                                   \
    F(easy_perform)                                                                                \
    F(easy_recv)                                                                                   \
    F(easy_send)                                                                                   \
    F(easy_setopt)                                                                                 \
    F(easy_strerror)                                                                               \
    F(free)                                                                                        \
    F(global_init)                                                                                 \
    F(multi_add_handle)                                                                            \
    F(multi_cleanup)                                                                               \
    F(multi_info_read)                                                                             \
    F(multi_init)                                                                                  \
    F(multi_perform)                                                                               \
    F(multi_poll)                                                                                  \
    F(multi_remove_handle)                                                                         \
    F(slist_append)                                                                                \
    F(slist_free_all)                                                                              \
    F(url)                                                                                         \
    F(url_cleanup)                                                                                 \
    F(url_get)                                                                                     \
    F(url_set)

#define LIBCURL_POINTER(name) __typeof__(curl_##name) *name;
extern struct libcurl {
    LIBCURL_FUNCTIONS(LIBCURL_POINTER)
} libcurl;
#undef LIBCURL_POINTER

/* Before any of them is called, but for global_init, which this does. `purpose` is what somebody
 * wants it for. False with a problem noted if it is not installed. */
bool libcurl_load(const char *purpose, struct problem *problem);

#endif
