//! Differences with their sign, and shares, as values of sentences.

use measure::{Amount, Phrase};

/// How much more than 1 a ratio is, in percent with a sign: `+22 %`.
pub(crate) fn percent_more(ratio: f64) -> Phrase {
    percent_signed(signed((ratio - 1.0) * 100.0, 0))
}

/// A number with its sign.
pub(crate) fn signed(number: f64, digits: u8) -> Phrase {
    let sign = if number.is_sign_negative() { "-" } else { "+" };
    with_sign(sign, Amount::digits(number.abs(), digits))
}

/// A share in whole percent.
pub(crate) fn share(share: Option<f64>) -> Phrase {
    share.map_or_else(unknown_share, |share| whole_percent(Amount::digits(share * 100.0, 0)))
}

measure::phrases! {
    fn with_sign(sign: &str, number: Amount) = "watch.with_sign", "{sign}{number}";
    fn percent_signed(number: Phrase) = "watch.percent_signed", "{number} %";
    fn whole_percent(number: Amount) = "watch.whole_percent", "{number} %";
    fn unknown_share() = "watch.unknown_share", "–";
}
