/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Feeds any bytes to the reader of records. They are refused with a problem, or they are a record
 * that is written and read again the same, and that can be replayed or refused without harm. */

#include "require.h"

#include "contract/fields.h"
#include "contract/play.h"
#include "record/record.h"

static void require_replay(const struct record *record)
{
    struct problem problem = {0};
    union any_state state;
    bool fine = record_replay(record, &state, NULL, NULL, &problem);
    REQUIRE(fine == !problem_is_set(&problem));
    REQUIRE(record->rules->game->check(record->rules, &state) == NULL);
    REQUIRE(!fine || !record->has_fields || state_digest(record->rules, &state) == record->fields);
}

static void require_round_trip(const struct record *record)
{
    struct problem problem = {0};
    struct record back;
    struct text once = {0}, twice = {0};
    record_write(record, &once);
    REQUIRE(record_read(&back, "again", text_span(&once), NULL, &problem));
    REQUIRE(back.count == record->count && back.fields == record->fields);
    record_write(&back, &twice);
    require_same(&once, &twice);
    record_free(&back);
    text_free(&once);
    text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span input = {(const char *)data, size};
    struct problem problem = {0};
    struct record record;
    if (record_read(&record, "fuzz", input, NULL, &problem)) {
        REQUIRE(!problem_is_set(&problem));
        require_round_trip(&record);
        require_replay(&record);
        record_free(&record);
    } else {
        require_told(&problem, input);
        REQUIRE(record.rules == NULL && record.moves == NULL);
    }
    return 0;
}
