/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Addresses and what counts as one; how often anyone may do what; JSON within limits; answers that
 * are kept. */

#include "../unit/helpers.h"

#include "server/answer_cache.h"
#include "server/json_read.h"
#include "server/rate_limit.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* ---- addresses ------------------------------------------------------------------------------- */

TEST(test_addresses_are_read)
{
    static const struct {
        const char *text, *told; /* NULL: it is none */
    } rows[] = {
        {"192.0.2.1", "192.0.2.1"},
        {"192.0.2.1:80", "192.0.2.1"},
        {"2001:db8::1", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"[2001:db8::1]:443", "2001:db8::1"},
        {"::ffff:192.0.2.1", "192.0.2.1"},
        {"::FFFF:192.0.2.1", "192.0.2.1"},
        {"::1", "::1"},
        {"", NULL},
        {"unknown", NULL},
        {"192.0.2", NULL},
        {"192.0.2.256", NULL},
        {"192.0.2.1:", NULL},
        {"192.0.2.1:x", NULL},
        {"192.0.2.1:+8", NULL},
        {"192.0.2.1:99999", NULL},
        {"192.0.2.1 ", NULL},
        {"0x7f.1", NULL},
        {"[2001:db8::1", NULL},
        {"[2001:db8::1]x", NULL},
        {"[]", NULL},
        {"[", NULL},
        {"2001:db8::1%eth0", NULL},
        {"2001:db8:::1", NULL},
        {"1111:2222:3333:4444:5555:6666:7777:8888:9999:0000:1111:2222", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        union address address;
        char text[ADDRESS_TEXT_SIZE];
        bool fine = address_read(span_of(rows[i].text), &address);
        assert_int_equal(fine, rows[i].told != NULL);
        if (!fine)
            continue;
        address_write(&address.any, text);
        assert_string_equal(text, rows[i].told);
    }
    union address address;
    assert_false(address_read((struct span){"192.0.2.1\0", 10}, &address));
}

static void key_of(const char *text, uint8_t key[ADDRESS_KEY_SIZE])
{
    union address address;
    assert_true(address_read(span_of(text), &address));
    address_key(&address.any, key);
}

static bool is_one(const char *a, const char *b)
{
    uint8_t keys[2][ADDRESS_KEY_SIZE];
    key_of(a, keys[0]);
    key_of(b, keys[1]);
    return memcmp(keys[0], keys[1], sizeof keys[0]) == 0;
}

TEST(test_what_counts_as_one)
{
    assert_true(is_one("192.0.2.1", "::ffff:192.0.2.1"));
    assert_false(is_one("192.0.2.1", "192.0.2.2"));
    assert_true(is_one("2001:db8:1:2::1", "2001:db8:1:2:ffff::"));
    assert_false(is_one("2001:db8:1:2::1", "2001:db8:1:3::1"));
}

static bool is_loopback(const char *text)
{
    union address address;
    assert_true(address_read(span_of(text), &address));
    return address_is_loopback(&address.any);
}

TEST(test_loopback)
{
    assert_true(is_loopback("127.0.0.1"));
    assert_true(is_loopback("127.8.9.10"));
    assert_true(is_loopback("::1"));
    assert_true(is_loopback("::ffff:127.0.0.1"));
    assert_false(is_loopback("128.0.0.1"));
    assert_false(is_loopback("::2"));
    assert_false(is_loopback("::"));
}

/* ---- limits ---------------------------------------------------------------------------------- */

static struct rate_limits *limits;

static int begin(void **state)
{
    (void)state;
    limits = rate_limits_open(RATE_STANDARD, 50, 200);
    return 0;
}

static int end(void **state)
{
    (void)state;
    rate_limits_close(limits);
    return 0;
}

static bool take(enum rate_kind kind, enum rate_scope scope, const char *address, int64_t now)
{
    uint8_t key[ADDRESS_KEY_SIZE];
    key_of(address, key);
    return rate_limit_take(limits, kind, scope, key, now, NULL);
}

static int taken(enum rate_kind kind, const char *address, int64_t now)
{
    int count = 0;
    while (count < 100000 && take(kind, RATE_NOBODY, address, now))
        count++;
    return count;
}

TEST_WITH(test_so_many_at_once, begin, end)
{
    int burst = rate_limit_burst(limits, RATE_GUEST, RATE_NOBODY);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000), burst);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1001), 0);
    assert_int_equal(taken(RATE_GUEST, "::ffff:192.0.2.1", 1001), 0);
}

