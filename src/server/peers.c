/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A hash table of addresses; its key is drawn, so that nobody can choose addresses that collide. */

#include "peers.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, KEY_SIZE = ADDRESS_KEY_SIZE };

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
    assert(most >= 0 && of_each >= 0);
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

static bool has_room(const struct peers *peers, const struct sockaddr *address)
{
    uint8_t key[KEY_SIZE];
    if (peers->of_each == 0)
        return true;
    address_key(address, key);
    const struct peer *peer = find(peers, key);
    return peer == NULL || peer->count < peers->of_each;
}

bool peers_would_enter(const struct peers *peers, const struct sockaddr *address, bool free)
{
    if (peers->most > 0 && peers->count >= peers->most)
        return false;
    return free || has_room(peers, address);
}

bool peers_would_move(const struct peer *peer, const struct sockaddr *address)
{
    uint8_t key[KEY_SIZE];
    address_key(address, key);
    return memcmp(peer->key, key, KEY_SIZE) == 0 || has_room(peer->peers, address);
}

struct peer *peers_enter_again(struct peer *peer)
{
    assert(peer->count >= 0 && peer->count <= peer->peers->count);
    peer->count++;
    peer->peers->count++;
    return peer;
}

struct peer *peers_enter(struct peers *peers, const struct sockaddr *address)
{
    uint8_t key[KEY_SIZE];
    address_key(address, key);
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
    assert(peer->count > 0 && peers->count >= peer->count);
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
