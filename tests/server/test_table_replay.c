/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* A table is its head and its rows: tables of all games where anything happens, built again from
 * the rows and from snapshots; tables with other cards and of other rules. */

#include "table_fixture.h"

/* ---- anything may happen --------------------------------------------------------------------- */

/* Users are 11, 12, … by seat. */
static int64_t user_on(int seat)
{
    return 11 + seat;
}

static void fill_seats(struct bench *bench, struct random *random)
{
    for (int i = 0; i < bench->plan.setup.players; i++) {
        char body[64];
        bool person = i == 0 || random_below(random, 3) > 0;
        if (person)
            snprintf(body, sizeof body, "%d %d \"Person %d\"", i + 1, (int)user_on(i), i + 1);
        else
            snprintf(body, sizeof body, "%d random", i + 1);
        done(bench, person ? ROW_SIT : ROW_COMPUTER, person ? user_on(i) : bench->plan.owner, body);
    }
    done(bench, ROW_START, bench->plan.owner, "");
}

/* The seat that is awaited moves, or confirms; a computer player never has to confirm. */
static void go_on(struct bench *bench, struct random *random)
{
    struct table *table = bench->table;
    int seat = table_awaited(table);
    struct text body = {0};
    if (seat < 0 || table->paused)
        return;
    int64_t user = table->seats[seat].player[0] != '\0' ? SERVER : table->seats[seat].user;
    if (session_awaits_confirm(table->session) == seat) {
        text_addf(&body, "%d", seat + 1);
        done(bench, ROW_CONFIRM, user, text_string(&body));
    } else {
        add_some_move(table, random, &body);
        done(bench, ROW_MOVE, user, text_string(&body));
    }
    text_free(&body);
}

/* Something that may be refused. */
static void try_something(struct bench *bench, struct random *random)
{
    static const struct {
        enum row_kind kind;
        const char *more;
    } ideas[] = {
        {ROW_UNDO, ""},        {ROW_UNDO, ""},      {ROW_UNDO, ""},
        {ROW_REDO, ""},        {ROW_REDO, ""},      {ROW_CONFIRMS, " off"},
        {ROW_CONFIRMS, " on"}, {ROW_CONFIRM, ""},   {ROW_HAND_OVER, " random"},
        {ROW_TAKE_BACK, ""},   {ROW_TAKE_BACK, ""}, {ROW_PAUSE, " on"},
        {ROW_PAUSE, " off"},   {ROW_PAUSE, " off"}, {ROW_STAND, ""},
        {ROW_START, ""},
    };
    size_t idea = random_below(random, sizeof ideas / sizeof ideas[0]);
    int players = bench->plan.setup.players;
    int seat = (int)random_below(random, (uint32_t)players);
    int asker = random_below(random, 5) == 0 ? (int)random_below(random, (uint32_t)players) : seat;
    char body[64];
    snprintf(body, sizeof body, "%d%s", seat + 1, ideas[idea].more);
    try_row(bench, ideas[idea].kind, user_on(asker), body);
}

/* A person whose seat is awaited takes back, and perhaps makes it again. */
static void reconsider(struct bench *bench, struct random *random)
{
    char body[8];
    for (int seat = 0; seat < bench->plan.setup.players; seat++) {
        snprintf(body, sizeof body, "%d", seat + 1);
        for (int i = (int)random_below(random, 3); i > 0; i--)
            try_row(bench, ROW_UNDO, user_on(seat), body);
        for (int i = (int)random_below(random, 3); i > 0; i--)
            try_row(bench, ROW_REDO, user_on(seat), body);
    }
}

static void step(struct bench *bench, struct random *random)
{
    bench->now += (int64_t)random_below(random, 3000);
    switch (random_below(random, 10)) {
    case 0:
        reconsider(bench, random);
        break;
    case 1:
    case 2:
        try_something(bench, random);
        break;
    case 3: /* pauses must not last forever */
        for (int i = 0; bench->table->paused && i < bench->plan.setup.players; i++) {
            char body[16];
            snprintf(body, sizeof body, "%d off", i + 1);
            try_row(bench, ROW_PAUSE, user_on(i), body);
        }
        break;
    default:
        go_on(bench, random);
    }
}

