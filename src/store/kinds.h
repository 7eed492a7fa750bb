/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Inside the store. The operations of store.h are written once, over a list of SQL statements that
 * both databases understand (statements.c). A kind of database only has to run requests: a
 * statement with values in, rows of values out. */

#ifndef STORE_KINDS_H
#define STORE_KINDS_H

#include "store.h"

/* ---- values ---------------------------------------------------------------------------------- */

enum value_kind { VALUE_NONE, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES };

/* What goes into a statement or comes out of a row; the memory is someone else's. Text that comes
 * out ends with a zero byte, but may hold others before it. */
struct value {
    enum value_kind kind;
    int64_t number;
    const void *at;
    size_t size;
};

struct value value_number(int64_t number);
struct value value_text(const char *text);
struct value value_bytes(const void *bytes, size_t size);

/* Reads the values of a row one by one and checks them. A wrong one sets `damaged`, and reads as 0
 * or "". */
struct reader {
    const struct value *values;
    int left;
    bool damaged;
};
int64_t read_number(struct reader *reader, int64_t min, int64_t max);
int64_t read_time(struct reader *reader); /* any number */
const char *read_text(struct reader *reader, size_t size);
void read_text_into(struct reader *reader, char *out, size_t size);
void read_bytes_into(struct reader *reader, uint8_t *out, size_t size);
bool read_nothing(struct reader *reader); /* skips a value; was it none? */

/* Sees a row of one number, not below 0, and writes it to the int64_t that is the context. */
void count_seen(void *context, const struct value *values, int count);

/* Is it UTF-8, shorter than `size`, and not empty if it must not be? */
bool text_fits(const char *text, size_t size, bool may_be_empty);
bool id_fits(const char *id);

/* ---- requests -------------------------------------------------------------------------------- */

enum store_statement {
    BEGIN_WRITING,
    BEGIN_READING,
    COMMIT,
    ROLLBACK,
    LOCK_SCHEMA, /* after each BEGIN_WRITING, by the databases themselves, as the next */
    CHECK_SCHEMA,

    CLAIM,
    MAKE_TABLE,
    COUNT_TABLES_OF,
    COUNT_TABLES,
    LOCK_TABLE,
    FIND_KEY,
    ADD_ROW,
    ADVANCE_TABLE,
    PUT_SNAPSHOT,
    ADD_NOTIFICATION,
    READ_NOTIFICATION,
    TELL_NEWS,

    GET_TABLE,
    GET_CHAIN,
    GET_ROWS,
    GET_ROWS_TO_PACK,
    GET_SNAPSHOT_ROWS,
    REMOVE_ROWS,
    DROP_SNAPSHOT,
    GET_ROW_WITH_KEY,
    LIST_OPEN,
    LIST_OF_USER,
    LIST_ALL,
    LIST_IDS,
    JOIN_TABLE,
    LEAVE_TABLE,
    REMOVE_TABLE,
    LIST_OLD_TABLES,
    REMOVE_OLD_TABLE,
    LIST_OLD_GUESTS,
    REMOVE_OLD_GUEST,
    DROP_NOTIFICATIONS_OF_NOBODY,

    MAKE_USER,
    CHANGE_USER,
    CHANGE_PASSWORD,
    RENAME_ACCOUNT,
    REMOVE_USER,
    MAKE_ACCOUNT,
    LOCK_USER,
    MAKE_BOT,
    LIST_BOTS,
    REMOVE_BOT,
    GET_USER,
    GET_ACCOUNT,
    LIST_USERS,
    FIND_ALIKE,
    LIST_BARE,
    FILL_SKELETON,
    PUT_MAIL_LINK,
    CONFIRM_MAIL,
    PUT_TOKEN,
    GET_TOKEN,
    DROP_TOKEN,
    DROP_OTHER_TOKENS,
    DROP_OLD_TOKENS,
    PROLONG_TOKENS,
    DROP_OLD_WRITERS,

    TAKE_NOTIFICATIONS,
    PUT_OFF_NOTIFICATION,
    RETURN_NOTIFICATION,
    DROP_NOTIFICATION,
    FIND_NOTIFICATION,
    KEEP_NOTIFICATION,
    COUNT_LINE,
    ADD_LINE,
    GET_LINES,

    KEEP_DOCUMENT,
    GET_DOCUMENT,
    DROP_DOCUMENT,
    DROP_CARDS_OF_NO_TABLE,

    LOCK_HEARTBEAT,
    TELL_TIME,
    GET_HEARTBEAT,
    NOTE_OUTAGE,
    DROP_FALSE_OUTAGES,
    BEAT,
    LIST_OUTAGES,
    DROP_OLD_OUTAGES,

    DROP_EXPIRED_JOB,
    PUT_JOB,
    COUNT_JOBS,
    GET_JOB,
    LIST_JOBS,
    COUNT_FREE_JOBS,
    GIVE_UP_JOBS,
    TAKE_JOB,
    RENEW_JOB,
    FINISH_JOB,
    RETURN_JOB,
    DROP_OLD_JOBS,

    COUNT_ALL,
    COPY_OUT, /* one for each COPIED table, in an order that foreign keys allow */
    COPY_OUT_LAST = COPY_OUT + 11,
    COPY_IN,
    COPY_IN_LAST = COPY_IN + 11,
    SHIP_LOOK, /* as many again: keys and what changes with the row; none for rows and lines */
    SHIP_LOOK_LAST = SHIP_LOOK + 11,
    SHIP_GET, /* a row by its key */
    SHIP_GET_LAST = SHIP_GET + 11,
    SHIP_CHANGE, /* all of a row, the key is among its values */
    SHIP_CHANGE_LAST = SHIP_CHANGE + 11,
    SHIP_DROP,
    SHIP_DROP_LAST = SHIP_DROP + 11,
    SHIP_COUNTS,
    SHIP_END,
    SHIP_CUT,
    SHIP_HASH,
    SHIP_ROWS,
    SHIP_LINES,
    SHIP_HEARTBEAT,
    GET_VERSION,
    SET_USER_NUMBER,
    SET_NOTIFICATION_NUMBER,
    SET_JOB_NUMBER,

