/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* What a game is to everyone else.
 *
 * Read this first. A game is one `const struct game` (at the end of this file): a few facts, tables
 * of words, and a dozen functions. Records, sessions, servers, terminals, browsers and computer
 * players know a game only through it. src/games/noughts is the shortest complete example;
 * docs/how_to_add_a_game.md walks through it.
 *
 * Five boxes hold all data of a game. The question tells you where something belongs.
 *   cards    is it printed on a component?              read from text files, never changes
 *   setup    is it chosen before the first move?        players and options, never changes
 *   state    must it come back after an undo?           plain bytes, changed only by moves
 *   session  does it belong to the people at the table? names, clocks, history; unknown to games
 *   view     can it be lost on reload without harm?     front ends only
 * Cards and setup together are the ruleset. Every function gets the ruleset and the state; there
 * are no globals, so one process may run many tables with different cards.
 *
 * Nothing is hidden in a state. It holds what everyone at the table can see. What no one knows yet
 * (the next card, a die) has not been decided: the *dealer* decides it by a chance move when it is
 * needed. So a state may be shown to anyone, and a searching player cannot peek.
 *
 * A game is its list of moves. Setup and moves, chance moves included, give the same bytes on every
 * machine. Rules use integers only, no clock, no random numbers of their own.
 *
 * The engine never waits. After `start` and after every `apply` the state is at a node: the next
 * decision of one actor, or the end. Everything still to be done is inside the state
 * (src/kit/agenda.h).
 */

#ifndef CONTRACT_GAME_H
#define CONTRACT_GAME_H

#include "base/json.h"
#include "base/problem.h"
#include "base/random.h"

enum {
    SEATS_MAX = 4,         /* seats are 0 … players - 1; people read 1 … players */
    MOVES_MAX = 255,       /* legal moves at one node */
    BLOCKED_MAX = 512,     /* blocked options at one node */
    EVENTS_MAX = 256,      /* events of one apply */
    OPTIONS_MAX = 8,       /* options of a setup */
    CARD_FILES_MAX = 16,   /* files of a card set */
    SOURCES_MAX = 16,      /* sources of points */
    STATE_SIZE_MAX = 2048, /* the hard limit; aim for 1 KiB */
    FEATURES_MAX = 2048,   /* numbers that describe a state to a learner */
    MOVE_NUMBERS = 16,     /* a plain number among the arguments of a move is below this */
};

/* Actors that are not seats. */
enum { DEALER = -1, NOBODY = -2 };

struct ruleset;

/* ---- moves and messages ---------------------------------------------------------------------- */

/* One small decision, 32 bits. `kind` is a row of words.moves; a, b, c are the arguments that the
 * row names. Unused arguments are zero. */
struct move {
    uint8_t kind, a, b, c;
};

/* Something to tell people, as data: an event, a reason, a question. `kind` is a row of the table
 * that it comes from. */
struct message {
    uint8_t kind;
    int8_t seat; /* whom it is about, or NOBODY */
    int16_t a, b, c;
};

/* Where a state is: who decides, and what is asked. Plain numbers: it is asked for after every
 * move, and small ones would be packed and unpacked each time. */
struct node {
    int actor;          /* a seat, DEALER, or NOBODY when the game is over */
    int turn;           /* the seat whose turn it is, NOBODY before, between and after turns */
    int round;          /* from 1; 0 during the set-up */
    struct message ask; /* a row of words.questions */
};

/* Events of one apply, in order. Searches pass NULL instead. Code that shows or compares them
 * checks `dropped`: cards can be written so that an apply has more events than the list holds. */
struct events {
    int count;
    int dropped; /* events that did not fit */
    /* Called after each event, while the apply is under way; NULL if nobody wants to look. */
    void (*watch)(struct events *events);
    struct message list[EVENTS_MAX];
};

static inline void events_clear(struct events *events)
{
    events->count = events->dropped = 0;
    events->watch = NULL;
}

static inline void event_add(struct events *events, struct message event)
{
    if (events == NULL)
        return;
    if (events->count < EVENTS_MAX)
        events->list[events->count++] = event;
    else
        events->dropped++;
    if (events->watch != NULL)
        events->watch(events);
}