/* Plays this many steps. A second table is restored now and then, and continues from the rows. */
static void play_table(struct bench *bench, struct random *random, int steps)
{
    struct table *shadow = replayed(bench);
    int seen = bench->count;
    for (int i = 0; i < steps && bench->table->phase == TABLE_RUNNING; i++) {
        step(bench, random);
        replay_rows(bench, shadow, seen);
        seen = bench->count;
        if (random_below(random, 40) == 0) {
            assert_same_table(bench->table, shadow, bench->now);
            table_close(shadow);
            shadow = restored(bench);
        }
    }
    assert_same_table(bench->table, shadow, bench->now);
    assert_can_be_built_again(bench);
    table_close(shadow);
}

static struct table_plan random_plan(const struct game *game, int players, struct random *random)
{
    struct table_plan plan = plan_of(game->name);
    plan.owner = user_on(0);
    plan.setup.players = (uint8_t)players;
    plan.clock = (uint8_t)random_below(random, 3);
    plan.time = 20000;
    plan.increment = 1000;
    return plan;
}

TEST(test_random_tables)
{
    for (int i = 0; games[i] != NULL; i++)
        for (int players = games[i]->players_min; players <= games[i]->players_max; players++) {
            struct random random = random_stream(5, (uint64_t)(10 * i + players));
            int tables = games[i]->state_size < 200 ? 60 : 1;
            for (int k = 0; k < tables; k++) {
                struct bench bench;
                bench_open(&bench, random_plan(games[i], players, &random));
                fill_seats(&bench, &random);
                play_table(&bench, &random, tables > 1 ? 400 : 500);
                bench_close(&bench);
            }
        }
}

/* ---- snapshots ------------------------------------------------------------------------------- */

/* A table in the middle of something: a move taken back, another seat handed over. */
static void bench_in_the_middle(struct bench *bench)
{
    bench_of_two(bench, first_begins());
    done(bench, ROW_MOVE, ADA, "1 mark a1");
    done(bench, ROW_HAND_OVER, ADA, "1 random");
    done(bench, ROW_CONFIRMS, BOB, "2 on");
    done(bench, ROW_MOVE, BOB, "2 mark b2");
    done(bench, ROW_UNDO, BOB, "2");
}

TEST(test_a_snapshot)
{
    struct bench bench;
    struct text text = {0};
    bench_in_the_middle(&bench);
    table_save(bench.table, &text);
    assert_text(&text,
                "orrery room 1\nrows 10\nphase 1\npaused 0\nchanged 1000\n"
                "seat 1 0 0 0 0 \"Ada\" random\nseat 2 1 0 0 0 \"Bob\" -\ngame 0\n"
                "seat 1 computer random \"Ada\"\nseat 2 person \"Bob\"\n"
                "commitment 033fbba43be7687a6012714dc6c5de25394f6697164d7fcc13bc2859154675d3\n"
                "moves\n1 mark a1\nend\nfields a4ba9f212c1dd662\nscore 0 0\nagain 2 mark b2\n");
    text_free(&text);
    bench_close(&bench);
}

/* Nothing that is not a snapshot of this table is taken for one. */
TEST(test_wrong_snapshots)
{
    static const struct {
        const char *old, *new, *message;
    } wrong[] = {
        {"orrery room 1", "orrery room 2",
         "t:1:1: found \"orrery room 2\", expected orrery room 1"},
        {"rows 10", "rows -1", "t:2:6: found \"-1\", expected a number"},
        {"phase 1", "phase 0", "the saved state of the table is wrong"},
        {"phase 1", "phase 2", "the saved state of the table is wrong"},
        {"phase 1", "phase 3", "t:3:7: found \"3\", expected a number"},
        {"seat 2 1 0 0 0 \"Bob\" -\n", "", "t:7:1: found \"game\", expected seat"},
        {"\"Bob\" -", "\"Bob\"", "t:7:21: the line ends here, expected a computer player"},
        {"\"Bob\" -", "\"\" -", "a name is missing"},
        {"1 mark a1", "2 mark a1",
         "move 1 of the game is not made by the player who decides there"},
        {"1 mark a1", "1 mark c3", "the last state is not the one the record names"},
        {"1 mark a1\n", "", "an undone move is not possible there"},
        {"1 mark a1\n", "1 mark a1\n2 mark a1\n", "move 2 of the game is not possible there"},
        {"score 0 0", "score 1 0", "the score is not the one the record names"},
        {"again 2 mark b2", "again 1 mark b2", "an undone move is not possible there"},
        {"again 2 mark b2", "again 2 mark a1", "an undone move is not possible there"},
        {"again 2 mark b2", "again joined 3 mark b2", "t:17:14: found \"3\", expected a seat"},
        {"again 2 mark b2", "again 3 mark b2", "t:17:7: found \"3\", expected a seat"},
        {"game 0", "game 1", "an undone move is not possible there"},
        {"again 2 mark b2", "more", "t:17:1: found \"more\", expected joined"},
    };
    struct bench bench;
    struct text text = {0}, changed = {0};
    bench_in_the_middle(&bench);
    table_save(bench.table, &text);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct problem problem = {0};
        struct table *table = open_table(&bench);
        add_replaced(&changed, text_string(&text), wrong[i].old, wrong[i].new);
        assert_false(table_restore(table, text_span(&changed), &problem));
        assert_told(&problem, wrong[i].message);
        text_clear(&changed);
        table_close(table);
    }
    text_free(&text);
    text_free(&changed);
    bench_close(&bench);
}

