/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* All SQL but the schemas, which stand with their databases. Values are only ever bound. */

#include "kinds.h"

#define BOTH(text)                                                                                 \
    {                                                                                              \
        .sqlite = text, .postgres = text                                                           \
    }

#define TABLE_COLUMNS                                                                              \
    "t.id, t.head, t.seed, t.head_hash, t.row_count, t.made, t.changed, t.phase, t.listed, "       \
    "t.owner, t.company"
#define ROW_COLUMNS "r.number, r.time, r.user_id, r.key, r.kind, r.body, r.hash"
#define USER_COLUMNS                                                                               \
    "id, name, password, language, webhook, secret, mail, mail_confirmed, bot_owner"
#define ACCOUNT_NAMED(name)                                                                        \
    "SELECT " USER_COLUMNS " FROM users WHERE lower(name) = lower(" name ") AND password <> ''"
#define TAKE_NOTIFICATIONS_UP_TO                                                                   \
    "UPDATE letters SET due = $2, tries = tries + 1 WHERE number IN (SELECT number FROM letters "  \
    "WHERE due <= $1 ORDER BY due, number LIMIT $3"
#define JOB_COLUMNS                                                                                \
    "number, key, kind, table_id, user_id, rank, body, made, state, tries, "                       \
    "worker, lease, result"
#define JOBS_AHEAD                                                                                 \
    "(SELECT count(*) FROM jobs o WHERE o.state = 0 AND j.state = 0 AND "                          \
    "(o.rank < j.rank OR (o.rank = j.rank AND (o.turn < j.turn OR (o.turn = j.turn AND "           \
    "o.number < j.number)))))"
/* Owners take turns: a job comes after the owner's own ones, and after the first ones of all others
 * that wait, however many of those there are. */
#define TURN_OF_JOB                                                                                \
    "(SELECT 1 + max(t) FROM (SELECT coalesce(max(turn), 0) AS t FROM jobs WHERE state = 0 AND "   \
    "rank = CAST($5 AS bigint) AND owner = CAST($11 AS bigint) UNION ALL "                         \
    "SELECT coalesce(min(turn), 1) - 1 FROM jobs WHERE state = 0 AND worker = '' AND "             \
    "rank = CAST($5 AS bigint)) turns)"
#define WAITING_OF_OWNER                                                                           \
    "(SELECT count(*) FROM jobs WHERE state = 0 AND owner = CAST($11 AS bigint))"
/* A job that nobody has, or whose worker has not been heard of: $1 is now, $4 the highest rank. */
#define TAKE_JOB_FIRST                                                                             \
    "UPDATE jobs SET worker = $2, lease = $3, tries = tries + 1 WHERE number = "                   \
    "(SELECT number FROM jobs WHERE state = 0 AND lease <= $1 AND rank <= $4 "                     \
    "ORDER BY rank, turn, number LIMIT 1"
#define TAKEN_JOB           ") RETURNING " JOB_COLUMNS ", CAST(0 AS bigint)"
#define TAKEN_NOTIFICATIONS ") RETURNING number, user_id, kind, body, due, tries, table_id"

#define FIRST_TO_PACK "(SELECT t.row_count - CAST($2 AS bigint) FROM tables t WHERE t.id = $1)"

/* It has not changed since $a, or $b while it runs, or $c before that, and nobody with an account
 * belongs to it; or, where $d is 1, it is not one that was never started and has changed since $a.
 */
#define TABLE_CAN_GO(a, b, c, d)                                                                   \
    "t.changed < CASE t.phase WHEN 0 THEN CAST(" c " AS bigint) WHEN 1 THEN CAST(" b               \
    " AS bigint) ELSE CAST(" a                                                                     \
    " AS bigint) END "                                                                             \
    "AND ((CAST(" d " AS bigint) = 1 AND (t.phase <> 0 OR t.changed < CAST(" a                     \
    " AS bigint))) "                                                                               \
    "OR NOT EXISTS (SELECT 1 FROM users u WHERE u.password <> '' AND (u.id = t.owner OR u.id IN "  \
    "(SELECT m.user_id FROM members m WHERE m.table_id = t.id))))"
#define GUEST_CAN_GO(a)                                                                            \
    "u.password = '' AND u.bot_owner = 0 AND u.made < " a                                          \
    " AND NOT EXISTS (SELECT 1 FROM members m "                                                    \
    "WHERE m.user_id = u.id) AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.owner = u.id)"

/* For copies: all columns of a table, and as many values. */
#define COPY_OUT_OF(table, columns, order) BOTH("SELECT " columns " FROM " table " ORDER BY " order)
#define COPY_INTO(table, columns, values)                                                          \
    BOTH("INSERT INTO " table " (" columns ") VALUES (" values ")")
