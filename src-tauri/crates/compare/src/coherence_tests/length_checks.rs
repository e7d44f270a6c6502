//! What must not be said at once of answer lengths: by leaders and break-evens, and of lengths that were not measured.

use std::collections::BTreeSet;

use super::checks::Held;
use crate::answer_lengths::{LONGEST, SHORTEST};
use crate::latency_model::LatencyModel;
use crate::ranking::Figure;
use crate::standing::Standing;
use measure::{Metric, format};

/// What a sentence says of lengths that were not measured.
const PREDICTED: &str = "(predicted from ";

impl Held<'_> {
    /// The leaders cover every length once, and no pair of lines contradicts them.
    pub(super) fn lengths(&self) {
        let lengths = &self.answer.lengths;
        for two in lengths.leaders.windows(2) {
            self.must((two[0].to - two[1].from).abs() < 1e-6, "ranges meet", &lengths.sentence);
        }
        self.boundaries();
        for pair in &lengths.break_evens {
            let always = pair.sentence.to_string().contains("is faster than")
                && pair.sentence.to_string().contains("at every length");
            let said = pair.sentence.to_string();
            let never = [
                "do not differ significantly at any length",
                "cannot be compared",
                "are not compared at any length",
                "but at no length as their medians",
            ];
            let never = never.iter().any(|words| said.contains(words));
            for leader in &lengths.leaders {
                let said = format!("{} | {}", pair.sentence, lengths.sentence);
                let among = |place: u32| leader.place == place || leader.tied.contains(&place);
                let is_slower = always && leader.place == pair.longer;
                self.must(!is_slower, "who is slower everywhere leads nowhere", &said);
                let are_both = always && among(pair.shorter) && among(pair.longer);
                self.must(!are_both, "who is slower than one is not its equal", &said);
                let alone = leader.tied.is_empty();
                let of_the_two = leader.place == pair.shorter || leader.place == pair.longer;
                self.must(
                    !never || !alone || !of_the_two,
                    "who is not faster is not fastest",
                    &said,
                );
                let at = (leader.from * leader.to).sqrt();
                let Some(ci) = pair.ci else { continue };
                if ci.low < at && at < ci.high {
                    self.must(!alone || !of_the_two, "in between nobody of the two leads", &said);
                }
            }
        }
    }

    /// Where measured latencies differ, no sentence that covers the measured lengths denies it without a word of that.
    pub(super) fn measured_latencies(&self) {
        let rule = "what was measured is not denied by what is predicted";
        let differs = |a: u32, b: u32| {
            let latency = self.standing(a, b, Metric::LatencyMs);
            matches!(latency, Some(Standing::Better | Standing::Worse))
        };
        let tells = |said: &str| said.contains("measured latencies differ");
        let lengths = &self.answer.lengths;
        for pair in lengths.break_evens.iter().filter(|pair| differs(pair.shorter, pair.longer)) {
            let said = &pair.sentence.to_string();
            let denies = said.contains("do not differ significantly at any length");
            self.must(!denies || tells(said), rule, said);
            let [_] = lengths.break_evens.as_slice() else { continue };
            let said = &lengths.sentence.to_string();
            let denies = said.starts_with("At no length is one shown to be fastest");
            self.must(!denies || tells(said), rule, said);
            let what_if = &self.answer.what_if;
            let said = &what_if.sentence.to_string();
            let is_measured = what_if.estimates.iter().all(|one| !one.extrapolated);
            let denies = is_measured && said.contains("no one is significantly fastest");
            self.must(!denies || tells(said), rule, said);
        }
        // And where it is told, it is so.
        let said = &lengths.sentence.to_string();
        let Some((_, told)) = said.split_once("measured latencies differ: ") else { return };
        let is_told = |a: u32, b: u32| {
            told.contains(&format!("{} was faster than {}", self.name(a), self.name(b)))
        };
        for (a, b) in
            self.shown().into_iter().flat_map(|a| self.shown().into_iter().map(move |b| (a, b)))
        {
            let is_better = self.standing(a, b, Metric::LatencyMs) == Some(Standing::Better);
            self.must(a == b || !is_told(a, b) || is_better, "a latency that differs does", said);
        }
    }

    /// A length at which the leaders change is one at which a pair does, and of two contenders they name the same.
    fn boundaries(&self) {
        let lengths = &self.answer.lengths;
        let pairs = lengths.break_evens.iter();
        let of_pairs: BTreeSet<String> =
            pairs.flat_map(|pair| self.lengths_in(&pair.sentence.to_string())).collect();
        for two in lengths.leaders.windows(2) {
            let at = format::whole(two[0].to);
            self.must(
                of_pairs.contains(&at),
                "leaders change where a pair does",
                &format!("{at} of {} | {of_pairs:?}", lengths.sentence),
            );
        }
        if let [pair] = lengths.break_evens.as_slice() {
            self.must(
                self.lengths_in(&lengths.sentence.to_string()) == of_pairs,
                "one break-even of two contenders",
                &format!("{} | {}", pair.sentence, lengths.sentence),
            );
        }
    }

    /// The lengths that a sentence names, without the chart's own ends and without what it is predicted from.
    fn lengths_in(&self, sentence: &str) -> BTreeSet<String> {
        let mut claimed = sentence.split(" (predicted").next().unwrap_or_default().to_owned();
        // A name may have a number of requests in flight.
        for one in &self.answer.contenders {
            claimed = claimed.replace(&one.name.to_string(), "it");
        }
        let ends = [SHORTEST, LONGEST].map(format::whole);
        let words = claimed.split([' ', ';', '.']).map(str::to_owned);
        let numbers = words.filter(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        numbers.filter(|number| !ends.contains(number)).collect()
    }

    fn models(&self) -> Vec<LatencyModel> {
        let shown = self.answer.contenders.iter().filter(|one| one.shown);
        shown.filter_map(|one| one.latency).collect()
    }

    /// What is said of lengths that were not measured says so in the same sentence, and nothing else does.
    pub(super) fn measured_lengths(&self) {
        let rule = "what was not measured is predicted, in the same sentence";
        let answer = self.answer;
        for pair in &answer.lengths.break_evens {
            let says = pair.sentence.to_string().contains(PREDICTED);
            self.must(says == pair.extrapolated, rule, &pair.sentence);
        }
        let models = self.models();
        let beyond = |tokens: f64| models.iter().any(|model| !model.knows(tokens));
        let every = beyond(SHORTEST) || beyond(LONGEST);
        let said = &answer.lengths.sentence.to_string();
        self.must(models.is_empty() || every == said.contains(PREDICTED), rule, said);
        let timed = answer.what_if.estimates.iter().filter(|one| one.total_ms.is_some());
        let is_any = timed.clone().any(|one| one.extrapolated);
        let said = &answer.what_if.sentence.to_string();
        let time = said.split_inclusive(").").next().unwrap_or_default();
        self.must(is_any == time.contains(PREDICTED), rule, said);
        let card = answer.champions.last().filter(|card| card.place.is_some());
        if let Some(card) = card {
            self.must(is_any == card.lead.to_string().contains(PREDICTED), rule, &card.lead);
        }
        let map = &answer.win_map;
        let is_drawn = map.extrapolated.iter().flatten().any(|drawn| *drawn);
        let is_one = map.sentence.to_string().contains("is the only contender");
        self.must(
            is_one || !is_drawn || map.sentence.to_string().contains(PREDICTED),
            rule,
            &map.sentence,
        );
        for ranking in &answer.rankings {
            let is_of_time = |figure: Figure| matches!(figure, Figure::Latency | Figure::LoopTime);
            let is_predicted = ranking.use_case.terms.iter().any(|term| is_of_time(term.figure));
            let scored = ranking.ranked.iter().filter(|one| one.score.is_some());
            let places: Vec<u32> = scored.map(|one| one.place).collect();
            let out_tokens = ranking.use_case.workload.out_tokens;
            let is_beyond = models
                .iter()
                .any(|model| places.contains(&model.place) && !model.knows(out_tokens));
            let says = ranking.sentence.to_string().contains(PREDICTED);
            self.must(says || !(is_predicted && is_beyond), rule, &ranking.sentence);
        }
    }
}