/* Makes two moves of the awaited seat in one action, if two follow each other. */
static bool act_twice(struct bench *bench, struct random *random)
{
    const struct table *table = bench->table;
    const struct ruleset *rules = table->rules;
    struct move moves[MOVES_MAX];
    union any_state state;
    struct text body = {0};
    int seat = table_awaited(table);
    memcpy(state.bytes, session_state(table->session), rules->game->state_size);
    int count = rules->game->legal(rules, state.bytes, moves);
    struct move first = moves[random_below(random, (uint32_t)count)];
    assert_true(play_move(rules, state.bytes, first, NULL));
    if (rules->game->node(rules, state.bytes).actor != seat)
        return false;
    count = rules->game->legal(rules, state.bytes, moves);
    text_addf(&body, "%d ", seat + 1);
    move_write(rules, first, &body);
    text_add(&body, " ; ");
    move_write(rules, moves[random_below(random, (uint32_t)count)], &body);
    bool fine = try_row(bench, ROW_MOVE, user_on(seat), text_string(&body));
    text_free(&body);
    return fine;
}

/* An action that was taken back is made again as a whole, after a restart as well. */
static bool redo_after_restart(struct bench *bench, int seat)
{
    char body[16];
    snprintf(body, sizeof body, "%d", seat + 1);
    if (!try_row(bench, ROW_UNDO, user_on(seat), body))
        return false; /* a chance move has followed */
    assert_int_equal(session_redo_size(bench->table->session), 2);
    struct table *shadow = restored(bench);
    assert_int_equal(session_redo_size(shadow->session), 2);
    assert_same_table(bench->table, shadow, bench->now);
    table_close(shadow);
    return true;
}

TEST(test_a_snapshot_keeps_actions_taken_back)
{
    int redone = 0;
    for (int i = 0; games[i] != NULL; i++) {
        struct random random = random_stream(9, (uint64_t)i);
        struct bench bench;
        bench_open(&bench, random_plan(games[i], games[i]->players_min, &random));
        for (int seat = 0; seat < bench.plan.setup.players; seat++) {
            char body[64];
            snprintf(body, sizeof body, "%d %d \"Person\"", seat + 1, (int)user_on(seat));
            done(&bench, ROW_SIT, user_on(seat), body);
        }
        done(&bench, ROW_START, bench.plan.owner, "");
        for (int k = 0; k < 200 && bench.table->phase == TABLE_RUNNING; k++) {
            int seat = table_awaited(bench.table);
            bool acted = session_awaits_confirm(bench.table->session) == NOBODY &&
                         act_twice(&bench, &random);
            redone += acted && redo_after_restart(&bench, seat);
            go_on(&bench, &random);
        }
        bench_close(&bench);
    }
    assert_true(redone > 10);
}

