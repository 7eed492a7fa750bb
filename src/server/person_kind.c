/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Kinds of people. */

#include "person_kind.h"

#include <assert.h>

enum person_kind person_kind_of(const struct store_user *user)
{
    assert(user->bot_owner == 0 || user->password[0] == '\0');
    return user->bot_owner != 0        ? PERSON_BOT
           : user->password[0] != '\0' ? PERSON_ACCOUNT
                                       : PERSON_GUEST;
}
