/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* The store in one file, with SQLite: a write-ahead log, flushed to the disk at each commit.
 *
 * Four things are not left to SQLite. It polls for its lock, and who asks at the wrong moments can
 * starve: threads that want to write wait in line at a gate (sqlite_gate.h) before SQLite is asked.
 * It continues with a file that was removed or replaced under it, and all that is written there is
 * gone with the process: the files are compared before and after each transaction. And it copies
 * its log back in the commit of whoever finds it long: a thread of the server does so instead
 * (store_checkpoint), so that nobody waits for it. And it fails a whole transaction for want of a
 * few bytes, which would look like a store that is out of order: it may use the reserve of memory.
 *
 * Every statement is prepared when the store is opened. That is what makes a mistake in one of them
 * show at once and not on the day that it is needed. */

#include "kinds.h"
#include "schema.h"
#include "sqlite_gate.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x4f727279, /* "Orry", in the head of the file */
    BUSY_MILLISECONDS = 10000,
    UPGRADE_MILLISECONDS = 1000,
};

/* The log is emptied by a writer that finds it longer than this many pages and brought to its place
 * in the file (store_checkpoint): a moment without waiting. A store without someone who does that
 * regularly has a log of 32 MB at most. */
#define LOG_PAGES "8000"

/* The files of a database: itself, its log, and what its users share. */
enum { SQLITE_FILES = 3 };
static const char *const file_ends[SQLITE_FILES] = {"", "-wal", "-shm"};

struct sqlite {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    int lock; /* descriptor, or -1 */
    struct gate *gate;
    bool inside; /* the gate */
    bool made;   /* by this store: the file was not there before */
    struct {
        char *path;
        dev_t device;
        ino_t number;
    } files[SQLITE_FILES]; /* as they were when the store was opened */
};

/* ---- the files are still there --------------------------------------------------------------- */

/* SQLite continues with files that someone has removed or replaced, and they are gone with the
 * process: what is written there is lost. */