/* Every text that is cut off somewhere. */
TEST(test_snapshots_cut_off)
{
    struct bench bench;
    struct text text = {0};
    bench_in_the_middle(&bench);
    table_save(bench.table, &text);
    const char *again = strstr(text_string(&text), "again");
    size_t whole = (size_t)(again - text_string(&text)); /* what follows may be missing */
    for (size_t i = 0; i + 1 < whole; i++) {
        struct problem problem = {0};
        struct table *table = open_table(&bench);
        assert_false(table_restore(table, (struct span){text.at, i}, &problem));
        assert_true(problem_is_set(&problem));
        table_close(table);
    }
    text_free(&text);
    bench_close(&bench);
}

/* ---- other rules and cards ------------------------------------------------------------------- */

static void assert_head_refused(const char *old, const char *new, const char *message)
{
    struct bench bench;
    struct problem problem = {0};
    struct text head = {0};
    bench_open(&bench, first_begins());
    add_replaced(&head, text_string(&bench.head), old, new);
    struct store_table stored = bench.stored;
    stored.head = text_string(&head);
    assert_null(table_open(&stored, &problem));
    assert_told(&problem, message);
    text_free(&head);
    bench_close(&bench);
}

TEST(test_wrong_heads)
{
    assert_head_refused("rules 1", "rules 2",
                        "t:2:7: the rules differ: this program plays version 1");
    assert_head_refused("cards ", "cards 0000000000000000 # ",
                        "t:3: this needs the card set 0000000000000000, but the current one is "
                        "c2bcc7203fb70a73");
    assert_head_refused("game noughts", "game chess",
                        "t:1:6: found \"chess\", expected the name of a game");
    assert_head_refused("players 2", "players 4", "t: noughts takes 2 players");
    assert_head_refused("title \"\"", "title",
                        "t:7:6: the line ends here, expected a text in "
                        "\"quotes\"");
    assert_head_refused("clock none", "clock sand",
                        "t:12:7: found \"sand\", expected none, live or days");
    assert_head_refused("listed 0", "listed 2", "t:8:8: found \"2\", expected 0 or 1");
    assert_head_refused("listed 0", "lasted 0",
                        "t:8:1: found \"lasted\", expected a line about the table");
}

TEST(test_heads_of_the_same_deal)
{
    assert_head_refused("listed 0", "same-deal before 7\nlisted 1",
                        "t: a table with the same deal as an earlier game cannot be listed");
    assert_head_refused("listed 0", "same-deal", "t:8:10: the line ends here, expected a table");
    assert_head_refused("listed 0", "same-deal before 0", "t:8:18: found \"0\", expected a user");
    assert_head_refused("listed 0", "same-deal before 1 2 3 4 5",
                        "t:8:26: found \"5\", expected the end of the line");
}

TEST(test_plans)
{
    struct bench bench;
    struct problem problem = {0};
    struct table_plan plan = first_begins(), read;
    snprintf(plan.title, sizeof plan.title, "a \"b\" # \\ Ä");
    snprintf(plan.rematch, sizeof plan.rematch, "another");
    plan.listed = plan.hints = true;
    plan.clock = CLOCK_DAYS;
    plan.time = 77;
    plan.setup.rules = (uint8_t)plan.game->rules_version; /* a table always says which */
    bench_open(&bench, plan);
    assert_true(table_read_plan(&bench.stored, &read, &problem));
    assert_memory_equal(&read, &plan, sizeof plan);
    assert_memory_equal(&bench.table->plan, &plan, sizeof plan);
    bench_close(&bench);
    plan.listed = false;
    plan.same_deal = (struct same_deal){.table_id = "first", .people = {17, 1}};
    bench_open(&bench, plan);
    assert_memory_equal(&bench.table->plan, &plan, sizeof plan);
    bench_close(&bench);
}

/* Noughts with other lines than the program has: the bottom row does not win. */
static struct ruleset *open_other_cards(struct text *document)
{
    struct problem problem = {0};
    struct text changed = {0};
    struct card_texts texts;
    struct table_plan plan = first_begins();
    assert_true(card_texts_find(&texts, plan.game, NULL, &problem));
    text_add_span(&changed, texts.files[0].text);
    char *cells = strstr(changed.at, "a1 b1 c1");
    memcpy(cells, "a1 b1 c2", 8);
    texts.files[0].text = text_span(&changed);
    card_document_write(plan.game, &texts, document);
    struct ruleset *rules =
        card_document_open(plan.game, &plan.setup, text_span(document), &problem);
    assert_told(&problem, NULL);
    assert_non_null(rules);
    card_texts_free(&texts);
    text_free(&changed);
    return rules;
}

