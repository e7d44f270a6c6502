//! No mark that never ends hides what comes after it.

use super::super::Redaction;
use secrecy::SecretString;

const KEY: &str = "sk-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F";

/// Beginnings of marks that do not end.
const UNENDED: &[&str] = &[
    "<",
    "</",
    "<!",
    "<!-",
    "<!-- ",
    "<![CDATA[ ",
    "<!DOCTYPE ",
    "<?php echo 1;\n",
    "<a href=\"",
    "<a title='",
    "text <b ",
    "x < y and z=\"",
    "\u{1b}]0;",
    "\u{1b}]8;;http://a ",
    "\u{1b}P",
    "\u{1b}_",
    "\u{9d}0;",
    "\\e]0;",
    "^[]0;",
    "<!-- <?php <a href=\"",
    "\u{1b}]0;<!--",
];

/// Marks that end.
const BETWEEN: &[&str] = &[
    "<b>",
    "</i>",
    "<i class=\"x>y\">",
    "<span data-a='b>c'>",
    "<!-- a > b -->",
    "<!-->",
    "<![CDATA[x > y]]>",
    "<?a b > c?>",
    "\u{1b}[31m",
    "\u{1b}]0;a\u{7}",
    "\u{9b}31m",
    "\u{9d}0;a\u{9c}",
    "\u{1b}[1m<i t=\"a>b\">",
];

#[test]
fn a_mark_that_never_ends_does_not_hide_a_key_that_comes_after_it() {
    let hide = Redaction::of(Some(&SecretString::from(KEY.to_owned())));
    let mut missed = Vec::new();
    for before in UNENDED {
        for between in BETWEEN {
            let letters: Vec<String> = KEY.chars().map(String::from).collect();
            for upto in [0, 20, 400] {
                let text =
                    format!("{before}{}{} and so on", "far ".repeat(upto), letters.join(between));
                let told = hide.text(&text);
                let left = told.chars().filter(|letter| *letter == '*').count();
                if left < letters.len() {
                    missed.push(format!("{upto} {before:?} {between:?}: {left}"));
                }
            }
        }
    }
    assert!(missed.is_empty(), "a key stands in {} texts: {missed:#?}", missed.len());
}

#[test]
fn a_bracket_within_a_mark_that_begins_nothing_does_not_end_it() {
    let hide = Redaction::of(Some(&SecretString::from(KEY.to_owned())));
    let letters: Vec<String> = KEY.chars().map(String::from).collect();
    for between in ["<!-- a < b > c -->", "<i t=\"1 <2>\">", "<?a 1<<2 > 3 ?>"] {
        let told = hide.text(&format!("<?php {}", letters.join(between)));
        let left = told.chars().filter(|letter| *letter == '*').count();
        assert!(left >= letters.len(), "{between}: {told}");
    }
}