#define LOOK_AT(table, columns)         BOTH("SELECT " columns " FROM " table)
#define GET_ALL_OF(table, columns, key) BOTH("SELECT " columns " FROM " table " WHERE " key)
#define CHANGE_ALL_OF(table, columns, values, key)                                                 \
    BOTH("UPDATE " table " SET (" columns ") = (" values ") WHERE " key)
#define VALUES_2  "$1, $2"
#define VALUES_3  VALUES_2 ", $3"
#define VALUES_4  VALUES_3 ", $4"
#define VALUES_6  VALUES_4 ", $5, $6"
#define VALUES_7  VALUES_6 ", $7"
#define VALUES_8  VALUES_7 ", $8"
#define VALUES_13 VALUES_8 ", $9, $10, $11, $12, $13"
#define VALUES_16 VALUES_13 ", $14, $15, $16"
#define ALL_OF_USERS                                                                               \
    "id, name, password, language, webhook, secret, mail, made, skeleton, mail_confirmed, "        \
    "mail_hash, mail_expires, bot_owner"
#define ALL_OF_TABLES                                                                              \
    "id, head, seed, head_hash, row_count, hash, line_count, made, changed, phase, listed, "       \
    "owner, company"
#define ALL_OF_ROWS          "table_id, number, time, user_id, key, kind, body, hash"
#define ALL_OF_SNAPSHOTS     "table_id, row_count, body, hash"
#define ALL_OF_MEMBERS       "table_id, user_id"
#define ALL_OF_TOKENS        "hash, user_id, expires"
#define ALL_OF_NOTIFICATIONS "number, user_id, kind, body, due, tries, table_id"
#define ALL_OF_LINES         "table_id, number, time, user_id, name, text"
#define ALL_OF_DOCUMENTS     "name, text, hash"
#define ALL_OF_HEARTBEAT     "id, time, lead"
#define ALL_OF_OUTAGES       "began, ended"
#define ALL_OF_JOBS                                                                                \
    "number, key, kind, table_id, user_id, rank, body, made, keep_until, state, worker, lease, "   \
    "tries, result, owner, turn"

