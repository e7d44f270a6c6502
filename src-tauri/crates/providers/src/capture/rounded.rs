//! Numbers that are read as others than they are written.

/// Significant digits that every number keeps.
const KEPT_DIGITS: usize = 17;
/// Characters of a number that are repeated to the user.
const LONGEST_SHOWN: usize = 40;

/// The first number of a JSON text that has more digits than are kept, in its first characters; `None` if all numbers are
/// read as they are written.
pub(super) fn rounded(json: &str) -> Option<String> {
    let (mut is_text, mut is_escaped, mut from) = (false, false, None);
    for (at, byte) in json.bytes().enumerate() {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = byte == b'\\' && !is_escaped;
            continue;
        }
        let is_of_number = byte.is_ascii_digit()
            || (from.is_some() && matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
        match from {
            None if is_of_number => from = Some(at),
            Some(start) if !is_of_number => {
                from = None;
                if let Some(number) = json.get(start..at).filter(|number| is_rounded(number)) {
                    return Some(number.chars().take(LONGEST_SHOWN).collect());
                }
            }
            _ => {}
        }
        is_text = byte == b'"';
    }
    None
}

fn is_rounded(number: &str) -> bool {
    if number.parse::<u64>().is_ok() {
        return false;
    }
    let digits = number.split(['e', 'E']).next().unwrap_or_default().replace('.', "");
    digits.trim_start_matches('0').trim_end_matches('0').len() > KEPT_DIGITS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_with_more_digits_than_are_kept_is_found_wherever_it_stands() {
        for (json, found) in [
            (r#"{"id": 9007199254740993, "at": 18446744073709551615, "share": 0.1}"#, None),
            (r#"{"id": "12345678901234567890123"}"#, None),
            (r#"{"say \"12345678901234567890123": 1e3, "n": [1.50000000000000000000000]}"#, None),
            (r#"{"id":12345678901234567890123}"#, Some("12345678901234567890123")),
            ("[1, -0.12345678901234567890]", Some("0.12345678901234567890")),
        ] {
            assert_eq!(rounded(json).as_deref(), found, "{json}");
        }
    }
}
