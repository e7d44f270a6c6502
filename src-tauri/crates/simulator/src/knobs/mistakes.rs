//! Answers that are wrong in a known share of requests.

use super::value::percent;

/// How tool calls are wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BrokenCall {
    /// The arguments are no JSON.
    BadJson,
    /// The name was not offered.
    UnknownName,
    /// The arguments do not fit the schema.
    SchemaMismatch,
}

/// The place of a request among a hundred, from its number among those for its model: a different one for each of a hundred in a row,
/// in no order that a burst of requests would follow.
fn place_in_hundred(number: u64) -> u64 {
    number.wrapping_mul(37) % 100
}

/// A share of requests that may be taken three times.
///
/// # Errors
/// What may be written.
pub(super) fn at_most_a_third(text: &str) -> Result<u32, String> {
    percent(text)
        .ok()
        .map(u32::from)
        .filter(|share| *share <= 33)
        .ok_or_else(|| "a share up to 33%, such as 12%".to_owned())
}

impl BrokenCall {
    /// How the calls of the request with this number are wrong, if `percent` of requests are in each way.
    pub(super) fn of(percent: u32, number: u64) -> Option<Self> {
        let ways = [Self::BadJson, Self::UnknownName, Self::SchemaMismatch];
        let way = place_in_hundred(number).checked_div(u64::from(percent))?;
        ways.get(usize::try_from(way).ok()?).copied()
    }
}

/// Whether the request with this number is one of `percent` in a hundred.
pub(super) fn is_among(percent: u32, number: u64) -> bool {
    place_in_hundred(number) < u64::from(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_hundred_requests_in_a_row_exactly_the_share_is_broken_in_each_way() {
        for first in [1, 8, 1_000] {
            let all = || first..first + 100;
            for way in [BrokenCall::BadJson, BrokenCall::UnknownName, BrokenCall::SchemaMismatch] {
                let broken = all().filter(|number| BrokenCall::of(12, *number) == Some(way));
                assert_eq!(broken.count(), 12, "{way:?} from {first}");
            }
            let among = all().filter(|number| is_among(90, *number));
            assert_eq!(among.count(), 90, "from {first}");
        }
        assert!(at_most_a_third("34%").is_err(), "three thirds are all");
        assert_eq!(BrokenCall::of(0, 1), None, "off");
    }
}
