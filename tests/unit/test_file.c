/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Whole files in and out, in a folder of its own. */

#include "helpers.h"

#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/orrery_test_file.XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

/* The tests leave nothing but files. */
static int remove_folder(void **state)
{
    (void)state;
    DIR *entries = opendir(folder);
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;)
        unlinkat(dirfd(entries), entry->d_name, 0);
    closedir(entries);
    return rmdir(folder);
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int count_files(void)
{
    int count = 0;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static void write_file(const char *name, struct span content)
{
    struct problem problem = {0};
    assert_true(file_write(path_of(name), content, &problem));
    assert_told(&problem, NULL);
}

static void assert_content(const char *name, struct span content)
{
    struct problem problem = {0};
    struct text text = {0};
    assert_true(file_read(path_of(name), &text, &problem));
    assert_true(span_equal(text_span(&text), content));
    text_free(&text);
}

TEST(test_writes_and_reads)
{
    int before = count_files();
    write_file("a", span_of("one\n"));
    assert_content("a", span_of("one\n"));
    write_file("a", (struct span){"\0two\xff", 5});
    assert_content("a", (struct span){"\0two\xff", 5});
    write_file("a", span_of(""));
    assert_content("a", span_of(""));
    assert_int_equal(count_files(), before + 1); /* nothing else is left behind */
}

TEST(test_reads_to_the_end_of_the_text)
{
    write_file("b", span_of("two"));
    struct problem problem = {0};
    struct text text = {0};
    text_add(&text, "one ");
    assert_true(file_read(path_of("b"), &text, &problem));
    assert_text(&text, "one two");
    text_free(&text);
}

TEST(test_many_blocks)
{
    struct text text = {0};
    while (text.length < 300 * 1000)
        text_addf(&text, "%zu\n", text.length);
    write_file("long", text_span(&text));
    assert_content("long", text_span(&text));
    text_free(&text);
}

/* A saved game is an ordinary file, which the umask makes as private as its owner likes. */
TEST(test_rights_are_the_usual_ones)
{
    struct stat about;
    mode_t before = umask(027);
    write_file("rights", span_of("x"));
    umask(before);
    assert_int_equal(stat(path_of("rights"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
}

static void assert_unreadable(const char *path, const char *format)
{
    struct problem problem = {0};
    struct text text = {0}, message = {0};
    assert_false(file_read(path, &text, &problem));
    phrase_write_with(&message, ENGLISH, format, path, NULL, NULL);
    assert_told(&problem, text_string(&message));
    text_free(&text);
    text_free(&message);
}

TEST(test_unreadable)
{
    assert_unreadable(path_of("none"), "{0} cannot be opened: No such file or directory.");
    assert_unreadable(folder, "{0} cannot be read: Is a directory.");
    write_file("huge", span_of("x"));
    assert_int_equal(truncate(path_of("huge"), FILE_SIZE_MAX + 1), 0);
    assert_unreadable(path_of("huge"), "{0} is larger than 16 MiB, more than any Orrery file.");
    assert_int_equal(truncate(path_of("huge"), 0), 0);
}

static void assert_unwritable(const char *path, const char *format)
{
    struct problem problem = {0};
    struct text message = {0};
    int before = count_files();
    assert_false(file_write(path, span_of("x"), &problem));
    phrase_write_with(&message, ENGLISH, format, path, NULL, NULL);
    assert_told(&problem, text_string(&message));
    assert_int_equal(count_files(), before);
    text_free(&message);
}

TEST(test_unwritable)
{
    assert_unwritable(path_of("none/a"), "{0} cannot be written: No such file or directory.");
    assert_int_equal(mkdir(path_of("inner"), 0777), 0);
    assert_unwritable(path_of("inner"), "{0} cannot be written: Is a directory.");
    assert_int_equal(rmdir(path_of("inner")), 0);
}

TEST(test_standard_input)
{
    write_file("in", span_of("from outside\n"));
    int before = dup(STDIN_FILENO);
    int input = open(path_of("in"), O_RDONLY);
    assert_true(dup2(input, STDIN_FILENO) == STDIN_FILENO);
    struct problem problem = {0};
    struct text text = {0};
    bool read = file_read("-", &text, &problem);
    if (before >= 0)
        dup2(before, STDIN_FILENO);
    close(before);
    close(input);
    assert_true(read);
    assert_text(&text, "from outside\n");
    text_free(&text);
}

TEST(test_can_be_written)
{
    struct problem problem = {0};
    int before = count_files();
    assert_true(file_can_be_written(path_of("later"), &problem));
    assert_int_equal(count_files(), before); /* nothing is left behind */
    assert_false(file_can_be_written(path_of("no/where"), &problem));
    assert_true(problem_is_set(&problem));
    problem = (struct problem){0};
    assert_false(file_can_be_written(folder, &problem));
    assert_true(problem_is_set(&problem));
}

int main(void)
{
    return run_registered(make_folder, remove_folder);
}