    LISTEN,
    END_OTHERS,
    GET_CLAIM,
    DROP_CLAIM,

    STATEMENT_COUNT
};
enum { COPIED = 12, VALUES_MAX = 16, COLUMNS_MAX = 32 }; /* in and out of a statement */

/* The same statement in both databases, or nearly so. Values are $1, $2 … . NULL: that database has
 * nothing to do here. */
struct statement_text {
    const char *sqlite;
    const char *postgres;
};
extern const struct statement_text statement_texts[STATEMENT_COUNT];

typedef void seen_values(void *context, const struct value *values, int count);

struct request {
    enum store_statement statement;
    struct value values[VALUES_MAX]; /* up to the first that is none */
    seen_values *seen;               /* called for each row; NULL: rows do not matter */
    void *context;
    int64_t changed; /* rows that it changed: filled in */
};

/* A list that grows. Zeroed is empty. */
struct requests {
    struct request *at;
    int count, capacity;
};
struct request *requests_add(struct requests *list, struct request request); /* until the next */

/* ---- kinds of databases ---------------------------------------------------------------------- */

enum { CLAIM_SIZE = 16, NODE_SIZE = 33 };

struct store {
    const struct store_kind *kind;
    void *database;         /* the kind's */
    struct text error;      /* of the last call */
    char writer[NODE_SIZE]; /* the name of this store, by chance */
    char node[NODE_SIZE];   /* the name of the server, in news */
    bool busy;
};

struct store_kind {
    bool shared; /* several servers may use it at once */

    /* Fills in store->database. False with a problem noted. */
    bool (*open)(struct store *store, const char *address, struct problem *problem);
    void (*close)(struct store *store);

    /* Runs requests in this order, in one round trip. Stops at the first that fails, and then no
     * transaction is open any more. STORE_TAKEN and STORE_MISSING: two things with one key; a thing
     * that belongs to one that is not there. */
    enum store_result (*run)(struct store *store, struct request *requests, int count);

    /* After a run with a COMMIT has failed: was it done nevertheless? `claim` was made in it. */
    bool (*was_done)(struct store *store, const uint8_t claim[CLAIM_SIZE]);

    bool (*lock)(struct store *store, struct problem *problem);
    bool (*backup)(struct store *store, const char *file, struct problem *problem);
    void (*discard)(struct store *store); /* store_discard, of an empty store; may be NULL */
    bool (*news)(struct store *store, int milliseconds, char table[STORE_ID_SIZE]);
    void (*checkpoint)(struct store *store); /* NULL: there is nothing to do */
};
extern const struct store_kind sqlite_kind, postgres_kind;

/* What an older program is told when a newer one has changed the store. */
extern const char schema_too_new[];

/* ---- what both share ------------------------------------------------------------------------- */

/* Runs requests; the only way to the database for everyone else. */
enum store_result store_run(struct store *store, struct request *requests, int count);
enum store_result store_run_one(struct store *store, struct request request);

/* Someone waits for things of one kind. What is damaged is left out, and noted. */
struct wait {
    union {
        store_seen_id *id;
        store_seen_bot *bot;
        store_seen_line *line;
        store_seen_notification *notification;
        store_seen_outage *outage;
        store_seen_user *user;
    } seen;
    void *context;
    bool damaged;
};

/* Runs a request whose rows are seen with the wait as their context. STORE_DAMAGED if one was. */
enum store_result store_run_waiting(struct store *store, struct request request, struct wait *wait);

/* Runs a single request that writes, as a transaction: in each of them the database is asked
 * whether this program may (BEGIN_WRITING). None may be open. */
enum store_result store_write_one(struct store *store, struct request *request);

/* The same; STORE_MISSING if it changed nothing. */
enum store_result store_change(struct store *store, struct request request);

/* Fills in how the names of accounts look that come from an older version. False with a problem
 * noted. */
bool store_fill_skeletons(struct store *store, struct problem *problem);

/* The request that tells other servers of a change. The text is `payload`. */
#define DAY_MS INT64_C(86400000)
#define ABSENCE_MS                                                                                 \
    (DAY_MS / 2) /* an outage that makes nothing older; people wait for shorter ones */

/* The time since which this many days have passed in which people could come. */
enum store_result days_before_now(struct store *store, int64_t now, int days, int64_t *before);

enum { NEWS_SIZE = STORE_ID_SIZE + NODE_SIZE };
struct request news_request(const struct store *store, const char *table, char payload[NEWS_SIZE]);

/* Reads a row of the database: a row of a table, or a pack of them (pack.h). */
void read_row(struct reader *reader, struct store_row *row);

/* The request that fills in a usage. */
struct request usage_request(int64_t user, struct store_usage *usage);

/* Notes what is wrong, for store_error. Returns the result. */
enum store_result store_note(struct store *store, enum store_result result, const char *error);

void snapshot_hash(const uint8_t row_hash[STORE_HASH_SIZE], const void *body, size_t size,
                   uint8_t hash[STORE_HASH_SIZE]);
void document_hash(const char *name, const char *text, uint8_t hash[STORE_HASH_SIZE]);

int64_t milliseconds_now(void);        /* of the monotonic clock */
bool sync_folder_of(const char *file); /* makes a new name in a folder last */

#endif