/* Something on the table that the actor might want to do and cannot, and why. */
struct blocked {
    struct move move;
    struct message why; /* a row of words.reasons */
};

/* ---- words --------------------------------------------------------------------------------------
 * One row gives a thing its notation (what files and tests say), its text for people (English here,
 * German in po/de.po) and its rule. Front ends print rows; no game writes a parser or a printer. */

/* The kinds of things that words, moves and fields refer to. A game adds its own from THING_GAME
 * on. */
enum { THING_NONE, THING_NUMBER, THING_SEAT, THING_GAME };

struct thing {
    const char *word; /* "cell": one word, different for each kind of the game, for front ends */
    const char *name; /* a phrase for messages: "a cell" */
    /* Notation of a value: one word, different for each. Values run from 0; NULL ends them. After
     * that end, a value of an event may share the notation of another but have its own name. */
    const char *(*token)(const struct ruleset *rules, int value);
    /* Name for people; NULL where the notation is good enough. */
    const char *(*title)(const struct ruleset *rules, int value, enum language language);
};

/* Another notation for a kind of thing that is read but never written: of the card that moves name,
 * where a field names its place. A value may have several, number `which` from 0 on; NULL ends
 * them. */
struct thing_alias {
    uint8_t kind; /* THING_NONE ends the table */
    const char *(*token)(const struct ruleset *rules, int value, int which);
};

/* How many values a kind of thing may have at most, where that is up to the card set. The moves of
 * all sets are numbered with room for these (actions.h). */
struct thing_count {
    uint8_t kind;  /* THING_NONE ends the table */
    uint16_t most; /* values, 256 at most */
};

struct wording {
    const char *name; /* "mark": one word, also the notation of the kind */
    const char *rule; /* the rule it is based on, "" where none applies */
    uint8_t slots[3]; /* which kind of thing a, b and c are; THING_NONE from the first unused on */
    const char *text; /* a phrase with {seat} {a} {b} {c} */
};

/* ---- fields: the state by name ------------------------------------------------------------------
 * A table of the state's fields serves positions, JSON, scenarios and the documentation. Together
 * the fields cover every byte of the state exactly once (a contract test checks it). */

enum field_form {
    FIELD_VALUE, /* a number or a thing */
    FIELD_SET,   /* a set of things, as bits */
    FIELD_PILE,  /* a pile (src/kit/pile.h): bytes, one for each thing, its group or 0 */
    FIELD_SPARE, /* bytes that are always zero */
};

struct field {
    const char *name;  /* one word: "marks" */
    const char *about; /* for the documentation of positions */
    uint8_t form;      /* enum field_form */
    uint8_t holds;     /* the kind of thing of the value, or of the members of a set or pile */
    uint8_t size;      /* bytes of one value: 1, 2, 4 or 8; of a pile 64 at most; of spare: any */
    bool is_signed;    /* a number below zero is possible; no number is above INT64_MAX */
    uint16_t offset;   /* of the first value in the state */
    struct {
        uint8_t by;      /* the kind of thing that counts the values, THING_NONE for a single one */
        uint8_t count;   /* how many there are; those above the game's own things are always zero */
        uint16_t stride; /* bytes from one to the next */
    } index[2];
};

/* ---- options, score, components -------------------------------------------------------------- */

/* Something chosen before the game. The value is the number of the choice. */
struct option {
    const char *name;           /* "goal" */
    const char *text;           /* a phrase */
    const char *const *choices; /* notation of each, NULL at the end */
    const char *const *texts;   /* a phrase for each */
    uint8_t standard;           /* the default choice */
};

struct setup {
    uint8_t players;
    uint8_t options[OPTIONS_MAX];
    uint8_t rules; /* version of the rules; 0: today's. A ruleset always says which */
};

struct score {
    int16_t total[SEATS_MAX];
    int16_t parts[SEATS_MAX][SOURCES_MAX]; /* by row of words.sources; they add up to total */
    uint8_t place[SEATS_MAX]; /* 1 is best; equal after all tie-breaks is an equal place */
};

/* Where the values of a component come from: known from the printed game; ours; compared with a
 * printed copy by its owner and found right, or changed. */
enum provenance { PRINTED, RECONSTRUCTED, CONFIRMED, CORRECTED };

