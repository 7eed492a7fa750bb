/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Mails as text. */

#include "mail.h"

#include "people.h"

#include "base/phrase.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { CODE_SIZE = 16 };

bool mail_stop_word(const struct store_user *user, char out[MAIL_STOP_SIZE])
{
    crypto_generichash_state state;
    uint8_t secret[32], code[CODE_SIZE];
    if (user->mail[0] == '\0' || !span_hex(span_of(user->secret), secret, sizeof secret))
        return false;
    crypto_generichash_init(&state, secret, sizeof secret, sizeof code);
    crypto_generichash_update(&state, (const uint8_t *)"stop", 4);
    crypto_generichash_update(&state, (const uint8_t *)user->mail, strlen(user->mail));
    crypto_generichash_final(&state, code, sizeof code);
    int length = snprintf(out, MAIL_STOP_SIZE, "%" PRId64 "-", user->id);
    assert(length > 0 && length + 2 * CODE_SIZE < MAIL_STOP_SIZE);
    sodium_bin2hex(out + length, MAIL_STOP_SIZE - (size_t)length, code, sizeof code);
    return true;
}

static enum language language_of(const struct store_user *user)
{
    enum language language = ENGLISH;
    language_from_name(user->language, &language);
    return language;
}

static void write_head(const struct store_user *user, const char *subject, struct text *out)
{
    assert(strpbrk(user->mail, "\r\n<> ") == NULL); /* people_check.h */
    text_addf(out,
              "To: <%s>\nSubject: %s\nAuto-Submitted: auto-generated\nMIME-Version: 1.0\n"
              "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n",
              user->mail, phrase(language_of(user), subject));
}

static void write_line(struct text *out, enum language language, const char *sentence,
                       const char *first)
{
    phrase_write_with(out, language, sentence, first, NULL, NULL);
    text_add(out, "\n");
}

/* Each mail ends with the way to end them. A link leads to a page that asks once more: there are
 * programs that open every link of a mail. */
static void write_foot(const struct store_user *user, const char *url, struct text *out)
{
    char word[MAIL_STOP_SIZE];
    if (!mail_stop_word(user, word))
        return;
    text_add(out, "\n-- \n");
    write_line(out, language_of(user), _("To stop all mail from this server:"), NULL);
    text_addf(out, "%s/account#stop=%s\n", url, word);
}

void mail_write_turn(const struct store_user *user, const char *url, const char *table_id,
                     struct text *out)
{
    write_head(user, _("Orrery: it is your turn"), out);
    write_line(out, language_of(user), _("It is your turn at a table:"), NULL);
    text_addf(out, "%s/table/%s\n", url, table_id);
    write_line(out, language_of(user),
               _("You will not get another mail about this table until you have visited it."),
               NULL);
    write_foot(user, url, out);
}

void mail_write_confirm(const struct store_user *user, const char *url, const char *token,
                        struct text *out)
{
    char hours[12];
    snprintf(hours, sizeof hours, "%d", MAIL_LINK_HOURS);
    write_head(user, _("Orrery: is this your mail address?"), out);
    write_line(
        out, language_of(user),
        _("Someone with an account on this server entered this mail address to be notified when it is their turn. If that was you, open this link within {0} {0|hour|hours}:"),
        hours);
    text_addf(out, "%s/account#confirm=%s\n", url, token);
    write_line(out, language_of(user),
               _("If it was not you, ignore this mail: you will not get another."), NULL);
    write_foot(user, url, out);
}
