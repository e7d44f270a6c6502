//! No separator between the letters of a key makes an escape of them that hides the key.

use super::super::Redaction;
use secrecy::SecretString;

const KEYS: [&str; 4] = [
    "sk-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F",
    "9f4c1e72ab305d68c7e1f0a43b92d85f6e0714cc8a2b5d91",
    "gsk_nt4ru1nxr9tqn5rtw2nzr7tkn3rut8nx",
    "3f2b8c1d-7e4a-4f90-b1c6-5d8e2a7f9c03",
];

/// What may begin an escape, end one, or spell what begins one.
const SEPARATORS: &[&str] = &[
    "%",
    "&",
    "#",
    "\\",
    "_",
    "$",
    "@",
    "<",
    ">",
    "^",
    ";",
    ":",
    "/",
    "+",
    "=",
    "!",
    "~",
    "`",
    "|",
    "\"",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "?",
    "*",
    ",",
    ".",
    "-",
    " ",
    "\n",
    "\t",
    "&#",
    "%%",
    "\\\\",
    "\\ ",
    "&#;",
    ";&#",
    "%25",
    "__",
    "_ ",
    "\\\\\\",
    "&;",
    "%;",
    "# ",
    "& ",
    "% ",
    "\u{200b}\\",
    " \\",
    "  %",
    " &#",
    "\u{200b}&#",
    "{%",
    "%}",
    "\\{",
    "&amp;#",
    "&amp;",
    "&num;",
    "&percnt;",
    "&#38;#",
    "%26%23",
    "%5c",
    "\\u005c",
    "&bsol;",
    "\\\"",
    "\\/",
    "$%",
    "\\&#",
    "&#%",
    "%&#",
    "\\%",
    "%2525",
    "&amp;amp;#",
    "\\u0025",
];

/// Before which characters a separator is put: by their index, and what follows.
type Choice<'a> = (&'a str, &'a dyn Fn(usize, &str) -> bool);

/// The key with a separator before those of its characters that are chosen by their index and what follows.
fn with_separators(key: &str, separator: &str, is_chosen: impl Fn(usize, &str) -> bool) -> String {
    let mut spelled = String::new();
    for (at, letter) in key.char_indices() {
        if is_chosen(at, &key[at..]) {
            spelled.push_str(separator);
        }
        spelled.push(letter);
    }
    spelled
}

/// The longest run of a key's letters and digits, told as they stand in a text without separators.
fn longest_told(text: &str, separator: &str, key: &str) -> usize {
    let alone =
        |text: &str| -> Vec<char> { text.chars().filter(char::is_ascii_alphanumeric).collect() };
    let (text, key) = (alone(&text.replace(separator, "")), alone(key));
    let mut longest = 0;
    let mut before = vec![0; key.len() + 1];
    for letter in text {
        let mut now = vec![0; key.len() + 1];
        for (at, _) in key.iter().enumerate().filter(|(_, own)| **own == letter) {
            now[at + 1] = before[at] + 1;
            longest = longest.max(now[at + 1]);
        }
        before = now;
    }
    longest
}

#[test]
fn no_separator_between_the_letters_of_a_key_hides_it() {
    let is_hexadecimal =
        |rest: &str| rest.len() > 1 && rest.as_bytes()[..2].iter().all(u8::is_ascii_hexdigit);
    let begins = |rest: &str, with: &str| rest.starts_with(|letter| with.contains(letter));
    let choices: [Choice<'_>; 6] = [
        ("all", &|at, _| at > 0),
        ("every second", &|at, _| at > 0 && at % 2 == 0),
        ("every third", &|at, _| at > 0 && at % 3 == 0),
        ("before digits", &|_, rest| begins(rest, "0123456789")),
        ("before hexadecimal digits", &|_, rest| is_hexadecimal(rest)),
        ("before letters of escapes", &|_, rest| begins(rest, "nrtuxe")),
    ];
    for key in KEYS {
        let redaction = Redaction::of(Some(&SecretString::from(key.to_owned())));
        for (name, is_chosen) in choices {
            for separator in SEPARATORS {
                let spelled = with_separators(key, separator, is_chosen);
                let error = String::from(redaction.text(&format!("wrong key: {spelled}, so no")));
                let told = longest_told(&error, separator, key);
                assert!(told < 16, "{separator:?} {name}, an error tells {told}: {error}");
                let mut answer = redaction.clone();
                let mut text = String::new();
                for letter in format!("it is {spelled} .").chars() {
                    text.push(letter);
                    answer.tail(measure::Kind::Answer, &mut text, letter.len_utf8());
                }
                let told = longest_told(&text, separator, key);
                assert!(told < 16, "{separator:?} {name}, an answer tells {told}: {text}");
            }
        }
    }
}

/// A letter as an escape of a programming language, behind so many backslashes.
fn escaped(letter: char, form: usize, backslashes: usize) -> String {
    let number = u32::from(letter);
    let escape = match form {
        0 => format!("u{number:04x}"),
        1 => format!("x{number:02x}"),
        _ => format!("{number:03o}"),
    };
    format!("{}{escape}", "\\".repeat(backslashes))
}

#[test]
fn no_letter_of_a_key_of_digits_hides_it_however_often_it_is_escaped() {
    const KEYS: [&str; 3] = [
        "sk-4283fefc63f0cd0e873a0000c6d07ef7",
        "9d41be7700c35f62a817e3305d0794ac",
        "7401635270163577402165300714263517420635",
    ];
    for key in KEYS {
        let redaction = Redaction::of(Some(&SecretString::from(key.to_owned())));
        for (form, backslashes) in (0..3).flat_map(|form| (1..=4).map(move |few| (form, few))) {
            for every in [1, 2, 3, 5, 7, 15] {
                for first in 0..every.min(4) {
                    let spell = |(at, letter): (usize, char)| {
                        if at % every == first {
                            escaped(letter, form, backslashes)
                        } else {
                            letter.to_string()
                        }
                    };
                    let spelled: String = key.chars().enumerate().map(spell).collect();
                    let mut answer = redaction.clone();
                    let mut text = String::new();
                    for letter in format!("it is {spelled} .").chars() {
                        text.push(letter);
                        answer.tail(measure::Kind::Answer, &mut text, letter.len_utf8());
                    }
                    let mut read = text.clone();
                    for letter in key.chars().collect::<std::collections::BTreeSet<_>>() {
                        read =
                            read.replace(&escaped(letter, form, backslashes), &letter.to_string());
                    }
                    let told = longest_told(&read, "", key);
                    assert!(told < 16, "{spelled} tells {told}: {text}");
                }
            }
        }
    }
}
