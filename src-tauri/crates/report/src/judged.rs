//! What a judge said of the answers of a race, in sentences. It is told apart from checks, and never mixed with them.

use std::fmt::Write;

use measure::format;
use race::{JudgeFindings, JudgeVote, JudgeWord, JudgedLanes, Judgement, Run};

/// Who judged and at what cost, whether its word is used and why, and what it says of each two lanes. `names` are those of the lanes.
/// Empty without a judge.
pub fn judged(run: &Run, names: &[String]) -> Vec<String> {
    let Some(judgement) = &run.judgement else {
        let was_planned = run.plan.judge.is_some();
        let why = "Its judge was not asked: the race was stopped, could not be kept, or Paceline was ended first. `paceline judge` asks it.";
        return was_planned.then(|| why.to_owned()).into_iter().collect();
    };
    let found = judgement.found(run.lanes.len());
    let mut lines = vec![asked(judgement, &found), word(&found)];
    let name = |lane: u32| names.get(lane as usize).map_or("", String::as_str);
    if found.word == JudgeWord::Used {
        lines.extend(found.lanes.iter().map(|lanes| of_lanes(lanes, name)));
    }
    lines.extend(remarks(run, judgement, &found));
    lines
}

fn count(number: u32) -> String {
    format::count(number)
}

fn several(number: u32, what: &str) -> String {
    format::several(number as usize, what)
}

fn asked(judgement: &Judgement, found: &JudgeFindings) -> String {
    let Judgement { label, model, simulated, .. } = judgement;
    let kind = if *simulated { "SIMULATED " } else { "" };
    let mut told = format!(
        "Judge: {kind}{label} {model} was asked {} about {}, blind to names and in both orders",
        several(found.requests, "time"),
        several(found.pairs + found.unread, "answer pair")
    );
    if let Some(usd) = found.cost_usd.filter(|_| !simulated) {
        let _infallible = write!(told, ", for {}", measure::Unit::Dollars.written(usd));
    }
    if found.cost_unknown > 0 {
        let _infallible =
            write!(told, ", {} of unknown cost", several(found.cost_unknown, "request"));
    }
    let ms = found.seconds * 1e3;
    if ms > 0.0 {
        let _infallible = write!(told, ", in {}", measure::Unit::Duration.written(ms));
    }
    told + "."
}

/// Its agreement with itself, and whether its word is used.
fn word(found: &JudgeFindings) -> String {
    let decided = found.same + found.first + found.second;
    let (pairs, decided) = (count(found.pairs), count(decided));
    let agreed = found.agreement.zip(found.interval).map(|(share, within)| {
        format!(
            "The judge agreed with itself in {} of {pairs} ({}, 95 %: {} to {})",
            count(found.same + found.ties),
            format::percent(share),
            format::percent(within.low),
            format::percent(within.high)
        )
    });
    let agreed = agreed.unwrap_or_default();
    match found.word {
        JudgeWord::Used => {
            format!("{agreed}. Its word is told below, and no check or medal follows it.")
        }
        JudgeWord::PrefersFirst | JudgeWord::PrefersSecond => {
            let (place, many) = match found.word {
                JudgeWord::PrefersFirst => ("first", found.first),
                _ => ("second", found.second),
            };
            format!(
                "The judge preferred whatever came {place} in {} of {decided} that it decided in both orders: its word is not used. {agreed}.",
                count(many)
            )
        }
        JudgeWord::Chance => {
            format!("{agreed}, which is not surely more than chance: its word is not used.")
        }
        JudgeWord::TooFew => format!("{agreed}: too few that it decided to use its word."),
        JudgeWord::OnlyTies => {
            format!(
                "The judge called all {pairs} a tie: it tells nothing apart, and its word is not used."
            )
        }
        JudgeWord::Unread => {
            "The judge gave no pair a verdict in both orders: there is no word to use.".to_owned()
        }
    }
}

fn of_lanes<'a>(lanes: &JudgedLanes, name: impl Fn(u32) -> &'a str) -> String {
    let (first, second) = (name(lanes.first), name(lanes.second));
    let found = &lanes.answers;
    let verdict = if lanes.differs {
        format!("The judge prefers {first} to {second}")
    } else {
        format!("The judge prefers neither {first} nor {second} as far as this shows")
    };
    format!(
        "{verdict}: of {} it prefers the first in {} and the second in {} (sign test, mid-p: {}).",
        several(found.pairs, "round"),
        count(found.only_first),
        count(found.only_second),
        format::p_value(found.p)
    )
}

/// What one has to know to read its word.
fn remarks(run: &Run, judgement: &Judgement, found: &JudgeFindings) -> Vec<String> {
    let mut lines = Vec::new();
    let failed: Vec<&JudgeVote> =
        judgement.votes.iter().filter(|vote| !vote.status.is_ok()).collect();
    if found.unread > 0 {
        let silent =
            judgement.votes.iter().filter(|vote| vote.status.is_ok() && vote.choice.is_none());
        let [failed, silent] =
            [failed.len(), silent.count()].map(|many| u32::try_from(many).unwrap_or(u32::MAX));
        lines.push(format!(
            "{} without a verdict in both orders: {} to the judge failed, and {} ended without one.",
            several(found.unread, "pair"),
            several(failed, "request"),
            several(silent, "answer")
        ));
    }
    let error = failed.iter().find_map(|vote| vote.error.as_ref());
    lines.extend(error.map(|error| format!("The judge failed first with: {}", error.message)));
    let mut told = |many: u32, what: &str| {
        lines.extend((many > 0).then(|| format!("{what}: {}.", count(many))));
    };
    told(
        judgement.identical,
        "Pairs with the same answer word for word, about which nobody was asked",
    );
    let left = "Pairs that were left, because the judge was stopped, was cut off or had failed five times in a row; `paceline judge` asks the rest";
    told(judgement.not_asked, left);
    told(found.cut, "Pairs in which something was too long for the judge to be shown whole");
    told(
        found.named,
        "Pairs with an answer that names a model or a provider of this race, so that the judge may know whose it is",
    );
    let is_lane = run
        .lanes
        .iter()
        .any(|lane| lane.provider == judgement.provider && lane.model == judgement.model);
    lines.extend(is_lane.then(|| {
        "The judge is itself one of the lanes, and models tend to prefer their own answers."
            .to_owned()
    }));
    lines
}