static bool note_files(struct sqlite *sqlite)
{
    const char *name = sqlite3_db_filename(sqlite->db, "main"); /* without links */
    int moved = 0;
    for (int i = 0; i < SQLITE_FILES; i++) {
        struct text path = {0};
        struct stat about;
        text_addf(&path, "%s%s", name, file_ends[i]);
        assert(sqlite->files[i].path == NULL);
        sqlite->files[i].path = path.at;
        if (stat(path.at, &about) != 0)
            return false;
        sqlite->files[i].device = about.st_dev;
        sqlite->files[i].number = about.st_ino;
    }
    sqlite3_file_control(sqlite->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved == 0;
}

static bool file_is_same(const struct sqlite *sqlite, int i)
{
    struct stat about;
    return stat(sqlite->files[i].path, &about) == 0 && about.st_dev == sqlite->files[i].device &&
           about.st_ino == sqlite->files[i].number;
}

/* Before each transaction, and after it before it is reported as done. */
static enum store_result check_files(struct store *store)
{
    const struct sqlite *sqlite = store->database;
    for (int i = 0; i < SQLITE_FILES; i++) {
        if (sqlite->files[i].path == NULL || file_is_same(sqlite, i))
            continue;
        struct text reason = {0};
        const char *slash = strrchr(sqlite->files[i].path, '/');
        text_addf(&reason, "%s was removed or replaced while it was in use; put it back or restart",
                  slash != NULL ? slash + 1 : sqlite->files[i].path);
        store_note(store, STORE_FAILED, text_string(&reason));
        text_free(&reason);
        return STORE_FAILED;
    }
    return STORE_DONE;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The first value of the first row, or -1. */
static int64_t ask_number(sqlite3 *db, const char *question)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(db, question, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* The version of the schema; 0 for an empty file, -1 for one that is none of ours. Someone else
 * may be making it just now, all in one transaction: who has seen tables sees whose they are. */
static int64_t version_of(sqlite3 *db)
{
    int64_t tables = ask_number(db, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0)
        return -1;
    int64_t application = ask_number(db, "PRAGMA application_id");
    if (application == APPLICATION)
        return ask_number(db, "PRAGMA user_version");
    return application == 0 && tables == 0 ? 0 : -1;
}

/* A foreign file is left as it is. */
static bool check_file(sqlite3 *db, const char *file, struct problem *problem)
{
    int64_t version = version_of(db);
    int code = sqlite3_errcode(db) & 0xff;
    if (version > SCHEMA_VERSION)
        return problem_set(problem, _("{0} was created by a newer version of Orrery."), file, NULL,
                           NULL);
    if (version >= 0)
        return true;
    if (code == SQLITE_NOTADB || code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE)
        return problem_set(problem, _("{0} is not an Orrery store."), file, NULL, NULL);
    return problem_set(problem, _("{0} cannot be opened: {1}."), file, sqlite3_errmsg(db), NULL);
}

/* Another process may be doing the same, for which SQLite does not always wait. */
static bool use_log(sqlite3 *db)
{
    for (int i = 0; i < BUSY_MILLISECONDS / 50; i++) {
        sqlite3_stmt *statement = NULL;
        const char *mode = "";
        int code = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
        if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
            mode = (const char *)sqlite3_column_text(statement, 0);
        bool done = mode != NULL && strcmp(mode, "wal") == 0;
        sqlite3_finalize(statement);
        if (done || ((code & 0xff) != SQLITE_BUSY && (code & 0xff) != SQLITE_LOCKED))
            return done;
        poll(NULL, 0, 50);
    }
    return false;
}

static bool set_up(sqlite3 *db)
{
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 2 * STORE_SNAPSHOT_MAX);
    return use_log(db) && sqlite3_exec(db,
                                       "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                                       "PRAGMA cell_size_check = ON;"
                                       "PRAGMA wal_autocheckpoint = " LOG_PAGES ";",
                                       NULL, NULL, NULL) == SQLITE_OK;
}

/* Takes the steps that are missing, unless someone else has done so while we waited. */
static bool take_steps(sqlite3 *db)
{
    char mark[100];
    assert(sqlite3_get_autocommit(db) != 0);
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
        return false;
    int64_t version = version_of(db);
    bool done = version >= 0 && version <= SCHEMA_VERSION;
    for (; done && version < SCHEMA_VERSION; version++)
        done = sqlite3_exec(db, schema_steps[version]->sqlite, NULL, NULL, NULL) == SQLITE_OK;
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION, SCHEMA_VERSION);
    return done && sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK;
}

static bool sqlite_lock(struct store *store, struct problem *problem);

/* Keeps older servers out while their store is brought up to date. Another program that is doing
 * the same just now needs a moment. */
static bool lock_for_steps(struct store *store, struct problem *problem)
{
    struct sqlite *sqlite = store->database;
    for (int i = 0; i < UPGRADE_MILLISECONDS / 50; i++) {
        struct problem later = {0};
        if (version_of(sqlite->db) == SCHEMA_VERSION || sqlite_lock(store, &later))
            return true;
        poll(NULL, 0, 50);
    }
    return sqlite_lock(store, problem);
}

/* Makes the tables of an empty file, and brings an older store up to date. */
static bool make_schema(struct store *store, struct problem *problem)
{
    struct sqlite *sqlite = store->database;
    int64_t version = version_of(sqlite->db);
    if (version == SCHEMA_VERSION)
        return true;
    if (version > 0 && !lock_for_steps(store, problem))
        return false;
    bool made = take_steps(sqlite->db);
    if (sqlite->lock >= 0)
        close(sqlite->lock);
    sqlite->lock = -1;
    return made;
}

/* Our $1 is SQLite's ?1: a value with a number. */
static sqlite3_stmt *prepare(sqlite3 *db, const char *text)
{
    sqlite3_stmt *statement = NULL;
    struct text written = {0};
    text_add(&written, text);
    for (char *at = written.at; *at != '\0'; at++)
        *at = *at == '$' ? '?' : *at;
    sqlite3_prepare_v3(db, written.at, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    text_free(&written);
    return statement;
}

static bool prepare_all(struct sqlite *sqlite)
{
    for (int i = 0; i < STATEMENT_COUNT; i++) {
        const char *text = statement_texts[i].sqlite;
        assert(sqlite->statements[i] == NULL);
        if (text != NULL && (sqlite->statements[i] = prepare(sqlite->db, text)) == NULL)
            return false;
        assert(sqlite3_bind_parameter_count(sqlite->statements[i]) <= VALUES_MAX);
        assert(sqlite3_column_count(sqlite->statements[i]) <= COLUMNS_MAX);
    }
    return true;
}

/* Seeds and password hashes are nobody else's business. SQLite gives its other files the same
 * rights. */
static bool make_private(const char *file, bool *made)
{
    int descriptor = open(file, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return errno == EEXIST;
    close(descriptor);
    sync_folder_of(file);
    *made = true;
    return true;
}

/* A file that could not become a store does not stay. */
static void remove_unmade(const char *file)
{
    struct stat about;
    if (stat(file, &about) == 0 && about.st_size == 0)
        unlink(file);
}

/* SQLite's own words, where they tell anything. */
static const char *reason_of(sqlite3 *db)
{
    int code = sqlite3_errcode(db) & 0xff, system = sqlite3_system_errno(db);
    if (code == SQLITE_ROW || code == SQLITE_OK)
        return "no write-ahead log is possible there";
    return code == SQLITE_CANTOPEN && system != 0 ? strerror(system) : sqlite3_errmsg(db);
}

static sqlite3_mem_methods plain_memory;

static void *allocate(int size)
{
    void *memory = plain_memory.xMalloc(size);
    return memory == NULL && memory_use_reserve() ? plain_memory.xMalloc(size) : memory;
}

static void *reallocate(void *memory, int size)
{
    void *grown = plain_memory.xRealloc(memory, size);
    return grown == NULL && memory_use_reserve() ? plain_memory.xRealloc(memory, size) : grown;
}

static void share_reserve(void)
{
    if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain_memory) != SQLITE_OK)
        return; /* somebody in this program uses SQLite already: it keeps its memory */
    sqlite3_mem_methods methods = plain_memory;
    methods.xMalloc = allocate;
    methods.xRealloc = reallocate;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

/* Opens the file, which is there, and makes it a store. */
static bool open_file(struct store *store, const char *address, struct problem *problem)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sqlite *sqlite = store->database;
    pthread_once(&once, share_reserve);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    bool opened = sqlite3_open_v2(address, &sqlite->db, flags, NULL) == SQLITE_OK;
    if (opened) {
        sqlite3_busy_timeout(sqlite->db, BUSY_MILLISECONDS);
        if (!check_file(sqlite->db, address, problem))
            return false;
        sqlite->gate = gate_open(address);
        opened = sqlite->gate != NULL && set_up(sqlite->db) && make_schema(store, problem) &&
                 prepare_all(sqlite) && note_files(sqlite);
    }
    if (!opened && !problem_is_set(problem))
        problem_set(problem, _("{0} cannot be opened: {1}."), address, reason_of(sqlite->db), NULL);
    return opened;
}

static bool sqlite_open(struct store *store, const char *address, struct problem *problem)
{
    struct sqlite *sqlite = memory_new(1, sizeof *sqlite);
    store->database = sqlite;
    sqlite->lock = -1;
    if (address[0] == '\0' || address[0] == ':') /* SQLite has databases that no disk keeps */
        return problem_set(problem, _("{0} is not an Orrery store."), address, NULL, NULL);
    if (!make_private(address, &sqlite->made))
        return problem_set(problem, _("{0} cannot be opened: {1}."), address, strerror(errno),
                           NULL);
    bool opened = open_file(store, address, problem);
    if (!opened && sqlite->made)
        remove_unmade(address);
    return opened;
}

static void sqlite_close(struct store *store)
{
    struct sqlite *sqlite = store->database;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(sqlite->statements[i]);
    int closed = sqlite3_close(sqlite->db);
    assert(closed == SQLITE_OK); /* else a statement or a copy was left open */
    (void)closed;
    if (sqlite->inside) /* what it had begun is rolled back by now */
        gate_leave(sqlite->gate);
    gate_close(sqlite->gate);
    if (sqlite->lock >= 0)
        close(sqlite->lock);
    for (int i = 0; i < SQLITE_FILES; i++)
        free(sqlite->files[i].path);
    free(sqlite);
}

/* ---- requests -------------------------------------------------------------------------------- */

static enum store_result result_of(int code)
{
    switch (code) {
    case SQLITE_OK:
    case SQLITE_DONE:
        return STORE_DONE;
    case SQLITE_CONSTRAINT_UNIQUE:
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
        return STORE_TAKEN;
    case SQLITE_CONSTRAINT_FOREIGNKEY:
        return STORE_MISSING;
    default:
        break;
    }
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
        return STORE_DAMAGED;
    default:
        return STORE_FAILED;
    }
}

