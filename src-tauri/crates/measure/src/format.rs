//! How numbers are formatted: one way for each unit, in tables, sentences and documents alike. The window uses the same
//! format until its user chooses another; `format_cases.json` holds the cases both are tested with.

use crate::Unit;

/// What is shown for an unknown number.
pub const UNKNOWN: &str = "–";

impl Unit {
    /// A value with its unit; [`UNKNOWN`] if it is not a number.
    pub fn written(self, value: f64) -> String {
        match self {
            Self::Duration => duration(value),
            Self::Milliseconds => milliseconds(value),
            Self::TokensPerSecond => speed(value),
            Self::CharactersPerSecond => with_unit(rate(value), " char/s"),
            Self::RequestsPerSecond => with_unit(rate(value), " req/s"),
            Self::Tokens | Self::Count => whole(value),
            Self::Ratio => fixed(value, 2),
            Self::Share => percent(value),
            Self::SignedPercent => {
                let sign = if value > 0.0 { "+" } else { "" };
                format!("{sign}{}", with_unit(fixed(value, 1), " %"))
            }
            Self::Percent => with_unit(whole(value), " %"),
            Self::Dollars => dollars(value),
        }
    }

    /// A value for a column whose heading gives the unit of a rate.
    pub fn written_in_column(self, value: f64) -> String {
        match self {
            Self::TokensPerSecond | Self::CharactersPerSecond | Self::RequestsPerSecond => {
                rate(value)
            }
            _ => self.written(value),
        }
    }
}

/// A time in the unit that suits it, if nobody has chosen one: `301 ms`, `2.40 s`.
pub fn duration(ms: f64) -> String {
    if ms.abs() < 999.5 { milliseconds(ms) } else { seconds(ms) }
}

/// A time in milliseconds with the unit, to about three digits: `0.94 ms`, `42.1 ms`, `301 ms`, `12,346 ms`.
pub fn milliseconds(ms: f64) -> String {
    let digits = match ms.abs() {
        size if size < 10.0 => 2,
        size if size < 100.0 => 1,
        _ => 0,
    };
    with_unit(fixed(ms, that_show(ms, digits)), " ms")
}

/// A time in seconds with the unit, to about three digits: `0.018 s`, `2.40 s`, `21.5 s`, `1,300 s`.
pub fn seconds(ms: f64) -> String {
    let digits = match ms.abs() {
        size if size < 100.0 => 3,
        size if size < 10_000.0 => 2,
        size if size < 100_000.0 => 1,
        _ => 0,
    };
    with_unit(fixed(ms / 1e3, digits), " s")
}

/// A time that may be long, such as that of a whole workload: in seconds, above ten minutes in minutes, and above two
/// hours in hours.
pub fn span(ms: f64) -> String {
    match ms.abs() / 1e3 {
        size if size < 600.0 => seconds(ms),
        size if size < 7_200.0 => with_unit(whole(ms / 6e4), " min"),
        _ => with_unit(fixed(ms / 3.6e6, 1), " h"),
    }
}

/// A rate without its unit: `87.4`, `2,101`.
pub fn rate(per_second: f64) -> String {
    fixed(per_second, that_show(per_second, usize::from(per_second.abs() < 99.95)))
}

/// Digits after the point up to which the first of a small number is sought.
const MOST_DIGITS: usize = 6;

/// So many digits, or as many more as it takes that a number above 0 does not read as 0: the end of an interval that excludes 0 is
/// above it.
fn that_show(value: f64, digits: usize) -> usize {
    let mut shown = (digits, 0.5 * 0.1_f64.powi(i32::try_from(digits).unwrap_or(0)));
    while value != 0.0 && value.abs() < shown.1 && shown.0 < MOST_DIGITS {
        shown = (shown.0 + 1, shown.1 / 10.0);
    }
    shown.0
}

/// Tokens per second with the unit.
pub fn speed(tps: f64) -> String {
    with_unit(rate(tps), " tok/s")
}

/// Dollars: about two digits below a cent, so that a cheap answer does not read as free.
pub fn dollars(usd: f64) -> String {
    let size = usd.abs();
    let digits = if size == 0.0 {
        "0".to_owned()
    } else if size < 0.01 {
        let mut places = 2_usize;
        let mut shown = size * 100.0;
        while shown < 9.95 && places < 12 {
            shown *= 10.0;
            places += 1;
        }
        fixed(size, places)
    } else if size < 1.0 {
        // A list price has two digits, a request's cost may have three.
        let digits = fixed(size, 3);
        digits.strip_suffix('0').map_or_else(|| digits.clone(), str::to_owned)
    } else {
        fixed(size, 2)
    };
    if digits == UNKNOWN {
        return digits;
    }
    format!("{}${digits}", if usd < 0.0 { "−" } else { "" })
}

/// A whole number with its thousands separated.
pub fn whole(number: f64) -> String {
    fixed(number, 0)
}

/// A count: `12,345`.
pub fn count(number: u32) -> String {
    whole(f64::from(number))
}

/// A factor, as in `2.3×`: about two digits.
pub fn times(factor: f64) -> String {
    with_unit(fixed(factor, usize::from(factor < 9.95)), "×")
}

