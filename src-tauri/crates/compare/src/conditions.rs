//! The measurement conditions that every chart prints below itself.

use std::collections::{BTreeMap, BTreeSet};

use cost::TokenSource;
use measure::{MEDIAN_FROM, format};

use crate::contender::ContenderSummary;
use crate::days::{Wall, Zone};
use crate::group::Group;
use crate::request::{MeasuredRequest, float};

/// The conditions of the shown requests, as a list of short facts.
pub(crate) fn conditions(
    shown: &[&Group<'_>],
    simulated: bool,
    zone: Zone<'_>,
    more: [Option<String>; 5],
) -> Vec<String> {
    let points: Vec<&MeasuredRequest> =
        shown.iter().flat_map(|group| &group.points).copied().collect();
    let Some(first) = points.iter().map(|point| point.at_s).min() else { return Vec::new() };
    let last = points.iter().map(|point| point.at_s).max().unwrap_or(first);
    let date = |at_s| Wall::at(at_s, zone).date();
    let when = if date(first) == date(last) {
        date(first)
    } else {
        format!("{} to {}", date(first), date(last))
    };
    // Facts about a run are read from any of its requests.
    let runs: BTreeMap<&str, &MeasuredRequest> =
        points.iter().map(|point| (point.run.as_str(), *point)).collect();
    let runs: Vec<&MeasuredRequest> = runs.into_values().collect();
    let contenders: Vec<&ContenderSummary> = shown.iter().map(|group| &group.contender).collect();
    let mut fact = vec![
        if simulated { "SIMULATED" } else { "real requests" }.to_owned(),
        format!(
            "{} in {}",
            format::several(points.len(), "request"),
            format::several(runs.len(), "run")
        ),
        format!("{when} ({})", zone.name_at([first, last].into_iter())),
    ];
    fact.push(prompts(&points));
    fact.extend(limits(&points));
    fact.extend(lengths(&contenders, "in", ContenderSummary::prompt_lengths));
    fact.extend(lengths(&contenders, "out", |one| {
        one.out_tokens.as_ref().map(|own| (own.middle, own.middle))
    }));
    fact.extend(counted(&contenders));
    fact.push(connections(&runs));
    fact.extend(machines(&runs));
    fact.push(calibration(&runs));
    fact.extend(more.into_iter().flatten());
    let failed: u32 = contenders.iter().map(|one| one.failed).sum();
    if failed > 0 {
        fact.push(format!("{failed} failed, in no speed"));
    }
    let few = contenders.iter().filter(|one| (1..MEDIAN_FROM).contains(&one.good)).count();
    if few > 0 {
        fact.push(format!("hollow: fewer than {MEDIAN_FROM} samples"));
    }
    fact
}

/// The prompt, or the number of different prompts.
fn prompts(points: &[&MeasuredRequest]) -> String {
    let prompts: BTreeSet<&str> = points.iter().map(|point| point.prompt.as_str()).collect();
    match (prompts.len(), prompts.first()) {
        (1, Some(hash)) => format!("prompt {hash}"),
        (several, _) => format!("{several} different prompts"),
    }
}

/// Token limit and temperature, if all requests share them.
fn limits(points: &[&MeasuredRequest]) -> Vec<String> {
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

/// The range of lengths over contenders, from the shortest to the longest.
fn lengths(
    contenders: &[&ContenderSummary],
    way: &str,
    of: impl Fn(&ContenderSummary) -> Option<(f64, f64)>,
) -> Option<String> {
    let all = || contenders.iter().filter_map(|one| of(one));
    let least = all().map(|(least, _)| least).reduce(f64::min)?;
    let most = all().map(|(_, most)| most).reduce(f64::max)?;
    let (least, most) = (format::whole(least), format::whole(most));
    Some(if least == most {
        format!("{most} {} {way}", if most == "1" { "token" } else { "tokens" })
    } else {
        format!("{least}–{most} tokens {way}")
    })
}

/// Who counted the tokens, and how many speeds are left out because another counter was used.
fn counted(contenders: &[&ContenderSummary]) -> Option<String> {
    let by = |who| {
        contenders.iter().filter(move |one| one.counted == Some(who)).map(|one| one.name.as_str())
    };
    let neutral: Vec<&str> = by(TokenSource::Neutral).collect();
    let fact = match (by(TokenSource::Server).count(), neutral.as_slice()) {
        (0, []) => return None,
        (0, _) => "tokens by o200k_base".to_owned(),
        (_, []) => "tokens as counted by the servers".to_owned(),
        (_, some) => {
            format!("tokens as counted by the servers, for {} by o200k_base", format::list(some))
        }
    };
    let otherwise: u32 = contenders.iter().map(|one| one.counted_otherwise).sum();
    if otherwise == 0 {
        return Some(fact);
    }
    let good: u32 = contenders.iter().map(|one| one.good).sum();
    Some(format!("{fact}, {otherwise} of {good} counted differently and left out of speeds"))
}

/// Whether connections were warm, as in races and most sweeps.
fn connections(runs: &[&MeasuredRequest]) -> String {
    match runs.iter().filter(|run| run.cold).count() {
        0 => "warm connections".to_owned(),
        cold if cold == runs.len() => "cold connections".to_owned(),
        cold => format!("cold connections in {}, otherwise warm", of(cold, runs)),
    }
}

/// The machine, or the number of machines, and for how many runs it is unknown if it is known for others.
fn machines(runs: &[&MeasuredRequest]) -> Vec<String> {
    let known: BTreeSet<&str> = runs.iter().filter_map(|run| run.machine.as_deref()).collect();
    let unknown = runs.iter().filter(|run| run.machine.is_none()).count();
    let fact = match (known.len(), known.first()) {
        (0, _) | (_, None) => return Vec::new(),
        (1, Some(machine)) => (*machine).to_owned(),
        (several, _) => format::several(several, "machine"),
    };
    let unknown = (unknown > 0).then(|| format!("machine unknown in {}", of(unknown, runs)));
    [fact].into_iter().chain(unknown).collect()
}

/// The largest timestamp error of any machine, and for how many runs it is unknown.
fn calibration(runs: &[&MeasuredRequest]) -> String {
    let errors = || runs.iter().filter_map(|run| run.ttft_error_ms);
    let Some(most) = errors().reduce(f64::max) else { return "not calibrated".to_owned() };
    let fact = if most < 0.1 {
        format!("up to {most:.2} ms late")
    } else {
        format!("up to {most:.1} ms late")
    };
    match runs.len() - errors().count() {
        0 => fact,
        missing => format!("{fact}, {} not calibrated", of(missing, runs)),
    }
}

/// `2 of 5 runs`.
fn of(some: usize, runs: &[&MeasuredRequest]) -> String {
    format!("{} of {}", format::whole(float(some)), format::several(runs.len(), "run"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UTC: Zone<'static> = Zone { minutes: 0, changes: &[] };
    use crate::fixtures::{gathered, point};
    use crate::request::Outcome;

    #[test]
    fn conditions_say_what_when_how_long_and_who_counted() {
        let mut other = MeasuredRequest { run: "2".to_owned(), ..point("b") };
        other.counted = Some(TokenSource::Neutral);
        other.out_tokens = Some(40.0);
        let failed = MeasuredRequest { outcome: Outcome::Failed, ..point("a") };
        let points = [point("a"), failed, other];
        let groups = gathered(&points);
        assert_eq!(
            conditions(&groups.iter().collect::<Vec<_>>(), false, UTC, [const { None }; 5]),
            [
                "real requests",
                "3 requests in 2 runs",
                "2025-11-21 (UTC)",
                "prompt 0123456789abcdef",
                "1,000 tokens in",
                "40–100 tokens out",
                "tokens as counted by the servers, for b by o200k_base",
                "warm connections",
                "not calibrated",
                "1 failed, in no speed",
                "hollow: fewer than 5 samples",
            ],
            "nothing that is known is kept back"
        );
        assert!(
            conditions(&[], false, UTC, [const { None }; 5]).is_empty(),
            "nothing has no conditions"
        );
    }

    #[test]
    fn no_length_is_named_that_no_prompt_had() {
        let lengths = |tokens: &[f64]| {
            let points: Vec<MeasuredRequest> = tokens
                .iter()
                .map(|tokens| MeasuredRequest { in_tokens: Some(*tokens), ..point("a") })
                .collect();
            let groups = gathered(&points);
            conditions(&groups.iter().collect::<Vec<_>>(), false, UTC, [const { None }; 5])
        };
        let apart = lengths(&[200.0, 4_000.0]);
        assert!(apart.contains(&"200–4,000 tokens in".to_owned()), "not 2,100: {apart:?}");
        let alike = lengths(&[198.0, 200.0, 203.0]);
        assert!(alike.contains(&"200 tokens in".to_owned()), "they differ by a nonce: {alike:?}");
    }

    #[test]
    fn requests_that_differ_are_reported() {
        let mut points = [point("a"), point("b")];
        for point in &mut points {
            (point.max_tokens, point.temperature) = (Some(512), Some(0.0));
        }
        let fact = |points: &[MeasuredRequest]| {
            conditions(&gathered(points).iter().collect::<Vec<_>>(), true, UTC, [const { None }; 5])
                .into_iter()
                .skip(3)
                .take(3)
                .collect::<Vec<_>>()
        };
        assert_eq!(fact(&points), ["prompt 0123456789abcdef", "max 512", "temperature 0"], "alike");
        points[1].prompt = "fedcba9876543210".to_owned();
        points[1].max_tokens = None;
        points[1].temperature = None;
        assert_eq!(
            fact(&points),
            ["2 different prompts", "different limits", "different temperatures"],
            "no one workload"
        );
    }

    /// The facts about runs alone, each given as machine, timestamp error and cold connections.
    fn of_runs(runs: &[(Option<&str>, Option<f64>, bool)]) -> Vec<String> {
        let points: Vec<MeasuredRequest> = runs
            .iter()
            .enumerate()
            .map(|(index, (machine, ttft_error_ms, cold))| MeasuredRequest {
                run: index.to_string(),
                machine: machine.map(Into::into),
                ttft_error_ms: *ttft_error_ms,
                cold: *cold,
                ..point("a")
            })
            .collect();
        let groups = gathered(&points);
        let fact = conditions(&groups.iter().collect::<Vec<_>>(), false, UTC, [const { None }; 5]);
        let counted = fact.iter().position(|fact| fact.starts_with("tokens as")).unwrap();
        fact.into_iter().skip(counted + 1).filter(|fact| !fact.starts_with("hollow")).collect()
    }

    #[test]
    fn conditions_say_the_machine_its_own_error_and_the_connections() {
        let here = Some("Abacus, 2 cores, linux");
        assert_eq!(
            of_runs(&[(here, Some(0.3), false), (here, Some(0.04), false)]),
            ["warm connections", "Abacus, 2 cores, linux", "up to 0.3 ms late"],
            "one machine by its name, and the most that any number may be off"
        );
        assert_eq!(
            of_runs(&[(here, Some(0.04), true)]),
            ["cold connections", "Abacus, 2 cores, linux", "up to 0.04 ms late"],
            "an error that is small is not none"
        );
    }

    #[test]
    fn what_runs_do_not_share_is_told_with_how_many_they_are() {
        let (here, there) = (Some("Abacus, 2 cores, linux"), Some("Babbage, 8 cores, macos"));
        assert_eq!(
            of_runs(&[(here, Some(0.3), false), (there, None, true), (None, None, false)]),
            [
                "cold connections in 1 of 3 runs, otherwise warm",
                "2 machines",
                "machine unknown in 1 of 3 runs",
                "up to 0.3 ms late, 2 of 3 runs not calibrated",
            ],
            "nothing passes for something that it is not"
        );
        assert_eq!(
            of_runs(&[(None, None, false)]),
            ["warm connections", "not calibrated"],
            "a machine that nobody knows is not named"
        );
    }
}