static int bind_values(sqlite3_stmt *statement, const struct value *values)
{
    int code = SQLITE_OK;
    for (int i = 0; code == SQLITE_OK && i < VALUES_MAX && values[i].kind != VALUE_NONE; i++) {
        const struct value *value = &values[i];
        if (value->kind == VALUE_NUMBER)
            code = sqlite3_bind_int64(statement, i + 1, value->number);
        else if (value->kind == VALUE_TEXT)
            code = sqlite3_bind_text64(statement, i + 1, value->at, value->size, SQLITE_STATIC,
                                       SQLITE_UTF8);
        else
            code = sqlite3_bind_blob64(statement, i + 1, value->at, value->size, SQLITE_STATIC);
    }
    return code;
}

static struct value column(sqlite3_stmt *statement, int i)
{
    switch (sqlite3_column_type(statement, i)) {
    case SQLITE_INTEGER:
        return value_number(sqlite3_column_int64(statement, i));
    case SQLITE_TEXT: {
        const void *at = sqlite3_column_text(statement, i);
        size_t size = (size_t)sqlite3_column_bytes(statement, i);
        return (struct value){.kind = at != NULL ? VALUE_TEXT : VALUE_NONE, .at = at, .size = size};
    }
    case SQLITE_BLOB: {
        const void *at = sqlite3_column_blob(statement, i);
        size_t size = (size_t)sqlite3_column_bytes(statement, i);
        return value_bytes(at != NULL ? at : "", at != NULL ? size : 0);
    }
    default:
        return (struct value){0};
    }
}

