/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What someone with a token is. */

#ifndef SERVER_PERSON_KIND_H
#define SERVER_PERSON_KIND_H

#include "store/store.h"
#include "table/person_kind.h"

enum person_kind person_kind_of(const struct store_user *user);

#endif
