/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Memory, answers and language: what every call needs. */

#include "wasm.h"

#include <assert.h>
#include <stdlib.h>

struct text answer;
enum language language;

EXPORT("room") void *orrery_room(size_t size);
EXPORT("release") void orrery_release(void *memory);
EXPORT("answer") const char *orrery_answer(void);
EXPORT("answer_size") size_t orrery_answer_size(void);
EXPORT("language") int orrery_language(const char *name);
EXPORT("texts") int orrery_texts(const char *name, const char *texts, size_t size);

/* NULL if there is none. */
void *orrery_room(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void orrery_release(void *memory)
{
    free(memory);
}

const char *orrery_answer(void)
{
    return text_string(&answer);
}

size_t orrery_answer_size(void)
{
    return answer.length;
}

int orrery_language(const char *name)
{
    return language_from_name(name, &language);
}

/* The texts of a language, which the module comes without (base/phrase.h). */
int orrery_texts(const char *name, const char *texts, size_t size)
{
    enum language wanted;
    assert(name != NULL && (texts != NULL || size == 0));
    return language_from_name(name, &wanted) && phrases_load(wanted, (struct span){texts, size});
}

struct json answer_begin(void)
{
    text_clear(&answer);
    return (struct json){.out = &answer, .languages = UINT32_C(1) << language};
}

static int put_refusal(const char *code, const char *sentence)
{
    struct json json = answer_begin();
    json_open(&json, NULL, '{');
    json_put_string(&json, "error", code);
    json_put_string(&json, "text", sentence);
    json_close(&json, '}');
    return 0;
}

int refuse(const struct problem *problem)
{
    struct text why = {0};
    struct problem told = *problem;
    assert(problem_is_set(problem));
    problem_forget_place(&told);
    problem_write(&told, language, &why);
    put_refusal("refused", text_string(&why));
    text_free(&why);
    return 0;
}

int refuse_sentence(const char *code, const char *sentence)
{
    return put_refusal(code, phrase(language, sentence));
}