/* False if there was no memory for a value: nobody may take that for damage. */
static bool see_row(sqlite3_stmt *statement, const struct request *request)
{
    struct value values[COLUMNS_MAX];
    int columns = sqlite3_column_count(statement);
    int count = columns < COLUMNS_MAX ? columns : COLUMNS_MAX;
    for (int i = 0; i < count; i++)
        values[i] = column(statement, i);
    if (sqlite3_errcode(sqlite3_db_handle(statement)) == SQLITE_NOMEM)
        return false;
    if (request->seen != NULL)
        request->seen(request->context, values, count);
    return true;
}

static int run_request(struct sqlite *sqlite, struct request *request)
{
    sqlite3_stmt *statement = sqlite->statements[request->statement];
    request->changed = 0;
    if (statement == NULL)
        return SQLITE_OK;
    assert(!sqlite3_stmt_busy(statement)); /* it was forgotten after its last use */
    int code = bind_values(statement, request->values);
    if (code == SQLITE_OK)
        while ((code = sqlite3_step(statement)) == SQLITE_ROW)
            if (!see_row(statement, request))
                return SQLITE_NOMEM;
    if (code == SQLITE_DONE && !sqlite3_stmt_readonly(statement))
        request->changed = sqlite3_changes64(sqlite->db);
    return code;
}