const struct statement_text statement_texts[STATEMENT_COUNT] = {
    [BEGIN_WRITING] = {.sqlite = "BEGIN IMMEDIATE", .postgres = "BEGIN"},
    [BEGIN_READING] = {.sqlite = "BEGIN",
                       .postgres = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"},
    [COMMIT] = BOTH("COMMIT"),
    [ROLLBACK] = BOTH("ROLLBACK"),
    /* No server writes while another one brings the database up to date (postgres_schema.c), and
     * none that is too old for it afterwards. All of a transaction may be on its way already, so
     * the check has to fail by itself: nothing else of ours divides. */
    [LOCK_SCHEMA] = {.postgres = "SELECT pg_advisory_xact_lock_shared(1332900473)"},
    [CHECK_SCHEMA] = {.sqlite = "SELECT user_version FROM pragma_user_version",
                      .postgres = "SELECT 1 / CASE WHEN least > $1 THEN 0 ELSE 1 END "
                                  "FROM orrery_store"},

    /* A store leaves the mark of its present write, so that it can see later whether it was done.
     */
    [CLAIM] = {.postgres = "INSERT INTO writers (id, claim, seen) VALUES ($1, $2, now()) "
                           "ON CONFLICT (id) DO UPDATE SET claim = excluded.claim, seen = now()"},
    [MAKE_TABLE] = BOTH("INSERT INTO tables (id, head, seed, head_hash, row_count, hash, "
                        "line_count, made, changed, phase, listed, owner, company) "
                        "VALUES ($1, $2, $3, $4, 0, $4, 0, $5, $5, $6, $7, $8, $9) "
                        "ON CONFLICT (id) DO NOTHING"),
    [COUNT_TABLES_OF] = BOTH(
        "SELECT (SELECT count(*) FROM tables WHERE owner = $1 AND phase < 2 AND changed > $2), "
        "(SELECT count(*) FROM tables WHERE owner = $1 AND phase < 2 AND company = 2 "
        "AND changed > $3), "
        "(SELECT count(*) FROM tables WHERE owner = $1 AND made > $4)"),
    [COUNT_TABLES] = BOTH("SELECT count(*), count(CASE WHEN u.password = '' THEN 1 END) "
                          "FROM tables t LEFT JOIN users u ON u.id = t.owner WHERE t.phase < 2"),
    [LOCK_TABLE] = {.sqlite =
                        "SELECT row_count, hash, changed, phase, company FROM tables WHERE id = $1",
                    .postgres =
                        "SELECT row_count, hash, changed, phase, company FROM tables WHERE id = $1 "
                        "FOR UPDATE"},
    [FIND_KEY] = BOTH("SELECT number FROM rows WHERE table_id = $1 AND key = $2 AND key <> ''"),
    [ADD_ROW] = BOTH("INSERT INTO rows (" ALL_OF_ROWS ") "
                     "VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"),
    [ADVANCE_TABLE] = BOTH("UPDATE tables SET row_count = $3, hash = $4, changed = $5, phase = $6, "
                           "company = $7 "
                           "WHERE id = $1 AND row_count = $2"),
    [PUT_SNAPSHOT] = BOTH("INSERT INTO snapshots (table_id, row_count, body, hash) "
                          "VALUES ($1, $2, $3, $4) ON CONFLICT (table_id) DO UPDATE SET "
                          "row_count = excluded.row_count, body = excluded.body, "
                          "hash = excluded.hash"),
    /* One for each user and table: another one has to wait until they have been there. */
    [ADD_NOTIFICATION] = BOTH("INSERT INTO letters (user_id, kind, body, due, tries, table_id) "
                              "VALUES ($1, $2, $3, $4, 0, $5) "
                              "ON CONFLICT (user_id, table_id) WHERE table_id <> '' DO NOTHING"),
    [READ_NOTIFICATION] = BOTH("DELETE FROM letters WHERE user_id = $1 AND table_id = $2 "
                               "AND table_id <> ''"),
    [TELL_NEWS] = {.postgres = "SELECT pg_notify('orrery', $1)"},

    [GET_TABLE] = BOTH("SELECT " TABLE_COLUMNS ", s.row_count, s.body, s.hash, r.hash "
                       "FROM tables t LEFT JOIN snapshots s ON s.table_id = t.id "
                       "LEFT JOIN rows r ON r.table_id = t.id AND r.number = s.row_count "
                       "WHERE t.id = $1"),
    [GET_CHAIN] = BOTH("SELECT row_count, hash, head_hash FROM tables WHERE id = $1"),
    [GET_ROWS] = BOTH("SELECT " ROW_COLUMNS " FROM rows r "
                      "WHERE r.table_id = $1 AND r.number >= coalesce((SELECT max(p.number) "
                      "FROM rows p WHERE p.table_id = $1 AND p.number <= $2), 0) "
                      "ORDER BY r.number"),
    /* From the last pack on, and not more than $2 before the last row. */
    [GET_ROWS_TO_PACK] =
        BOTH("SELECT " ROW_COLUMNS " FROM rows r WHERE r.table_id = $1 AND r.number >= "
             "coalesce((SELECT p.number FROM rows p WHERE p.table_id = $1 AND p.kind = 'pack' "
             "AND p.number >= " FIRST_TO_PACK " ORDER BY p.number DESC LIMIT 1), 0) "
             "AND r.number >= " FIRST_TO_PACK " ORDER BY r.number"),
    [GET_SNAPSHOT_ROWS] = BOTH("SELECT row_count FROM snapshots WHERE table_id = $1"),
    [REMOVE_ROWS] = BOTH("DELETE FROM rows WHERE table_id = $1 AND number >= $2 AND number <= $3"),
    [DROP_SNAPSHOT] = BOTH("DELETE FROM snapshots WHERE table_id = $1"),
    [GET_ROW_WITH_KEY] = BOTH("SELECT t.row_count, t.head_hash, b.hash, " ROW_COLUMNS
                              " FROM rows r JOIN tables t ON t.id = r.table_id LEFT JOIN rows b "
                              "ON b.table_id = r.table_id AND b.number = r.number - 1 "
                              "WHERE r.table_id = $1 AND r.key = $2 AND r.key <> ''"),
    [LIST_OPEN] = BOTH("SELECT " TABLE_COLUMNS " FROM tables t WHERE t.listed = 1 AND t.phase = $1 "
                       "ORDER BY t.changed DESC, t.id LIMIT $2"),
    [LIST_OF_USER] = BOTH("SELECT " TABLE_COLUMNS " FROM tables t "
                          "JOIN members m ON m.table_id = t.id WHERE m.user_id = $1 "
                          "ORDER BY t.changed DESC, t.id LIMIT $2"),
    [LIST_ALL] = BOTH("SELECT " TABLE_COLUMNS " FROM tables t ORDER BY t.id"),
    [LIST_IDS] = BOTH("SELECT id FROM tables ORDER BY id"),
    [JOIN_TABLE] = BOTH("INSERT INTO members (table_id, user_id) VALUES ($1, $2) "
                        "ON CONFLICT (user_id, table_id) DO NOTHING"),
    [LEAVE_TABLE] = BOTH("DELETE FROM members WHERE table_id = $1 AND user_id = $2"),
    [REMOVE_TABLE] = BOTH("DELETE FROM tables WHERE id = $1"),
    [LIST_OLD_TABLES] = BOTH("SELECT t.id, CASE WHEN " TABLE_CAN_GO(
        "$3", "$4", "$5",
        "$6") " THEN CAST(1 AS bigint) ELSE CAST(0 AS bigint) END FROM tables t WHERE t.id > $1 "
              "ORDER BY t.id LIMIT $2"),
    [REMOVE_OLD_TABLE] =
        BOTH("DELETE FROM tables AS t WHERE t.id = $1 AND " TABLE_CAN_GO("$2", "$3", "$4", "$5")),
    [LIST_OLD_GUESTS] = BOTH("SELECT u.id, CASE WHEN " GUEST_CAN_GO(
        "$3") " THEN CAST(1 AS bigint) ELSE CAST(0 AS bigint) END "
              "FROM users u WHERE u.id > $1 ORDER BY u.id LIMIT $2"),
    [REMOVE_OLD_GUEST] = BOTH("DELETE FROM users AS u WHERE u.id = $1 AND " GUEST_CAN_GO("$2")),
    [DROP_NOTIFICATIONS_OF_NOBODY] = BOTH("DELETE FROM letters WHERE user_id = $1 "
                                          "AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = $1)"),

    [MAKE_USER] = BOTH("INSERT INTO users (name, password, language, webhook, secret, mail, made, "
                       "skeleton) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id"),
    /* Whoever has read a user a while ago must not write back what others have changed since: each
     * kind of change has its own statement. Another address is one that nobody has confirmed. */
    [CHANGE_USER] = BOTH("UPDATE users SET name = CASE WHEN password = '' AND bot_owner = 0 "
                         "THEN $2 ELSE name END, "
                         "language = $3, webhook = $4, mail = $5, mail_confirmed = "
                         "CASE WHEN mail = $5 THEN mail_confirmed ELSE 0 END, mail_expires = "
                         "CASE WHEN mail = $5 THEN mail_expires ELSE 0 END WHERE id = $1"),
    [CHANGE_PASSWORD] = BOTH("UPDATE users SET password = $2 WHERE id = $1 AND password = $3 "
                             "AND password <> ''"),
    [RENAME_ACCOUNT] = BOTH("UPDATE users SET name = $2, skeleton = $3 WHERE id = $1 "
                            "AND password <> ''"),
    [REMOVE_USER] = BOTH("DELETE FROM users WHERE id = $1 OR bot_owner = $1"),
    [MAKE_ACCOUNT] = BOTH("UPDATE users SET name = $2, password = $3, skeleton = $4 "
                          "WHERE id = $1 AND password = '' AND bot_owner = 0"),
    /* Who creates two bots at once creates them one after the other. */
    [LOCK_USER] = {.postgres = "SELECT id FROM users WHERE id = $1 FOR UPDATE"},
    [MAKE_BOT] =
        BOTH("INSERT INTO users (name, password, language, webhook, secret, mail, made, skeleton, "
             "bot_owner) SELECT $1, '', $2, '', $3, '', CAST($4 AS bigint), $5, "
             "CAST($6 AS bigint) WHERE EXISTS (SELECT 1 FROM users WHERE "
             "id = CAST($6 AS bigint) AND password <> '') AND (SELECT count(*) FROM users "
             "WHERE bot_owner = CAST($6 AS bigint)) < CAST($7 AS bigint) RETURNING id"),
    [LIST_BOTS] = BOTH("SELECT u.id, u.name, u.made, coalesce((SELECT max(t.expires) FROM tokens t "
                       "WHERE t.user_id = u.id AND t.expires > $2), 0) FROM users u "
                       "WHERE u.bot_owner = $1 ORDER BY u.id"),
    [REMOVE_BOT] = BOTH("DELETE FROM users AS u WHERE u.id = $1 AND u.bot_owner = $2 "
                        "AND NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id) "
                        "AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.owner = u.id)"),
    [FIND_ALIKE] = BOTH("SELECT count(*) FROM users WHERE (skeleton = $1 OR skeleton = $2) "
                        "AND skeleton <> '' AND skeleton <> ' ' AND id <> $3"),
    [LIST_BARE] = BOTH("SELECT id, name FROM users WHERE skeleton = ' ' ORDER BY id LIMIT 1000"),
    [FILL_SKELETON] = BOTH("UPDATE users SET skeleton = $2 WHERE id = $1 AND skeleton = ' '"),
    [PUT_MAIL_LINK] = BOTH("UPDATE users SET mail_hash = $2, mail_expires = $3 WHERE id = $1 "
                           "AND password <> '' AND mail <> '' AND mail_confirmed = 0"),
    [CONFIRM_MAIL] = BOTH("UPDATE users SET mail_confirmed = 1, mail_expires = 0 "
                          "WHERE mail_hash = $1 AND mail_expires > 0 AND mail_expires > $2 "
                          "RETURNING id"),
    [GET_USER] = BOTH("SELECT " USER_COLUMNS " FROM users WHERE id = $1"),
    /* Capital letters of ASCII alone, in both: that is what lower does in SQLite and in "C". */
    [GET_ACCOUNT] = {.sqlite = ACCOUNT_NAMED("$1"), .postgres = ACCOUNT_NAMED("$1 COLLATE \"C\"")},
    [LIST_USERS] = BOTH("SELECT " USER_COLUMNS " FROM users ORDER BY id"),
    [PUT_TOKEN] = BOTH("INSERT INTO tokens (hash, user_id, expires) VALUES ($1, $2, $3) "
                       "ON CONFLICT (hash) DO UPDATE SET expires = excluded.expires "
                       "WHERE tokens.user_id = excluded.user_id"),
    [GET_TOKEN] = BOTH("SELECT user_id FROM tokens WHERE hash = $1 AND expires > $2"),
    [DROP_TOKEN] = BOTH("DELETE FROM tokens WHERE hash = $1 AND user_id = $2"),
    [DROP_OTHER_TOKENS] = BOTH("DELETE FROM tokens WHERE hash <> $1 AND user_id = $2"),
    [PROLONG_TOKENS] = BOTH("UPDATE tokens SET expires = expires + $1 WHERE expires > $2"),
    [DROP_OLD_TOKENS] = BOTH("DELETE FROM tokens WHERE expires <= $1"),
    [DROP_OLD_WRITERS] = {.postgres =
                              "DELETE FROM writers WHERE seen < now() - interval '30 days'"},

    [TAKE_NOTIFICATIONS] = {.sqlite = TAKE_NOTIFICATIONS_UP_TO TAKEN_NOTIFICATIONS,
                            .postgres = TAKE_NOTIFICATIONS_UP_TO
                            " FOR UPDATE SKIP LOCKED" TAKEN_NOTIFICATIONS},
    [PUT_OFF_NOTIFICATION] = BOTH("UPDATE letters SET due = $2 WHERE number = $1"),
    [RETURN_NOTIFICATION] = BOTH("UPDATE letters SET due = $2, tries = tries - 1 "
                                 "WHERE number = $1 AND tries > 0"),
    [DROP_NOTIFICATION] = BOTH("DELETE FROM letters WHERE number = $1"),
    [FIND_NOTIFICATION] = BOTH("SELECT count(*) FROM letters WHERE user_id = $1 AND table_id = $2 "
                               "AND table_id <> ''"),
    [KEEP_NOTIFICATION] = BOTH("UPDATE letters SET kind = $2, body = '', due = $3, tries = 0 "
                               "WHERE number = $1"),
    /* The lock on the table keeps the numbers of its lines in the order in which they are seen. */
    [COUNT_LINE] = BOTH("UPDATE tables SET line_count = line_count + 1 WHERE id = $1 "
                        "RETURNING line_count"),
    [ADD_LINE] = BOTH("INSERT INTO lines (table_id, number, time, user_id, name, text) "
                      "SELECT id, line_count, $2, $3, $4, $5 FROM tables WHERE id = $1"),
    [GET_LINES] = BOTH("SELECT l.number, l.time, l.user_id, l.name, l.text, "
                       "CASE WHEN u.bot_owner <> 0 THEN CAST(1 AS bigint) ELSE CAST(0 AS bigint) "
                       "END FROM (SELECT * FROM lines WHERE table_id = $1 AND number > $2 "
                       "ORDER BY number DESC LIMIT $3) l LEFT JOIN users u ON u.id = l.user_id "
                       "ORDER BY l.number"),

    [KEEP_DOCUMENT] = BOTH("INSERT INTO documents (" ALL_OF_DOCUMENTS ") VALUES ($1, $2, $3) "
                           "ON CONFLICT (name) DO NOTHING"),
    [GET_DOCUMENT] = BOTH("SELECT text, hash FROM documents WHERE name = $1"),
    [DROP_DOCUMENT] = BOTH("DELETE FROM documents WHERE name = $1"),
    [DROP_CARDS_OF_NO_TABLE] = BOTH("DELETE FROM documents WHERE name = $1 AND NOT EXISTS "
                                    "(SELECT 1 FROM tables t WHERE t.id = $2)"),

    /* One server after the other: of those that come back together one notes the outage. */
    [LOCK_HEARTBEAT] = {.postgres = "SELECT time FROM pulse FOR UPDATE"},
    [TELL_TIME] =
        {.postgres = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"},
    [GET_HEARTBEAT] = BOTH("SELECT time, lead FROM pulse"),
    [NOTE_OUTAGE] = BOTH("INSERT INTO outages (began, ended) VALUES ($1, $2) "
                         "ON CONFLICT (ended) DO NOTHING"),
    [DROP_FALSE_OUTAGES] = BOTH("DELETE FROM outages WHERE ended > $1"),
    [BEAT] = BOTH("INSERT INTO pulse (id, time, lead) VALUES (1, $1, $2) "
                  "ON CONFLICT (id) DO UPDATE SET time = excluded.time, lead = excluded.lead"),
    [LIST_OUTAGES] = BOTH("SELECT began, ended FROM outages WHERE ended > $1 ORDER BY ended"),
    [DROP_OLD_OUTAGES] = BOTH("DELETE FROM outages WHERE ended < $1"),

    [DROP_EXPIRED_JOB] = BOTH("DELETE FROM jobs WHERE key = $1 AND keep_until <= $2 "
                              "AND lease <= $2"),
    [PUT_JOB] = BOTH(
        "INSERT INTO jobs (key, kind, table_id, user_id, rank, body, made, keep_until, state, "
        "worker, lease, tries, result, owner, turn) "
        "SELECT $1, $2, $3, CAST($4 AS bigint), CAST($5 AS bigint), "
        "$6, CAST($7 AS bigint), CAST($8 AS bigint), 0, '', 0, 0, '', CAST($11 AS bigint), " TURN_OF_JOB
        " WHERE (SELECT count(*) FROM jobs WHERE state = 0) < CAST($9 AS bigint) + "
        "CASE WHEN " WAITING_OF_OWNER " = 0 THEN CAST($13 AS bigint) ELSE 0 END "
        "AND (SELECT count(*) FROM jobs WHERE state = 0 AND user_id = CAST($4 AS bigint)) < $10 "
        "AND " WAITING_OF_OWNER " < $12 "
        "ON CONFLICT (key) DO NOTHING"),
    [COUNT_JOBS] = BOTH("SELECT (SELECT count(*) FROM jobs WHERE state = 0), "
                        "(SELECT count(*) FROM jobs WHERE state = 0 AND user_id = $1), "
                        "(SELECT count(*) FROM jobs WHERE state = 0 AND owner = $2)"),
    [GET_JOB] = BOTH("SELECT " JOB_COLUMNS ", " JOBS_AHEAD " FROM jobs j "
                     "WHERE j.key = $1 AND j.keep_until > $2"),
    [LIST_JOBS] =
        BOTH("SELECT " JOB_COLUMNS ", " JOBS_AHEAD " FROM jobs j "
             "WHERE j.state <> 1 AND j.keep_until > $1 ORDER BY j.rank, j.turn, j.number"),
    [COUNT_FREE_JOBS] = BOTH("SELECT count(*) FROM jobs WHERE state = 0 AND lease <= $1 "
                             "AND rank <= $2"),
    [GIVE_UP_JOBS] = BOTH("UPDATE jobs SET state = 2, worker = '', lease = 0, keep_until = $3 "
                          "WHERE state = 0 AND lease <= $1 AND tries >= $2"),
    [TAKE_JOB] = {.sqlite = TAKE_JOB_FIRST TAKEN_JOB,
                  .postgres = TAKE_JOB_FIRST " FOR UPDATE SKIP LOCKED" TAKEN_JOB},
    [RENEW_JOB] = BOTH("UPDATE jobs SET lease = $3 WHERE number = $1 AND worker = $2 "
                       "AND state = 0"),
    [FINISH_JOB] = BOTH("UPDATE jobs SET state = $3, result = $4, keep_until = $5, worker = '', "
                        "lease = 0 WHERE number = $1 AND worker = $2 AND state = 0"),
    [RETURN_JOB] = BOTH("UPDATE jobs SET worker = '', lease = $3, tries = tries - $4 "
                        "WHERE number = $1 AND worker = $2 AND state = 0"),
    [DROP_OLD_JOBS] = BOTH("DELETE FROM jobs WHERE keep_until <= $1 AND lease <= $1"),

    [COUNT_ALL] = BOTH("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM tables) + "
                       "(SELECT count(*) FROM letters)"),
    [COPY_OUT + 0] = COPY_OUT_OF("users", ALL_OF_USERS, "id"),
    [COPY_OUT + 1] = COPY_OUT_OF("tables", ALL_OF_TABLES, "id"),
    [COPY_OUT + 2] = COPY_OUT_OF("rows", ALL_OF_ROWS, "table_id, number"),
    [COPY_OUT + 3] = COPY_OUT_OF("snapshots", ALL_OF_SNAPSHOTS, "table_id"),
    [COPY_OUT + 4] = COPY_OUT_OF("members", ALL_OF_MEMBERS, "user_id, table_id"),
    [COPY_OUT + 5] = COPY_OUT_OF("tokens", ALL_OF_TOKENS, "hash"),
    [COPY_OUT + 6] = COPY_OUT_OF("letters", ALL_OF_NOTIFICATIONS, "number"),
    [COPY_OUT + 7] = COPY_OUT_OF("lines", ALL_OF_LINES, "table_id, number"),
    [COPY_OUT + 8] = COPY_OUT_OF("documents", ALL_OF_DOCUMENTS, "name"),
    [COPY_OUT + 9] = COPY_OUT_OF("pulse", ALL_OF_HEARTBEAT, "id"),
    [COPY_OUT + 10] = COPY_OUT_OF("outages", ALL_OF_OUTAGES, "ended"),
    [COPY_OUT + 11] = COPY_OUT_OF("jobs", ALL_OF_JOBS, "number"),
    [COPY_IN + 0] = COPY_INTO("users", ALL_OF_USERS, VALUES_13),
    [COPY_IN + 1] = COPY_INTO("tables", ALL_OF_TABLES, VALUES_13),
    [COPY_IN + 2] = COPY_INTO("rows", ALL_OF_ROWS, VALUES_8),
    [COPY_IN + 3] = COPY_INTO("snapshots", ALL_OF_SNAPSHOTS, VALUES_4),
    [COPY_IN + 4] = COPY_INTO("members", ALL_OF_MEMBERS, VALUES_2),
    [COPY_IN + 5] = COPY_INTO("tokens", ALL_OF_TOKENS, VALUES_3),
    [COPY_IN + 6] = COPY_INTO("letters", ALL_OF_NOTIFICATIONS, VALUES_7),
    [COPY_IN + 7] = COPY_INTO("lines", ALL_OF_LINES, VALUES_6),
    [COPY_IN + 8] = BOTH("INSERT INTO documents (" ALL_OF_DOCUMENTS ") VALUES ($1, $2, $3) "
                         "ON CONFLICT (name) DO NOTHING"),
    [COPY_IN + 9] = COPY_INTO("pulse", ALL_OF_HEARTBEAT, VALUES_3),
    [COPY_IN + 10] = COPY_INTO("outages", ALL_OF_OUTAGES, VALUES_2),
    [COPY_IN + 11] = COPY_INTO("jobs", ALL_OF_JOBS, VALUES_16),
    /* SQLite continues after the largest number by itself. */
    [SET_USER_NUMBER] = {.postgres = "SELECT setval(pg_get_serial_sequence('users', 'id'), "
                                     "coalesce(max(id), 0) + 1, false) FROM users"},
    [SET_NOTIFICATION_NUMBER] = {.postgres =
                                     "SELECT setval(pg_get_serial_sequence('letters', 'number'), "
                                     "coalesce(max(number), 0) + 1, false) FROM letters"},
    [SET_JOB_NUMBER] = {.postgres = "SELECT setval(pg_get_serial_sequence('jobs', 'number'), "
                                    "coalesce(max(number), 0) + 1, false) FROM jobs"},

    /* A column of a table, a snapshot or a job that can change must be looked at; of the others all
     * are. Values that only come into being are not. */
    [SHIP_LOOK + 0] = LOOK_AT("users", ALL_OF_USERS),
    [SHIP_LOOK + 1] =
        LOOK_AT("tables", "id, row_count, hash, line_count, changed, phase, listed, company"),
    [SHIP_LOOK + 3] = LOOK_AT("snapshots", "table_id, row_count, hash"),
    [SHIP_LOOK + 4] = LOOK_AT("members", ALL_OF_MEMBERS),
    [SHIP_LOOK + 5] = LOOK_AT("tokens", ALL_OF_TOKENS),
    [SHIP_LOOK + 6] = LOOK_AT("letters", ALL_OF_NOTIFICATIONS),
    [SHIP_LOOK + 8] = BOTH("SELECT name FROM documents WHERE name <> 'shipped'"),
    [SHIP_LOOK + 9] = LOOK_AT("pulse", ALL_OF_HEARTBEAT),
    [SHIP_LOOK + 10] = LOOK_AT("outages", ALL_OF_OUTAGES),
    [SHIP_LOOK + 11] = LOOK_AT("jobs", "number, state, worker, lease, tries, keep_until, turn"),
    [SHIP_GET + 0] = GET_ALL_OF("users", ALL_OF_USERS, "id = $1"),
    [SHIP_GET + 1] = GET_ALL_OF("tables", ALL_OF_TABLES, "id = $1"),
    [SHIP_GET + 3] = GET_ALL_OF("snapshots", ALL_OF_SNAPSHOTS, "table_id = $1"),
    [SHIP_GET + 4] = GET_ALL_OF("members", ALL_OF_MEMBERS, "table_id = $1 AND user_id = $2"),
    [SHIP_GET + 5] = GET_ALL_OF("tokens", ALL_OF_TOKENS, "hash = $1"),
    [SHIP_GET + 6] = GET_ALL_OF("letters", ALL_OF_NOTIFICATIONS, "number = $1"),
    [SHIP_GET + 8] = GET_ALL_OF("documents", ALL_OF_DOCUMENTS, "name = $1"),
    [SHIP_GET + 9] = GET_ALL_OF("pulse", ALL_OF_HEARTBEAT, "id = $1"),
    [SHIP_GET + 10] = GET_ALL_OF("outages", ALL_OF_OUTAGES, "began = $1 AND ended = $2"),
    [SHIP_GET + 11] = GET_ALL_OF("jobs", ALL_OF_JOBS, "number = $1"),
    [SHIP_CHANGE + 0] = CHANGE_ALL_OF("users", ALL_OF_USERS, VALUES_13, "id = $1"),
    [SHIP_CHANGE + 1] = CHANGE_ALL_OF("tables", ALL_OF_TABLES, VALUES_13, "id = $1"),
    [SHIP_CHANGE + 3] = CHANGE_ALL_OF("snapshots", ALL_OF_SNAPSHOTS, VALUES_4, "table_id = $1"),
    [SHIP_CHANGE + 5] = CHANGE_ALL_OF("tokens", ALL_OF_TOKENS, VALUES_3, "hash = $1"),
    [SHIP_CHANGE + 6] = CHANGE_ALL_OF("letters", ALL_OF_NOTIFICATIONS, VALUES_7, "number = $1"),
    [SHIP_CHANGE + 9] = CHANGE_ALL_OF("pulse", ALL_OF_HEARTBEAT, VALUES_3, "id = $1"),
    [SHIP_CHANGE + 11] = CHANGE_ALL_OF("jobs", ALL_OF_JOBS, VALUES_16, "number = $1"),
    [SHIP_DROP + 0] = BOTH("DELETE FROM users WHERE id = $1"),
    [SHIP_DROP + 1] = BOTH("DELETE FROM tables WHERE id = $1"),
    [SHIP_DROP + 3] = BOTH("DELETE FROM snapshots WHERE table_id = $1"),
    [SHIP_DROP + 4] = BOTH("DELETE FROM members WHERE table_id = $1 AND user_id = $2"),
    [SHIP_DROP + 5] = BOTH("DELETE FROM tokens WHERE hash = $1"),
    [SHIP_DROP + 6] = BOTH("DELETE FROM letters WHERE number = $1"),
    [SHIP_DROP + 8] = BOTH("DELETE FROM documents WHERE name = $1"),
    [SHIP_DROP + 9] = BOTH("DELETE FROM pulse WHERE id = $1"),
    [SHIP_DROP + 10] = BOTH("DELETE FROM outages WHERE began = $1 AND ended = $2"),
    [SHIP_DROP + 11] = BOTH("DELETE FROM jobs WHERE number = $1"),
    [SHIP_COUNTS] = BOTH("SELECT row_count, hash, line_count FROM tables WHERE id = $1"),
    [SHIP_END] = BOTH("SELECT number, hash FROM rows WHERE table_id = $1 AND number <= $2 "
                      "ORDER BY number DESC LIMIT 1"),
    [SHIP_CUT] = BOTH("DELETE FROM rows WHERE table_id = $1 AND number > $2"),
    [SHIP_HASH] = BOTH("SELECT hash FROM rows WHERE table_id = $1 AND number = $2"),
    [SHIP_ROWS] = BOTH("SELECT " ALL_OF_ROWS " FROM rows WHERE table_id = $1 AND number > $2 "
                       "ORDER BY number"),
    [SHIP_LINES] = BOTH("SELECT " ALL_OF_LINES " FROM lines WHERE table_id = $1 AND number > $2 "
                        "ORDER BY number"),
    [SHIP_HEARTBEAT] = BOTH("SELECT time FROM pulse"),
    [GET_VERSION] = {.sqlite = "SELECT user_version FROM pragma_user_version",
                     .postgres = "SELECT version FROM orrery_store"},

    [LISTEN] = {.postgres = "LISTEN orrery"},
    [END_OTHERS] = {.postgres = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                                "WHERE application_name = $1 AND pid <> pg_backend_pid()"},
    [GET_CLAIM] = {.postgres = "SELECT claim FROM writers WHERE id = $1 FOR UPDATE"},
    [DROP_CLAIM] = {.postgres = "DELETE FROM writers WHERE id = $1"},
};