/* A drawer with one document in it. */
struct drawer {
    char name[CARD_SET_NAME_SIZE];
    struct text document;
    int asked;
};

static bool find_in_drawer(void *context, const char *name, struct text *out)
{
    struct drawer *drawer = context;
    drawer->asked++;
    if (strcmp(name, drawer->name) != 0)
        return false;
    text_add_span(out, text_span(&drawer->document));
    return true;
}

TEST(test_a_table_keeps_its_cards)
{
    struct bench bench;
    struct problem problem = {0};
    struct drawer drawer = {0};
    struct table_cards cards = {find_in_drawer, &drawer};
    struct ruleset *rules = open_other_cards(&drawer.document);
    card_set_name(rules->game, rules->fingerprint, drawer.name);
    bench_open_rules(&bench, first_begins(), rules, &cards);
    assert_true(bench.table->rules->fingerprint == rules->fingerprint);
    assert_ptr_equal(bench.table->rules->cards, rules->cards); /* sets with one fingerprint */
    done(&bench, ROW_SIT, ADA, "1 1 \"Ada\"");
    done(&bench, ROW_CONFIRMS, ADA, "1 off");
    done(&bench, ROW_COMPUTER, ADA, "2 random");
    done(&bench, ROW_START, ADA, "");
    done(&bench, ROW_MOVE, ADA, "1 mark a1");
    done(&bench, ROW_MOVE, SERVER, "2 mark a3");
    done(&bench, ROW_MOVE, ADA, "1 mark b1");
    done(&bench, ROW_MOVE, SERVER, "2 mark b3");
    done(&bench, ROW_MOVE, ADA, "1 mark c1");
    assert_int_equal(bench.table->phase, TABLE_RUNNING); /* the program's cards would end it */
    assert_can_be_built_again(&bench);

    assert_null(table_open(&bench.stored, &problem));
    problem = (struct problem){0};
    snprintf(drawer.name, sizeof drawer.name, "another");
    assert_null(table_open_with(&bench.stored, &cards, &problem));
    assert_non_null(strstr(problem.sentence, "this needs the card set"));
    ruleset_close(rules);
    text_free(&drawer.document);
    bench_close(&bench);
}

/* Who has the cards in the program looks nowhere else. */
TEST(test_own_cards_are_shared)
{
    struct bench bench;
    struct drawer drawer = {0};
    struct table_cards cards = {find_in_drawer, &drawer};
    bench_open(&bench, first_begins());
    bench.cards = &cards;
    struct table *other = open_table(&bench);
    assert_int_equal(drawer.asked, 0);
    assert_ptr_equal(other->rules->cards, bench.table->rules->cards);
    table_close(other);
    bench_close(&bench);
}

TEST(test_wrong_card_documents)
{
    static const struct {
        const char *old, *new;
    } wrong[] = {
        {"orrery cards 1", "orrery cards 2"},
        {"game noughts", "game chess"},
        {"lines.cards", "other.cards"},
        {"file ", "file x "},
        {"1141", "99999"},
        {"1141", "1100"},
        {"1141", "-1"},
        {"printed", "guessed"},
    };
    struct text document = {0}, changed = {0};
    struct card_texts texts;
    struct problem problem = {0};
    struct table_plan plan = first_begins();
    assert_true(card_texts_find(&texts, plan.game, NULL, &problem));
    card_document_write(plan.game, &texts, &document);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        add_replaced(&changed, text_string(&document), wrong[i].old, wrong[i].new);
        assert_null(card_document_open(plan.game, &plan.setup, text_span(&changed), &problem));
        assert_true(problem_is_set(&problem));
        problem = (struct problem){0};
        text_clear(&changed);
    }
    text_add(&document, "more\n");
    assert_null(card_document_open(plan.game, &plan.setup, text_span(&document), &problem));
    for (size_t i = 0; i < document.length - 6; i++) {
        problem = (struct problem){0};
        assert_null(
            card_document_open(plan.game, &plan.setup, (struct span){document.at, i}, &problem));
    }
    text_free(&document);
    text_free(&changed);
    card_texts_free(&texts);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