enum { SOURCE_NAME_SIZE = 64 }; /* bytes with the closing zero */

/* The source of one value of a component, where it is another than that of the whole component or
 * somebody has said something about it. */
struct value_source {
    const char *key; /* of the entry in the card file, also "name" and "name.de" */
    uint8_t number;  /* which of the entries with that key, from 1; 0: the only one, or all */
    uint8_t status;  /* enum provenance */
    char by[SOURCE_NAME_SIZE]; /* who says so, or "" */
};

struct component {
    const char *kind;  /* "line" */
    const char *id;    /* "row-1" */
    const char *token; /* by which moves and events refer to it; NULL: by its id */
    const char *name;  /* in the language asked for */
    const char *file;  /* of game->card_files: where its values can be corrected */
    bool in_play;      /* does the setup use it? Sides of boards that are face down are not */
    uint8_t level; /* from 1 on, where those of a kind come in levels of different value; or 0 */
    enum provenance provenance;
    const struct value_source *sources; /* of single values, in the order of the file */
    int source_count;
    struct text text; /* what it does, made from its data; the caller empties and frees it */
};

/* What an event says about a component, so that statistics of components work the same for every
 * game. */
enum component_use_kind {
    COMPONENT_SHOWN, /* it came into play: someone could have it from now on */
    COMPONENT_TAKEN, /* the seat of the event has it now; without one, the seat whose turn it is */
    COMPONENT_USED,  /* the same for a use of what someone has taken */
};

/* A kind of component without a row is not counted; one that is never shown is always in play. A
 * row means the components of `kind` whose id is the notation of the argument. The notation may
 * continue after a dot: "card.2" is a part of `card`. An id may continue after a hyphen: the
 * argument `board` means `board-1`, `board-2` and so on, everything on that board. */
struct component_use {
    uint8_t event;                                /* row of words.events */
    uint8_t argument;                             /* 0, 1 or 2 */
    uint8_t what;                                 /* enum component_use_kind */
    const char *kind;                             /* of component */
    bool (*applies)(const struct ruleset *rules); /* in this setup? NULL: in all */
};

/* The text of one file of a card set. */
struct card_text {
    const char *file; /* "lines.cards" */
    struct span text;
};

/* How the card files of a game are written, for front ends in which people edit them. The kit
 * provides it from the tables that the reader of the cards itself uses (kit/card_format.h), so it
 * is never wrong about them. All of it is the same on every call; texts come in all languages. */
struct card_format {
    /* Writes the list "kinds" of file number `file`: each kind of card in it, with its keys and
     * what their values may be. */
    void (*put_kinds)(const struct card_format *format, int file, struct json *json);

    /* Writes the list "face": the keys that every card has. */
    void (*put_face)(const struct card_format *format, struct json *json);

    /* Writes the object "effects": operations and their forms. Names come from the ruleset. */
    void (*put_effects)(const struct card_format *format, const struct ruleset *rules,
                        struct json *json);

    /* Reads an effect that may come from anywhere, and writes its members to an object: "text" as
     * it is usually written, "tell" in all languages, "steps". False with a problem noted. It says
     * nothing about where on a card the effect may stand; read_cards does. */
    bool (*read_effect)(const struct card_format *format, const struct ruleset *rules,
                        struct span text, struct json *json, struct problem *problem);
};

/* ---- drawings
 * ------------------------------------------------------------------------------------ A game draws
 * its table as text, section by section, as wide as it is asked to. drawing.h has what games and
 * front ends share: whole tables, and marks that say which thing a piece of text is. */

enum {
    DRAWING_WIDTH_MIN = 60,
    DRAWING_WIDTH = 100, /* where nobody says how wide */
    DRAWING_WIDTH_MAX = 160,
};

/* How a drawing is wanted. */
struct drawing {
    enum language language;
    uint16_t width;  /* columns, within the limits */
    uint16_t height; /* lines that a map should take if it can be drawn smaller; 0: any number */
    bool unicode;    /* lines and shapes beyond ASCII may be used */
    bool marked;     /* with marks */
};

