/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A hash table of addresses; its key is drawn, so that nobody can choose addresses that collide. */

#include "peers.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, KEY_SIZE = 8 };

struct peer {
    uint8_t key[KEY_SIZE];
    struct peers *peers;
    struct peer *next; /* in the same bucket */
    int count;
};

struct peers {
    uint8_t secret[crypto_shorthash_KEYBYTES];
    int most, of_each;
    int count;
    struct peer *buckets[BUCKETS];
};

/* ---- addresses ------------------------------------------------------------------------------- */

static bool is_mapped(const struct sockaddr *address)
{
    return address->sa_family == AF_INET6 &&
           IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)(const void *)address)->sin6_addr);
}

/* The network of an IPv6 address, or an IPv4 address behind zeros: such networks do not exist. */
static void make_key(const struct sockaddr *address, uint8_t key[KEY_SIZE])
{
    const struct sockaddr_in *v4 = (const void *)address;
    const struct sockaddr_in6 *v6 = (const void *)address;
    memset(key, 0, KEY_SIZE);
    if (address->sa_family == AF_INET)
        memcpy(key + 4, &v4->sin_addr, 4);
    else if (is_mapped(address))
        memcpy(key + 4, v6->sin6_addr.s6_addr + 12, 4);
    else if (address->sa_family == AF_INET6)
        memcpy(key, v6->sin6_addr.s6_addr, KEY_SIZE);
}

void peer_write(const struct sockaddr *address, char text[PEER_TEXT_SIZE])
{
    const struct sockaddr_in *v4 = (const void *)address;
    const struct sockaddr_in6 *v6 = (const void *)address;
    text[0] = '\0';
    if (address->sa_family == AF_INET)
        inet_ntop(AF_INET, &v4->sin_addr, text, PEER_TEXT_SIZE);
    else if (is_mapped(address))
        inet_ntop(AF_INET, v6->sin6_addr.s6_addr + 12, text, PEER_TEXT_SIZE);
    else if (address->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &v6->sin6_addr, text, PEER_TEXT_SIZE);
}

/* ---- the table ------------------------------------------------------------------------------- */

static size_t bucket_of(const struct peers *peers, const uint8_t key[KEY_SIZE])
{
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, key, KEY_SIZE, peers->secret);
    return (size_t)(hash[0] | hash[1] << 8) % BUCKETS;
}

static struct peer *find(const struct peers *peers, const uint8_t key[KEY_SIZE])
{
    struct peer *peer = peers->buckets[bucket_of(peers, key)];
    while (peer != NULL && memcmp(peer->key, key, KEY_SIZE) != 0)
        peer = peer->next;
    return peer;
}

struct peers *peers_open(int most, int of_each)
{
    struct peers *peers = memory_new(1, sizeof *peers);
    crypto_shorthash_keygen(peers->secret);
    peers->most = most;
    peers->of_each = of_each;
    return peers;
}

void peers_close(struct peers *peers)
{
    assert(peers == NULL || peers->count == 0);
    free(peers);
}

bool peers_would_enter(const struct peers *peers, const struct sockaddr *address)
{
    uint8_t key[KEY_SIZE];
    if (peers->most > 0 && peers->count >= peers->most)
        return false;
    if (peers->of_each == 0)
        return true;
    make_key(address, key);
    const struct peer *peer = find(peers, key);
    return peer == NULL || peer->count < peers->of_each;
}

struct peer *peers_enter_again(struct peer *peer)
{
    peer->count++;
    peer->peers->count++;
    return peer;
}

struct peer *peers_enter(struct peers *peers, const struct sockaddr *address)
{
    uint8_t key[KEY_SIZE];
    make_key(address, key);
    struct peer *peer = find(peers, key);
    if (peer == NULL) {
        struct peer **bucket = &peers->buckets[bucket_of(peers, key)];
        peer = memory_new(1, sizeof *peer);
        memcpy(peer->key, key, KEY_SIZE);
        peer->peers = peers;
        peer->next = *bucket;
        *bucket = peer;
    }
    return peers_enter_again(peer);
}

void peers_leave(void *leaving)
{
    struct peer *peer = leaving;
    struct peers *peers = peer->peers;
    peers->count--;
    if (--peer->count > 0)
        return;
    struct peer **place = &peers->buckets[bucket_of(peers, peer->key)];
    while (*place != peer)
        place = &(*place)->next;
    *place = peer->next;
    free(peer);
}

int peers_count(const struct peers *peers)
{
    return peers->count;
}
