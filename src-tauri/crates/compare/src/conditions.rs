//! Under what conditions the numbers came about: what every chart prints below itself.

use std::collections::BTreeSet;

use crate::contender::{Contender, Group};
use crate::days::{Wall, zone};
use crate::metric::FEW;
use crate::point::{Counted, Point};
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
    told.extend(prompts(&points));
    told.extend(lengths(&contenders, "in", |one| one.in_tokens.as_ref().map(|s| s.middle)));
    told.extend(lengths(&contenders, "out", |one| one.out_tokens.as_ref().map(|s| s.middle)));
    told.extend(counted(&contenders));
    let failed: u32 = contenders.iter().map(|one| one.failed).sum();
    if failed > 0 {
        told.push(format!("{failed} failed, in no speed"));
    }
    let few = contenders.iter().filter(|one| one.good < FEW).count();
    if few > 0 {
        told.push(format!("hollow: fewer than {FEW} samples"));
    }
    told
}

/// How many different prompts there are, where that is known of all.
fn prompts(points: &[&Point]) -> Option<String> {
    let prompts: Option<BTreeSet<&str>> =
        points.iter().map(|point| point.prompt.as_deref()).collect();
    let prompts = prompts?;
    match prompts.len() {
        1 => Some(format!("one prompt ({})", prompts.first()?.get(..8)?)),
        several => Some(format!("{several} different prompts")),
    }
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
    fn different_prompts_are_told() {
        let mut points = [point("a"), point("b")];
        points[0].prompt = Some("0123456789abcdef".to_owned());
        points[1].prompt = Some("0123456789abcdef".to_owned());
        let told = |points: &[Point]| {
            conditions(&gathered(points).iter().collect::<Vec<_>>(), true, 0).get(3).cloned()
        };
        assert_eq!(told(&points).as_deref(), Some("one prompt (01234567)"), "by its hash");
        points[1].prompt = Some("fedcba9876543210".to_owned());
        assert_eq!(told(&points).as_deref(), Some("2 different prompts"), "not one workload");
    }
}
