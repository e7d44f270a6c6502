//! Numbers that are read as others than they are written.

/// The largest whole number up to which every reader keeps all, JavaScript's included.
const LARGEST_WHOLE: u64 = 1 << 53;
/// Characters of a number that are repeated to the user.
const LONGEST_SHOWN: usize = 40;

/// Numbers that are named; nobody reads more.
const MOST_NAMED: usize = 8;

/// The numbers of a JSON text that are read as others than are written, each once and in its first characters, and how many more there are.
pub(super) fn all_rounded(json: &str) -> (Vec<String>, usize) {
    let (mut named, mut more) = (Vec::<String>::new(), 0);
    for number in numbers(json).filter(|number| is_rounded(number)).map(first_characters) {
        if named.len() == MOST_NAMED {
            more += usize::from(!named.contains(&number));
        } else if !named.contains(&number) {
            named.push(number);
        }
    }
    (named, more)
}

/// Whether a number of a JSON text is read as another one than is written.
pub(super) fn has_rounded(json: &str) -> bool {
    numbers(json).any(is_rounded)
}

/// The first whole number of a JSON text that is beyond 2^53, where readers begin to round, in its first characters.
pub(super) fn beyond_doubles(json: &str) -> Option<String> {
    let is_beyond = |number: &&str| {
        let digits = number.strip_prefix('-').unwrap_or(number);
        digits.bytes().all(|byte| byte.is_ascii_digit())
            && digits.parse::<u64>().map_or(true, |whole| whole > LARGEST_WHOLE)
    };
    numbers(json).find(is_beyond).map(first_characters)
}

fn first_characters(number: &str) -> String {
    number.chars().take(LONGEST_SHOWN).collect()
}

/// The numbers of a JSON text, with their signs, in its order.
fn numbers(json: &str) -> impl Iterator<Item = &str> {
    let (mut is_text, mut is_escaped, mut from) = (false, false, None);
    json.bytes().enumerate().filter_map(move |(at, byte)| {
        if is_text {
            is_text = is_escaped || byte != b'"';
            is_escaped = byte == b'\\' && !is_escaped;
            return None;
        }
        let is_of_number = byte.is_ascii_digit()
            || byte == b'-'
            || (from.is_some() && matches!(byte, b'.' | b'e' | b'E' | b'+'));
        is_text = byte == b'"';
        match from {
            None if is_of_number => {
                from = Some(at);
                None
            }
            Some(start) if !is_of_number => {
                from = None;
                json.get(start..at)
            }
            _ => None,
        }
    })
}

fn is_rounded(number: &str) -> bool {
    if number.parse::<u64>().is_ok() || number.parse::<i64>().is_ok() {
        return false;
    }
    // One that is none, or is out of range, is told by who reads its value.
    let Some(read) = number.parse::<f64>().ok().filter(|read| read.is_finite()) else {
        return false;
    };
    // The shortest text of what was read is that of the same decimal, unless digits were lost.
    decimal(number) != decimal(&format!("{read:e}"))
}

/// The digits of a decimal number without zeros at either end, and the power of ten by which they count.
fn decimal(number: &str) -> Option<(String, i64)> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
    let digits = digits.trim_start_matches('0');
    let kept = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - kept.len()).ok()?;
    let places = i64::try_from(fraction.len()).ok()?;
    let power = exponent.parse::<i64>().ok()?.checked_sub(places)?.checked_add(zeros)?;
    Some((kept.to_owned(), if kept.is_empty() { 0 } else { power }))
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
            ("[1, -0.12345678901234567890]", Some("-0.12345678901234567890")),
            (r#"{"n":0.12345678901234567}"#, Some("0.12345678901234567")),
            (r#"{"n":[0.30000000000000004,1.7976931348623157e308,-0,0.0,2.50e-7,1E3]}"#, None),
            (r#"{"n":-9223372036854775808}"#, None),
            (r#"{"n":-9223372036854775809}"#, Some("-9223372036854775809")),
            (r#"{"n":36893488147419103232}"#, Some("36893488147419103232")),
            (r#"{"n":1e-400,"m":-"#, Some("1e-400")),
        ] {
            let (named, more) = all_rounded(json);
            assert_eq!((named.first().map(String::as_str), more), (found, 0), "{json}");
            assert_eq!(has_rounded(json), found.is_some(), "{json}");
        }
    }

    #[test]
    fn each_number_that_is_read_as_another_is_named_once_and_the_rest_are_counted() {
        let numbers: Vec<String> =
            (0..11).map(|at| format!("1234567890123456789012{at:02}")).collect();
        let json = format!("[{},{}]", numbers.join(","), numbers[0]);
        let (named, more) = all_rounded(&json);
        assert_eq!(named, numbers[..8], "the first, in their order");
        assert_eq!(more, 3, "and how many more");
    }

    #[test]
    fn a_whole_number_that_javascript_rounds_is_found() {
        for (json, found) in [
            (r#"{"id":9007199254740992,"n":-9007199254740992,"x":1e300}"#, None),
            (r#"{"id":[1,-9007199254740993]}"#, Some("-9007199254740993")),
            (r#"{"id":1234567890123456789,"t":"1"}"#, Some("1234567890123456789")),
        ] {
            assert_eq!(beyond_doubles(json).as_deref(), found, "{json}");
        }
    }
}
