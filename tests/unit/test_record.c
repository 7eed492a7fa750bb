/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Records: writing, reading and replaying a whole game, and what is said about bad ones. */

#include "helpers.h"

#include "base/random.h"
#include "base/scan.h"
#include "contract/play.h"
#include "contract/fields.h"
#include "record/record.h"

static const char digits[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* The moves of the record below: who, and which move. Seat 1 wins with the rising diagonal. */
static const struct record_move course[] = {
    {.actor = DEALER, .move = {0, 0, 0, 0}}, {.actor = 0, .move = {1, 4, 0, 0}},
    {.actor = 1, .move = {1, 1, 0, 0}},      {.actor = 0, .move = {1, 0, 0, 0}},
    {.actor = 1, .move = {1, 2, 0, 0}},      {.actor = 0, .move = {1, 8, 0, 0}},
};

static void fill_seats(struct record *record)
{
    strcpy(record->seats[0].name, "Ada \"A\" Lovelace");
    strcpy(record->seats[1].name, "Zoë # 2");
    strcpy(record->seats[1].player, "mcts:nodes=1000");
}

/* Sets the last state and score to what they are. */
static void finish(struct record *record, const union any_state *table)
{
    struct score score;
    record->fields = state_digest(record->rules, table);
    record->has_fields = true;
    record->rules->game->score(record->rules, table, &score);
    memcpy(record->score, score.total, sizeof score.total);
}

static void make_record(struct record *record)
{
    union any_state table;
    *record =
        (struct record){.rules = open_noughts("drawn"), .has_commitment = true, .has_seed = true};
    fill_seats(record);
    assert_true(span_hex(span_of(digits), record->commitment, SECRET_SIZE));
    assert_true(span_hex(span_of(digits), record->seed, SECRET_SIZE));
    play_start(record->rules, &table);
    for (size_t i = 0; i < sizeof course / sizeof course[0]; i++) {
        record_add(record, course[i].actor, course[i].move);
        assert_true(play_move(record->rules, &table, course[i].move, NULL));
    }
    finish(record, &table);
}

static void write_good(struct text *out)
{
    struct record record;
    make_record(&record);
    record_write(&record, out);
    record_free(&record);
}

/* ---- writing and reading --------------------------------------------------------------------- */

TEST(test_the_text)
{
    struct record record;
    struct text text = {0}, expected = {0};
    make_record(&record);
    record_write(&record, &text);
    text_addf(&expected,
              "orrery record 1\ngame noughts\nrules 1\ncards %016llx\nplayers 2\n"
              "option goal line\noption start drawn\n"
              "seat 1 person \"Ada \\\"A\\\" Lovelace\"\n"
              "seat 2 computer mcts:nodes=1000 \"Zoë # 2\"\n"
              "commitment %s\nmoves\n* first 1\n1 mark b2\n2 mark b1\n1 mark a1\n2 mark c1\n"
              "1 mark c3\nend\nfields %016llx\nscore 1 0\nseed %s\n",
              (unsigned long long)record.rules->fingerprint, digits,
              (unsigned long long)record.fields, digits);
    assert_text(&text, text_string(&expected));
    text_free(&text);
    text_free(&expected);
    record_free(&record);
}

static void assert_same_record(const struct record *a, const struct record *b)
{
    assert_memory_equal(&a->rules->setup, &b->rules->setup, sizeof a->rules->setup);
    assert_memory_equal(a->seats, b->seats, sizeof a->seats);
    assert_int_equal(a->has_commitment, b->has_commitment);
    assert_int_equal(a->has_seed, b->has_seed);
    assert_memory_equal(a->commitment, b->commitment, SECRET_SIZE);
    assert_memory_equal(a->seed, b->seed, SECRET_SIZE);
    assert_int_equal(a->covers_from, b->covers_from);
    assert_true(a->fields == b->fields);
    assert_memory_equal(a->score, b->score, sizeof a->score);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->moves[i].actor, b->moves[i].actor);
        assert_true(move_equal(a->moves[i].move, b->moves[i].move));
    }
}

