/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* orrery verify: recomputes every chance move of a record from the dealer's seed. */

#include "arguments.h"
#include "record_list.h"

#include "session/proof.h"

#include <stdio.h>

/* Checks one record; false with a problem noted. `read`: it could be read at all. */
static bool verify(const struct record_list *list, int number, const char *cards, bool *read,
                   uint32_t *checked, struct problem *problem)
{
    struct record record = {0};
    struct text name = {0};
    record_list_name(list, number, &name);
    *read = record_list_read(list, number, cards, &record, problem);
    bool fine = *read && proof_check(&record, checked, problem);
    if (!fine)
        problem_place(problem, text_string(&name), 0, 0);
    text_free(&name);
    record_free(&record);
    return fine;
}

static int run(struct invocation *invocation)
{
    const char *cards = NULL;
    const struct argument arguments[] = {CARDS_ARGUMENT(cards), {0}};
    int code = arguments_read(invocation, arguments, 1, 1);
    if (code >= 0)
        return code;
    struct problem *problem = &invocation->problem;
    struct record_list list = {0};
    uint32_t checked = 0;
    bool read = record_list_add(&list, invocation->given.list[0], problem), fine = read;
    for (int i = 0; fine && i < list.count; i++)
        fine = verify(&list, i, cards, &read, &checked, problem);
    if (fine) {
        char digits[16];
        snprintf(digits, sizeof digits, "%u", checked);
        phrase_write_with(&invocation->out, invocation->language,
                          _("All moves are legal, and {0} {0|chance move matches|chance moves "
                            "match} the dealer's commitment."),
                          digits, NULL, NULL);
        text_add_char(&invocation->out, '\n');
    }
    record_list_free(&list);
    return exit_code(read, fine);
}

const struct command verify_command = {
    "verify",
    "RECORD",
    _("check that the dealer of a record was fair"),
    run,
    _("docs/fairness.md describes what is checked."),
    NULL,
};