/* A part of the table that can be looked at alone. */
struct section {
    const char *name;  /* a phrase of one word that is typed for it: "map" */
    const char *title; /* a phrase: "Galaxy" */
    bool leads;        /* short, and wanted at every decision */
};

/* All words of a game. Each table ends with a row without a name. */
struct words {
    const struct thing_alias *aliases;      /* NULL: there are none */
    const struct thing *things;             /* the game's own; the first is THING_GAME */
    const struct thing_count *thing_counts; /* of kinds that card sets have more or fewer of */
    const struct wording *moves;
    const struct wording *events;
    const struct wording *reasons;
    const struct wording *questions;
    const struct wording *sources; /* of points */
    const struct option *options;
    const struct field *fields;
    const struct component_use *component_uses; /* ends with a row without a kind */
    const bool *begins_action; /* one for each question: a new action begins with it; NULL: none */
    const struct section *sections; /* of the table, in the order in which it is drawn whole */
};

/* ---- features ------------------------------------------------------------------------------- */

enum { FEATURE_BY_SOURCE = 255 }; /* in place of a kind of thing: counted by sources of points */

/* What a number for learners is. catalogue.h makes a name of it: "seat0.ships.7". */
struct feature_name {
    const char *block; /* which part of the table it belongs to: "seat" */
    int8_t number;     /* of the block: so many seats behind the one that looks; -1: there is one */
    const char *label; /* "ore: what the seat has of it", a name of one word and its meaning */
    uint8_t by, first; /* several with this label in the block are these things, from the first on;
                          THING_NONE: they are counted from 0 */
};

/* ---- the game -------------------------------------------------------------------------------- */

struct game {
    const char *name;  /* "noughts": in commands, files and addresses */
    const char *title; /* a phrase */
    uint16_t
        rules_version;     /* a record carries it; raised when old records would play differently */
    uint16_t rules_oldest; /* records from this version on are played by the rules of theirs */
    uint8_t players_min, players_max;
    uint16_t state_size;    /* bytes, at most STATE_SIZE_MAX */
    uint16_t feature_count; /* at most FEATURES_MAX */
    uint32_t moves_bound;   /* no game has more moves, chance moves included */
    const struct words *words;
    const char *const *card_files; /* names in data/<game>/, NULL at the end */

    /* Reads a card set: one block of memory, released with free(), or NULL with a problem noted.
     * The texts are released afterwards. Files come in the order of card_files. */
    void *(*read_cards)(const struct card_text *files, int count, struct problem *problem);

    /* How these files are written. */
    const struct card_format *card_format;

    /* Checks options against each other and the players. NULL, or a phrase that says what is wrong.
     */
    const char *(*check_setup)(const struct ruleset *rules);

    /* Fills the state, which is zeroed before, and runs to the first node. */
    void (*start)(const struct ruleset *rules, void *state);

    /* Where the state is. */
    struct node (*node)(const struct ruleset *rules, const void *state);

    /* Writes the legal moves of the actor and returns their number: 0 if and only if the game is
     * over, MOVES_MAX at most. Always in the same order, none twice. For the dealer these are
     * the possible outcomes. */
    int (*legal)(const struct ruleset *rules, const void *state, struct move *moves);

    /* For the dealer: how likely each of these legal moves is, as whole numbers from 1 on. NULL if
     * all chance moves of the game are uniform. */
    void (*weights)(const struct ruleset *rules, const void *state, const struct move *moves,
                    int count, uint16_t *weights);

    /* Draws one of the legal moves with the generator of the caller: each is as likely as the
     * others, and those of the dealer are as likely as their weights say. False if the game is
     * over. For games that can do so without listing them all; NULL: they are listed, and one
     * number below their count, or below the sum of their weights, says which. A node of the dealer
     * is always drawn in that way, so that chance is the same for anyone who lists it. */
    bool (*pick)(const struct ruleset *rules, const void *state, struct random *random,
                 struct move *move);

    /* Makes a legal move and runs on to the next node. The move must be one that `legal` lists;
     * play_move (play.h) checks that for moves from outside. */
    void (*apply)(const struct ruleset *rules, void *state, struct move move,
                  struct events *events);

    /* Makes moves that `pick` draws until the game is over and returns how many: pick and apply in
     * turn, without coming back in between. NULL: that is done from outside. */
    uint32_t (*play_out)(const struct ruleset *rules, void *state, struct random *random);