TEST_WITH(test_nobody_shares, begin, end)
{
    int burst = rate_limit_burst(limits, RATE_GUEST, RATE_NOBODY);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000), burst);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.2", 1000), burst);
    assert_int_equal(taken(RATE_GUEST, "2001:db8::1", 1000), burst);
    assert_true(taken(RATE_CHANGE, "192.0.2.1", 1000) > 0); /* another kind */
    assert_true(take(RATE_GUEST, RATE_ADDRESS, "192.0.2.1", 1000));
    assert_true(take(RATE_GUEST, RATE_PERSON, "192.0.2.1", 1000));
}

/* 20 new guests in a minute. */
TEST_WITH(test_fills_up_again, begin, end)
{
    int burst = rate_limit_burst(limits, RATE_GUEST, RATE_NOBODY), retry = 0;
    uint8_t key[ADDRESS_KEY_SIZE];
    key_of("192.0.2.1", key);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000), burst);
    assert_false(rate_limit_take(limits, RATE_GUEST, RATE_NOBODY, key, 1000, &retry));
    assert_int_equal(retry, 4);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000 + 2999), 0);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000 + 3000), 1);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000 + 12000), 3);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 10000000), burst); /* never more than that */
}

/* However much the host allows, it is a number. */
TEST_WITH(test_large_limits, begin, end)
{
    rate_limits_close(limits);
    limits = rate_limits_open(1000000, 1000000, 1000000);
    uint8_t key[ADDRESS_KEY_SIZE] = {1};
    for (enum rate_kind kind = RATE_GUEST; kind < RATE_MESSAGE; kind++) {
        int burst = rate_limit_burst(limits, kind, RATE_PERSON), count = 0;
        while (count <= burst && rate_limit_take(limits, kind, RATE_PERSON, key, 1000, NULL))
            count++;
        assert_int_equal(count, burst);
    }
}

TEST_WITH(test_small_limits, begin, end)
{
    rate_limits_close(limits);
    limits = rate_limits_open(1, 1, 1);
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000), 1);
}

/* More addresses than there is room for: nobody is forgotten who has used up anything, neither the
 * attacker nor others. */
TEST_WITH(test_many_addresses, begin, end)
{
    enum { MANY = 300000 };
    int served = 0;
    assert_true(taken(RATE_GUEST, "192.0.2.1", 1000) > 0);
    for (uint32_t i = 0; i < MANY; i++) {
        uint8_t key[ADDRESS_KEY_SIZE] = {0x20, 1, 0xd, 0xb8};
        memcpy(key + 4, &i, sizeof i);
        served += rate_limit_take(limits, RATE_GUEST, RATE_NOBODY, key, 1000, NULL);
    }
    assert_int_equal(served, MANY); /* one each is not much, and newcomers are served */
    assert_int_equal(taken(RATE_GUEST, "192.0.2.1", 1000), 0);
}

/* And if all of them use up everything, then all together have not got more than the table holds:
 * coming back as another one does not help. */
TEST_WITH(test_everybody_at_once, begin, end)
{
    enum { MANY = 100000, BUCKETS = 65536 };
    int64_t served = 0, burst = rate_limit_burst(limits, RATE_GUEST, RATE_PERSON);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < MANY; i++) {
            uint8_t key[ADDRESS_KEY_SIZE] = {0x20, 1, 0xd, 0xb8};
            memcpy(key + 4, &i, sizeof i);
            while (rate_limit_take(limits, RATE_GUEST, RATE_PERSON, key, 1000, NULL))
                served++;
        }
    assert_true(served <= BUCKETS * burst);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static bool is_read(const char *text)
{
    bool no_memory = false;
    json_t *value = json_read_object(span_of(text), &no_memory);
    assert_false(no_memory);
    json_decref(value);
    return value != NULL;
}