static void forget_request(struct sqlite *sqlite, const struct request *request)
{
    sqlite3_stmt *statement = sqlite->statements[request->statement];
    assert(statement != NULL);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

/* What the system said last; a commit fails in the log, of which SQLite does not tell by itself. */
static int system_error(sqlite3 *db)
{
    sqlite3_file *log = NULL;
    int error = sqlite3_system_errno(db);
    if (error == 0 &&
        sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
        log != NULL && log->pMethods != NULL)
        log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
    return error;
}

/* What went wrong, in SQLite's words and those of the system. */
static void note_error(struct store *store, enum store_result result)
{
    struct sqlite *sqlite = store->database;
    int code = sqlite3_errcode(sqlite->db) & 0xff, system = system_error(sqlite->db);
    struct text error = {0};
    text_add(&error, sqlite3_errmsg(sqlite->db));
    if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system != 0)
        text_addf(&error, " (%s)", strerror(system));
    store_note(store, result, text_string(&error));
    text_free(&error);
}

/* Does the first of them begin to write? What follows after BEGIN is within that. */
static bool begins_to_write(const struct sqlite *sqlite, const struct request *request)
{
    sqlite3_stmt *statement = sqlite->statements[request->statement];
    return request->statement == BEGIN_WRITING ||
           (statement != NULL && !sqlite3_stmt_readonly(statement));
}

static void version_seen(void *context, const struct value *values, int count)
{
    struct reader reader = {values, count, false};
    *(int64_t *)context = read_number(&reader, 0, INT64_MAX);
}

/* In a transaction that is going to write: a server is kept from a file that is brought up to date,
 * but others use it without its lock (orrery work). */
static enum store_result check_schema(struct store *store)
{
    struct sqlite *sqlite = store->database;
    int64_t version = 0;
    struct request check = {.statement = CHECK_SCHEMA, .seen = version_seen, .context = &version};
    enum store_result result = result_of(run_request(sqlite, &check));
    forget_request(sqlite, &check);
    if (result != STORE_DONE)
        note_error(store, result);
    else if (version > SCHEMA_VERSION)
        result = store_note(store, STORE_FAILED, schema_too_new);
    return result;
}

static enum store_result run_one(struct store *store, struct request *request)
{
    struct sqlite *sqlite = store->database;
    enum store_result result = result_of(run_request(sqlite, request));
    if (result != STORE_DONE)
        note_error(store, result);
    if (sqlite->statements[request->statement] != NULL)
        forget_request(sqlite, request);
    return result == STORE_DONE && request->statement == BEGIN_WRITING ? check_schema(store)
                                                                       : result;
}

static enum store_result run_requests(struct store *store, struct request *requests, int count)
{
    struct sqlite *sqlite = store->database;
    for (int i = 0; i < count; i++) {
        enum store_result result = run_one(store, &requests[i]);
        if (result != STORE_DONE) {
            if (!sqlite3_get_autocommit(sqlite->db))
                sqlite3_exec(sqlite->db, "ROLLBACK", NULL, NULL, NULL);
            return result;
        }
    }
    return STORE_DONE;
}

/* All of it, if the files are there, before and after. */
static enum store_result run_checked(struct store *store, struct request *requests, int count)
{
    struct sqlite *sqlite = store->database;
    if (sqlite3_get_autocommit(sqlite->db) != 0 && check_files(store) != STORE_DONE)
        return STORE_FAILED;
    enum store_result result = run_requests(store, requests, count);
    bool ended = sqlite3_get_autocommit(sqlite->db) != 0;
    return result == STORE_DONE && ended ? check_files(store) : result;
}

/* A transaction may need several runs: its connection stays inside until it is through. */
static enum store_result sqlite_run(struct store *store, struct request *requests, int count)
{
    struct sqlite *sqlite = store->database;
    assert(!sqlite->inside || !sqlite3_get_autocommit(sqlite->db));
    for (int i = 0; !sqlite->inside && i < count && sqlite3_get_autocommit(sqlite->db); i++)
        if (begins_to_write(sqlite, &requests[i])) {
            gate_enter(sqlite->gate);
            sqlite->inside = true;
        }
    enum store_result result = run_checked(store, requests, count);
    if (sqlite->inside && sqlite3_get_autocommit(sqlite->db)) {
        gate_leave(sqlite->gate);
        sqlite->inside = false;
    }
    return result;
}

