/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Passwords that are guessed first, and those that are not. */

#include "../unit/helpers.h"

#include "server/common_passwords.h"

static void assert_common(const char *password)
{
    if (!password_is_common(password, "Grace Hopper"))
        fail_msg("\"%s\" is taken", password);
}

TEST(test_common)
{
    static const char *const list[] = {
        "password",      "Password1",    "passw0rd",       "P@ssw0rd!",    "p4ssw0rd123",
        "passwort",      "Passwort2024", "12345678",       "123456789012", "87654321",
        "11111111",      "aaaaaaaa",     "abababab",       "abcabcabc",    "qwertyui",
        "QWERTZ123",     "qwerty12345",  "asdfghjkl",      "1qaz2wsx",     "1q2w3e4r",
        "zaq12wsx",      "abcdefgh",     "abcd1234",       "iloveyou",     "iloveyou2",
        "ichliebedich",  "letmein!!",    "welcome123",     "Willkommen1",  "admin123",
        "administrator", "football1",    "monkey123",      "dragon99",     "sunshine",
        "princess1",     "Sommer2023!",  "winter2024",     "schatz1234",   "hallo123",
        "hallohallo",    "test1234",     "trustno1",       "starwars",     "superman1",
        "changeme",      "19840523",     "01.02.1990",     "0123 456789",  "orrery123",
        "pulsar2849",    "BeyondTheSun", "spiel2024",      "grace hopper", "grace hopper1",
        "lalalala",      "qwerqwer",     "masterpassword", "geheim123",    "!@#$%^&*",
        "aaaabbbb",      "Fussball!",    "1loveyou",       "$unsh1ne",     "789456123",
        "mypassword",
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        assert_common(list[i]);
}

TEST(test_uncommon)
{
    static const char *const list[] = {
        "correct horse",
        "battery staple",
        "another horse",
        "wrong horse",
        "tR7#kq0z",
        "Kupferdachstuhl",
        "vier blaue Tassen",
        "x9f2k7qw",
        "6174 1729 4104",
        "Tannenzapfen7",
        "грузовик летит",
        "übermorgen regnet es",
        "grace hopper of the navy",
        "mnemonic-otter-42",
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (password_is_common(list[i], "Grace Hopper"))
            fail_msg("\"%s\" is refused", list[i]);
}

TEST(test_names)
{
    assert_true(password_is_common("Rumpelstilz1", "rumpelstilz"));
    assert_true(password_is_common("1rumpelstilz!", "Rumpelstilz"));
    assert_false(password_is_common("rumpelstilz und Gold", "Rumpelstilz"));
    assert_false(password_is_common("tR7#kq0z", "tR")); /* too short to count */
    assert_false(password_is_common("tR7#kq0z", ""));
}

TEST(test_odd_texts)
{
    char longest[201];
    uint32_t random = 1;
    memset(longest, 0, sizeof longest);
    for (size_t i = 0; i < sizeof longest - 1; i++)
        longest[i] = (char)('a' + (random = random * 69069 + 1) / 65536 % 26);
    assert_false(password_is_common(longest, "Ada"));
    assert_true(password_is_common("", ""));
    assert_true(password_is_common("a", "a"));
}

int main(void)
{
    return run_registered(NULL, NULL);
}
