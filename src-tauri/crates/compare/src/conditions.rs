//! Under what conditions the numbers came about: what every chart prints below itself.

use std::collections::BTreeSet;

use crate::contender::{Contender, Group};
use crate::days::{Wall, zone};
use crate::point::{Counted, Point};
use crate::quantity::FEW;
use crate::words;

/// The conditions of what is shown, part by part.
pub(crate) fn conditions(
    shown: &[&Group<'_>],
    simulated: bool,
    utc_offset_minutes: i32,
) -> Vec<String> {
    let points: Vec<&Point> = shown.iter().flat_map(|group| &group.points).copied().collect();
    let Some(first) = points.iter().map(|point| point.at_s).min() else { return Vec::new() };
    let last = points.iter().map(|point| point.at_s).max().unwrap_or(first);
    let date = |at_s| Wall::at(at_s, utc_offset_minutes).date();
    let when = if date(first) == date(last) {
        date(first)
    } else {
        format!("{} to {}", date(first), date(last))
    };
    let runs: BTreeSet<&str> = points.iter().map(|point| point.run.as_str()).collect();
    let contenders: Vec<&Contender> = shown.iter().map(|group| &group.contender).collect();
    let mut told = vec![
        if simulated { "SIMULATED" } else { "real requests" }.to_owned(),
        format!(
            "{} in {}",
            words::several(points.len(), "request"),
            words::several(runs.len(), "run")
        ),
        format!("{when} ({})", zone(utc_offset_minutes)),
    ];
    told.push(prompts(&points));
    told.extend(limits(&points));
    told.extend(lengths(&contenders, "in", |one| one.in_tokens.as_ref().map(|s| s.middle)));
    told.extend(lengths(&contenders, "out", |one| one.out_tokens.as_ref().map(|s| s.middle)));
    told.extend(counted(&contenders));
    let failed: u32 = contenders.iter().map(|one| one.failed).sum();
    if failed > 0 {
        told.push(format!("{failed} failed, in no speed"));
    }
    let few = contenders.iter().filter(|one| (1..FEW).contains(&one.good)).count();
    if few > 0 {
        told.push(format!("hollow: fewer than {FEW} samples"));
    }
    told
}

/// Which prompt it was, or how many different ones.
fn prompts(points: &[&Point]) -> String {
    let prompts: BTreeSet<&str> = points.iter().map(|point| point.prompt.as_str()).collect();
    match (prompts.len(), prompts.first()) {
        (1, Some(hash)) => format!("prompt {}", hash.get(..8).unwrap_or(hash)),
        (several, _) => format!("{several} different prompts"),
    }
}

/// The limit and the temperature, where all were asked alike.
fn limits(points: &[&Point]) -> Vec<String> {
    fn alike<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }
    let most = match alike(points.iter().map(|point| point.max_tokens)) {
        Some(most) => most.map(|most| format!("max {most}")),
        None => Some("different limits".to_owned()),
    };
    let temperature = match alike(points.iter().map(|point| point.temperature)) {
        Some(temperature) => temperature.map(|temperature| format!("temperature {temperature}")),
        None => Some("different temperatures".to_owned()),
    };
    most.into_iter().chain(temperature).collect()
}

/// From the contender with the shortest to the one with the longest.
fn lengths(
    contenders: &[&Contender],
    way: &str,
    of: impl Fn(&Contender) -> Option<f64>,
) -> Option<String> {
    let all = || contenders.iter().filter_map(|one| of(one));
    let (least, most) = (all().reduce(f64::min)?, all().reduce(f64::max)?);
    let (least, most) = (words::whole(least), words::whole(most));
    Some(if least == most {
        format!("{most} tokens {way}")
    } else {
        format!("{least}–{most} tokens {way}")
    })
}

/// Who counted the tokens, and how many speeds are left out since somebody else did.
fn counted(contenders: &[&Contender]) -> Option<String> {
    let by = |who| {
        contenders.iter().filter(move |one| one.counted == Some(who)).map(|one| one.name.as_str())
    };
    let neutral: Vec<&str> = by(Counted::Neutral).collect();
    let told = match (by(Counted::Server).count(), neutral.as_slice()) {
        (0, []) => return None,
        (0, _) => "tokens by o200k_base".to_owned(),
        (_, []) => "tokens as the servers count".to_owned(),
        (_, some) => {
            format!("tokens as the servers count, of {} by o200k_base", words::list(some))
        }
    };
    let otherwise: u32 = contenders.iter().map(|one| one.counted_otherwise).sum();
    if otherwise == 0 {
        return Some(told);
    }
    let good: u32 = contenders.iter().map(|one| one.good).sum();
    Some(format!("{told}, {otherwise} of {good} counted otherwise and left out of speeds"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{gathered, point};
    use crate::point::Outcome;

    #[test]
    fn conditions_say_what_when_how_long_and_who_counted() {
        let mut other = Point { run: "2".to_owned(), ..point("b") };
        other.counted = Some(Counted::Neutral);
        other.out_tokens = Some(40.0);
        let failed = Point { outcome: Outcome::Failed, ..point("a") };
        let points = [point("a"), failed, other];
        let groups = gathered(&points);
        assert_eq!(
            conditions(&groups.iter().collect::<Vec<_>>(), false, 0),
            [
                "real requests",
                "3 requests in 2 runs",
                "2025-11-21 (UTC)",
                "prompt 01234567",
                "1,000 tokens in",
                "40–100 tokens out",
                "tokens as the servers count, of b by o200k_base",
                "1 failed, in no speed",
                "hollow: fewer than 5 samples",
            ],
            "nothing that is known is kept back"
        );
        assert!(conditions(&[], false, 0).is_empty(), "nothing has no conditions");
    }

    #[test]
    fn what_was_not_asked_alike_is_told() {
        let mut points = [point("a"), point("b")];
        for point in &mut points {
            (point.max_tokens, point.temperature) = (Some(512), Some(0.0));
        }
        let told = |points: &[Point]| {
            conditions(&gathered(points).iter().collect::<Vec<_>>(), true, 0)
                .into_iter()
                .skip(3)
                .take(3)
                .collect::<Vec<_>>()
        };
        assert_eq!(told(&points), ["prompt 01234567", "max 512", "temperature 0"], "alike");
        points[1].prompt = "fedcba9876543210".to_owned();
        points[1].max_tokens = None;
        points[1].temperature = None;
        assert_eq!(
            told(&points),
            ["2 different prompts", "different limits", "different temperatures"],
            "no one workload"
        );
    }
}
