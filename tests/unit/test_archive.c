/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Archives: what goes in comes out, alone and in order, and nothing that a stranger made of one
 * does harm. */

#include "helpers.h"

#include "base/file.h"
#include "record/archive.h"

#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

static const char first[] = "orrery record 1\nthe first\n";
static const char second[] = "orrery record 1\nthe second, a little longer than the first\n";

static struct archive archive_of(struct span bytes)
{
    struct archive archive = {memfd_create("archive", MFD_CLOEXEC), bytes.length};
    assert_true(archive.descriptor >= 0);
    assert_int_equal(write(archive.descriptor, bytes.at, bytes.length), (int)bytes.length);
    return archive;
}

static void pack_two(struct text *out)
{
    archive_pack(span_of(first), 7, out);
    archive_pack(span_of(second), 500, out);
}

TEST(records_come_out_as_they_went_in)
{
    struct text packed = {0}, text = {0};
    struct problem problem = {0};
    struct archive_entry entry = {0};
    pack_two(&packed);
    struct archive archive = archive_of(text_span(&packed));
    assert_true(archive_look(&archive, &entry, &problem));
    assert_int_equal(entry.number, 7);
    assert_true(archive_unpack(&archive, &entry, &text, &problem));
    assert_text(&text, first);
    entry.at += entry.size;
    assert_true(archive_look(&archive, &entry, &problem));
    assert_int_equal(entry.number, 500);
    assert_int_equal(entry.at + entry.size, archive.size);
    assert_true(archive_find(&archive, 500, &entry, &problem));
    assert_true(archive_unpack(&archive, &entry, &text, &problem));
    assert_text(&text, second);
    assert_false(archive_find(&archive, 8, &entry, &problem));
    assert_told(&problem, "the archive has no game 8.");
    archive_close(&archive);
    text_free(&packed);
    text_free(&text);
}

/* As gzip reads it: all members, one after another. */
TEST(it_is_an_ordinary_gzip_file)
{
    struct text packed = {0};
    char path[] = "/tmp/orrery_test_archive.XXXXXX", all[256] = "";
    pack_two(&packed);
    int descriptor = mkstemp(path);
    assert_int_equal(write(descriptor, packed.at, packed.length), (int)packed.length);
    close(descriptor);
    assert_true(archive_is(path));
    gzFile file = gzopen(path, "rb");
    assert_int_equal(gzread(file, all, sizeof all - 1), (int)(strlen(first) + strlen(second)));
    gzclose(file);
    unlink(path);
    assert_memory_equal(all, first, strlen(first));
    assert_string_equal(all + strlen(first), second);
    assert_false(archive_is(path));
    text_free(&packed);
}

/* Reads everything; returns how many records came out whole. */
static int read_all(struct span bytes, struct problem *problem)
{
    struct archive archive = archive_of(bytes);
    struct archive_entry entry = {0};
    int count = 0;
    for (; entry.at < archive.size && archive_look(&archive, &entry, problem);
         entry.at += entry.size) {
        struct text text = {0};
        bool whole = archive_unpack(&archive, &entry, &text, problem);
        assert_true(!whole || span_is(text_span(&text), first) ||
                    span_is(text_span(&text), second));
        count += whole;
        text_free(&text);
    }
    archive_close(&archive);
    return count;
}

TEST(one_that_is_cut_off_gives_what_is_whole)
{
    struct text packed = {0};
    size_t one;
    archive_pack(span_of(first), 7, &packed);
    one = packed.length;
    archive_pack(span_of(second), 500, &packed);
    for (size_t length = 0; length <= packed.length; length++) {
        struct problem problem = {0};
        int count = read_all((struct span){packed.at, length}, &problem);
        assert_int_equal(count, (length >= one) + (length == packed.length));
        assert_int_equal(problem_is_set(&problem),
                         length != 0 && length != one && length != packed.length);
    }
    text_free(&packed);
}

/* Whatever byte is changed: no record comes out changed, whether or not it is refused. */
TEST(damage_is_noticed)
{
    struct text packed = {0};
    pack_two(&packed);
    for (size_t i = 0; i < packed.length; i++)
        for (int k = 0; k < 8; k++) {
            struct problem problem = {0};
            packed.at[i] = (char)(packed.at[i] ^ (1 << k));
            int count = read_all(text_span(&packed), &problem);
            assert_true(count == 2 || problem_is_set(&problem));
            packed.at[i] = (char)(packed.at[i] ^ (1 << k));
        }
    text_free(&packed);
}

/* A few kilobytes that would become 64 MiB. */
TEST(a_record_is_not_unpacked_beyond_the_limit)
{
    enum { HUGE_SIZE = 64 << 20, SIZE_AT = 16, NAME_END = 20 + 14 };
    struct text packed = {0}, text = {0};
    struct problem problem = {0};
    struct archive_entry entry = {0};
    z_stream stream = {0};
    static unsigned char zeros[1 << 20], out[1 << 20];
    archive_pack(span_of(first), 1, &packed);
    packed.length = NAME_END; /* behind "game-1.record" and its zero */
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_out = out;
    stream.avail_out = sizeof out;
    for (int i = 0; i < HUGE_SIZE / (int)sizeof zeros; i++) {
        stream.next_in = zeros;
        stream.avail_in = sizeof zeros;
        assert_int_equal(deflate(&stream, Z_NO_FLUSH), Z_OK);
    }
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    text_add_span(&packed, (struct span){(char *)out, sizeof out - stream.avail_out});
    deflateEnd(&stream);
    text_add_span(&packed, (struct span){"\0\0\0\0\0\0\0\4", 8}); /* a wrong sum does not matter */
    for (int i = 0; i < 4; i++)
        packed.at[SIZE_AT + i] = (char)(packed.length >> (8 * i) & 0xff);
    struct archive archive = archive_of(text_span(&packed));
    assert_true(archive_look(&archive, &entry, &problem));
    assert_false(archive_unpack(&archive, &entry, &text, &problem));
    assert_told(&problem, "the record after byte 0 of the archive is damaged.");
    assert_true(text.length <= FILE_SIZE_MAX);
    archive_close(&archive);
    text_free(&packed);
    text_free(&text);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
