//! What must not be said of one answer at once. Everything is read from the printed document.

use std::collections::BTreeSet;

use serde_json::Value;

use super::SIMULATED;
use crate::at;

/// A printed answer, and the words that asked for it.
pub(super) struct Answer<'a> {
    pub(super) answer: &'a Value,
    pub(super) question: &'a [&'a str],
}

fn is(value: &Value, key: &str, word: &str) -> bool {
    value.get(key).and_then(Value::as_str) == Some(word)
}

fn said<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn number(value: &Value, pointer: &str) -> Option<f64> {
    value.pointer(pointer)?.as_f64()
}

fn places(value: &Value) -> Vec<u64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

/// How two contenders may stand.
const STANDINGS: [&str; 7] =
    ["better", "worse", "alike", "unsettled", "untested", "incomparable", "contradicted"];

impl<'a> Answer<'a> {
    /// Holds every part of it against the others, and against what is printed for people. Returns how many pairs it tells apart.
    pub(super) fn hold(&self, printed: &str) -> usize {
        self.numbers();
        self.pairs();
        self.champions();
        self.frontier();
        self.lengths();
        self.job();
        self.rankings();
        self.forests();
        self.is_of_one_kind();
        self.is_what_is_printed(printed);
        self.all("/pairs").iter().filter(|pair| is(pair, "standing", "better")).count()
    }