/* A commit that fails has been rolled back. */
static bool sqlite_was_done(struct store *store, const uint8_t claim[CLAIM_SIZE])
{
    (void)store, (void)claim;
    return false;
}

/* ---- the file as a whole --------------------------------------------------------------------- */

/* The kernel drops the lock when the process dies. It is on a file beside the database, because
 * closing a descriptor of the database itself would drop SQLite's own locks. */
static bool sqlite_lock(struct store *store, struct problem *problem)
{
    struct sqlite *sqlite = store->database;
    const char *file = sqlite3_db_filename(sqlite->db, "main"); /* without links */
    if (sqlite->lock >= 0)
        return true;
    struct text path = {0};
    text_addf(&path, "%s.lock", file);
    int descriptor = open(path.at, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    bool locked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (locked)
        sqlite->lock = descriptor;
    else if (descriptor >= 0 && errno == EWOULDBLOCK)
        problem_set(problem, _("Another orrery serve is using {0}."), file, NULL, NULL);
    else
        problem_set(problem, _("{0} cannot be opened: {1}."), path.at, strerror(errno), NULL);
    if (!locked && descriptor >= 0)
        close(descriptor);
    text_free(&path);
    return locked;
}

/* The file goes only if nobody else can be using it, and while nobody can begin to. */
static void sqlite_discard(struct store *store)
{
    struct sqlite *sqlite = store->database;
    if (!sqlite->made || sqlite->lock < 0 || check_files(store) != STORE_DONE)
        return;
    for (int i = 0; i < SQLITE_FILES; i++)
        unlink(sqlite->files[i].path);
    struct text lock = {0};
    text_addf(&lock, "%s.lock", sqlite->files[0].path);
    unlink(lock.at);
    text_free(&lock);
}

/* All pages in one step: a reader sees one moment, and writers continue in the log meanwhile. */
static int copy_pages(sqlite3 *to, sqlite3 *from)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL) /* the file is in use, or there is no memory */
        return sqlite3_errcode(to) != SQLITE_OK ? sqlite3_errcode(to) : SQLITE_NOMEM;
    int step = sqlite3_backup_step(backup, -1);
    int code = sqlite3_backup_finish(backup);
    return code == SQLITE_OK && step != SQLITE_DONE ? step : code; /* being kept waiting is none */
}

static bool sqlite_backup(struct store *store, const char *file, struct problem *problem)
{
    struct sqlite *sqlite = store->database;
    sqlite3 *copy = NULL;
    int code = sqlite3_open_v2(file, &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_exec(copy, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
        code = copy_pages(copy, sqlite->db);
    }
    if (code != SQLITE_OK)
        problem_set(problem, _("{0} cannot be written: {1}."), file, sqlite3_errstr(code), NULL);
    return sqlite3_close(copy) == SQLITE_OK && code == SQLITE_OK;
}

/* Passive: it waits for nobody and nobody waits for it. What it does not manage is done next time.
 */
static void sqlite_checkpoint(struct store *store)
{
    struct sqlite *sqlite = store->database;
    sqlite3_wal_checkpoint_v2(sqlite->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* One server has the file for itself. */
static bool sqlite_news(struct store *store, int milliseconds, char table[STORE_ID_SIZE])
{
    (void)store, (void)table;
    poll(NULL, 0, milliseconds);
    return false;
}

const struct store_kind sqlite_kind = {
    .open = sqlite_open,
    .close = sqlite_close,
    .run = sqlite_run,
    .was_done = sqlite_was_done,
    .lock = sqlite_lock,
    .backup = sqlite_backup,
    .discard = sqlite_discard,
    .news = sqlite_news,
    .checkpoint = sqlite_checkpoint,
};
