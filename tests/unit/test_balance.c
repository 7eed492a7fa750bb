/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Balance: what is counted in real games adds up, threads change nothing, and made-up results are
 * judged as the header says. */

#include "helpers.h"

#include "players/balance.h"
#include "terminal/balance_report.h"

#include <math.h>

static struct ruleset *open_game(const char *name, int players, const char *option,
                                 const char *choice)
{
    const struct game *game = game_find(span_of(name));
    assert_non_null(game);
    struct problem problem = {0};
    struct setup setup = setup_standard(game);
    setup.players = (uint8_t)players;
    if (option != NULL)
        assert_true(setup_option(game, &setup, span_of(option), span_of(choice), &problem));
    struct ruleset *rules = ruleset_open(game, &setup, NULL, &problem);
    assert_non_null(rules);
    return rules;
}

static struct balance_result play(const struct ruleset *rules, uint64_t wanted, int threads)
{
    struct problem problem = {0};
    struct balance_result result;
    struct balance task = {.rules = rules,
                           .player = span_of("random"),
                           .games = wanted,
                           .seed = 3,
                           .threads = threads};
    assert_true(balance_run(&task, &result, &problem));
    assert_int_equal(result.errors, 0);
    assert_int_equal(result.games, wanted);
    return result;
}

static const struct balance_component *find(const struct balance_result *result, const char *kind,
                                            const char *id)
{
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->components[i].kind, kind) == 0 &&
            strcmp(result->components[i].id, id) == 0)
            return &result->components[i];
    fail_msg("there is no %s %s", kind, id);
    return NULL;
}

/* Seats that took a component of the kind, all games together. */
static uint64_t takers_of(const struct balance_result *result, const char *kind)
{
    uint64_t seats = 0;
    for (int i = 0; i < result->count; i++)
        if (strcmp(result->components[i].kind, kind) == 0)
            seats += result->components[i].takers.seats;
    return seats;
}

/* ---- counting -------------------------------------------------------------------------------- */

/* Every game is won by one, or in parts by several; what some are ahead others are behind. */
static void check_sums(const struct balance_result *result)
{
    uint64_t won = 0, played = result->games, players = (uint64_t)result->players;
    int64_t ahead = 0;
    for (int place = 0; place < result->players; place++) {
        assert_int_equal(result->order[place].seats, played);
        won += result->order[place].won;
        ahead += result->order[place].ahead;
    }
    assert_int_equal(won, played * SELFPLAY_WIN);
    assert_int_equal(ahead, 0);
    assert_int_equal(result->rounds.count, played);
    assert_int_equal(result->score.count, played * players);
    assert_true(result->best.count >= played);
    for (int i = 0; i < result->count; i++) {
        const struct balance_component *component = &result->components[i];
        assert_true(component->shown <= played);
        assert_true(component->takers.seats <= component->shown * players);
        assert_true(component->taken >= component->takers.seats);
        assert_true(component->takers.won <= component->takers.seats * SELFPLAY_WIN);
        assert_true(component->games_taken <= component->takers.seats);
        assert_true(component->takers.seats <= component->games_taken * players);
    }
}

/* Every game counts once for each kind, with what all seats took and what the best of them took. */
static void check_kinds(const struct balance_result *result)
{
    assert_true(result->kind_count > 0);
    for (int i = 0; i < result->kind_count; i++) {
        const struct balance_kind *kind = &result->kinds[i];
        uint64_t counted = 0;
        int64_t least = 0; /* that the best seats took */
        for (int n = 0; n <= BALANCE_MOST; n++) {
            counted += kind->games[n];
            least += (int64_t)kind->games[n] * n;
        }
        assert_int_equal(counted, result->games);
        assert_int_equal(kind->all.sum, takers_of(result, kind->kind));
        assert_true(least <= kind->best.sum);
        assert_true(kind->best.sum <= kind->all.sum);
        assert_true(kind->all.sum <= kind->best.sum * result->players);
    }
}

static int64_t sum_of_parts(const struct balance_result *result)
{
    int64_t sum = 0;
    for (int i = 0; i < SOURCES_MAX; i++)
        sum += result->parts[i];
    return sum;
}