/* What a bot does is counted apart from what people do, by numbers of its own. */
TEST_WITH(test_limits_of_bots, begin, end)
{
    uint8_t key[ADDRESS_KEY_SIZE];
    rate_key_of_user(7, key);
    assert_int_equal(rate_scope_of(PERSON_BOT), RATE_BOT);
    assert_int_equal(rate_scope_of(PERSON_GUEST), RATE_PERSON);
    assert_int_equal(rate_scope_of(PERSON_ACCOUNT), RATE_PERSON);
    for (enum rate_kind kind = RATE_PAGE; kind < RATE_KINDS; kind++) {
        int burst = rate_limit_burst(limits, kind, RATE_BOT);
        for (int i = 0; i < burst; i++)
            assert_true(rate_limit_take(limits, kind, RATE_BOT, key, 1000, NULL));
        assert_false(rate_limit_take(limits, kind, RATE_BOT, key, 1000, NULL));
        assert_true(rate_limit_take(limits, kind, RATE_PERSON, key, 1000, NULL));
        if (kind != RATE_MESSAGE) /* it plays faster, and does nothing else so often */
            assert_true(burst <= rate_limit_burst(limits, kind, RATE_PERSON));
    }
    int usual = rate_limit_burst(limits, RATE_MESSAGE, RATE_BOT);
    rate_limits_close(limits);
    limits = rate_limits_open(RATE_STANDARD, 50, 2000);
    assert_int_equal(rate_limit_burst(limits, RATE_MESSAGE, RATE_BOT), 10 * usual);
    assert_int_equal(rate_limit_burst(limits, RATE_MESSAGE, RATE_PERSON), usual);
}

TEST(test_json)
{
    struct text many = {0};
    assert_true(is_read("{}"));
    assert_true(is_read("{\"a\":\"[[[[[[[[[[[[{{{{{{{{,,,,,\\\"[[[[[[[[\"}"));
    assert_true(is_read("{\"a\":[[[[[[[1]]]]]]]}"));
    assert_false(is_read("{\"a\":[[[[[[[[1]]]]]]]]}"));
    assert_false(is_read("[]"));
    assert_false(is_read(""));
    assert_false(is_read("{\"a\":1,\"a\":1}"));
    assert_false(is_read("]]]]]]]]{\"a\":[[[[[[[[[[[[[[["));
    text_add(&many, "{\"a\":[1");
    for (int i = 0; i < JSON_PARTS_MAX; i++)
        text_add(&many, ",1");
    text_add(&many, "]}");
    assert_true(is_read(text_string(&many)));
    text_clear(&many);
    text_add(&many, "{\"a\":[1,1");
    for (int i = 0; i < JSON_PARTS_MAX; i++)
        text_add(&many, ",1");
    text_add(&many, "]}");
    assert_false(is_read(text_string(&many)));
    text_free(&many);
}

/* ---- answers that are kept ------------------------------------------------------------------- */

static const struct kept_answer *keep(struct answer_cache *cache, int number, size_t length)
{
    struct text name = {0}, body = {0};
    text_addf(&name, "%d", number);
    for (size_t i = 0; i < length; i++)
        text_add_char(&body, (char)('a' + number % 26));
    const struct kept_answer *kept = answer_cache_keep(cache, text_span(&name), &body);
    assert_int_equal(body.length, 0);
    text_free(&name);
    return kept;
}

static const struct kept_answer *find(struct answer_cache *cache, int number)
{
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    return answer_cache_find(cache, span_of(name));
}

TEST(test_answers_are_kept)
{
    struct answer_cache *cache = answer_cache_open();
    char etag[33];
    assert_null(find(cache, 0));
    span_copy(span_of(keep(cache, 0, 10)->etag), etag, sizeof etag);
    assert_int_equal(strlen(etag), 32);
    assert_string_equal(text_string(&find(cache, 0)->body), "aaaaaaaaaa");
    assert_string_equal(keep(cache, 26, 10)->etag, etag); /* the same bytes */
    for (int i = 1; i < 1000; i++)
        if (i != 26) {
            assert_string_not_equal(keep(cache, i, 11)->etag, etag);
            assert_non_null(find(cache, 0)); /* what is asked for stays */
        }
    assert_null(find(cache, 1));
    assert_non_null(find(cache, 999));
    for (int i = 1000; i < 1040; i++)
        keep(cache, i, 1 << 20); /* no more than this many bytes */
    int count = 0;
    for (int i = 1000; i < 1040; i++)
        count += find(cache, i) != NULL;
    assert_int_equal(count, ANSWERS_BYTES_MAX >> 20);
    answer_cache_close(cache);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
