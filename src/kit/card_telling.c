/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Sentences about components, and the list of components. Knows no game. */

#include "card_telling.h"

/* ---- sentences ----------------------------------------------------------------------------- */

void card_tell_program(const struct card_telling *telling, struct program program)
{
    effect_tell(telling->grammar, &telling->rows[program.start], program.count, telling->language,
                telling->out);
}

struct filling {
    const struct card_telling *telling;
    const struct card_facts *facts;
};

static void fill_slot(const void *context, struct span slot, struct text *out)
{
    const struct filling *filling = context;
    const struct card_facts *facts = filling->facts;
    struct card_telling telling = *filling->telling;
    telling.out = out;
    if (span_is(slot, "a"))
        text_add_number(out, facts->a);
    else if (span_is(slot, "b"))
        text_add_number(out, facts->b);
    else if (span_is(slot, "text"))
        text_add(out, phrase(telling.language, facts->text));
    else if (span_is(slot, "more"))
        text_add(out, phrase(telling.language, facts->more));
    else if (span_is(slot, "list"))
        text_add(out, text_string(facts->list));
    else
        card_tell_program(&telling, facts->program);
}

static int64_t count_slot(const void *context, struct span slot)
{
    const struct filling *filling = context;
    return span_is(slot, "a") ? filling->facts->a : filling->facts->b;
}

void card_say(const struct card_telling *telling, const char *sentence,
              const struct card_facts *facts)
{
    struct filling filling = {telling, facts};
    if (telling->out->length > 0)
        text_add_char(telling->out, ' ');
    phrase_write(telling->out, telling->language, sentence,
                 &(struct phrase_slots){fill_slot, count_slot, &filling});
}

void card_say_program(const struct card_telling *telling, const char *sentence,
                      struct program program)
{
    if (program.count > 0)
        SAY(telling, sentence, .program = program);
}

void card_say_numbers(const struct card_telling *telling, const char *sentence,
                      const uint8_t *numbers, int count)
{
    struct text list = {0};
    for (int i = 0; i < count; i++)
        text_addf(&list, "%s%d", i > 0 ? ", " : "", numbers[i]);
    SAY(telling, sentence, .list = &list);
    text_free(&list);
}

/* ---- all components ------------------------------------------------------------------------ */

bool card_component(const struct card_shelf *shelves, const struct ruleset *rules,
                    struct card_telling *telling, int index, struct component *component)
{
    for (const struct card_shelf *shelf = shelves; shelf->kind != NULL; shelf++) {
        for (int i = 0; i < shelf->count; i++) {
            const char *item =
                (const char *)telling->cards + shelf->offset + (size_t)i * shelf->stride;
            const struct card_face *face = (const void *)(item + shelf->face);
            if (face->id[0] == '\0' || index-- > 0)
                continue;
            component->kind = shelf->kind;
            component->file = shelf->file;
            component->in_play = shelf->in_play == NULL || shelf->in_play(rules);
            card_face_tell(face, telling->sources, telling->language, component);
            component->token = shelf->token != NULL ? shelf->token(item) : NULL;
            component->level = (uint8_t)(shelf->level != NULL ? shelf->level(telling, item) : 0);
            telling->out = &component->text;
            shelf->tell(telling, item);
            return true;
        }
    }
    return false;
}