TEST(test_noughts)
{
    struct ruleset *rules = open_noughts("first");
    struct balance_result result = play(rules, 300, 1);
    check_sums(&result);
    check_kinds(&result);
    assert_int_equal(result.kind_count, 1);
    assert_int_equal(result.count, 8);
    assert_true(result.order[0].won > result.order[1].won); /* who begins wins more often */
    for (int i = 0; i < result.count; i++) {
        const struct fared *takers = &result.components[i].takers;
        assert_int_equal(result.components[i].shown, 300); /* nobody brings a line into play */
        assert_int_equal(takers->won, takers->seats * SELFPLAY_WIN);
        assert_int_equal(takers->ahead, takers->seats);
    }
    balance_free(&result);
    ruleset_close(rules);
}

TEST(test_beyond_the_sun)
{
    struct ruleset *rules = open_game("beyond-the-sun", 4, NULL, NULL);
    struct balance_result result = play(rules, 6, 1);
    check_sums(&result);
    assert_int_equal(sum_of_parts(&result), result.score.sum);
    check_kinds(&result);
    assert_int_equal(takers_of(&result, "basic"), 24);
    assert_int_equal(takers_of(&result, "advanced"), 0);
    assert_int_equal(find(&result, "basic", "FA-UN")->shown, 6);
    assert_int_equal(find(&result, "basic", "FA-UN")->games_taken, 6);
    assert_int_equal(find(&result, "technology", "I-R")->shown, 6);
    assert_true(takers_of(&result, "technology") > 24);
    assert_true(takers_of(&result, "event") > 0);
    assert_true(find(&result, "achievement", "AC-A1")->shown < 6);
    uint64_t used = 0;
    for (int i = 0; i < result.count; i++)
        used += result.components[i].used;
    assert_true(used > 0); /* "I-R.2" is a space of I-R */
    balance_free(&result);
    ruleset_close(rules);
}

TEST(test_an_option_tells_which_mats)
{
    struct ruleset *rules = open_game("beyond-the-sun", 2, "mats", "advanced");
    struct balance_result result = play(rules, 3, 1);
    check_sums(&result);
    assert_int_equal(takers_of(&result, "basic"), 0);
    assert_int_equal(takers_of(&result, "advanced"), 6);
    balance_free(&result);
    ruleset_close(rules);
}

TEST(test_pulsar)
{
    struct ruleset *rules = open_game("pulsar-2849", 4, NULL, NULL);
    struct balance_result result = play(rules, 6, 1);
    check_sums(&result);
    assert_int_equal(sum_of_parts(&result), result.score.sum);
    assert_int_equal(takers_of(&result, "headquarters"), 24);
    /* A board shows its technologies, a side its projects. */
    uint64_t boards = 0, sides = 0;
    for (char letter = 'A'; letter <= 'D'; letter++) {
        const char technology[] = {letter, 'I', '-', '0', '\0'};
        boards += find(&result, "technology", technology)->shown;
        for (char side = '1'; side <= '2'; side++) {
            const char project[] = {letter, side, '-', 't', 'o', 'p', '\0'};
            const char headquarters[] = {letter, side, '\0'};
            assert_int_equal(find(&result, "project", project)->shown,
                             find(&result, "headquarters", headquarters)->takers.seats);
            sides += find(&result, "project", project)->shown;
        }
    }
    assert_int_equal(boards, 6);
    assert_int_equal(sides, 24);
    balance_free(&result);
    ruleset_close(rules);
}

static void check_same(const struct ruleset *rules, uint64_t wanted)
{
    struct balance_result alone = play(rules, wanted, 1), together = play(rules, wanted, 3);
    struct balance task = {
        .rules = rules, .player = span_of("random"), .games = wanted, .seed = 3, .threads = 1};
    struct text one = {0}, other = {0};
    balance_json(&task, &alone, ENGLISH, &one);
    balance_json(&task, &together, ENGLISH, &other);
    assert_string_equal(text_string(&one), text_string(&other));
    text_free(&one);
    text_free(&other);
    balance_free(&alone);
    balance_free(&together);
}

TEST(test_threads_change_nothing)
{
    struct ruleset *noughts = open_noughts("drawn");
    struct ruleset *pulsar = open_game("pulsar-2849", 3, NULL, NULL);
    check_same(noughts, 50);
    check_same(noughts, 2); /* fewer than threads */
    check_same(pulsar, 4);
    ruleset_close(noughts);
    ruleset_close(pulsar);
}

TEST(test_wrong_player)
{
    struct ruleset *rules = open_noughts("drawn");
    struct balance_result result;
    struct balance task = {
        .rules = rules, .player = span_of("chess"), .games = 5, .seed = 1, .threads = 2};
    struct problem problem = {0};
    assert_false(balance_run(&task, &result, &problem));
    assert_true(problem_is_set(&problem));
    balance_free(&result);
    ruleset_close(rules);
}