/// A share of 1 as percent: `2.5 %`, `40 %`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let is_small = percent != 0.0 && percent.abs() < 9.95;
    with_unit(fixed(percent, usize::from(is_small)), " %")
}

/// A p value with its sign of equality: `p = 0.021`, `p < 0.001`.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// `1 run`, `2 runs`.
pub fn several(n: usize, noun: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(&n.to_string()))
}

/// `A`, `A and B`, `A, B and C`.
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// With its unit, unless it is unknown.
fn with_unit(text: String, unit: &str) -> String {
    if text == UNKNOWN { text } else { text + unit }
}

/// With this many digits after the point, and the thousands separated. Halves are rounded away from zero, as people and
/// the window do; the standard library's formatter rounds 12.5 to 12.
fn fixed(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return UNKNOWN.to_owned();
    }
    // The shortest digits that represent this value, never with an exponent.
    let exact = value.abs().to_string();
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    let mut kept: Vec<u8> =
        whole.bytes().chain(fraction.bytes().chain(std::iter::repeat(b'0')).take(digits)).collect();
    if fraction.as_bytes().get(digits).is_some_and(|next| *next >= b'5') {
        round_up(&mut kept);
    }
    let is_zero = kept.iter().all(|digit| *digit == b'0');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let text: String = kept.iter().copied().map(char::from).collect();
    let (whole, fraction) = text.split_at(text.len().saturating_sub(digits));
    let point = if digits > 0 { "." } else { "" };
    format!("{sign}{}{point}{fraction}", grouped(whole))
}

/// Adds one to the last of these decimal digits.
fn round_up(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

/// A whole number's digits with a comma after every third.
fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share with two significant digits: a rise by a third of a percent a day is a factor of three in a year. `0.33 %`.
pub fn fine_share(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = match percent.abs() {
        large if large >= 9.95 => 0,
        middle if middle >= 0.995 => 1,
        _ => 2,
    };
    format!("{percent:.digits$} %")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Unit, value, text: the cases the window is tested with, too.
    fn shared_cases() -> Vec<(String, f64, String)> {
        serde_json::from_str(include_str!("format_cases.json")).expect("a list of cases")
    }

    #[test]
    fn a_number_is_written_as_the_window_writes_it() {
        let mut seen = BTreeSet::new();
        for (unit, value, text) in shared_cases() {
            let written = match unit.as_str() {
                // The window's user chooses one of the two for every duration.
                "seconds" => seconds(value),
                "milliseconds" => milliseconds(value),
                "tokens_per_second" => Unit::TokensPerSecond.written(value),
                "characters_per_second" => Unit::CharactersPerSecond.written(value),
                "requests_per_second" => Unit::RequestsPerSecond.written(value),
                "tokens" => Unit::Tokens.written(value),
                "count" => Unit::Count.written(value),
                "ratio" => Unit::Ratio.written(value),
                "share" => Unit::Share.written(value),
                "signed_percent" => Unit::SignedPercent.written(value),
                "percent" => Unit::Percent.written(value),
                "dollars" => Unit::Dollars.written(value),
                other => panic!("{other} is no unit"),
            };
            assert_eq!(written, text, "{value} in {unit}");
            seen.insert(unit);
        }
        assert_eq!(seen.len(), 12, "every unit has its cases");
    }

    #[test]
    fn a_duration_of_nobodys_choice_is_written_in_the_unit_that_suits_it() {
        let told = [0.94, 301.4, 999.4, 999.6, 2_400.0, 130_000.0].map(duration);
        let expected = ["0.94 ms", "301 ms", "999 ms", "1.00 s", "2.40 s", "130 s"];
        assert_eq!(told, expected, "three digits or so, whatever its size");
    }

    #[test]
    fn a_long_time_is_written_in_minutes_and_hours() {
        let told = [18.1, 130_000.0, 900_000.0, 7_200_000.0].map(span);
        assert_eq!(told, ["0.018 s", "130 s", "15 min", "2.0 h"], "as people say it");
    }

    #[test]
    fn a_value_that_is_not_a_number_is_unknown_and_never_zero() {
        for unit in
            [Unit::Duration, Unit::TokensPerSecond, Unit::Tokens, Unit::Share, Unit::Dollars]
        {
            for value in [f64::NAN, f64::INFINITY] {
                assert_eq!(unit.written(value), UNKNOWN, "{value} in {unit:?}");
            }
        }
    }

    #[test]
    fn factors_lists_and_plurals_read_as_people_write_them() {
        assert_eq!((times(2.34), times(17.6)), ("2.3×".to_owned(), "18×".to_owned()), "two digits");
        assert_eq!(list(&["A"]), "A", "one alone");
        assert_eq!(list(&["A", "B", "C"]), "A, B and C", "the last after an and");
        assert_eq!(several(1, "run"), "1 run", "one of them");
        assert_eq!(several(1_200, "sample"), "1,200 samples", "many of them");
        assert_eq!(count(1_234_567), "1,234,567", "digits in threes");
    }
}