/* Writes, reads, compares, writes again: the same bytes. */
static void assert_round_trip(const struct record *record)
{
    struct problem problem = {0};
    struct record back;
    struct text once = {0}, twice = {0};
    record_write(record, &once);
    assert_true(record_read(&back, "file", text_span(&once), NULL, &problem));
    assert_same_record(record, &back);
    record_write(&back, &twice);
    assert_string_equal(text_string(&once), text_string(&twice));
    record_free(&back);
    text_free(&once);
    text_free(&twice);
}

TEST(test_shares)
{
    struct record record, back;
    struct problem problem = {0};
    struct text text = {0};
    make_record(&record);
    shares_add(&record.shares, 0, record.seed);
    shares_add(&record.shares, 7, record.commitment);
    shares_add(&record.shares, 9, record.seed);
    record_write(&record, &text);
    assert_true(record_read(&back, "t", text_span(&text), NULL, &problem));
    assert_int_equal(back.shares.count, 3);
    assert_int_equal(back.shares.list[1].from, 7);
    assert_memory_equal(shares_at(&back.shares, 8), record.commitment, SHARE_SIZE);
    assert_ptr_equal(shares_at(&back.shares, 100), back.shares.list[2].bytes);
    shares_free(&back.shares);
    assert_null(shares_at(&back.shares, 3));
    record_free(&back);
    record.shares.list[2].from = 7; /* numbers grow */
    text_clear(&text);
    record_write(&record, &text);
    assert_false(record_read(&back, "t", text_span(&text), NULL, &problem));
    text_free(&text);
    record_free(&record);
}

TEST(test_round_trips)
{
    struct record record;
    make_record(&record);
    assert_round_trip(&record);
    record.covers_from = 12;
    assert_round_trip(&record);
    record.has_commitment = false;
    record.covers_from = 0;
    memset(record.commitment, 0, SECRET_SIZE);
    assert_round_trip(&record);
    record.has_seed = false;
    memset(record.seed, 0, SECRET_SIZE);
    record.score[0] = INT16_MIN;
    record.score[1] = INT16_MAX;
    assert_round_trip(&record);
    record.count = 0;
    assert_round_trip(&record);
    record_free(&record);
}

/* The moves need not make sense to be read. The list grows at 64, 128, 256 … */
/* The number of visits must be that of the legal moves, which only a replay can know. */
TEST(test_visits)
{
    struct record record, back;
    struct text text = {0}, again = {0};
    struct problem problem = {0}, refused = {0};
    union any_state state;
    const uint32_t visits[MOVES_MAX] = {4000000000, 0, 7, 1, 2, 3, 4, 5, 6}, *found = NULL;
    make_record(&record);
    struct move last = record.moves[1].move;
    record.count = 1; /* the first decision is between nine cells */
    record_add(&record, record.moves[1].actor, last);
    record_add_visits(&record, visits, 9);
    play_start(record.rules, &state);
    for (int i = 0; i < 2; i++)
        assert_true(play_move(record.rules, &state, record.moves[i].move, NULL));
    finish(&record, &state);
    record_write(&record, &text);
    assert_non_null(strstr(text_string(&text), " visits 4000000000 0 7 1 2 3 4 5 6\n"));
    assert_true(record_read(&back, "again", text_span(&text), NULL, &problem));
    assert_int_equal(record_visits(&back, 0, &found), 0);
    assert_int_equal(record_visits(&back, 1, &found), 9);
    assert_memory_equal(found, visits, 9 * sizeof *visits);
    assert_true(record_replay(&back, &state, NULL, NULL, &problem));
    record_write(&back, &again);
    assert_text(&again, text_string(&text));
    record_free(&back);
    text_clear(&text);
    record_add_visits(&record, visits, MOVES_MAX); /* more than there are moves */
    record_write(&record, &text);
    assert_true(record_read(&back, "again", text_span(&text), NULL, &problem));
    assert_false(record_replay(&back, &state, NULL, NULL, &refused));
    assert_non_null(strstr(refused.sentence, "visits of other moves"));
    record_free(&back);
    record_free(&record);
    text_free(&text);
    text_free(&again);
}