/* ---- judging --------------------------------------------------------------------------------- */

/* This many seats, each in a game of its own, of which some won. */
static struct fared fared_of(unsigned seats, unsigned won, int ahead)
{
    return (struct fared){.seats = seats,
                          .won = won * SELFPLAY_WIN,
                          .won_squared = won * SELFPLAY_WIN * SELFPLAY_WIN,
                          .won_seats = won * SELFPLAY_WIN,
                          .seats_squared = seats,
                          .ahead = (int64_t)seats * ahead * 3};
}

/* A card among two others that win their fair share. */
static enum verdict verdict_of(enum provenance provenance, uint64_t shown, struct fared takers,
                               int *step)
{
    struct balance_component components[] = {
        {.kind = "card", .id = "a", .level = 1, .shown = 1000, .takers = fared_of(800, 200, 0)},
        {.kind = "card", .id = "b", .level = 1, .shown = 1000, .takers = fared_of(800, 200, 0)},
        {.kind = "card",
         .id = "c",
         .level = 1,
         .provenance = provenance,
         .shown = shown,
         .takers = takers},
        {.kind = "card", .id = "d", .level = 2, .shown = 1000, .takers = fared_of(900, 900, 0)},
    };
    struct balance_result result = {
        .players = 4, .games = 1000, .components = components, .count = 4};
    struct fared peers = balance_peers(&result, 2);
    assert_int_equal(peers.seats, 1600); /* not the one of level 2 */
    struct finding finding = balance_judge(&result, 2);
    if (step != NULL)
        *step = finding.step;
    return finding.verdict;
}

TEST(test_verdicts)
{
    int step = 0;
    struct fared strong = fared_of(500, 200, 4), weak = fared_of(500, 70, -9);
    assert_int_equal(verdict_of(RECONSTRUCTED, 1000, strong, &step), TOO_STRONG);
    assert_int_equal(step, 2);
    assert_int_equal(verdict_of(RECONSTRUCTED, 1000, weak, &step), TOO_WEAK);
    assert_int_equal(step, 3); /* no more at a time */
    assert_int_equal(verdict_of(PRINTED, 1000, strong, NULL), BALANCED);
    assert_int_equal(verdict_of(RECONSTRUCTED, 1000, fared_of(500, 130, 0), NULL), BALANCED);
    assert_int_equal(verdict_of(RECONSTRUCTED, 1000, fared_of(60, 40, 9), NULL), SHUNNED);
    assert_int_equal(verdict_of(RECONSTRUCTED, 90, fared_of(60, 40, 9), NULL), BALANCED);
    assert_int_equal(verdict_of(RECONSTRUCTED, 1000, fared_of(0, 0, 0), &step), SHUNNED);
    assert_int_equal(step, 1);
}

static void assert_near(double found, double expected, double distance)
{
    assert_true(fabs(found - expected) <= distance);
}

TEST(test_figures)
{
    struct balance_result result = {.players = 4};
    struct fared fared = fared_of(96, 23, 2);
    struct figures figures = fared_figures(&result, &fared);
    assert_near(figures.win, 23.0 / 96, 1e-9);
    assert_near(figures.ahead, 2, 1e-9);
    /* Agresti and Coull: 25 of 100 with the imagined ones, 1.96 standard errors of 0.0433 */
    assert_near(figures.low, 0.25 - 0.0849, 1e-3);
    assert_near(figures.high, 0.25 + 0.0849, 1e-3);
}

TEST(test_report)
{
    struct ruleset *rules = open_noughts("drawn");
    struct balance_result result = play(rules, 20, 1);
    struct balance task = {
        .rules = rules, .player = span_of("random"), .games = 20, .seed = 3, .threads = 1};
    struct text out = {0};
    result.components[0].provenance = RECONSTRUCTED;
    result.components[0].shown = 200;
    result.components[0].takers = fared_of(150, 15, -1);
    result.components[1].takers = fared_of(150, 75, 0);
    balance_markdown(&task, &result, ENGLISH, &out);
    assert_non_null(strstr(text_string(&out), "| bottom row° (row-1) |"));
    assert_non_null(strstr(text_string(&out), "| line | "));
    assert_non_null(strstr(text_string(&out), "- **line row-1 bottom row**: too weak: wins 10 ("));
    text_free(&out);
    balance_free(&result);
    ruleset_close(rules);
}

int main(void)
{
    return run_registered(NULL, NULL);
}
