/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Beyond the Sun: the operations that effects are made of, one row for each. A row says
 * - the name of the operation, small and large, and the word that the page knows its icon by;
 * - where it is allowed (enum bts_context);
 * - plan_…    what it needs, and what it leaves for the steps after it (plan.c);
 * - changes_… whether it can change anything (changes.c);
 * - run_…     what it does (run_effects.c).
 * How it is written in card files and told to people stands in effect_texts.c, as <name>_texts.
 * Forms are tried in the order of these rows. A row that lacks any of this does not compile; nor
 * does a function or text without a row. Comments say what a and b of a row of a program are. */

#ifndef GAMES_BEYOND_THE_SUN_OPERATIONS_H
#define GAMES_BEYOND_THE_SUN_OPERATIONS_H

/* What a program belongs to, and where therefore not everything is allowed. */
enum bts_context {
    ON_SPACE = 1,       /* the action space of a technology */
    ON_ACTION = 2,      /* another action space */
    ON_IMMEDIATE = 4,   /* of a technology */
    ON_BONUS = 8,       /* for colonizing, of an innovation */
    ON_CONTROL = 16,    /* for gaining control */
    ON_EVENT = 32,      /* when it is revealed */
    ON_ANYTIME = 64,    /* a power used at any time */
    ON_LAID_CARD = 128, /* the action space on an event */
    /* Sets of them. A bonus for control touches no ship, so that no change of control brings about
     * another; what a bonus does never colonizes or repeats itself. */
    ON_TURN = ON_SPACE | ON_ACTION | ON_IMMEDIATE | ON_BONUS | ON_EVENT,
    ON_ANY = ON_TURN | ON_CONTROL | ON_ANYTIME,
    ON_PAWN = ON_SPACE | ON_ACTION,
    ON_COST = ON_PAWN | ON_ANYTIME | ON_LAID_CARD,
};

