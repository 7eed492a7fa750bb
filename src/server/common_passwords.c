/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* Rules for passwords that are guessed first. All of them look at ASCII; other characters make a
 * password less common and count as they are. */

#include "common_passwords.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum {
    LONGEST = 256,     /* of those that are looked at: passwords are shorter (people.h) */
    NUMBER_LEAST = 12, /* digits of a password that is a number */
    DIFFERENT_LEAST = 4,
    NAME_LEAST = 3,  /* characters of a name that is looked for */
    BESIDE_LEAST = 5 /* characters of a password besides the name in it */
};

/* Words that people take, in English and German, and those of this server. A password may be made
 * of several of them. */
static const char *const words[] = {
    "password",
    "passwort",
    "passwd",
    "pass",
    "wort",
    "word",
    "kennwort",
    "secret",
    "geheim",
    "geheimnis",
    "letmein",
    "let",
    "me",
    "in",
    "welcome",
    "willkommen",
    "login",
    "admin",
    "administrator",
    "root",
    "user",
    "guest",
    "gast",
    "test",
    "tester",
    "testing",
    "default",
    "changeme",
    "change",
    "access",
    "master",
    "super",
    "system",
    "server",
    "computer",
    "internet",
    "hello",
    "hallo",
    "servus",
    "moin",
    "abc",
    "xyz",
    "qwe",
    "asd",
    "zxc",
    "yxc",
    "love",
    "iloveyou",
    "i",
    "you",
    "ich",
    "liebe",
    "dich",
    "lieb",
    "ichliebedich",
    "schatz",
    "schatzi",
    "baby",
    "angel",
    "engel",
    "princess",
    "prinzessin",
    "sunshine",
    "sonnenschein",
    "sonne",
    "sun",
    "shine",
    "star",
    "stern",
    "wars",
    "trek",
    "dragon",
    "drache",
    "monkey",
    "affe",
    "tiger",
    "lion",
    "eagle",
    "hund",
    "katze",
    "kitty",
    "cat",
    "dog",
    "butterfly",
    "schmetterling",
    "flower",
    "blume",
    "football",
    "fussball",
    "fußball",
    "foot",
    "ball",
    "soccer",
    "baseball",
    "basketball",
    "hockey",
    "tennis",
    "freedom",
    "freiheit",
    "peace",
    "frieden",
    "whatever",
    "egal",
    "nothing",
    "nichts",
    "trust",
    "no",
    "one",
    "shadow",
    "killer",
    "hunter",
    "ninja",
    "batman",
    "superman",
    "spiderman",
    "pokemon",
    "pikachu",
    "michael",
    "daniel",
    "thomas",
    "andreas",
    "stefan",
    "martin",
    "jordan",
    "jessica",
    "charlie",
    "ashley",
    "michelle",
    "nicole",
    "andrea",
    "anna",
    "maria",
    "peter",
    "frank",
    "summer",
    "winter",
    "spring",
    "autumn",
    "sommer",
    "herbst",
    "frühling",
    "fruehling",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "januar",
    "februar",
    "märz",
    "maerz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "monday",
    "friday",
    "sunday",
    "montag",
    "freitag",
    "sonntag",
    "money",
    "geld",
    "cheese",
    "kaese",
    "chocolate",
    "schokolade",
    "cookie",
    "coffee",
    "kaffee",
    "pizza",
    "banana",
    "orange",
    "mustang",
    "ferrari",
    "porsche",
    "mercedes",
    "bayern",
    "muenchen",
    "berlin",
    "hamburg",
    "wien",
    "london",
    "paris",
    "america",
    "germany",
    "deutschland",
    "orrery",
    "planetarium",
    "beyond",
    "the",
    "pulsar",
    "tictactoe",
    "board",
    "game",
    "games",
    "brett",
    "spiel",
    "spiele",
    "spieler",
    "player",
    "gamer",
    "space",
    "weltraum",
    "planet",
    "galaxy",
    "galaxie",
    "rocket",
    "rakete",
    "my",
    "mein",
    "meine",
    "new",
    "neu",
    "neues",
    "das",
    "ist",
    "is",
    "a",
    "qwerty",
    "qwertz",
    "azerty",
    "asdf",
    "yxcv",
    "zxcv",
};

/* Keys beside each other, and above each other. */
static const char *const rows[] = {
    "^1234567890ß´",
    "`1234567890-=",
    "!@#$%^&*()",
    "!\"#$%&/()=?",
    "qwertyuiop[]",
    "qwertzuiopü+",
    "azertyuiop",
    "asdfghjkl;'",
    "asdfghjklöä",
    "qsdfghjklm",
    "zxcvbnm,./",
    "yxcvbnm,.-",
    "wxcvbn",
    "abcdefghijklmnopqrstuvwxyz",
    "1qaz",
    "2wsx",
    "3edc",
    "4rfv",
    "5tgb",
    "6yhn",
    "7ujm",
    "8ik,",
    "9ol.",
    "1q2w3e4r5t6y7u8i9o0p",
    "5t6z7u",
    "qawsedrftgyhujikolp",
    "aqswdefrgthyjukilo",
    "1qay",
    "7410",
    "852",
    "963",
    "741",
    "789",
    "456",
    "123",
};