TEST(test_many_moves)
{
    struct record record = {.rules = open_noughts("drawn")};
    fill_seats(&record);
    for (int i = 0; i < 1000; i++)
        record_add(&record, i % 3 - 1, (struct move){1, (uint8_t)(i % 9), 0, 0});
    assert_round_trip(&record);
    record_free(&record);
}

TEST(test_longest_names)
{
    struct record record;
    make_record(&record);
    memset(record.seats[0].name, '"', SEAT_NAME_SIZE - 1);
    memset(record.seats[1].name, '\\', SEAT_NAME_SIZE - 1);
    memset(record.seats[1].player, 'x', SEAT_NAME_SIZE - 1);
    assert_round_trip(&record);
    record_free(&record);
}

TEST(test_another_dress)
{
    struct problem problem = {0};
    struct record record, expected;
    struct text good = {0}, text = {0};
    write_good(&good);
    add_replaced(&text, text_string(&good), "moves\n",
                 "\r\n  moves   # from here on\n# the dealer\n\n");
    make_record(&expected);
    assert_true(record_read(&record, "file", text_span(&text), NULL, &problem));
    assert_same_record(&record, &expected);
    record_free(&record);
    record_free(&expected);
    text_free(&good);
    text_free(&text);
}

/* ---- bad records ----------------------------------------------------------------------------- */

static void assert_refused(struct span text, const char *message)
{
    struct problem problem = {0};
    struct record record;
    assert_false(record_read(&record, "file", text, NULL, &problem));
    assert_told(&problem, message);
    assert_null(record.rules);
    assert_null(record.moves);
}

/* What is changed in the good record, and what is said then. */
static const struct {
    const char *old;
    const char *new;
    const char *message;
} bad[] = {
    {"record 1", "record", "file:1:1: found \"orrery record\", expected orrery record 1"},
    {"rules 1", "rules 9", "file:3:7: the rules differ: this program plays version 1"},
    {"goal line", "goal", "file:6:8: the option goal has these choices: line, avoid"},
    /* seats */
    {"seat 1", "chair 1", "file:8:1: found \"chair\", expected seat"},
    {"seat 1", "seat 2", "file:8:6: found \"2\", expected the number of the next seat"},
    {"seat 2", "seat 1", "file:9:6: found \"1\", expected the number of the next seat"},
    {"seat 2", "# seat 2", "file:10:1: found \"commitment\", expected seat"},
    {"commitment", "seat 3 person \"Eve\"\ncommitment",
     "file:10:1: found \"seat 3 person \"Eve\"\", expected moves"},
    {"person", "human", "file:8:8: found \"human\", expected person or computer"},
    {"seat 1 person \"Ada \\\"A\\\" Lovelace\"", "seat 1 person",
     "file:8:14: the line ends here, expected a text in \"quotes\""},
    {"person \"Ada \\\"A\\\" Lovelace\"", "person Ada",
     "file:8:15: found \"Ada\", expected a text in \"quotes\""},
    {"\"Ada \\\"A\\\" Lovelace\"", "\"Ada",
     "file:8:15: found \"\"Ada\", expected a text in \"quotes\""},
    {"\"Ada \\\"A\\\" Lovelace\"", "\"\"",
     "file:8:15: found \"\"\"\", expected a name of 1 to 63 bytes"},
    {"Lovelace", "Lovelace 01234567890123456789012345678901234567890123456789",
     "file:8:15: found \"\"Ada \\\"A\\\" Lovelace "
     "01234567890123456789012345678901234567890123456789\"\", expected a name of 1 to 63 bytes"},
    {"Lovelace", "Love\\nlace",
     "file:8:15: found \"\"Ada \\\"A\\\" Love\\nlace\"\", expected a name without control "
     "characters"},
    {"Lovelace", "Love\xc2\x9blace",
     "file:8:15: found \"\"Ada \\\"A\\\" Love??lace\"\", expected a name without control "
     "characters"},
    {"Lovelace\"", "Lovelace\" 1", "file:8:36: found \"1\", expected the end of the line"},
    {"mcts:nodes=1000 \"", "\"", "file:9:17: found \"\"Zoë # 2\"\", expected a computer player"},
    {"mcts:nodes=1000 \"Zoë # 2\"", "",
     "file:9:16: the line ends here, expected a computer player"},
    {"mcts:nodes=1000", "mcts\x1b[2J", "file:9:17: found \"mcts?[2J\", expected a computer player"},
    /* secrets */
    {"commitment 00", "commitment 0",
     "file:10:12: found \"0112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\", "
     "expected 64 hexadecimal digits"},
    {"ff\nmoves", "ff 0\nmoves", "file:10:77: found \"0\", expected a number"},
    {"ff\nmoves", "ff 3 4\nmoves", "file:10:79: found \"4\", expected the end of the line"},
    {"seed 00", "seed 0x",
     "file:21:6: found \"0x112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\", "
     "expected 64 hexadecimal digits"},
    {"seed", "sead 1 #", "file:21:1: found \"sead 1\", expected the end of the text"},
    /* moves */
    {"moves\n", "", "file:11:1: found \"* first 1\", expected moves"},
    {"* first", "dealer first", "file:12:1: found \"dealer\", expected the number of a seat"},
    {"1 mark b2", "3 mark b2", "file:13:1: found \"3\", expected the number of a seat"},
    {"1 mark b2", "mark b2", "file:13:1: found \"mark\", expected the number of a seat"},
    {"1 mark b2", "1 put b2", "file:13:3: found \"put\", expected a kind of move"},
    {"1 mark b2", "1", "file:13:2: the line ends here, expected a kind of move"},
    {"1 mark b2", "1 mark b2 b3", "file:13:11: found \"b3\", expected the end of the line"},
    {"1 mark b2", "1 mark d2", "file:13:8: found \"d2\", expected a cell"},
    {"end\nfields", "fields", "file:18:1: found \"fields\", expected the number of a seat"},
    /* the result */
    {"end\nfields", "end\nhash", "file:19:1: found \"hash\", expected fields"},
    {"score 1 0", "score 1", "file:20:8: the line ends here, expected a number"},
    {"score 1 0", "score 1 0 0", "file:20:11: found \"0\", expected the end of the line"},
    {"score 1 0", "score 1 32768", "file:20:9: found \"32768\", expected a number"},
    {"score 1 0", "points 1 0", "file:20:1: found \"points\", expected score"},
};