#define BTS_OPERATIONS(OPERATION)                                                                  \
    /* before each program of a choice */                                                          \
    OPERATION(option, OPTION, "option", ON_TURN, plan_nothing, changes_always, run_nothing)        \
    /* --- costs --- */                                                                            \
    OPERATION(pay, PAY, "pay", ON_COST, plan_pay, changes_always, run_pay)                         \
    OPERATION(return, RETURN, "return", ON_COST, plan_return, changes_always, run_return)          \
    OPERATION(pay_rival, PAY_RIVAL, "pay-rival", ON_PAWN, plan_pay_rival, changes_always,          \
              run_pay_rival)                                                                       \
    /* --- on the mat --- */                                                                       \
    OPERATION(ore, ORE, "ore", ON_ANY, plan_ore, changes_always, run_ore)                          \
    /* a supply cubes become population */                                                         \
    OPERATION(grow, GROW, "grow", ON_ANY, plan_grow, changes_by_grow, run_grow)                    \
    /* a: DISC_FOOD, DISC_ORE, or AUTOMATE_EITHER */                                               \
    OPERATION(automate, AUTOMATE, "automate", ON_TURN, plan_nothing, changes_always, run_automate) \
    /* a cubes from the right, to column A (b 0) or any (b 1) */                                   \
    OPERATION(shift, SHIFT, "shift", ON_ANY, plan_nothing, changes_by_shift, run_shift)            \
    /* a: DISC_FOOD or DISC_ORE */                                                                 \
    OPERATION(produce, PRODUCE, "produce", ON_TURN, plan_nothing, changes_always, run_produce)     \
    OPERATION(trade, TRADE, "trade", ON_TURN, plan_nothing, changes_always, run_trade)             \
    /* --- ships --- */                                                                            \
    /* b supply cubes become ships of level a */                                                   \
    OPERATION(ship, SHIP, "ship", ON_TURN, plan_ship, changes_by_ship, run_ship)                   \
    /* a supply cube becomes a ship of level a in Deep Space */                                    \
    OPERATION(ship_deep, SHIP_DEEP, "ship-deep", ON_TURN, plan_ship_deep, changes_by_ship,         \
              run_ship)                                                                            \
    /* a population cube becomes a ship of level a */                                              \
    OPERATION(pop_ship, POP_SHIP, "population-ship", ON_TURN, plan_pop_ship, changes_by_pop_ship,  \
              run_pop_ship)                                                                        \
    /* a ships by b levels */                                                                      \
    OPERATION(upgrade, UPGRADE, "upgrade", ON_TURN | ON_ANYTIME, plan_nothing, changes_by_upgrade, \
              run_upgrade)                                                                         \
    /* a levels in all */                                                                          \
    OPERATION(upgrade_sum, UPGRADE_SUM, "upgrade-sum", ON_TURN, plan_nothing, changes_by_upgrade,  \
              run_upgrade)                                                                         \
    OPERATION(jump, JUMP, "jump", ON_TURN, plan_jump, changes_by_move, run_jump)                   \
    OPERATION(warp, WARP, "warp", ON_TURN, plan_nothing, changes_by_move, run_warp)                \
    /* --- technologies --- */                                                                     \
    /* a: a level or pair of levels; b: flags */                                                   \
    OPERATION(research, RESEARCH, "research", ON_TURN, plan_research, changes_always,              \
              run_research)                                                                        \
    /* a: level */                                                                                 \
    OPERATION(private, PRIVATE, "private", ON_PAWN | ON_IMMEDIATE | ON_BONUS, plan_nothing,        \
              changes_always, run_private)                                                         \
    /* a 0: this card; else of a other technologies */                                             \
    OPERATION(again, AGAIN, "again", ON_SPACE | ON_IMMEDIATE, plan_nothing, changes_by_again,      \
              run_again)                                                                           \
    /* a: 0 any research action, 1 own */                                                          \
    OPERATION(copy, COPY, "copy", ON_PAWN, plan_copy, changes_always, run_copy)                    \
    /* --- systems --- */                                                                          \
    /* b: 1 in stealth */                                                                          \
    OPERATION(colonize, COLONIZE, "colonize", ON_PAWN, plan_colonize, changes_always,              \
              run_colonize)                                                                        \
    /* 1 of a cards of deck b (0 A, 1 B) */                                                        \
    OPERATION(annex, ANNEX, "annex", ON_PAWN | ON_IMMEDIATE, plan_nothing, changes_always,         \
              run_annex)                                                                           \
    /* from deck b */                                                                              \
    OPERATION(add_system, ADD_SYSTEM, "add-system", ON_EVENT, plan_nothing, changes_always,        \
              run_add_system)                                                                      \
    /* lay a system of deck b onto the card */                                                     \
    OPERATION(dyson, DYSON, "dyson", ON_EVENT, plan_nothing, changes_always, run_dyson)            \
    /* take the system that lies on the card */                                                    \
    OPERATION(take_laid, TAKE_LAID, "take-laid", ON_LAID_CARD, plan_nothing, changes_always,       \
              run_take_laid)                                                                       \
    /* --- steps around others --- */                                                              \
    /* a of the options; b: 1 repeats allowed */                                                   \
    OPERATION(choose, CHOOSE, "choose", ON_TURN, plan_choose, changes_by_choose, run_choose)       \
    OPERATION(may, MAY, "may", ON_TURN, plan_nothing, changes_by_may, run_may)                     \
    /* body for each a (enum bts_noun), at most b if b > 0 */                                      \
    OPERATION(per, PER, "per", ON_TURN, plan_nothing, changes_by_per, run_per)                     \
    /* --- of events --- */                                                                        \
    OPERATION(each, EACH, "each", ON_EVENT, plan_nothing, changes_always, run_each)                \
    /* a: enum bts_measure */                                                                      \
    OPERATION(least, LEAST, "least", ON_EVENT, plan_nothing, changes_always, run_least)            \
    OPERATION(researcher, RESEARCHER, "researcher", ON_EVENT, plan_nothing, changes_always,        \
              run_researcher)                                                                      \
    /* the weakest faction does the body */                                                        \
    OPERATION(relieve, RELIEVE, "relieve", ON_EVENT, plan_nothing, changes_always, run_relieve)    \
    /* guild a, from 1 */                                                                          \
    OPERATION(open, OPEN, "open", ON_EVENT, plan_nothing, changes_always, run_open)                \
    /* up to a ships onto the card */                                                              \
    OPERATION(bank, BANK, "bank", ON_EVENT, plan_nothing, changes_always, run_bank)                \
    /* all but one ship in Sol go to Deep Space */                                                 \
    OPERATION(superflare, SUPERFLARE, "superflare", ON_EVENT, plan_nothing, changes_always,        \
              run_superflare)                                                                      \
    /* choose a shipyard; who gains control there gains a ore */                                   \
    OPERATION(fortify, FORTIFY, "fortify", ON_EVENT, plan_nothing, changes_always, run_fortify)

/* The operations by number:
 *     enum bts_op { OP_OPTION, OP_PAY, OP_RETURN, … OP_COUNT }; */
#define OPERATION_NUMBER(name, NAME, word, allowed, plan, changes, run) OP_##NAME,
enum bts_op { BTS_OPERATIONS(OPERATION_NUMBER) OP_COUNT };
#undef OPERATION_NUMBER

#endif
