/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Where tables, people and notifications are stored. One interface, two databases: SQLite in one
 * file, and PostgreSQL for several servers at once (a database of its own for the address
 * postgres://…).
 *
 * A table is a list of rows that only grows. The one hard operation is store_write with an append:
 * the rows go in if the table still has the number of rows the writer has seen, otherwise there is
 * a conflict and nothing is written. What store_write reports as done is on disk. Each row carries
 * a hash over itself and the one before it, so that a changed or missing row is found when the
 * table is read (docs/store.md).
 *
 * The store knows no game, no session and no socket: rows are texts. A struct store is for one
 * thread; several may be open on the same database, in one process or in many. */

#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "rows.h"

#include "base/problem.h"

struct store;

/* Opens the database at an address: a file, or postgres://… ; creates what is missing, and upgrades
 * the database of an older version. NULL with a problem noted. */
struct store *store_open(const char *address, struct problem *problem);
void store_close(struct store *store); /* NULL is fine */

/* Would store_open find a file? True for PostgreSQL, which must be asked. */
bool store_is_there(const char *address);

/* A file can be served by one server only: keeps others out until the store is closed or the
 * process is gone. Reading or making a backup does not need it. Always true for PostgreSQL. */
bool store_lock(struct store *store, struct problem *problem);

/* Removes the file again if this store has made it, has it locked, and there is nothing in it that
 * anyone has made: a server that cannot start leaves nothing behind. The store can only be closed
 * then. */
void store_discard(struct store *store);

/* May several servers use the database at once? */
bool store_is_shared(const struct store *store);

/* How a request went. A database that cannot be asked now may answer later: the store connects
 * again by itself. */
enum store_result {
    STORE_DONE,
    STORE_CONFLICT, /* the table has other rows by now */
    STORE_DOUBLED,  /* the table has a row with that key already */
    STORE_MISSING,  /* there is no such thing */
    STORE_TAKEN,    /* the name or id is someone else's */
    STORE_FULL,     /* too many wait already */
    STORE_REFUSED,  /* a text is too long, or empty where it must not be, or no UTF-8 */
    STORE_DAMAGED,  /* what is in the database cannot be: the hashes do not agree with the rows */
    STORE_FAILED,   /* the database did not answer; store_error tells */
};
const char *store_error(const struct store *store); /* for a log; in the words of the database */

/* ---- tables ---------------------------------------------------------------------------------- */

/* The chain of hashes begins with the table (id, head, seed, made) and continues row by row. */
void store_table_hash(const struct store_table *table, uint8_t hash[STORE_HASH_SIZE]);
void store_hash(const uint8_t before[STORE_HASH_SIZE], const char *table,
                const struct store_row *row, uint8_t hash[STORE_HASH_SIZE]);

/* Something to be sent outside: kept with the rows that caused it. */
struct store_notification {
    int64_t number; /* given by the store */
    int64_t user;
    const char *kind; /* "turn", "confirm", "unread" */
    const char *body;
    int64_t due; /* time of the next try */
    int tries;   /* how often it was taken */
    const char
        *table; /* that it is about; NULL or "": none. A user has one notification about a table */
};

/* How much of a user's is there: tables that are not over, those of them with computers alone, and
 * tables made, each counted if it was changed (or made) after a time. */
struct store_usage {
    int64_t tables_after, computers_after, made_after;
    int64_t tables, computers, made; /* filled in */
};

/* How much there may be afterwards; 0: any number. */
struct store_quota {
    int64_t user;
    struct store_usage usage; /* the times; the rest is the store's */
    int64_t tables, computers, made;
};

/* One change of the database, done as a whole or not at all. Unused parts are NULL or 0. */
struct store_write {
    const struct store_table *make; /* a new table, before its rows */
    const char *table;              /* the rows are for this one; NULL: for make, or for none */
    uint32_t expected;              /* rows that it has */
    struct store_row *rows;         /* without number and hash: both are filled in */
    int row_count;
    int phase;                 /* the new phase of the table; 0: as it is */
    int company;               /* enum store_company */
    struct store_quota *quota; /* STORE_FULL if there would be more than that; NULL: none */
    const char *snapshot;      /* what a reader may begin with, after these rows; bytes */
    size_t snapshot_size;
    const struct store_notification *notifications; /* user, kind, body and due */
    int notification_count;
    const int64_t *joins; /* users who belong to the table from now on (store_tables_of) */
    int join_count;
    const int64_t *leaves; /* users who do not any more */
    int leave_count;
    const char *cards;        /* a card set of the new table's own (store_cards_name), or NULL */
    enum store_result result; /* of this one */
};

/* Writes all of them in one transaction; each has its own result, and one that is refused does not
 * harm the others. Returns when all is on the disk. Several writes may be for one table: they count
 * as done one after another. With a doubled key the result is STORE_DOUBLED, even if there is a
 * conflict as well.
 * False if the database failed: what has the result STORE_FAILED was not written, with one
 * exception: if PostgreSQL went away in the middle of the commit and does not come back in ten
 * seconds, nobody can know. Who writes the same again with the same expected number and keys cannot
 * do harm. */
bool store_write(struct store *store, struct store_write *writes, int count);

/* Called for each item found; the texts are gone afterwards. It must not use the same store. */
typedef void store_seen_table(void *context, const struct store_table *table);
typedef void store_seen_row(void *context, const struct store_row *row);
typedef void store_seen_notification(void *context, const struct store_notification *notification);

/* A table with its latest snapshot, if it has one: `snapshot` is called at most once, after
 * `table`, and may be NULL: then a damaged snapshot does not matter either. */
typedef void store_seen_snapshot(void *context, uint32_t rows, const void *body, size_t size);
enum store_result store_table(struct store *store, const char *id, store_seen_table *table,
                              store_seen_snapshot *snapshot, void *context);

/* The rows after the first `after` ones, hashes checked: those before a damage are seen. A conflict
 * if the table has not as many. */
enum store_result store_rows(struct store *store, const char *id, uint32_t after,
                             store_seen_row *seen, void *context);

/* Keeps rows without a key as few and small as possible; readers see the same as before. `whole`:
 * the table is over, so its last rows too, and without a snapshot, which saves little. */
enum store_result store_pack(struct store *store, const char *table, bool whole);

/* The row with that key, if there is one. */
enum store_result store_row_with_key(struct store *store, const char *id, const char *key,
                                     store_seen_row *seen, void *context);

/* Listed tables of a phase, the latest change first; tables of a user, in whatever phase, the
 * latest change first; all, in the order of their ids. A damaged table is left out, the others are
 * seen, and the result says so. */
enum store_result store_listed(struct store *store, int phase, int limit, store_seen_table *seen,
                               void *context);
enum store_result store_tables_of(struct store *store, int64_t user, int limit,
                                  store_seen_table *seen, void *context);
enum store_result store_all_tables(struct store *store, store_seen_table *seen, void *context);

/* The ids of all tables, damaged ones too, in order. */
typedef void store_seen_id(void *context, const char *id);
enum store_result store_all_ids(struct store *store, store_seen_id *seen, void *context);

/* How many are not over, and how many of these guests have made. */
struct store_table_count {
    int64_t all, of_guests;
};
enum store_result store_count_tables(struct store *store, struct store_table_count *count);

/* Who belongs to a table, for store_tables_of. Joining twice is fine. */
enum store_result store_join(struct store *store, const char *table, int64_t user);
enum store_result store_leave(struct store *store, const char *table, int64_t user);

/* Removes a table with all that belongs to it, but not its notifications. */
enum store_result store_remove(struct store *store, const char *table);

/* ---- documents ------------------------------------------------------------------------------- */

/* Texts that tables need and that never change, such as card sets, by their names. What is kept
 * under a name stays: keeping another text there is done, and changes nothing. */
enum store_result store_keep(struct store *store, const char *name, const char *text);
typedef void store_seen_document(void *context, const char *text);
enum store_result store_kept(struct store *store, const char *name, store_seen_document *seen,
                             void *context);

/* ---- people ---------------------------------------------------------------------------------- */

struct store_user {
    int64_t id; /* from 1, never used again */
    char name[STORE_NAME_SIZE];
    char password[160]; /* hash; "" for a guest */
    char language[8];
    char webhook[400];
    char secret[80]; /* signs its webhooks */
    char mail[200];
    bool mail_confirmed; /* by the link that was sent there; only the two calls below change it */
    int64_t bot_owner;   /* the account whose bot it is, which never changes; 0: it is not a bot */
};

/* Makes a user who is not a bot and fills in its id. STORE_TAKEN if an account has that name or one
 * that looks like it (names.h); guests may have any, as far as the store is concerned. */
enum store_result store_make_user(struct store *store, struct store_user *user, int64_t now);

/* Changes language, webhook and mail, and the name of a guest; nothing else, whatever has become of
 * it since the user was read. Another address of mails is one that is not confirmed. */
enum store_result store_change_user(struct store *store, const struct store_user *user);

/* Changes the password alone. STORE_MISSING if it is not (or no longer) the one before. */
enum store_result store_change_password(struct store *store, const struct store_user *user,
                                        const char *before);

/* Makes an account of a guest: changes name and password alone. STORE_TAKEN as above; STORE_MISSING
 * if there is no such guest, such as one that has become an account meanwhile. */
enum store_result store_make_account(struct store *store, const struct store_user *user);
enum store_result store_user(struct store *store, int64_t id, struct store_user *out);
enum store_result store_account(struct store *store, const char *name, struct store_user *out);

/* Another name for an account; STORE_TAKEN as above. */
enum store_result store_rename_account(struct store *store, const struct store_user *user);

/* Removes a user with all tokens, memberships and notifications; other servers hear of it. Rows and
 * lines of theirs stay. The bots of an account go with it, but nobody hears of those: remove them
 * first. */
enum store_result store_remove_user(struct store *store, int64_t id);

/* Is there an account of another user with a name that looks like this one? STORE_TAKEN if so. */
enum store_result store_name_is_free(struct store *store, const char *name, int64_t user);

/* Bots: users of an account's, without a password; their names are taken as those of accounts are.
 * Makes one (name, language, secret, bot_owner) and fills in its id. STORE_TAKEN as above;
 * STORE_FULL if the owner has `most` already, or is no account. */
struct store_bot {
    int64_t id;
    char name[STORE_NAME_SIZE];
    int64_t made;
    int64_t expires; /* its token; 0: it has none */
};
typedef void store_seen_bot(void *context, const struct store_bot *bot);
enum store_result store_make_bot(struct store *store, struct store_user *bot, int64_t most,
                                 int64_t now);
enum store_result store_bots(struct store *store, int64_t owner, int64_t now, store_seen_bot *seen,
                             void *context);

/* Removes a bot of that owner which has never been at a table: STORE_MISSING if it has been, or
 * there is none. Other servers hear of it. */
enum store_result store_remove_bot(struct store *store, int64_t bot, int64_t owner);

/* The one link that confirms the address of an account, kept as a hash: another one takes its
 * place, and it can be used once until it expires. STORE_MISSING: there is nothing to confirm;
 * there is no such link. */
enum store_result store_put_mail_link(struct store *store, int64_t user,
                                      const uint8_t hash[STORE_HASH_SIZE], int64_t expires);
enum store_result store_confirm_mail(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                                     int64_t now, int64_t *user);

/* All, in the order of their ids. A damaged one is left out, and the result says so. */
typedef void store_seen_user(void *context, const struct store_user *user);
enum store_result store_all_users(struct store *store, store_seen_user *seen, void *context);

/* Tokens are kept as hashes. Putting one again changes when it expires; an expired one is missing.
 * An outage of half a day or more does not count for that: all tokens last as much longer.
 */
enum store_result store_put_token(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                                  int64_t user, int64_t expires);
enum store_result store_token(struct store *store, const uint8_t hash[STORE_HASH_SIZE], int64_t now,
                              int64_t *user);

/* Drops a token of the user, or all others that they have. Other servers hear of it. */
enum store_result store_drop_token(struct store *store, int64_t user,
                                   const uint8_t hash[STORE_HASH_SIZE]);
enum store_result store_drop_other_tokens(struct store *store, int64_t user,
                                          const uint8_t hash[STORE_HASH_SIZE]);

/* ---- notifications and chat ------------------------------------------------------------------ */

/* Takes notifications that are due and puts off their next try, so that nobody else takes them now.
 * They come in no certain order; `tries` counts this one. Who dies before dropping one has it taken
 * again at `next`. One that is returned was not tried. Those that are seen are taken only if the
 * store does not fail after that. */
enum store_result store_take_notifications(struct store *store, int64_t now, int64_t next,
                                           int limit, store_seen_notification *seen, void *context);
enum store_result store_put_off_notification(struct store *store, int64_t number, int64_t due);
enum store_result store_return_notification(struct store *store, int64_t number, int64_t due);
enum store_result store_drop_notification(struct store *store, int64_t number);

/* A notification about a table is sent: it stays as "unread", so that no other follows, until the
 * user has been at the table (store_been_there, or a row of theirs) or it is due again. */
enum store_result store_keep_notification(struct store *store, int64_t number, int64_t due);
enum store_result store_been_there(struct store *store, int64_t user, const char *table);

/* A notification about no table. */
enum store_result store_add_notification(struct store *store,
                                         const struct store_notification *notification);

struct store_line {
    int64_t number; /* in its table, from 1, without gaps; given by the store */
    int64_t time, user;
    const char *name, *text;
    bool bot; /* was said by one; given by the store */
};
typedef void store_seen_line(void *context, const struct store_line *line);
enum store_result store_say(struct store *store, const char *table, struct store_line *line);

/* The lines after number `after` in order; if there are more than `limit`, the latest. */
enum store_result store_lines(struct store *store, const char *table, int64_t after, int limit,
                              store_seen_line *seen, void *context);

/* ---- jobs ------------------------------------------------------------------------------------ */

/* Work that takes long, in a queue that all servers share. A worker takes a job for some time, its
 * lease, and renews it while it works; if it does not, because it has died, the job is another's.
 * What the jobs are about is the server's business: kind, body and result are texts. */

enum store_job_state { JOB_WAITING, JOB_DONE, JOB_FAILED };

struct store_job {
    int64_t number;    /* given by the store */
    const char *key;   /* there is one job with that key */
    const char *kind;  /* "hint" */
    const char *table; /* that it is about; it goes away with it */
    int64_t user;      /* who asked for it first */
    int64_t owner;     /* who takes turns with others: a number of the caller's */
    int rank;          /* those with a lower one are done first */
    const char *body;
    int64_t made;
    enum store_job_state state;
    int tries;          /* how often it was taken */
    bool taken;         /* someone is at it */
    int64_t ahead;      /* waiting ones that come before it */
    const char *result; /* when it is done or has failed, else "" */
};
typedef void store_seen_job(void *context, const struct store_job *job);

/* How many may wait, and how many do. */
struct store_queue {
    int64_t most, most_of_user, most_of_owner;
    int64_t spare;                                      /* more for owners that wait for nothing */
    int64_t waiting, waiting_of_user, waiting_of_owner; /* filled in */
};

/* Puts a job into the queue (key, kind, table, user, owner, rank and body), unless one with that
 * key is there; `seen` gets the one that is there now. Jobs of one rank are taken by turns: one of
 * each owner, then the second ones. It is dropped at the time `keep_until`, whatever has become of
 * it. STORE_FULL if too many wait, STORE_MISSING if there is no such table. What is seen is true
 * with STORE_DONE alone: the store may fail after that. */
enum store_result store_put_job(struct store *store, const struct store_job *job, int64_t now,
                                int64_t keep_until, struct store_queue *queue, store_seen_job *seen,
                                void *context);

/* The job with that key; all that wait or have failed, in the order in which they are taken. */
enum store_result store_job(struct store *store, const char *key, int64_t now, store_seen_job *seen,
                            void *context);
enum store_result store_all_jobs(struct store *store, int64_t now, store_seen_job *seen,
                                 void *context);

/* Who wants a job, and under which conditions. */
struct store_taking {
    const char *worker;  /* a name that no other worker has, and that has no job now */
    int64_t now, lease;  /* the lease ends at that time */
    int rank;            /* the highest that it takes */
    int tries;           /* a job that was taken as often, and never finished, has failed */
    int64_t keep_failed; /* until that time */
    int64_t waiting;     /* filled in: jobs that are not done, those that are taken too */
};

/* Takes the first job that nobody has. STORE_MISSING if there is none. With STORE_DONE alone it is
 * taken, though it may have been seen. */
enum store_result store_take_job(struct store *store, struct store_taking *taking,
                                 store_seen_job *seen, void *context);

/* The worker continues with its job; has done it, with `state` and a result that is kept until
 * then; or leaves it to others from the time `due` on, as if it had never been taken if it is
 * `unused`. STORE_MISSING if it is not the worker's any more. */
enum store_result store_renew_job(struct store *store, int64_t number, const char *worker,
                                  int64_t lease);
enum store_result store_finish_job(struct store *store, int64_t number, const char *worker,
                                   enum store_job_state state, const char *result,
                                   int64_t keep_until);
enum store_result store_return_job(struct store *store, int64_t number, const char *worker,
                                   int64_t due, bool unused);

/* ---- the pulse ------------------------------------------------------------------------------- */

typedef void store_seen_outage(void *context, const struct store_outage *outage);

/* What a server finds when it leaves a sign of life, and what it then says. */
struct store_heartbeat {
    int64_t wall; /* a database that has a clock of its own tells it, for all servers; else 0 */
    bool found;   /* there is a sign: */
    int64_t last, lead; /* its time; how far that was before the wall clock */
    /* to be filled in: */
    int64_t now;      /* the time of this sign, not before the last one */
    int64_t now_lead; /* how far that is before the wall clock */
    int64_t began;    /* the time from then until now was an outage; `now`: there was none */
};
typedef void store_heartbeat_time(void *context, struct store_heartbeat *sign);

/* A server lives: `tell` says what time it is, while no other server can leave a sign. An outage
 * that it tells of is kept. Those that end later are known to be wrong, and dropped. All that ended
 * after `since` are seen, in their order. */
enum store_result store_heartbeat(struct store *store, store_heartbeat_time *tell, int64_t since,
                                  store_seen_outage *seen, void *context);

/* All outages that ended after `since`, in their order. */
enum store_result store_outages(struct store *store, int64_t since, store_seen_outage *seen,
                                void *context);

/* What time it is for the servers of the store, for one who leaves no signs; `wall` is the clock of
 * this machine. That is the answer too if the database does not answer. */
int64_t store_time(struct store *store, int64_t wall);

/* ---- the database as a whole ----------------------------------------------------------------- */

/* A copy of everything, as of one moment, while others keep writing: an SQLite file that can be
 * opened as a store. The file must not exist. */
bool store_backup(struct store *store, const char *file, struct problem *problem);

/* The same into an empty store at any address: the way from SQLite to PostgreSQL and back. */
bool store_copy(struct store *store, const char *address, struct problem *problem);

/* One pass over the store that removes what guests have left behind: tables at which no account
 * sits, and which no account has made, if they have not changed for long, or for a day if the game
 * was never started; then guests who are as old and have no table. Tables of accounts only if they
 * are asked for, and no sooner than others that were started. Steps are small, each table in a
 * transaction of its own, so nobody else waits for long. Times, then zeroes; afterwards the state
 * of the pass. */
enum { STORE_CLEANED_MAX = 20 }; /* tables in one step */
struct store_cleaning {
    int64_t rests_before; /* tables that are over, and guests: older than that */
    int64_t runs_before;  /* tables that run */
    int64_t opens_before; /* tables that were not started */
    bool of_accounts;     /* tables of accounts, too */
    int64_t step_ms;      /* a step ends after this, and does not remove nothing; 0: no limit */
    char after_table[STORE_ID_SIZE];
    int64_t after_user;
    bool tables_done, done;
    int64_t tables, guests;                         /* removed so far */
    char removed[STORE_CLEANED_MAX][STORE_ID_SIZE]; /* by the last step */
    int removed_count;
};
enum store_result store_clean(struct store *store, struct store_cleaning *cleaning);

/* The times of a pass that removes what is older than this many days. Outages of half a day and
 * more are not among these days: a clock that is set ahead makes nothing old. */
enum store_result store_begin_cleaning(struct store *store, int64_t now, int days,
                                       struct store_cleaning *cleaning);

/* Can something be written now? Writes so much that a disk with hardly any room left refuses it,
 * and removes it again. */
enum store_result store_probe(struct store *store);

/* Drops what has no use any more, such as expired tokens. Now and then. */
enum store_result store_tidy(struct store *store, int64_t now);

/* Brings what was written lately from the log to its place in the database, while others keep
 * writing: otherwise it is the writers who do so now and then, and each of them waits for the disk
 * much longer than usual. A database with processes of its own for that needs nothing. */
void store_checkpoint(struct store *store);

/* Several servers: waits up to this many milliseconds for news of another one; true with the table
 * that has new rows, lines or members, or is gone, or with "!" and the number of a user who has
 * fewer tokens now, or with "=" if there are other jobs, or results of them. An empty id says that
 * any may have changed: so does the first call, from which on the store listens, and the first one
 * after the database was away. All stores of a process are one server, and what one of them writes
 * is not news for the others. A store that only one server can use never has news, and only waits.
 */
bool store_news(struct store *store, int milliseconds, char table[STORE_ID_SIZE]);
void store_other_server(struct store *store); /* acts as one in another process, for tests */

#endif