    /* The current score, at any time in the game. */
    void (*score)(const struct ruleset *rules, const void *state, struct score *score);

    /* The score if the game ended now: with everything that is scored at the end, choices in it
     * made well. NULL if `score` says that already. Costs more than `score`; not for searches. */
    void (*projected)(const struct ruleset *rules, const void *state, struct score *score);

    /* What the actor might want to do and cannot, with reasons; returns the number, at most
     * BLOCKED_MAX. Never a legal move. Nothing for the dealer and after the end. */
    int (*blocked)(const struct ruleset *rules, const void *state, struct blocked *blocked);

    /* What a legal or blocked move means here, in few words, where its row does not say it all:
     * "option B" is "+2 pop". Writes nothing where there is nothing to add. NULL if the rows say
     * everything. */
    void (*explain)(const struct ruleset *rules, const void *state, struct move move,
                    enum language language, struct text *out);

    /* What the things of a move are called here: a location by the system that is there. Changes
     * the numbers of the message that tells the move. NULL: as anywhere. */
    void (*name_things)(const struct ruleset *rules, const void *state, struct message *told);

    /* What the actor is asked here, as a sentence from the cards, where the row of the question
     * cannot say it: "Labour Strikes: A) return 1 population, or B) pay 2 ore." Writes nothing
     * where the row says it. NULL if the rows say everything. */
    void (*explain_question)(const struct ruleset *rules, const void *state, enum language language,
                             struct text *out);

    /* How a line of moves that one seat makes in this state is told: writes those worth telling, in
     * the order of telling, and returns how many, at most `count`. A flight is told by where it
     * ends, though the moves that lead there may have been none. NULL: all are told as they come.
     */
    int (*abridge)(const struct ruleset *rules, const void *state, const struct move *line,
                   int count, struct move *told);

    /* Is this state valid? NULL, or a plain English sentence about what is wrong with it.
     * Must withstand any bytes that the fields can express. */
    const char *(*check)(const struct ruleset *rules, const void *state);

    /* Describes the state to a learner from a seat's view: feature_count numbers. `score` is that
     * of the state; callers need it too, and it is costly. New numbers go to the end: what has been
     * learned from the others stays true. */
    void (*features)(const struct ruleset *rules, const void *state, const struct score *score,
                     int seat, int16_t *features);

    /* The same, and says what each number is: feature_count names. At least with as many players as
     * the game can have none is missing. NULL: they have no names. (kit/features.h) */
    void (*feature_names)(const struct ruleset *rules, const void *state, const struct score *score,
                          int seat, int16_t *features, struct feature_name *names);

    /* Draws a section of the table as lines of text, none wider than wanted: the row of
     * words->sections with that number. Writes nothing where there is nothing to see now. */
    void (*draw)(const struct ruleset *rules, const void *state, int section,
                 const struct drawing *drawing, struct text *out);

    /* Describes component number `index` in that language; false past the last one. The list is the
     * same in every setup of a card set, with those that the setup does not use. */
    bool (*component)(const struct ruleset *rules, int index, enum language language,
                      struct component *component);

    /* What a front end needs to draw the table besides the state: places and their coordinates. */
    void (*layout)(const struct ruleset *rules, struct json *json);

    /* What a front end shows beside the state that only the rules can count, such as how far each
     * seat is with a goal, or what the next production brings: a JSON value under that key. NULL if
     * the state says everything. */
    void (*progress)(const struct ruleset *rules, const void *state, struct json *json,
                     const char *key);

    /* What the seat that decides could do by several moves in a row, so that a front end can offer
     * it as one: a JSON value under that key. Asked for at nodes of seats only. NULL if one move
     * after another is enough. */
    void (*plans)(const struct ruleset *rules, const void *state, struct json *json,
                  const char *key);
};

/* A game with its cards and setup: made by ruleset_open (ruleset.h), never changed afterwards. */
struct ruleset {
    const struct game *game;
    struct setup setup;
    const void *cards;
    uint64_t fingerprint;    /* of the card set */
    struct card_set *shared; /* the cards' owner; ruleset.c's own */
};

#endif