    fn all(&self, pointer: &str) -> &'a [Value] {
        at(self.answer, pointer).as_array().map_or(&[], Vec::as_slice)
    }

    #[track_caller]
    fn must(&self, holds: bool, rule: &str, said: &dyn std::fmt::Debug) {
        assert!(holds, "{rule}: {said:?} of compare {:?}", self.question);
    }

    fn contender(&self, place: u64) -> &'a Value {
        let found = self.all("/contenders").iter().find(|one| number_of(one) == Some(place));
        found.unwrap_or_else(|| panic!("no contender {place}"))
    }

    fn name(&self, place: u64) -> &'a str {
        said(self.contender(place), "name")
    }

    /// How `a` stands to `b` in a metric, as the pairs have it.
    fn standing(&self, a: u64, b: u64, metric: &str) -> Option<&'static str> {
        self.all("/pairs").iter().filter(|pair| is(pair, "metric", metric)).find_map(|pair| {
            let two = (pair.get("a")?.as_u64()?, pair.get("b")?.as_u64()?);
            let own = STANDINGS.into_iter().find(|word| is(pair, "standing", word))?;
            match own {
                _ if two == (a, b) => Some(own),
                _ if two != (b, a) => None,
                "better" => Some("worse"),
                "worse" => Some("better"),
                other => Some(other),
            }
        })
    }

    fn middle(&self, place: u64, metric: &str) -> Option<f64> {
        number(self.contender(place), &format!("/{metric}/middle"))
    }

    /// Counts add up, rates are theirs, and a median lies between its percentiles and within its interval.
    fn numbers(&self) {
        let count = |one: &Value, key: &str| one.get(key).and_then(Value::as_u64).unwrap_or(0);
        let shown = self.all("/contenders").iter().filter(|one| one["shown"] == true);
        let mut sum = 0;
        for one in shown {
            let (good, failed) = (count(one, "good"), count(one, "failed"));
            sum += good + failed + count(one, "stopped");
            if let Some(rate) = number(one, "/error_rate") {
                #[expect(clippy::cast_precision_loss, reason = "a few requests")]
                let counted = failed as f64 / (good + failed) as f64;
                self.must(
                    (rate - counted).abs() < 1e-12,
                    "the error rate is that of its counts",
                    one,
                );
                let ci = (number(one, "/error_rate_ci/low"), number(one, "/error_rate_ci/high"));
                let holds = ci.0.zip(ci.1).is_none_or(|(low, high)| low <= rate && rate <= high);
                self.must(holds, "and lies in its interval", one);
            }
            for (metric, known) in one.as_object().into_iter().flatten() {
                let Some(middle) = number(known, "/middle") else { continue };
                // A cost is a mean, which may lie beyond a quartile.
                let quartiles = (metric != "cost_usd").then_some(("/p25", "/p75"));
                let all = [("/spread/ci/low", "/spread/ci/high"), ("/spread/min", "/spread/max")];
                for (low, high) in all.into_iter().chain(quartiles) {
                    let ends = number(known, low).zip(number(known, high));
                    let holds = ends.is_none_or(|(low, high)| low <= middle && middle <= high);
                    self.must(holds, "a typical value lies between", &(metric, known));
                }
            }
        }
        self.must(
            at(self.answer, "/requests").as_u64() == Some(sum),
            "requests are counted once",
            &sum,
        );
    }

    /// The pair's own estimate of one contender's value ÷ the other's.
    fn ratio(&self, a: u64, b: u64, metric: &str) -> Option<f64> {
        self.all("/pairs").iter().filter(|pair| is(pair, "metric", metric)).find_map(|pair| {
            let two = (pair.get("a")?.as_u64()?, pair.get("b")?.as_u64()?);
            let ratio = number(pair, "/ratio")?;
            let reversed = (two == (b, a)).then(|| ratio.recip());
            if two == (a, b) { Some(ratio) } else { reversed }
        })
    }

    /// A verdict is one of its own interval, points as the medians do, and goes round in no circle.
    fn pairs(&self) {
        for pair in self.all("/pairs") {
            let ends = number(pair, "/ci/low").zip(number(pair, "/ci/high"));
            let is_apart = is(pair, "standing", "better") || is(pair, "standing", "worse");
            if let Some((low, high)) = ends {
                let ratio = number(pair, "/ratio").expect("an interval is of an estimate");
                self.must(low <= ratio && ratio <= high, "an estimate lies in its interval", pair);
                self.must(
                    !is_apart || low > 1.0 || high < 1.0,
                    "no verdict beyond its interval",
                    pair,
                );
                let alike = low >= 1.0 / 1.0201 && high <= 1.0201;
                self.must(!is(pair, "standing", "alike") || alike, "alike within 2 %", pair);
            }
            let metric = said(pair, "metric");
            let two = (at(pair, "/a").as_u64().expect("a"), at(pair, "/b").as_u64().expect("b"));
            let Some((a, b)) = self.middle(two.0, metric).zip(self.middle(two.1, metric)) else {
                continue;
            };
            let is_better = if metric.ends_with("_tps") { a > b } else { a < b };
            self.must(!is(pair, "standing", "better") || is_better, "better as shown", pair);
            self.must(!is(pair, "standing", "worse") || !is_better, "worse as shown", pair);
            for third in self.all("/contenders").iter().filter_map(number_of) {
                let better = |one, other| self.standing(one, other, metric) == Some("better");
                let circle = better(two.0, two.1) && better(two.1, third) && better(third, two.0);
                self.must(!circle, "nobody is better than who is better", pair);
            }
        }
    }

    /// A card leads whom it names as the pairs do, and nobody stands above it.
    fn champions(&self) {
        for (card, metric) in self.all("/champions").iter().zip(["ttft_ms", "decode_tps"]) {
            let Some(leader) = card.get("place").and_then(Value::as_u64) else { continue };
            // Speeds are in `o200k_base` tokens where all contenders have them.
            let metric =
                if said(card, "figure").contains("o200k") { "neutral_tps" } else { metric };
            let lead = said(card, "lead");
            for other in self.all("/contenders").iter().filter_map(number_of) {
                let standing = self.standing(leader, other, metric);
                self.must(standing != Some("worse"), "nobody is better than the leader", card);
                let named = |words: &str| lead.contains(&format!("{words}{}", self.name(other)));
                if named("× ahead of ")
                    && let Some(ratio) = self.ratio(leader, other, metric)
                {
                    let factor = lead.split('×').next().and_then(|word| word.parse().ok());
                    let factor: f64 = factor.expect("a factor");
                    let is_it = (factor / ratio.max(ratio.recip()) - 1.0).abs() < 0.06;
                    self.must(is_it, "as far ahead as the pair, but for rounding", card);
                }
                self.must(
                    !named("ahead of ") || standing == Some("better"),
                    "ahead as the pair",
                    card,
                );
                self.must(
                    !named("over ") || standing != Some("better"),
                    "no lead, no verdict",
                    card,
                );
                self.must(
                    !named("within 2 % of ") || standing == Some("alike"),
                    "a tie as the pair",
                    card,
                );
            }
        }
    }

    /// Who is beaten is beaten by one that is better or alike in both; the others are the frontier.
    fn frontier(&self) {
        let chart = at(self.answer, "/cost_speed");
        let (speed, measured) = (said(chart, "speed"), is(chart, "cost_of", "request"));
        let listed: BTreeSet<u64> = places(at(chart, "/frontier")).into_iter().collect();
        for mark in at(chart, "/marks").as_array().into_iter().flatten() {
            let place = number_of(mark).expect("its contender");
            let by = places(at(mark, "/dominated_by"));
            self.must(by.is_empty() == listed.contains(&place), "beaten or on the frontier", mark);
            let sentence = said(mark, "sentence");
            self.must(
                sentence.contains("beaten by") != by.is_empty(),
                "the sentence says so",
                mark,
            );
            for one in by {
                let metrics = if measured { vec![speed, "cost_usd"] } else { vec![speed] };
                for metric in metrics {
                    let standing = self.standing(one, place, metric);
                    let holds = matches!(standing, Some("better" | "alike"));
                    self.must(holds, "beaten by one that is not worse", &(metric, standing, mark));
                }
            }
        }
        for place in &listed {
            let many = listed.len() > 1 || said(chart, "sentence").contains(self.name(*place));
            self.must(many, "the frontier is named", chart);
        }
    }

    /// Who is fastest at every length is slower than nobody there, and leads each length alone or with others.
    fn lengths(&self) {
        let lengths = at(self.answer, "/lengths");
        let leaders = at(lengths, "/leaders").as_array().map_or(&[][..], Vec::as_slice);
        let all = at(lengths, "/lines").as_array().map_or(&[][..], Vec::as_slice);
        let lines = |place: u64| -> Vec<f64> {
            let line = all.iter().find(|line| number_of(line) == Some(place));
            let drawn = line.map(|line| at(line, "/latency_ms").as_array());
            drawn.flatten().into_iter().flatten().filter_map(Value::as_f64).collect()
        };
        for (shorter, longer) in leaders.iter().zip(leaders.iter().skip(1)) {
            let meet = number(shorter, "/to").zip(number(longer, "/from"));
            self.must(
                meet.is_some_and(|(to, from)| (to - from).abs() < 1e-6),
                "ranges meet",
                lengths,
            );
        }
        for pair in at(lengths, "/break_evens").as_array().into_iter().flatten() {
            let sentence = said(pair, "sentence");
            let of = |key: &str| at(pair, key).as_u64().expect("a contender");
            let (shorter, longer) = (of("/shorter"), of("/longer"));
            let always =
                sentence.contains("at every length") && sentence.contains("is faster than");
            let never = sentence.contains("do not differ significantly at any length")
                || sentence.contains("cannot be compared")
                || sentence.contains("are not compared at any length")
                || sentence.contains("but at no length as their medians");
            // Who waits longer may still be done first at the shortest length; who is slower in both may not.
            let is_worse = |metric| self.standing(shorter, longer, metric) == Some("worse");
            let slower = is_worse("ttft_ms") && is_worse("decode_tps");
            self.must(!always || !slower, "faster and slower", pair);
            let (own, other) = (lines(shorter), lines(longer));
            let is_first = own.iter().zip(&other).all(|(own, other)| own < other);
            self.must(!always || is_first, "faster, and drawn below", pair);
            for leader in leaders {
                let first = at(leader, "/place").as_u64().expect("a contender");
                let tied = leader.get("tied").map(places).unwrap_or_default();
                let slower = first == longer || tied.contains(&longer);
                self.must(
                    !always || !slower,
                    "slower everywhere and first somewhere",
                    &(pair, leader),
                );
                let alone = tied.is_empty() && (first == shorter || first == longer);
                self.must(!never || !alone, "not faster and alone first", &(pair, leader));
            }
        }
    }

    /// Who is fastest for the job has the least time, and leads at its length.
    fn job(&self) {
        let job = at(self.answer, "/what_if");
        let sentence = said(job, "sentence");
        let estimates = at(job, "/estimates").as_array().map_or(&[][..], Vec::as_slice);
        let times: Vec<(u64, f64)> = estimates
            .iter()
            .filter_map(|one| Some((number_of(one)?, number(one, "/total_ms")?)))
            .collect();
        let named = |place: u64| sentence.contains(&format!("{} is fastest", self.name(place)));
        for (place, time) in times.iter().filter(|(place, _)| named(*place)) {
            let least = times.iter().all(|(_, other)| time <= other);
            self.must(least, "the fastest takes least", job);
            for (other, _) in &times {
                let slower = self.standing(*place, *other, "ttft_ms") == Some("worse")
                    && self.standing(*place, *other, "decode_tps") == Some("worse");
                self.must(!slower, "fastest and slower in both", job);
            }
            self.must(!sentence.contains("no one is significantly fastest"), "one or no one", job);
        }
        let map = at(self.answer, "/win_map");
        let chosen = map.get("here").and_then(Value::as_u64);
        let sentence = said(map, "sentence");
        let named = chosen.is_none_or(|place| sentence.contains(self.name(place)));
        self.must(named, "the choice is named", map);
        self.must(chosen.is_some() || !sentence.contains(", choose "), "or there is none", map);
    }

    /// Ranks are ranges, none of them wholly above that of a better score; who is said to be best has rank 1 alone.
    /// Where little is known of a contender its range is wide, so a worse score may begin at a better rank.
    fn rankings(&self) {
        for ranking in self.all("/rankings") {
            let sentence = said(ranking, "sentence");
            let mut before: Option<(f64, u64)> = None; // the least score so far, the latest begin of a range
            let mut first = 0;
            for one in at(ranking, "/ranked").as_array().into_iter().flatten() {
                let against =
                    one.get("against").and_then(Value::as_array).is_some_and(|why| !why.is_empty());
                let Some(score) = number(one, "/score") else {
                    self.must(one.get("rank").is_none(), "no score, no rank", one);
                    continue;
                };
                self.must(!against, "ranked, and not ranked", one);
                let rank = |key: &str| at(one, key).as_u64().expect("a rank");
                self.must(rank("/rank") <= rank("/rank_to"), "a range", one);
                let ordered = before
                    .is_none_or(|(better, latest)| score <= better && latest <= rank("/rank_to"));
                self.must(ordered, "in the order of scores", ranking);
                let latest = before.map_or(0, |(_, latest)| latest).max(rank("/rank"));
                before = Some((score, latest));
                first += usize::from(rank("/rank") == 1);
            }
            let open = sentence.contains("no one is significantly best")
                || sentence.contains("no one is shown to be best")
                || sentence.contains("it is not known who is best");
            self.must(!open || first > 1, "open between several", &(sentence, first));
            let sure = !open && sentence.contains(" against ");
            self.must(!sure || first == 1, "the best is one", &(sentence, first));
        }
    }

    /// The leader of a forest and its rows stand as the pairs do.
    fn forests(&self) {
        for forest in self.all("/forests") {
            let leader = at(forest, "/leader").as_u64().expect("a contender");
            let metric = said(forest, "metric");
            for row in at(forest, "/rows").as_array().into_iter().flatten() {
                let place = number_of(row).expect("a contender");
                let standing = self.standing(leader, place, metric);
                self.must(
                    standing == Some(said(row, "standing")),
                    "a row is its pair",
                    &(metric, row, standing),
                );
            }
        }
    }

    /// Simulated contenders are compared when asked for and never beside real ones.
    fn is_of_one_kind(&self) {
        let simulated = self.question.contains(&"--simulated");
        for one in self.all("/contenders") {
            let model = said(one, "model");
            let is_simulated = said(one, "provider") == "simulated";
            self.must(is_simulated == simulated, "of one kind", one);
            self.must(SIMULATED.ends_with(model) == simulated, "by its model", one);
        }
        let all = self.answer.to_string();
        self.must(simulated || !all.contains("ttft=1ms"), "nor in any sentence", &simulated);
    }

    /// What is printed for people is what the document says.
    fn is_what_is_printed(&self, printed: &str) {
        for part in ["/cost_speed", "/lengths", "/what_if", "/win_map", "/trend"] {
            let sentence = said(at(self.answer, part), "sentence");
            let is_empty = sentence.starts_with("No ") || sentence.starts_with("There is only");
            self.must(is_empty || printed.contains(sentence), "said in text too", &sentence);
        }
    }
}

/// The contender that an entry is about.
fn number_of(entry: &Value) -> Option<u64> {
    entry.get("place")?.as_u64()
}
