/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Hashes of passwords, by libsodium with the costs that it advises for people who wait. */

#include "password_hash.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <string.h>

bool password_hash(const char *password, char *out, size_t size)
{
    assert(size >= crypto_pwhash_STRBYTES);
    (void)size;
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

enum password_match password_compare(const char *hash, const char *password)
{
    if (hash[0] == '\0')
        return PASSWORD_WRONG;
    errno = 0;
    if (crypto_pwhash_str_verify(hash, password, strlen(password)) == 0)
        return PASSWORD_RIGHT;
    return errno == ENOMEM ? PASSWORD_NO_MEMORY : PASSWORD_WRONG;
}

enum password_match password_compare_nobody(const char *password)
{
    static char nobody[crypto_pwhash_STRBYTES];
    if (nobody[0] == '\0' && !password_hash("nobody", nobody, sizeof nobody))
        return PASSWORD_NO_MEMORY;
    enum password_match match = password_compare(nobody, password);
    return match == PASSWORD_RIGHT ? PASSWORD_WRONG : match;
}
