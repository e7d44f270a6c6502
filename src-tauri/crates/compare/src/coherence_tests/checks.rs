//! What must not be said of one answer at once. Everything is read from the document and its sentences, as a reader would.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Display;

use measure::{Better, Metric};

use crate::contender::ContenderSummary;
use crate::cost_speed_axes::CostOf;
use crate::difference::Basis;
use crate::metric_summary::better;
use crate::predict::Leader;
use crate::ranking::{ContenderRank, Ranking};
use crate::standing::Standing;
use crate::view::CompareView;

/// Broken rules, each with the first sentence that breaks it.
pub(super) type Contradictions = BTreeMap<&'static str, String>;

/// One answer, and the seed of its history.
pub(super) struct Held<'a> {
    pub(super) answer: &'a CompareView,
    pub(super) seed: u64,
    pub(super) broken: &'a RefCell<Contradictions>,
}

impl Held<'_> {
    /// Notes a rule that does not hold, where that was, and what is said there.
    pub(super) fn must(&self, holds: bool, rule: &'static str, said: &(impl Display + ?Sized)) {
        if !holds {
            let mut broken = self.broken.borrow_mut();
            broken.entry(rule).or_insert_with(|| format!("history {}: {said}", self.seed));
        }
    }

    pub(super) fn name(&self, place: u32) -> String {
        let found = self.answer.contenders.iter().find(|one| one.place == place);
        found.map(|one| one.name.to_string()).unwrap_or_default()
    }

    pub(super) fn shown(&self) -> Vec<u32> {
        self.answer.contenders.iter().filter(|one| one.shown).map(|one| one.place).collect()
    }

    pub(super) fn standing(&self, a: u32, b: u32, metric: Metric) -> Option<Standing> {
        self.answer.pairs.iter().find_map(|pair| match pair {
            pair if pair.metric != metric => None,
            pair if (pair.a, pair.b) == (a, b) => Some(pair.standing),
            pair if (pair.a, pair.b) == (b, a) => Some(pair.standing.reversed()),
            _ => None,
        })
    }

    fn middle(&self, place: u32, metric: Metric) -> Option<f64> {
        self.answer.contenders.iter().find(|one| one.place == place)?.middle(metric)
    }

    fn knows_median(&self, place: u32, metric: Metric) -> bool {
        let found = self.answer.contenders.iter().find(|one| one.place == place);
        let summary = found.and_then(|one| one.summary(metric));
        summary.is_none_or(|summary| summary.spread.ci.is_some())
    }

    pub(super) fn hold(&self) {
        self.pairs();
        self.champions();
        self.frontier();
        self.lengths();
        self.measured_lengths();
        self.measured_latencies();
        self.map();
        self.what_if();
        for ranking in &self.answer.rankings {
            self.ranking(ranking);
        }
        self.changes();
        self.figures();
        self.prompts_of_several_lengths();
        self.undecided();
    }

    /// No card quotes a median over prompts of very different lengths.
    fn prompts_of_several_lengths(&self) {
        for (card, metric) in [(0, Metric::TtftMs), (2, Metric::CostUsd)] {
            let Some(card) = self.answer.champions.get(card) else { continue };
            let of_card = |one: &&ContenderSummary| Some(one.place) == card.place;
            let Some(one) = self.answer.contenders.iter().find(of_card) else { continue };
            let is_measured =
                metric != Metric::CostUsd || self.answer.question.cost_of == CostOf::Request;
            let is_told = card.figure.to_string().contains(" in, ");
            let must = is_measured && one.at_ends(metric).is_some();
            self.must(is_told == must, "no card quotes a median that no prompt had", &card.figure);
        }
    }

    /// A verdict is one of its own interval, points the way the shown numbers do, and goes round in no circle.
    fn pairs(&self) {
        for pair in &self.answer.pairs {
            let said = format!("{pair:?}");
            let low_is_better = better(pair.metric) == Better::Lower;
            if let Some(ci) = pair.ci {
                let ratio = pair.ratio.unwrap_or(f64::NAN);
                self.must(ci.contains(ratio), "an estimate lies in its interval", &said);
                let is_apart = matches!(pair.standing, Standing::Better | Standing::Worse);
                self.must(!is_apart || !ci.contains(1.0), "told apart beyond its interval", &said);
                let alike = ci.low >= 1.0 / 1.0201 && ci.high <= 1.0201;
                let says = pair.standing == Standing::Alike;
                self.must(!says || alike, "alike within 2 %", &said);
            }
            let knows = |place| self.knows_median(place, pair.metric);
            let is_open = matches!(pair.standing, Standing::Untested | Standing::Incomparable)
                && pair.ci.is_none();
            self.must(
                is_open || pair.basis != Basis::OneRunEach || (knows(pair.a) && knows(pair.b)),
                "no verdict where a median is not known",
                &said,
            );
            let shown = self.middle(pair.a, pair.metric).zip(self.middle(pair.b, pair.metric));
            let Some((a, b)) = shown else { continue };
            let is_better = (a < b) == low_is_better;
            match pair.standing {
                Standing::Better => {
                    self.must(is_better && a.total_cmp(&b).is_ne(), "better as shown", &said);
                }
                Standing::Worse => {
                    self.must(!is_better || a.total_cmp(&b).is_eq(), "worse as shown", &said);
                }
                _ => {}
            }
        }
    }

    /// A card's leader has the best shown value and leads whom it says, and nobody stands above it.
    fn champions(&self) {
        let metrics = [(0, Metric::TtftMs)];
        for card in &self.answer.champions {
            let said = format!("{}: {} {}", card.title, card.figure, card.lead);
            self.must(
                !card.lead.to_string().starts_with("1.00×"),
                "a lead is more than nothing",
                &said,
            );
            let claims = card.lead.to_string().contains("ahead of");
            self.must(
                claims != card.tie
                    || card.lead.to_string().starts_with("nothing")
                    || card.lead.to_string().starts_with("no other")
                    || card.place.is_none(),
                "a tie is no lead",
                &said,
            );
        }
        for (at, metric) in metrics {
            let card = &self.answer.champions[at];
            let Some(leader) = card.place else { continue };
            for other in self.shown() {
                let above = self.standing(other, leader, metric) == Some(Standing::Better);
                self.must(
                    !above,
                    "nobody is better than the leader",
                    &format!("{}: {}", card.title, card.lead),
                );
                let named = self.is_named_in(other, &card.lead.to_string())
                    && card.lead.to_string().contains("within 2 % of");
                let alike = self.standing(leader, other, metric) == Some(Standing::Alike);
                self.must(
                    !named || alike || self.name(leader).contains(&self.name(other)),
                    "a tie is with one that is alike",
                    &card.lead,
                );
            }
        }
    }

    fn cost(&self) -> Option<Metric> {
        (self.answer.question.cost_of == CostOf::Request).then_some(Metric::CostUsd)
    }

    /// Who is beaten is beaten by one that is better in one and not worse in the other, and the frontier is the rest.
    fn frontier(&self) {
        let chart = &self.answer.cost_speed;
        let speed = Metric::ALL.into_iter().find(|metric| metric.id() == chart.speed);
        let speed = speed.unwrap_or(Metric::DecodeTps);
        let own: Vec<u32> =
            chart.marks.iter().filter(|mark| mark.on_frontier).map(|mark| mark.place).collect();
        let mut listed = chart.frontier.clone();
        listed.sort_unstable();
        let mut marked = own.clone();
        marked.sort_unstable();
        self.must(listed == marked, "one frontier", &chart.sentence);
        self.must(
            chart.marks.is_empty() || !own.is_empty(),
            "somebody is on the frontier",
            &chart.sentence,
        );
        for mark in &chart.marks {
            for by in &mark.dominated_by {
                let in_speed = self.standing(*by, mark.place, speed);
                let in_cost = self.cost().map(|cost| self.standing(*by, mark.place, cost));
                let good = |standing| matches!(standing, Some(Standing::Better | Standing::Alike));
                self.must(
                    good(in_speed) && in_cost.is_none_or(good),
                    "beaten in both",
                    &mark.sentence,
                );
                let one = Some(Standing::Better);
                self.must(
                    in_cost.is_none() || in_speed == one || in_cost == Some(one),
                    "in one at least",
                    &mark.sentence,
                );
            }
            let says = mark.sentence.to_string().contains("; beaten by ");
            self.must(says != mark.on_frontier, "the sentence is the mark", &mark.sentence);
            self.must(
                !mark.sentence.to_string().contains(" 1.00×"),
                "a factor is more than nothing",
                &mark.sentence,
            );
            let (alone, named) = (chart.marks.len() == 1, self.name(mark.place));
            let listed =
                chart.sentence.to_string().split(". ").next().unwrap_or_default().contains(&named);
            self.must(
                alone || listed || !mark.on_frontier,
                "the frontier is named",
                &chart.sentence,
            );
        }
    }

    fn leader_at(&self, tokens: f64) -> Option<&Leader> {
        self.answer.lengths.leaders.iter().find(|one| one.from < tokens && tokens < one.to)
    }

    /// What is to be chosen is what wins there, and shares are those of the cells.
    fn map(&self) {
        let map = &self.answer.win_map;
        let said = &map.sentence.to_string();
        let sum: f64 = map.shares.iter().map(|one| one.share).sum();
        self.must(sum <= 1.0 + 1e-9, "shares of one map", said);
        let chosen = map.here.map(|place| format!("choose {}", self.name(place)));
        if let Some(chosen) = chosen {
            let is_only = said.contains("is the only contender");
            let is_said = [".", " ("].iter().any(|end| said.contains(&format!("{chosen}{end}")));
            self.must(is_only || is_said, "the choice is the winner", said);
        } else {
            self.must(!said.contains(", choose "), "without a winner nobody is chosen", said);
        }
        let cells: usize = map.winners.iter().map(Vec::len).sum();
        for one in &map.shares {
            let won = map.winners.iter().flatten().zip(map.tied.iter().flatten());
            let own = won.filter(|(place, tied)| **place == one.place && !**tied).count();
            #[expect(clippy::cast_precision_loss, reason = "cells are few")]
            let share = own as f64 / cells as f64;
            self.must((share - one.share).abs() < 1e-9, "a share is its cells", said);
        }
        let nowhere = said.contains("Nowhere on the map");
        self.must(
            nowhere == (map.shares.is_empty() && cells > 0 && said.contains(" worth ")),
            "nowhere is no share",
            said,
        );
    }

    /// Who is fastest for the workload is not one that is slower at its length.
    fn what_if(&self) {
        let what_if = &self.answer.what_if;
        let said = &what_if.sentence.to_string();
        let timed: Vec<u32> = what_if
            .estimates
            .iter()
            .filter(|one| one.total_ms.is_some())
            .map(|one| one.place)
            .collect();
        let Some(first) = timed.first() else {
            return self.must(said.contains("can be predicted"), "nothing is nothing", said);
        };
        let alone = said.contains(&format!("{} is fastest", self.name(*first)));
        self.must(!alone || timed.len() > 1, "fastest of one is nothing", said);
        let together = said.contains("no one is significantly fastest");
        self.must(!(alone && together), "one or the other", said);
        let length = self.answer.question.workload.out_tokens;
        let drawn = what_if.estimates.iter().any(|one| one.extrapolated);
        if let Some(leader) = self.leader_at(length).filter(|_| !drawn) {
            let leads = leader.place == *first || leader.tied.contains(first);
            self.must(
                !alone || leads,
                "fastest here and there",
                &format!("{said} | {}", self.answer.lengths.sentence),
            );
        }
    }

    /// Ranks are ranges that agree with the scores, with the limits and with the pairs.
    fn ranking(&self, ranking: &Ranking) {
        let said = &ranking.sentence.to_string();
        let ranked: Vec<&ContenderRank> =
            ranking.ranked.iter().filter(|one| one.score.is_some()).collect();
        for one in &ranking.ranked {
            let both = one.rank.is_some() == one.score.is_some()
                && one.rank.is_some() == one.rank_to.is_some();
            self.must(both, "a rank has a score", said);
            self.must(
                one.rank.is_none() || one.against.is_empty(),
                "a rank and a reason against it",
                &format!("{:?}", one.against),
            );
            self.must(one.rank <= one.rank_to, "a range of ranks", said);
            for why in one.against.iter().chain(&one.open) {
                self.limit(&why.to_string());
            }
            for why in &one.open {
                self.must(!one.against.contains(why), "kept or broken", why);
            }
        }
        for (a, one) in ranked.iter().enumerate() {
            for other in ranked.iter().skip(a + 1) {
                self.must(one.score >= other.score, "best first", said);
                let below = other.rank_to < one.rank;
                self.must(!below, "a rank below a lower score", said);
            }
            // Who differs in nothing is not surely ahead.
            for other in ranked.iter().skip(a + 1).filter(|other| one.rank_to < other.rank) {
                let metrics = [Metric::TtftMs, self.speed(), Metric::LatencyMs, Metric::CostUsd];
                let same = metrics.into_iter().all(|metric| {
                    matches!(
                        self.standing(one.place, other.place, metric),
                        Some(Standing::Unsettled | Standing::Alike | Standing::Untested)
                    )
                });
                let names =
                    format!("{} and {}: {said}", self.name(one.place), self.name(other.place));
                self.must(!same, "ahead of one that does not differ in anything", &names);
            }
        }
        let open = said.contains("no one is significantly best")
            || said.contains("no one is shown to be best")
            || said.contains("it is not known who is best");
        let alone = ranked.first().is_some_and(|one| one.rank_to == Some(1));
        self.must(!open || (!alone && ranked.len() > 1), "open or not", said);
    }

    fn speed(&self) -> Metric {
        let speed = self.answer.cost_speed.speed;
        let found = Metric::ALL.into_iter().find(|metric| metric.id() == speed);
        found.filter(|metric| *metric != Metric::LatencyMs).unwrap_or(Metric::DecodeTps)
    }

    /// "1.50 s is above 1.50 s" says nothing.
    fn limit(&self, why: &str) {
        for word in [" is above ", " is below "] {
            let Some((own, limit)) = why.split_once(word) else { continue };
            let limit = limit.split(',').next().unwrap_or_default();
            self.must(!own.ends_with(&format!(" {limit}")), "a limit is broken by something", why);
        }
    }

    /// The sentence names the changes that are verdicts, and no other.
    fn changes(&self) {
        use crate::change::ChangeVerdict::{Better, Differs, Worse};
        let changes = &self.answer.changes;
        let said = &changes.sentence.to_string();
        for (verdict, word) in
            [(Better, "Better:"), (Worse, "Worse:"), (Differs, "The runs differ in")]
        {
            let any = changes.changes.iter().any(|one| one.verdict == verdict);
            self.must(any == said.contains(word), "a change is said", said);
        }
        let none = said.contains("No change is significant");
        let any = changes.changes.iter().any(|one| matches!(one.verdict, Better | Worse | Differs));
        self.must(!(none && any), "or it is not", said);
        let trend = &self.answer.trend;
        let says = trend.sentence.to_string().contains("was found in any number");
        let named = (trend.changes.len(), trend.drifts.len(), trend.unsettled.len());
        let is_found = named != (0, 0, 0);
        self.must(!says || !is_found, "days change or do not", &trend.sentence);
    }

    /// No sentence goes from a number to the same one.
    fn figures(&self) {
        let hedges = self.answer.hedges.iter().map(|hedge| &hedge.sentence);
        let answer = self.answer;
        let changes = [&answer.changes.sentence, &answer.trend.sentence, &answer.hedging];
        for said in hedges.chain(changes) {
            let said = &said.to_string();
            for part in said.split(" from ").skip(1) {
                let Some((from, rest)) = part.split_once(" to ") else { continue };
                let same = rest.starts_with(&format!("{from},"))
                    || rest.starts_with(&format!("{from}."))
                    || rest.starts_with(&format!("{from} "));
                self.must(!same, "a change is one", said);
            }
        }
    }
}
