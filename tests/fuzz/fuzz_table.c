/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to a table: what a store gives of a table, as if someone had changed it. The
 * input is parts between lines of "---":
 *
 *     the head of the table
 *     ---
 *     a snapshot, if it begins with "orrery table"
 *     ---
 *     KIND USER TIME       a row, with its body behind the first line
 *     the body
 *
 * A head, a snapshot and a row are taken or refused with a problem. A table that was built can be
 * saved and restored the same, and shown. A row that is refused changes nothing; one that is taken
 * gives the same again from the body that is stored. */

#include "require.h"

#include "table/view.h"

#include <inttypes.h>
#include <stdio.h>

enum { PARTS_MAX = 24 };
#define TIME_MOST (INT64_C(1) << 50)

/* ---- tables ---------------------------------------------------------------------------------- */

/* The table of the input. */
static struct store_table stored;

static struct table *open_again(void)
{
    struct problem problem = {0};
    struct table *table = table_open(&stored, &problem);
    REQUIRE(table != NULL && !problem_is_set(&problem));
    return table;
}

/* Everything that is shown of it can be shown. */
static void require_view(const struct table *table)
{
    struct text out = {0};
    struct json json = {.out = &out};
    for (int i = 0; i < LANGUAGE_COUNT; i++) {
        struct viewer viewer = {.language = (enum language)i,
                                .seats = (1u << SEATS_MAX) - 1,
                                .owner = true,
                                .wants_state = true,
                                .wants_moves = true,
                                .wants_blocked = true};
        text_clear(&out);
        json_open(&json, NULL, '{');
        view_table(table, &viewer, 0, table->changed, NULL, &json, "view");
        view_log(table, (enum language)i, 0, NULL, &json, "log");
        json_close(&json, '}');
        REQUIRE(span_is_utf8(text_span(&out)) && !span_has_control(text_span(&out)));
    }
    text_free(&out);
}