TEST(test_bad_records)
{
    struct text good = {0};
    write_good(&good);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct text text = {0};
        add_replaced(&text, text_string(&good), bad[i].old, bad[i].new);
        assert_refused(text_span(&text), bad[i].message);
        text_free(&text);
    }
    text_free(&good);
}

/* A record that ends too early says so, wherever that is. */
TEST(test_cut_records)
{
    struct text good = {0};
    write_good(&good);
    size_t seed = (size_t)(strstr(good.at, "seed") - good.at);
    for (size_t length = 0; length + 1 < good.length; length++) {
        struct problem problem = {0};
        struct record record;
        bool whole = length == seed || length + 1 == seed; /* the seed may be missing */
        assert_int_equal(
            record_read(&record, "file", (struct span){good.at, length}, NULL, &problem), whole);
        assert_int_equal(problem_is_set(&problem), !whole);
        record_free(&record);
    }
    const char *end = strstr(good.at, "end\n");
    assert_refused((struct span){good.at, (size_t)(end - good.at)},
                   "file:17: the text ends here, expected end");
    text_free(&good);
}

TEST(test_more_than_a_record)
{
    struct text text = {0};
    write_good(&text);
    text_add(&text, "\nmoves and more\n");
    assert_refused(text_span(&text),
                   "file:23:1: found \"moves and more\", expected the end of the text");
    text_clear(&text);
    write_good(&text);
    for (int i = 0; i <= SCAN_LINE_MAX; i++)
        text_add_char(&text, ' ');
    assert_refused(text_span(&text), "file:22: this line is too long");
    text_free(&text);
}

