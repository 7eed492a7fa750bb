/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Checks names, passwords and addresses. */

#include "people_check.h"

#include "common_passwords.h"
#include "people.h"

#include "store/names.h"

#include <assert.h>
#include <string.h>

enum { LOCAL_MAX = 64, LABEL_MAX = 63, NAME_WIDTH = 40 };

static bool refuse(struct problem *problem, const char *sentence)
{
    return problem_set(problem, sentence, NULL, NULL, NULL);
}

bool check_name(const char *text, struct problem *problem)
{
    struct span name = span_of(text);
    if (name.length == 0 || span_trim(name).length != name.length)
        return refuse(problem, _("a name cannot be empty, or begin or end with a space"));
    if (!span_is_utf8(name) || span_has_control(name) || text_width(name) > NAME_WIDTH)
        return refuse(problem, _("a name has at most 40 characters and no control characters"));
    if (span_has_hidden(name) || span_has_odd_blank(name) || strstr(text, "  ") != NULL)
        return refuse(problem, _("a name cannot contain invisible characters or unusual spaces"));
    if (!name_scripts_fit(text))
        return refuse(problem, _("a name cannot mix alphabets whose letters look alike"));
    return true;
}

/* "Guest" in the languages of the page; and who could say that the host has sent him. */
static const char *const guests[] = {"Guest", "Gast", NULL};
static const char *const hosts[] = {"Orrery",  "Admin",  "Administrator", "Moderator", "Root",
                                    "Support", "Server", "System",        "Host",      NULL};

static bool is_one_of(const char *name, const char *const *list)
{
    char own[SKELETON_SIZE], capitals[SKELETON_SIZE], other[SKELETON_SIZE];
    assert(*list != NULL);
    name_skeleton(name, false, own);
    name_skeleton(name, true, capitals);
    for (; *list != NULL; list++) {
        name_skeleton(*list, false, other);
        if (strcmp(own, other) == 0 || strcmp(capitals, other) == 0)
            return true;
    }
    return false;
}

bool name_is_for_guests(const char *name)
{
    return is_one_of(name, guests);
}

bool check_reserved(const char *name, bool account, struct problem *problem)
{
    if (is_one_of(name, hosts) || (account && is_one_of(name, guests)))
        return refuse(problem, _("this name is reserved"));
    return true;
}

bool check_password(const char *password, const char *name, struct problem *problem)
{
    if (strlen(password) < PASSWORD_MIN)
        return refuse(problem, _("a password has at least 8 characters"));
    if (password_is_common(password, name))
        return refuse(problem, _("this password is easy to guess; use several words, or a longer "
                                 "mix of characters"));
    return true;
}

bool check_language(const char *name, struct problem *problem)
{
    enum language language;
    return language_from_name(name, &language) ||
           refuse(problem, _("this language is not available here"));
}

bool check_webhook(const char *address, struct problem *problem)
{
    bool known = address[0] == '\0' || strncmp(address, "https://", 8) == 0 ||
                 strncmp(address, "http://", 7) == 0;
    return (known && !span_has_control(span_of(address))) ||
           refuse(problem, _("this is not an address for a webhook"));
}

/* ---- addresses of mails ---------------------------------------------------------------------- */

static bool is_letter_or_digit(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9');
}

static bool local_part_fits(struct span local)
{
    char before = '.';
    if (local.length == 0 || local.length > LOCAL_MAX || local.at[0] == '-')
        return false;
    for (size_t i = 0; i < local.length; before = local.at[i++])
        if (local.at[i] == '.' ? before == '.'
                               : !is_letter_or_digit(local.at[i]) &&
                                     strchr("!#$%&'*+/=?^_`{|}~-", local.at[i]) == NULL)
            return false;
    return before != '.';
}

/* One part of the name of a host. */
static bool label_fits(struct span label)
{
    if (label.length == 0 || label.length > LABEL_MAX || label.at[0] == '-' ||
        label.at[label.length - 1] == '-')
        return false;
    for (size_t i = 0; i < label.length; i++)
        if (!is_letter_or_digit(label.at[i]) && label.at[i] != '-')
            return false;
    return true;
}

/* At least two parts; the last one is not a number, or it would be an address. */
static bool host_fits(struct span host)
{
    int labels = 0;
    int64_t number;
    struct span label = {0};
    for (size_t from = 0; from <= host.length; from += label.length + 1, labels++) {
        const char *dot =
            from < host.length ? memchr(host.at + from, '.', host.length - from) : NULL;
        label.at = host.at + from;
        label.length = dot != NULL ? (size_t)(dot - label.at) : host.length - from;
        if (!label_fits(label))
            return false;
    }
    return labels >= 2 && !span_number(label, 0, INT64_MAX, &number);
}

bool check_mail(const char *address, struct problem *problem)
{
    const char *at = strchr(address, '@');
    bool fits = address[0] == '\0' ||
                (at != NULL && local_part_fits((struct span){address, (size_t)(at - address)}) &&
                 host_fits(span_of(at + 1)));
    return fits || refuse(problem, _("this is not a mail address"));
}
