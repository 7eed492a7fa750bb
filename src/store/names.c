/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Names as readers see them. The idea is that of Unicode Technical Standard 39; the table is small,
 * made by looking at the letters of scripts that people write names in, and when in doubt treats
 * two names as one. */

#include "names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum { ROOM = 4096 }; /* bytes; a name of 63 becomes at most 18 times as long */

/* Is what libunistring made in the room that it was given? Names are short, so it is never
 * elsewhere. */
static bool took(uint8_t *made, const uint8_t *room)
{
    if (made == room)
        return true;
    free(made);
    return false;
}

bool name_normalize(const char *name, char *out, size_t size)
{
    uint8_t room[ROOM];
    size_t length = sizeof room;
    if (!span_is_utf8(span_of(name)) || strlen(name) > ROOM / 20 ||
        !took(u8_normalize(UNINORM_NFC, (const uint8_t *)name, strlen(name), room, &length), room))
        return false;
    if (length >= size)
        return false;
    memcpy(out, room, length);
    out[length] = '\0';
    return true;
}

/* ---- scripts --------------------------------------------------------------------------------- */

/* Scripts of the letters of a name, as bits. */
enum {
    LATIN = 1 << 0,
    HAN = 1 << 1,
    HIRAGANA = 1 << 2,
    KATAKANA = 1 << 3,
    HANGUL = 1 << 4,
    BOPOMOFO = 1 << 5,
    ALIKE = 1 << 6, /* shapes that Latin has too */
    OTHERS = 1 << 7 /* and one bit more for each further script */
};

static const struct {
    const char *name;
    unsigned bit;
} scripts[] = {
    {"Latin", LATIN},       {"Han", HAN},           {"Hiragana", HIRAGANA}, {"Katakana", KATAKANA},
    {"Hangul", HANGUL},     {"Bopomofo", BOPOMOFO}, {"Cyrillic", ALIKE},    {"Greek", ALIKE},
    {"Armenian", ALIKE},    {"Cherokee", ALIKE},    {"Coptic", ALIKE},      {"Lisu", ALIKE},
    {"Deseret", ALIKE},     {"Glagolitic", ALIKE},  {"Old_Italic", ALIKE},  {"Gothic", ALIKE},
    {"Warang_Citi", ALIKE},
};

static unsigned bit_of(const uc_script_t *script)
{
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
        if (strcmp(script->name, scripts[i].name) == 0)
            return scripts[i].bit;
    return OTHERS;
}

static bool has_none_beside(unsigned found, unsigned allowed)
{
    return (found & ~allowed) == 0;
}

bool name_scripts_fit(const char *name)
{
    const uc_script_t *list[8];
    size_t count = 0;
    unsigned found = 0;
    ucs4_t character;
    for (const uint8_t *at = (const uint8_t *)name; (at = u8_next(&character, at)) != NULL;) {
        const uc_script_t *script = uc_script(character);
        size_t known = 0;
        if (script == NULL || strcmp(script->name, "Common") == 0 ||
            strcmp(script->name, "Inherited") == 0)
            continue;
        while (known < count && list[known] != script)
            known++;
        if (known < count)
            continue;
        if (count == sizeof list / sizeof list[0])
            return false;
        list[count++] = script;
        found |= bit_of(script);
    }
    assert(count <= sizeof list / sizeof list[0]);
    if (count <= 1 || has_none_beside(found, LATIN | HAN | HIRAGANA | KATAKANA) ||
        has_none_beside(found, LATIN | HAN | HANGUL) ||
        has_none_beside(found, LATIN | HAN | BOPOMOFO))
        return true;
    return count == 2 && found == (LATIN | OTHERS);
}

/* ---- letters that look alike ----------------------------------------------------------------- */

/* Letters with marks are letters of their own in many languages (ø, ł, é), and stay what they are.
 * Small letters, since all differences of case are gone before, and what they are taken for. Where
 * only the capitals look alike (В and B) the small ones count as well. */