/* Saved, restored and saved again it is the same. */
static void require_round_trip(const struct table *table)
{
    struct problem problem = {0};
    struct text once = {0}, twice = {0};
    struct table *back = open_again();
    table_save(table, &once);
    REQUIRE(table_restore(back, text_span(&once), &problem));
    REQUIRE(!problem_is_set(&problem));
    table_save(back, &twice);
    require_same(&once, &twice);
    table_close(back);
    text_free(&once);
    text_free(&twice);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static struct span first_line(struct span *part)
{
    const char *end = part->length > 0 ? memchr(part->at, '\n', part->length) : NULL;
    size_t length = end != NULL ? (size_t)(end - part->at) : part->length;
    struct span line = {part->at, length};
    size_t skip = end != NULL ? length + 1 : length;
    *part = (struct span){part->at + skip, part->length - skip};
    return line;
}

/* "KIND USER TIME" */
static bool read_row(struct span part, struct table_row *row)
{
    char line[100], kind[20];
    long long user, at;
    span_copy(first_line(&part), line, sizeof line);
    if (sscanf(line, "%19s %lld %lld", kind, &user, &at) != 3 || at < 0 || at > TIME_MOST)
        return false;
    if (part.length > 0 && part.at[part.length - 1] == '\n' && strcmp(kind, "import") != 0)
        part.length--;
    int found = 0;
    while (row_kinds[found] != NULL && strcmp(row_kinds[found], kind) != 0)
        found++;
    *row = (struct table_row){.kind = (enum row_kind)found, .user = user, .time = at, .body = part};
    return row_kinds[found] != NULL;
}

/* The same row from the store, in a table that is as this one was. */
static void require_replay(struct table *twin, const struct table *table,
                           const struct table_row *row, const struct text *full)
{
    struct problem problem = {0};
    struct text ours = {0}, theirs = {0};
    struct store_row kept = {.number = table->rows,
                             .time = row->time,
                             .user = row->user,
                             .key = "",
                             .kind = row_kinds[row->kind],
                             .body = text_string(full)};
    REQUIRE(table_replay(twin, &kept, &problem));
    table_save(table, &ours);
    table_save(twin, &theirs);
    require_same(&ours, &theirs);
    text_free(&ours);
    text_free(&theirs);
}

/* A copy by its text. */
static struct table *copy_of(const struct table *table)
{
    struct problem problem = {0};
    struct text text = {0};
    struct table *copy = open_again();
    table_save(table, &text);
    REQUIRE(table_restore(copy, text_span(&text), &problem));
    text_free(&text);
    return copy;
}

static void do_row(struct table *table, const struct table_row *row)
{
    struct problem problem = {0};
    struct text before = {0}, after = {0}, full = {0};
    struct table *twin = copy_of(table);
    table_save(table, &before);
    if (table_apply(table, row, &full, &problem)) {
        REQUIRE(!problem_is_set(&problem));
        require_replay(twin, table, row, &full);
    } else {
        REQUIRE(problem_is_set(&problem));
        table_save(table, &after);
        require_same(&before, &after);
    }
    table_close(twin);
    text_free(&before);
    text_free(&after);
    text_free(&full);
}

/* The row as it stands in the store, chance moves and all. */
static void replay_row(struct table *table, const struct table_row *row)
{
    struct problem problem = {0};
    struct text body = {0};
    text_add_span(&body, row->body);
    struct store_row kept = {.number = table->rows + 1,
                             .time = row->time,
                             .user = row->user,
                             .key = "",
                             .kind = row_kinds[row->kind],
                             .body = text_string(&body)};
    struct table *copy = copy_of(table);
    if (span_is_utf8(row->body)) /* the store gives nothing else */
        REQUIRE(table_replay(copy, &kept, &problem) == !problem_is_set(&problem));
    table_close(copy);
    text_free(&body);
}

/* ---- the input ------------------------------------------------------------------------------- */

/* The parts between lines of "---". */
static int split(struct span input, struct span parts[PARTS_MAX])
{
    int count = 1;
    parts[0] = (struct span){input.at, 0};
    while (input.length > 0) {
        struct span line = first_line(&input);
        if (span_is(line, "---")) {
            if (count == PARTS_MAX)
                return count;
            parts[count++] = (struct span){input.at, 0};
        } else {
            struct span *part = &parts[count - 1];
            part->length = (size_t)(input.at - part->at);
        }
    }
    return count;
}

static void take_part(struct table **table, struct span part)
{
    static const char snapshot[] = "orrery room";
    struct problem problem = {0};
    struct table_row row;
    if (part.length >= sizeof snapshot && memcmp(part.at, snapshot, sizeof snapshot - 1) == 0) {
        struct table *restored = open_again();
        if (table_restore(restored, part, &problem)) {
            table_close(*table);
            *table = restored;
            require_round_trip(*table);
            return;
        }
        REQUIRE(problem_is_set(&problem));
        table_close(restored);
        return;
    }
    if (!read_row(part, &row))
        return;
    bool has_chance = row.body.length > 0 && memchr(row.body.at, '\n', row.body.length) != NULL;
    if (has_chance && row.kind != ROW_IMPORT)
        replay_row(*table, &row);
    else
        do_row(*table, &row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span parts[PARTS_MAX];
    struct problem problem = {0};
    struct text head = {0};
    int count = split((struct span){(const char *)data, size}, parts);
    text_add_span(&head, parts[0]);
    if (memchr(text_string(&head), '\0', head.length) == NULL) { /* as the store gives it */
        stored = (struct store_table){.id = "fuzz", .head = text_string(&head), .made = 1000};
        for (uint8_t i = 0; i < sizeof stored.seed; i++) /* as in the corpus */
            stored.seed[i] = i;
        struct table *table = table_open(&stored, &problem);
        REQUIRE((table != NULL) == !problem_is_set(&problem));
        for (int i = 1; table != NULL && i < count; i++)
            take_part(&table, parts[i]);
        if (table != NULL) {
            require_view(table);
            require_round_trip(table);
        }
        table_close(table);
    }
    text_free(&head);
    return 0;
}
