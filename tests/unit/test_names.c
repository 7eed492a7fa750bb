/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Names that look alike count as one name, and names that do not as two. */

#include "helpers.h"

#include "store/names.h"
#include "store/store.h"

static void assert_alike(const char *a, const char *b)
{
    char first[SKELETON_SIZE], second[SKELETON_SIZE];
    name_skeleton(a, false, first);
    name_skeleton(b, false, second);
    if (strcmp(first, second) != 0)
        fail_msg("%s (%s) does not look like %s (%s)", a, first, b, second);
}

static void assert_different(const char *a, const char *b)
{
    char first[SKELETON_SIZE], second[SKELETON_SIZE];
    name_skeleton(a, false, first);
    name_skeleton(b, false, second);
    if (strcmp(first, second) == 0)
        fail_msg("%s looks like %s (%s)", a, b, first);
}

TEST(test_alike)
{
    assert_alike("Ada", "ADA");
    assert_alike("Ada", "Аdа");                  /* Cyrillic */
    assert_alike("Ada", "Αdα");                  /* Greek */
    assert_alike("Bob", "В0ь");                  /* Cyrillic and a digit */
    assert_alike("Ren\xc3\xa9", "Rene\xcc\x81"); /* NFC and NFD */
    assert_alike("Äda", "äda");
    assert_alike("Straße", "STRASSE");
    assert_alike("Ｌｅａ", "Lea"); /* full width */
    assert_alike("𝐋𝐞𝐚", "Lea");    /* mathematical */
    assert_alike("lIl1|", "IIIll");
    assert_alike("İlker", "Ilker");
    assert_alike("Cornelia", "Comelia");
    assert_alike("VVerner", "Werner");
    assert_alike("O'Hara", "O’Hara");
    assert_alike("Jean–Luc", "Jean-Luc");
    assert_alike("Νίκος", "νίκος");
    assert_alike("РОМА", "POMA");
    assert_alike("ﬁnn", "finn");
}

TEST(test_different)
{
    static const char *const names[] = {"Ada",   "Bob",    "René",   "Rene",   "Müller", "Muller",
                                        "Hans",  "Nana",   "Иван",   "Юлия",   "Νίκος",  "Ελένη",
                                        "山田",  "田中",   "김민수", "محمد",   "דוד",    "Ann A.",
                                        "Ann B", "Mail 0", "Mail 2", "Guest",  "Clara",  "Dara",
                                        "Лина",  "Пина",   "Łukasz", "Lukasz", "Søren",  "Soren"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (size_t j = 0; j < i; j++)
            assert_different(names[i], names[j]);
}

/* Some Greek capitals look like other letters than their small forms do. */
TEST(test_greek_capitals)
{
    char greek[SKELETON_SIZE], latin[SKELETON_SIZE];
    name_skeleton("ΗΥΜΝ", true, greek);
    name_skeleton("HYMN", false, latin);
    assert_string_equal(greek, latin);
    assert_different("ΗΥΜΝ", "HYMN");
}

TEST(test_never_empty)
{
    static const char *const names[] = {"?",        ".", "i", "\xcc\x81",
                                        "\xcc\x87", "١", "-", "\xef\xb7\xba"};
    char out[SKELETON_SIZE];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        name_skeleton(names[i], false, out);
        assert_true(out[0] != '\0' && out[0] != ' ');
    }
}

/* The longest name that the store takes, with the character that grows most. */
TEST(test_longest)
{
    char name[STORE_NAME_SIZE] = "", out[SKELETON_SIZE], normal[STORE_NAME_SIZE];
    for (int i = 0; i < 21; i++)
        strcat(name, "\xef\xb7\xba");
    name_skeleton(name, false, out);
    assert_int_equal(strlen(out) < SKELETON_SIZE, 1);
    assert_true(span_is_utf8(span_of(out)));
    assert_true(name_normalize(name, normal, sizeof normal));
    assert_string_equal(name, normal);
}

TEST(test_normal)
{
    char out[STORE_NAME_SIZE], small[5];
    assert_true(name_normalize("Rene\xcc\x81", out, sizeof out));
    assert_string_equal(out, "Ren\xc3\xa9");
    assert_true(name_normalize("Ada", out, sizeof out));
    assert_string_equal(out, "Ada");
    assert_false(name_normalize("\xff", out, sizeof out));
    assert_false(name_normalize("Ren\xc3\xa9", small, sizeof small));
}

TEST(test_scripts)
{
    static const char *const fine[] = {"Ada",       "René 2",           "Иван",       "Ελένη",
                                       "山田 Taro", "たろう太郎タロウ", "김민수 Kim", "محمد Ali",
                                       "דוד",       "-- 7 --",          "Ann 😀",      ""};
    static const char *const mixed[] = {"Аda", "Adа", "Ελenη", "Иван Ελένη", "АbΓ", "דוד محمد"};
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
        if (!name_scripts_fit(fine[i]))
            fail_msg("%s is refused", fine[i]);
    for (size_t i = 0; i < sizeof mixed / sizeof mixed[0]; i++)
        if (name_scripts_fit(mixed[i]))
            fail_msg("%s is not refused", mixed[i]);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
