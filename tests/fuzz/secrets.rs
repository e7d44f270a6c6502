//! A secret in any of the supported spellings, anywhere in any text.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use providers::SafeText;
use secrecy::SecretString;

use super::{Dice, fuzz, streams};

const KEY: &str = "Marker7Q-9xKd2wLpZ04vTtRb8Ys";

/// What is neither a letter nor a digit, and begins no tag.
const MARKS: &str = " !\"#$%&'()*+,-./:;=?@[\\]^_`{|}~";

/// The key in one spelling, as it could appear in a text.
fn spelled(dice: &mut Dice) -> String {
    match dice.below(20) {
        0 => KEY.to_owned(),
        1 => KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<Vec<_>>().concat(),
        2 => KEY.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat(),
        3 => KEY.chars().map(|c| format!("&#{};", u32::from(c))).collect::<Vec<_>>().concat(),
        4 => STANDARD.encode(KEY),
        5 => STANDARD.encode(format!("Bearer {KEY}")),
        6 => URL_SAFE_NO_PAD.encode(format!("user:{KEY}")),
        7 => KEY.chars().rev().collect(),
        8 => apart(KEY, dice.below(4) + 1, " "),
        9 => apart(
            &KEY.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat(),
            2,
            " ",
        ),
        10 => apart(&STANDARD.encode(KEY), 4, "\r\n"),
        11 => KEY.chars().map(|c| format!("&amp;#{};", u32::from(c))).collect::<Vec<_>>().concat(),
        12 => KEY.bytes().map(|byte| format!("\\0{byte:o}")).collect::<Vec<_>>().concat(),
        13 => KEY.bytes().map(|byte| format!("chr(0x{byte:x}).")).collect::<Vec<_>>().concat(),
        14 => KEY.chars().map(|c| format!("<b>{c}</b>")).collect::<Vec<_>>().concat(),
        15 => KEY.replace('-', "&hyphen;"),
        16 => STANDARD.encode(KEY.to_uppercase()),
        17 => {
            let escaped = KEY.bytes().map(|byte| format!("\\u{byte:04x}"));
            let twice = |escaped: String| {
                escaped.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat()
            };
            escaped.map(twice).collect()
        }
        18 => {
            let mut spelled = String::new();
            for letter in KEY.chars() {
                for _ in 0..dice.below(3) {
                    spelled.extend(MARKS.chars().nth(dice.below(MARKS.len())));
                }
                spelled.push(letter);
            }
            spelled
        }
        _ => KEY
            .chars()
            .map(|c| match dice.below(4) {
                0 => format!("\\u{:04X}", u32::from(c)),
                1 => format!("%{:02x}", u32::from(c)),
                2 => c.to_ascii_uppercase().to_string(),
                _ => c.to_string(),
            })
            .collect(),
    }
}

/// A text in groups of so many characters.
fn apart(text: &str, group: usize, between: &str) -> String {
    let groups = text.as_bytes().chunks(group).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(between)
}

#[test]
fn redaction() {
    let key = SecretString::from(KEY);
    fuzz("redaction", &streams(), |bytes, dice| {
        let mut text = String::from_utf8_lossy(bytes).into_owned();
        let spelled = spelled(dice);
        // White space on both sides, so that no preceding escape absorbs its first character.
        let places: Vec<usize> =
            text.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| at).collect();
        let at = places.get(dice.below(places.len())).copied().unwrap_or(text.len());
        text.insert_str(at, &format!(" {spelled} "));
        let length = text.len();
        let body = SafeText::without(&text, Some(&key));
        assert!(!body.contains(&spelled), "the key is gone: {spelled}");
        assert!(!body.to_lowercase().contains(&KEY.to_lowercase()), "in plain as well");
        assert!(body.len() <= 4 * length + 64, "and nothing grows without end");
    });
}