TEST(test_too_many_moves)
{
    struct record record = {.rules = open_noughts("drawn")};
    struct text text = {0};
    fill_seats(&record);
    for (int i = 0; i < RECORD_MOVES_MAX; i++)
        record_add(&record, 0, (struct move){1, 0, 0, 0});
    assert_round_trip(&record);
    record_add(&record, 0, (struct move){1, 0, 0, 0});
    record_write(&record, &text);
    assert_refused(text_span(&text), "file:100011:1: this record has too many moves");
    text_free(&text);
    record_free(&record);
}

/* ---- replaying ------------------------------------------------------------------------------- */

struct witness {
    const struct record *record;
    union any_state table;
    int count, events;
};

/* Plays along. */
static void witness_move(void *context, int number, const void *state, const struct events *events)
{
    struct witness *witness = context;
    const struct record *record = witness->record;
    assert_int_equal(number, witness->count++);
    record->rules->game->apply(record->rules, &witness->table, record->moves[number].move, NULL);
    assert_memory_equal(state, &witness->table, record->rules->game->state_size);
    witness->events += events->count;
}

TEST(test_replays)
{
    struct problem problem = {0};
    struct record record;
    union any_state table;
    make_record(&record);
    struct witness witness = {.record = &record};
    play_start(record.rules, &witness.table);
    assert_true(record_replay(&record, &table, witness_move, &witness, &problem));
    assert_told(&problem, NULL);
    assert_int_equal(witness.count, 6);
    assert_int_equal(witness.events, 8); /* begins, five marks, the line, the victory */
    assert_memory_equal(&table, &witness.table, record.rules->game->state_size);
    assert_true(record_replay(&record, &table, NULL, NULL, &problem));
    record_free(&record);
}

static void assert_replay_refused(struct record *record, const char *message)
{
    struct problem problem = {0};
    union any_state table;
    assert_false(record_replay(record, &table, NULL, NULL, &problem));
    assert_told(&problem, message);
    record_free(record);
    make_record(record);
}

TEST(test_refuses_to_replay)
{
    struct record record;
    make_record(&record);
    record.moves[2].move.a = 4;
    assert_replay_refused(&record, "move 3, mark b2, is not legal");
    record.moves[3].actor = 1;
    assert_replay_refused(&record, "move 4, mark a1, is not made by the player who decides there");
    record.moves[0].actor = 0;
    assert_replay_refused(&record, "move 1, first 1, is not made by the player who decides there");
    record.moves[0].move = (struct move){1, 0, 0, 0};
    assert_replay_refused(&record, "move 1, mark a1, is not legal");
    record_add(&record, 1, (struct move){1, 3, 0, 0});
    assert_replay_refused(&record, "move 7, mark a2, is not made by the player who decides there");
    record.fields ^= 1;
    assert_replay_refused(&record, "the last state is not the one the record names");
    record.count--;
    assert_replay_refused(&record, "the last state is not the one the record names");
    record.score[1] = 1;
    assert_replay_refused(&record, "the score is not the one the record names");
    record_free(&record);
}

/* A random game, then written, read and replayed. */
static void play_and_replay(uint64_t seed)
{
    struct problem problem = {0};
    struct record record = {.rules = open_noughts(seed % 2 ? "drawn" : "first")};
    struct random random = random_stream(seed, 0);
    union any_state table, back;
    struct move moves[MOVES_MAX];
    fill_seats(&record);
    play_start(record.rules, &table);
    for (int count; (count = record.rules->game->legal(record.rules, &table, moves)) > 0;) {
        struct move move = moves[random_below(&random, (uint32_t)count)];
        record_add(&record, record.rules->game->node(record.rules, &table).actor, move);
        assert_true(play_move(record.rules, &table, move, NULL));
    }
    finish(&record, &table);
    assert_round_trip(&record);
    assert_true(record_replay(&record, &back, NULL, NULL, &problem));
    assert_memory_equal(&table, &back, record.rules->game->state_size);
    record_free(&record);
}

TEST(test_random_games)
{
    for (uint64_t seed = 0; seed < 100; seed++)
        play_and_replay(seed);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
