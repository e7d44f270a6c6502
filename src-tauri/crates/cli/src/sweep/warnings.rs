//! The warnings of a sweep's levels and of their requests, each once, with where and how often it holds.

use std::collections::BTreeSet;

use measure::Warning;
use race::Level;

use crate::terminal::words;

/// One line for each warning that a level or any of its requests carries: where it holds, and what it means. `levels` are those of
/// every contender, each with the words that name it; `left_out` are the options that servers refused.
pub(crate) fn lines(levels: &[(String, &Level)], left_out: &BTreeSet<String>) -> Vec<String> {
    let said = |warning: Warning| {
        let places: Vec<Place<'_>> =
            levels.iter().filter_map(|(name, level)| Place::of(name, level, warning)).collect();
        let is_everywhere = levels.len() > 1 && places.len() == levels.len();
        let at = match places.as_slice() {
            [] => return None,
            all if is_everywhere && all.iter().all(|place| place.requests.is_none()) => {
                "Every level".to_owned()
            }
            all if is_everywhere && all.iter().all(Place::is_of_every_request) => {
                "Every request".to_owned()
            }
            all => all.iter().map(Place::text).collect::<Vec<_>>().join("; "),
        };
        Some(format!("{at}: {}", words::advice(warning, left_out)))
    };
    Warning::ALL.into_iter().filter_map(said).collect()
}

/// Where a warning holds.
struct Place<'a> {
    level: &'a str,
    /// How many requests of the level carry it, and of how many; absent if the level as a whole carries it.
    requests: Option<(u32, u32)>,
}

impl<'a> Place<'a> {
    fn of(name: &'a str, level: &Level, warning: Warning) -> Option<Self> {
        if level.doubts.contains(&warning) {
            return Some(Self { level: name, requests: None });
        }
        let as_u32 = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
        let carrying = level.samples.iter().filter(|sample| sample.doubts.contains(&warning));
        let carrying = as_u32(carrying.count());
        let requests = Some((carrying, as_u32(level.samples.len())));
        (carrying > 0).then_some(Self { level: name, requests })
    }

    fn is_of_every_request(&self) -> bool {
        self.requests.is_some_and(|(carrying, of)| carrying == of)
    }

    fn text(&self) -> String {
        match self.requests {
            None => self.level.to_owned(),
            Some((carrying, of)) => {
                let carrying = words::count(carrying);
                format!("{} ({carrying} of {})", self.level, words::several(of, "request"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use race::Sample;
    use serde_json::json;

    use super::*;

    fn level(of_all: &[Warning], samples: &[&[Warning]]) -> Level {
        let sample = |doubts: &&[Warning]| -> Sample {
            let sample = json!({
                "status": "ok", "stalls": 0, "chunks": 9, "reasoning_type": "none", "attempts": 1,
                "ticks_ms": [], "text": "a", "reasoning": "", "doubts": doubts,
            });
            serde_json::from_value(sample).expect("a sample")
        };
        Level {
            doubts: of_all.to_vec(),
            samples: samples.iter().map(sample).collect(),
            ..Level::default()
        }
    }

    fn said(levels: &[Level]) -> Vec<String> {
        let named = levels.iter().zip(1..);
        let named: Vec<_> =
            named.map(|(level, load)| (format!("{load} in flight"), level)).collect();
        let lines = lines(&named, &BTreeSet::new()).into_iter();
        lines.filter_map(|line| Some(line.split_once(": ")?.0.to_owned())).collect()
    }

    #[test]
    fn what_requests_carry_is_said_with_its_level_and_how_many_of_them() {
        let some = level(&[], &[&[Warning::Buffered], &[], &[Warning::Buffered]]);
        let none = level(&[], &[&[], &[]]);
        assert_eq!(said(&[some, none]), ["1 in flight (2 of 3 requests)"]);
    }

    #[test]
    fn what_all_carry_is_said_once_of_every_level_or_request() {
        let whole = || level(&[Warning::FewWaves], &[&[]]);
        assert_eq!(said(&[whole(), whole()]), ["Every level"]);
        assert_eq!(said(&[whole()]), ["1 in flight"], "of one level its load is as short");
        let each = || level(&[], &[&[Warning::Short], &[Warning::Short]]);
        assert_eq!(said(&[each(), each()]), ["Every request"]);
    }

    #[test]
    fn what_a_level_carries_as_a_whole_is_not_counted_in_its_requests_too() {
        let both = level(&[Warning::ClockGap], &[&[Warning::ClockGap], &[]]);
        let one = level(&[], &[&[Warning::ClockGap], &[]]);
        assert_eq!(said(&[both, one]), ["1 in flight; 2 in flight (1 of 2 requests)"]);
    }
}
