/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Texts of a language that are loaded, as in browsers. Apart from the other tests of phrases,
 * because they stay. */

#include "helpers.h"

/* What a file for browsers holds: some texts, the last one empty, and a name. */
static void write_loaded(struct text *out)
{
    for (size_t i = 0; i < phrases_count; i++) {
        if (i == 0)
            text_add(out, "the first");
        text_add_span(out, (struct span){"", 1});
    }
    text_add_span(out, (struct span){"Sun\0Sonne\0", 10});
}

TEST(test_loading)
{
    const enum language last = LANGUAGE_COUNT - 1;
    struct text file = {0};
    write_loaded(&file);
    assert_false(phrases_load(last, (struct span){text_string(&file), 0}));
    assert_false(phrases_load(last, (struct span){text_string(&file), file.length - 1}));
    assert_false(phrases_load(last, (struct span){text_string(&file), file.length - 6}));
    assert_false(phrases_load(last, (struct span){text_string(&file), phrases_count / 2}));
    assert_true(phrases_load(last, text_span(&file)));
    text_free(&file); /* they are copied */
    assert_string_equal(phrase(last, phrases_english[0]), "the first");
    assert_ptr_equal(phrase(last, phrases_english[1]), phrases_english[1]);
    assert_string_equal(phrase_name(last, "Sun"), "Sonne");
    assert_string_equal(phrase_name(last, "Sum"), "Sum");
    assert_true(phrases_load(last, (struct span){"", 0})); /* once is enough */
}

int main(void)
{
    return run_registered(NULL, NULL);
}
