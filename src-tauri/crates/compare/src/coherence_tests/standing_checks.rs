//! What a sentence says of contenders that are not told apart: that they do not differ significantly, of none that was not tested.

use measure::Metric;

use super::checks::Held;
use crate::standing::Standing;

/// Words for those who were tested.
const TESTED: [&str; 4] = [
    "do not differ significantly",
    "no one is significantly fastest among",
    "no significant lead over",
    "no one is significantly best:",
];

impl Held<'_> {
    /// Each sentence takes the standing of a pair from one place.
    pub(super) fn undecided(&self) {
        let answer = self.answer;
        let sentences = [&answer.lengths.sentence, &answer.what_if.sentence];
        let cards = answer.champions.iter().map(|card| &card.lead);
        let rankings = answer.rankings.iter().map(|ranking| &ranking.sentence);
        for said in sentences.into_iter().chain(cards).chain(rankings) {
            let said = &said.to_string();
            for clause in said.split(['.', ';']) {
                let names_tested = TESTED.iter().any(|words| clause.contains(words));
                for place in self.shown().into_iter().filter(|_| names_tested) {
                    self.must(
                        !self.is_untested(place) || !self.is_named_in(place, clause),
                        "who was never tested is not called equal",
                        said,
                    );
                }
            }
        }
        for ranking in &answer.rankings {
            let said = &ranking.sentence.to_string();
            let open = [
                "no one is significantly best: ",
                "shown to be best: ",
                "from so few runs, rounds or waves: ",
            ];
            for names in open.iter().filter_map(|words| said.split(words).nth(1)) {
                let first = names.split(['.', ';']).next().unwrap_or_default();
                let many = first.contains(" and ") || names.contains("; ");
                self.must(many, "it takes two not to be told apart", said);
            }
        }
        self.fastest();
    }

    /// Whether nobody could be compared with it in anything timed.
    fn is_untested(&self, place: u32) -> bool {
        let timed = [Metric::TtftMs, Metric::NeutralTps, Metric::DecodeTps, Metric::LatencyMs];
        let mut others = self.shown().into_iter().filter(|other| *other != place);
        let untested = |other: u32, metric: Metric| {
            self.standing(place, other, metric).is_none_or(|own| own == Standing::Untested)
        };
        let has_ttft = |other: u32| self.standing(place, other, Metric::TtftMs).is_some();
        others.clone().any(has_ttft)
            && others.all(|other| timed.into_iter().all(|metric| untested(other, metric)))
    }

    /// Whether a clause has its name, and not only one that contains it.
    pub(super) fn is_named_in(&self, place: u32, clause: &str) -> bool {
        let name = self.name(place);
        let longer = |other: u32| other != place && self.name(other).contains(&name);
        clause.contains(&name) && !self.shown().into_iter().any(longer)
    }

    /// Nobody is fastest who is not compared with one that has a time as well.
    fn fastest(&self) {
        let said = &self.answer.what_if.sentence.to_string();
        for pair in &self.answer.lengths.break_evens {
            let of_pair = pair.sentence.to_string();
            if !of_pair.contains("cannot be compared") {
                continue;
            }
            for place in [pair.shorter, pair.longer] {
                let is_fastest = said.contains(&format!(", {} is fastest", self.name(place)));
                self.must(!is_fastest, "nobody is fastest of one not compared", said);
            }
        }
    }
}