/* ---- patterns -------------------------------------------------------------------------------- */

static bool are_beside(char a, char b)
{
    if (a == b)
        return true;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (const char *at = rows[i]; at[0] != '\0' && at[1] != '\0'; at++)
            if ((at[0] == a && at[1] == b) || (at[0] == b && at[1] == a))
                return true;
    return false;
}

/* Rows of keys and of the alphabet: all steps but few go to a neighbour. */
static bool is_walk(const char *text, size_t length)
{
    size_t jumps = 0;
    for (size_t i = 1; i < length; i++)
        jumps += are_beside(text[i - 1], text[i]) ? 0 : 1;
    return jumps <= length / 4;
}

/* "abcabcabc", "lalala", "aaaaaaaa". */
static bool is_repetition(const char *text, size_t length)
{
    for (size_t period = 1; period <= length / 2; period++)
        if (memcmp(text, text + period, length - period) == 0)
            return true;
    return false;
}

static bool has_few_characters(const char *text, size_t length)
{
    bool there[256] = {false};
    int different = 0;
    for (size_t i = 0; i < length; i++) {
        different += there[(unsigned char)text[i]] ? 0 : 1;
        there[(unsigned char)text[i]] = true;
    }
    return different < DIFFERENT_LEAST;
}

/* Dates, telephone numbers. */
static bool is_short_number(const char *text, size_t length)
{
    size_t digits = strspn(text, "0123456789 .-/+");
    return digits == length && length < NUMBER_LEAST;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Is the whole text made of words? */
static bool is_words(const char *text, size_t length)
{
    bool reached[LONGEST + 1] = {true};
    assert(length <= LONGEST);
    for (size_t i = 0; i < length; i++)
        for (size_t j = 0; reached[i] && j < sizeof words / sizeof words[0]; j++) {
            size_t size = strlen(words[j]);
            if (size <= length - i && memcmp(text + i, words[j], size) == 0)
                reached[i + size] = true;
        }
    return length > 0 && reached[length];
}

/* Digits and signs that stand for letters. */
static char letter_of(char sign)
{
    static const char signs[] = "013456789@$!|+", letters[] = "oieasgtbgasiit";
    const char *found = sign != '\0' ? strchr(signs, sign) : NULL;
    size_t place = found != NULL ? (size_t)(found - signs) : sizeof letters;
    return place < sizeof letters - 1 ? letters[place] : sign;
}

static bool is_letter(char byte)
{
    return isalpha((unsigned char)byte) || (unsigned char)byte >= 0x80;
}

/* Words without all that is not a letter: first with digits around them cut off and those inside
 * read as letters, then with all digits left out. */
static bool is_made_of_words(const char *text, size_t length)
{
    char read[LONGEST + 1], bare[LONGEST + 1];
    size_t read_length = 0, bare_length = 0, from = 0, to = length;
    while (from < to && !is_letter(text[from]) && letter_of(text[from]) == text[from])
        from++;
    while (to > from && !is_letter(text[to - 1]))
        to--;
    for (size_t i = 0; i < length; i++) {
        char letter = letter_of(text[i]);
        if (i >= from && i < to && is_letter(letter))
            read[read_length++] = letter;
        if (is_letter(text[i]))
            bare[bare_length++] = text[i];
    }
    return is_words(read, read_length) || is_words(bare, bare_length);
}

/* ---- the name -------------------------------------------------------------------------------- */

static bool is_little_beside_name(const char *text, size_t length, const char *name)
{
    char small[LONGEST + 1];
    size_t size = 0;
    for (; name[size] != '\0' && size < LONGEST; size++)
        small[size] = (char)tolower((unsigned char)name[size]);
    small[size] = '\0';
    return size >= NAME_LEAST && strstr(text, small) != NULL && length < size + BESIDE_LEAST;
}

bool password_is_common(const char *password, const char *name)
{
    char text[LONGEST + 1];
    size_t length = 0;
    for (; password[length] != '\0' && length < LONGEST; length++)
        text[length] = (char)tolower((unsigned char)password[length]);
    text[length] = '\0';
    return is_walk(text, length) || is_repetition(text, length) ||
           has_few_characters(text, length) || is_short_number(text, length) ||
           is_made_of_words(text, length) || is_little_beside_name(text, length, name);
}
