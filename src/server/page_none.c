/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The files of the page in a build that has none. */

#include "page.h"

const struct page_file page_files[] = {{0}};