static const struct {
    const char *seen;
    const char *letters;
} alike[] = {
    {"'", "’‘ʼ`´ʹ"},
    {",", "‚"},
    {"-", "‐‑‒–—−˗"},
    {".", "․٠۰"},
    {"/", "⁄∕"},
    {"3", "зӡ"},
    {"4", "ч"},
    {"6", "б"},
    {":", "∶։׃"},
    {"a", "ɑᴀɐαаꓮᎪ"},
    {"b", "ʙƅɓƀβвьꓐᏴ"},
    {"c", "ᴄƈɔςϲсꓚᏟ"},
    {"d", "ᴅɗԁꓓᎠ"},
    {"e", "ᴇɛǝεϵеєҽꓰᎬ"},
    {"f", "ƒғֆꓝ"},
    {"g", "ɡɢɠԍցꓖᏀ"},
    {"h", "ʜɦнһңӊհꓧᎻ"},
    {"j", "ȷᴊɉϳјյꓙᎫ"},
    {"k", "ᴋƙκкқҝꓗᏦ"},
    {"l", "1i|ıǀɩɪɨʟƚɫιіїӏլւוןا١۱ꓲꓡᎥᏞ"},
    {"m", "ᴍɱмꓟᎷ"},
    {"n", "ɴƞɲηոռꓠ"},
    {"o", "0ᴏɵοσоөѳօסა०০੦૦௦౦೦൦๐໐၀هہꓳ"},
    {"p", "ᴘƥρϱрքꓑᏢ"},
    {"q", "ԛգզ"},
    {"r", "ʀɾɼгꓣᎡ"},
    {"s", "ſꜱƨʂѕꓢᏚ"},
    {"t", "ᴛŧƭτтҭեꓔᎢ"},
    {"u", "ᴜʋʊμυսꓴ"},
    {"v", "ᴠνѵꓦᏙ"},
    {"w", "ᴡωԝաꓪᎳ"},
    {"x", "χхҳꓫ"},
    {"y", "ʏƴɣγуүұꓬᎽ"},
    {"z", "ᴢƶȥʐζꓜᏃ"},
    {"·", "∙•"},
};

/* Greek capitals that look like others than the small letters do. */
static const char *const greek_capitals[] = {"Η", "h", "Μ", "m", "Ν", "n", "Υ", "y"};

/* Two letters that look like one. */
static const char *const joined[] = {"rn", "m", "vv", "w"};

/* What the character at the beginning of the text is taken for; NULL: for itself. */
static const char *seen_as(const char *character, size_t length)
{
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        const char *found = memmem(alike[i].letters, strlen(alike[i].letters), character, length);
        if (found != NULL)
            return alike[i].seen;
    }
    return NULL;
}

static void see(struct span from, struct text *out)
{
    for (size_t i = 0, length; i < from.length; i += length) {
        length = (size_t)u8_mblen((const uint8_t *)from.at + i, from.length - i);
        assert(length >= 1 && length <= from.length - i); /* it is UTF-8 */
        const char *seen = seen_as(from.at + i, length);
        text_add_span(out, seen != NULL ? span_of(seen) : (struct span){from.at + i, length});
    }
}

/* Writes the text with all pairs replaced. */
static void replace(const char *const *pairs, size_t count, struct span from, struct text *out)
{
    assert(count % 2 == 0);
    for (size_t i = 0; i < from.length;) {
        size_t pair = 0;
        for (; pair < count; pair += 2) {
            size_t length = strlen(pairs[pair]);
            if (length <= from.length - i && memcmp(from.at + i, pairs[pair], length) == 0)
                break;
        }
        if (pair < count) {
            text_add(out, pairs[pair + 1]);
            i += strlen(pairs[pair]);
        } else
            text_add_char(out, from.at[i++]);
    }
}

#define REPLACE(pairs, from, out) replace(pairs, sizeof pairs / sizeof pairs[0], from, out)

/* A dot above an i was there already. */
static void drop_dots(struct text *text)
{
    static const char *const dots[] = {"i\xcc\x87", "i", "j\xcc\x87", "j"};
    struct text out = {0};
    REPLACE(dots, text_span(text), &out);
    text_clear(text);
    text_add_span(text, text_span(&out));
    text_free(&out);
}

/* One case, and all that is only another form of a character; marks behind their letters. */
static bool fold(struct span name, struct text *out)
{
    uint8_t room[ROOM];
    size_t length = sizeof room;
    if (name.length > ROOM / 20 ||
        !took(u8_casefold((const uint8_t *)name.at, name.length, NULL, UNINORM_NFKD, room, &length),
              room))
        return false;
    text_add_span(out, (struct span){(const char *)room, length});
    return true;
}

/* Writes the skeleton of a text that is UTF-8. */
static void write_skeleton(struct span name, struct text *out)
{
    struct text folded = {0}, seen = {0};
    if (fold(name, &folded)) {
        drop_dots(&folded);
        see(text_span(&folded), &seen);
        REPLACE(joined, text_span(&seen), out);
    }
    text_free(&folded);
    text_free(&seen);
}

void name_skeleton(const char *name, bool capitals, char out[SKELETON_SIZE])
{
    struct text written = {0}, skeleton = {0};
    if (capitals)
        REPLACE(greek_capitals, span_of(name), &written);
    else
        text_add(&written, name);
    if (span_is_utf8(text_span(&written)))
        write_skeleton(text_span(&written), &skeleton);
    span_copy(span_trim(text_span(&skeleton)), out, SKELETON_SIZE);
    if (out[0] == '\0') /* nothing is left of it */
        span_copy(span_of(name), out, SKELETON_SIZE);
    assert(out[0] != '\0' || name[0] == '\0');
    text_free(&written);
    text_free(&skeleton);
}
