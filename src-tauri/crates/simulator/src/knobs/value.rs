//! Parses the value of one knob; errors name the accepted values.

/// A closed set of words that a knob accepts.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$what])* $variant),+ }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(format!("one of {}", [$($word),+].join(", "))),
                }
            }
        }
    };
}
pub(crate) use words;

const DAY_NS: u64 = 86_400_000_000_000;

/// `text` × `unit`, exactly; `text` has at most nine digits after the point.
fn scaled(text: &str, unit: u64) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return None;
    }
    let places = 10_u64.pow(u32::try_from(fraction.len()).ok()?);
    let part = u128::from(fraction.parse::<u64>().ok()?) * u128::from(unit) / u128::from(places);
    whole.parse::<u64>().ok()?.checked_mul(unit)?.checked_add(u64::try_from(part).ok()?)
}

/// A duration in nanoseconds: `95us`, `200ms`, `1.5s` or `0`, at most a day.
pub(crate) fn duration(text: &str) -> Result<u64, String> {
    let units = [("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)];
    let found = units.iter().find_map(|(suffix, unit)| scaled(text.strip_suffix(suffix)?, *unit));
    match found {
        _ if text == "0" => Ok(0),
        Some(time) if time <= DAY_NS => Ok(time),
        _ => Err("a time up to a day, such as 95us, 200ms, 1.5s or 0".to_owned()),
    }
}

/// The gap in nanoseconds at this many tokens per second.
pub(crate) fn gap_of_speed(text: &str) -> Result<u64, String> {
    match scaled(text, 1_000) {
        Some(per_kilosecond @ 1..=1_000_000_000) => Ok(1_000_000_000_000 / per_kilosecond),
        _ => Err("tokens per second, from 0.001 to 1000000".to_owned()),
    }
}

/// A whole number from `least` to `most`.
fn integer(text: &str, least: u32, most: u32) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("a whole number from {least} to {most}")),
    }
}

/// A number of tokens, requests or events, possibly 0.
pub(crate) fn count(text: &str) -> Result<u32, String> {
    integer(text, 0, 1_000_000)
}

/// A number of tokens, requests or events, at least 1.
pub(crate) fn some(text: &str) -> Result<u32, String> {
    integer(text, 1, 1_000_000)
}

/// A size in bytes, up to 64 MB.
pub(crate) fn bytes(text: &str) -> Result<u32, String> {
    integer(text, 0, 64_000_000)
}

/// `30%`. A percent sign escaped for a URL is accepted too.
pub(crate) fn percent(text: &str) -> Result<u8, String> {
    text.strip_suffix("%25")
        .or_else(|| text.strip_suffix('%'))
        .and_then(|number| number.parse().ok())
        .filter(|number| *number <= 100)
        .ok_or_else(|| "a share from 0% to 100%".to_owned())
}

pub(crate) fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("yes or no".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_exactly() {
        assert_eq!(duration("1.5s"), Ok(1_500_000_000), "seconds with a fraction");
        assert_eq!(duration("0.0952ms"), Ok(95_200), "milliseconds with a fraction");
        assert_eq!(duration("95us"), Ok(95_000), "microseconds");
        assert_eq!(duration("0"), Ok(0), "nothing needs no unit");
    }

    #[test]
    fn a_time_without_a_unit_is_refused() {
        for text in ["200", "", "ms", "-1ms", "1e3ms", ".5s", "1.s", "2d", "99999999999s"] {
            assert!(duration(text).is_err(), "{text:?} could mean several things or nothing");
        }
    }

    #[test]
    fn a_speed_becomes_a_gap() {
        assert_eq!(gap_of_speed("100"), Ok(10_000_000), "a hundredth of a second");
        assert_eq!(gap_of_speed("10500"), Ok(95_238), "rounded down to a nanosecond");
        assert_eq!(gap_of_speed("0.5"), Ok(2_000_000_000), "slower than one a second");
        assert!(gap_of_speed("0").is_err(), "a stream that never moves is a stall, not a speed");
    }

    #[test]
    fn a_share_may_come_escaped() {
        assert_eq!(percent("50%"), Ok(50), "as typed");
        assert_eq!(percent("50%25"), Ok(50), "as a URL carries it");
        assert!(percent("101%").is_err(), "more than all");
    }
}
