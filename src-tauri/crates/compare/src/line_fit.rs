//! How well predictions fit what was measured, in words.

use measure::{Amount, Phrase};

use crate::wording::lengths as say;

/// A prediction further from what was measured than this many hundredths of it, as written, is said to be off.
const OFF: f64 = 5.0;
/// The most contenders whose fit is told one by one where none is off.
const NAMED: usize = 6;

/// The sentence about contenders, each with its predicted ÷ measured median latency; `None` of none. Of many only those are named
/// that are off.
pub(crate) fn told(fits: &[(Phrase, f64)]) -> Option<Phrase> {
    let is_off = |fit: f64| ((fit * 100.0).round() - 100.0).abs() > OFF;
    let of = |(name, fit): &(Phrase, f64)| {
        let said = if is_off(*fit) { say::fit_is_off } else { say::fit };
        said(name.clone(), Amount::digits(*fit, 2))
    };
    let named: Vec<Phrase> = if fits.len() <= NAMED {
        fits.iter().map(of).collect()
    } else {
        fits.iter().filter(|(_, fit)| is_off(*fit)).map(of).collect()
    };
    match (fits.len(), named.len()) {
        (0, _) => None,
        (all, 0) => Some(say::all_fit(all.into())),
        (all, some) if some < all => Some(say::others_fit(named)),
        _ => Some(say::fits(named)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wording::contenders::named;

    fn said(fits: &[f64]) -> String {
        let fits: Vec<(Phrase, f64)> =
            fits.iter().zip('a'..).map(|(fit, name)| (named(&name.to_string()), *fit)).collect();
        told(&fits).map(|said| said.to_string()).unwrap_or_default()
    }

    #[test]
    fn each_fit_is_told_and_so_is_one_that_is_off() {
        assert_eq!(
            said(&[0.999_7, 0.93, 1.05]),
            "Predicted ÷ measured latency at the measured length: a 1.00, b 0.93 (off by more than 5 %) and c 1.05."
        );
        assert_eq!(said(&[]), "", "of nobody");
    }

    #[test]
    fn of_many_those_are_named_that_are_off() {
        let mut many = [1.0; 24];
        assert_eq!(
            said(&many),
            "Predicted ÷ measured latency at the measured length is within 5 % of 1 for all 24 contenders."
        );
        many[3] = 1.2;
        assert_eq!(
            said(&many),
            "Predicted ÷ measured latency at the measured length: d 1.20 (off by more than 5 %); within 5 % of 1 for the others."
        );
    }
}
