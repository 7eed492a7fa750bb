/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The generator, the hash and small sets. Records, card sets and seeds out in the world rest on
 * these numbers: they are written down here, so that none of them can change unnoticed. */

#include "helpers.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/random.h"

/* ---- the generator --------------------------------------------------------------------------- */

/* The numbers that SplitMix64 gives everywhere for this seed. */
TEST(test_known_numbers)
{
    static const uint64_t known[] = {
        UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821),
    };
    struct random random = {1234567};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(random_next(&random) == known[i]);
}

TEST(test_known_streams)
{
    static const struct {
        uint64_t seed, number, first;
    } known[] = {
        {UINT64_C(0), UINT64_C(0), UINT64_C(214377638668669092)},
        {UINT64_C(1), UINT64_C(0), UINT64_C(985014982364169350)},
        {UINT64_C(1), UINT64_C(1), UINT64_C(10514756398908547986)},
        {UINT64_C(1), UINT64_C(7), UINT64_C(15482486630277321732)},
        {UINT64_C(18446744073709551615), UINT64_C(18446744073709551615),
         UINT64_C(15564403896984756062)},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct random random = random_stream(known[i].seed, known[i].number);
        assert_true(random_next(&random) == known[i].first);
    }
}

TEST(test_known_choices)
{
    static const uint32_t known[] = {0, 1, 1, 2, 2, 3, 2, 4, 9, 3, 1, 1, 4, 1, 4, 10};
    struct random random = random_stream(1, 0);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_int_equal(random_below(&random, (uint32_t)(2 + i)), known[i]);
}

TEST(test_streams_differ)
{
    enum { STREAMS = 1000 };
    static uint64_t firsts[STREAMS];
    for (uint64_t i = 0; i < STREAMS; i++) {
        struct random random = random_stream(i % 10, i / 10);
        firsts[i] = random_next(&random);
        for (uint64_t k = 0; k < i; k++)
            assert_true(firsts[k] != firsts[i]);
    }
}

/* Every choice comes as often as any other: chi-square against its mean plus six deviations. */
static void assert_uniform(uint32_t limit)
{
    enum { DRAWS_EACH = 2000, LIMIT_MAX = 64 };
    uint32_t counts[LIMIT_MAX] = {0};
    struct random random = random_stream(7, limit);
    for (uint32_t i = 0; i < DRAWS_EACH * limit; i++) {
        uint32_t choice = random_below(&random, limit);
        assert_true(choice < limit);
        counts[choice]++;
    }
    double sum = 0;
    for (uint32_t i = 0; i < limit; i++) {
        double off = (double)counts[i] - DRAWS_EACH;
        sum += off * off / DRAWS_EACH;
    }
    double freedom = limit - 1;
    double bound = freedom + 6 * __builtin_sqrt(2 * freedom);
    assert_true(sum <= bound);
}

TEST(test_uniform)
{
    for (uint32_t limit = 1; limit <= 64; limit++)
        assert_uniform(limit);
}

/* For limits near 2^32 the generator must draw again now and then to be exact: of 3 * 2^30 choices
 * each third comes equally often, which a plain multiplication would not give. */
TEST(test_uniform_for_large_limits)
{
    enum { DRAWS = 90000 };
    uint32_t counts[3] = {0};
    struct random random = random_stream(8, 0);
    for (int i = 0; i < DRAWS; i++)
        counts[random_below(&random, UINT32_C(3) << 30) % 3]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(counts[i], DRAWS / 3 - 850, DRAWS / 3 + 850);
    assert_int_equal(random_below(&random, 1), 0);
    assert_true(random_below(&random, UINT32_MAX) < UINT32_MAX);
}

/* ---- the hash -------------------------------------------------------------------------------- */

TEST(test_known_hashes)
{
    static const struct {
        uint64_t start;
        const char *bytes;
        uint64_t hash;
    } known[] = {
        {UINT64_C(0x0), "", UINT64_C(0x48218226ff3cd4bf)},
        {UINT64_C(0x1), "", UINT64_C(0x9e0160293a33aaf7)},
        {UINT64_C(0x0), "a", UINT64_C(0x969af32127be7b78)},
        {UINT64_C(0x0), "orrery", UINT64_C(0xa5f248b05c8fcc4a)},
        {UINT64_C(0x0), "12345678", UINT64_C(0xa5d50c3d3b4434bc)},
        {UINT64_C(0x0), "123456789", UINT64_C(0xf760ab239796ff8b)},
        {UINT64_C(0x123456789abcdef), "the quick brown fox", UINT64_C(0x0f23b29fe232ec7a)},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        assert_true(hash_bytes(known[i].start, known[i].bytes, strlen(known[i].bytes)) ==
                    known[i].hash);
}

/* One changed bit, one more zero byte, another start: always another hash. */
TEST(test_everything_counts)
{
    uint8_t bytes[40] = {0};
    uint64_t seen[8 * 40 + 40];
    int count = 0;
    for (size_t size = 0; size < sizeof bytes; size++)
        seen[count++] = hash_bytes(0, bytes, size);
    for (int i = 0; i < 8 * 40; i++) {
        bytes[i / 8] = (uint8_t)(1u << i % 8);
        seen[count++] = hash_bytes(0, bytes, sizeof bytes);
        bytes[i / 8] = 0;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    assert_true(hash_bytes(0, bytes, 8) != hash_bytes(1, bytes, 8));
}

TEST(test_place_in_memory_does_not_matter)
{
    char room[64];
    for (size_t shift = 0; shift < 8; shift++) {
        memcpy(room + shift, "the same bytes wherever they are", 32);
        assert_true(hash_bytes(3, room + shift, 32) ==
                    hash_bytes(3, "the same bytes wherever they are", 32));
    }
    assert_true(hash_bytes(5, NULL, 0) == hash_bytes(5, "", 0));
}

/* ---- small sets ------------------------------------------------------------------------------ */

TEST(test_bits)
{
    uint64_t set = bit(0) | bit(5) | bit(63);
    assert_true(bits_have(set, 0) && bits_have(set, 5) && bits_have(set, 63));
    assert_false(bits_have(set, 1) || bits_have(set, 62));
    assert_int_equal(bits_count(set), 3);
    assert_int_equal(bits_count(0), 0);
    assert_int_equal(bits_count(~UINT64_C(0)), 64);
    const unsigned members[] = {0, 5, 63};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(bits_first(set), members[i]);
        assert_int_equal(bits_pop(&set), members[i]);
    }
    assert_true(set == 0);
}

TEST(test_bits_below)
{
    assert_true(bits_below(0) == 0);
    assert_true(bits_below(1) == 1);
    assert_true(bits_below(9) == 0x1ff);
    assert_true(bits_below(63) == INT64_MAX);
    assert_true(bits_below(64) == UINT64_MAX);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
