//! The answer behind the Compare screen and `paceline compare`.

use std::borrow::Cow;

use measure::{Phrase, Warning, WarningCount};
use serde::Serialize;

use crate::asked_prompts::AskedPrompts;
use crate::aspect::{Aspect, AspectInUse};
use crate::champion::{Champion, champions};
use crate::change::{Changes, changes};
use crate::conditions::{conditions, left_out_words, other_loads, pooled};
use crate::contender::ContenderSummary;
use crate::cost_speed::{CostSpeed, cost_speed};
use crate::crossover::BreakEven;
use crate::days::Zone;
use crate::distribution::{Distribution, distribution};
use crate::failures::failures_in_words;
use crate::forest::{Forest, forests};
use crate::group::{Group, agree_on_speed, groups};
use crate::hedge::{Hedge, hedges, summary as hedging};
use crate::least_right::OftenRight;
use crate::nothing::{Found, nothing};
use crate::predict::{Lengths, by_length};
use crate::quality::{Quality, quality};
use crate::question::CompareQuestion;
use crate::quick_requests::without_selected_paces;
use crate::ranking::{Ranking, ranking, use_case_of_checked, use_cases};
use crate::request::{LoadLevel, MeasuredRequest, small};
use crate::swept_lengths;
use crate::trend::{Trend, trend};
use crate::under_load::UnderLoad;
use crate::verdicts::{PairComparison, Verdicts};
use crate::what_if::{WhatIf, what_if};
use crate::win_map::{WinMap, win_map};
use crate::workload::{WorkloadPreset, presets};

/// The answer. Fields after `contenders` cover only those that are shown.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct CompareView {
    /// The question, with defaults filled in.
    pub question: CompareQuestion,
    /// Whether it is about simulated requests.
    pub simulated: bool,
    /// Real requests in the selection.
    pub real_requests: u32,
    /// Simulated requests in the selection.
    pub simulated_requests: u32,
    /// Requests left out because their numbers were computed under older definitions.
    pub other_definitions: u32,
    /// Requests left out because of their warnings, as the question asks.
    pub left_out: u32,
    /// The aspects in which requests of one provider, model and load differ: they separate contenders, or are pooled
    /// because the question says so.
    pub aspects: Vec<AspectInUse>,
    /// The warnings of the shown successful requests, and of those left out because of them.
    pub warnings: Vec<WarningCount>,
    /// Runs that the shown requests belong to.
    pub runs: u32,
    /// Requests shown.
    pub requests: u32,
    /// The compared load; absent if every load is shown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<LoadLevel>,
    /// Existing loads, ascending.
    pub loads: Vec<LoadLevel>,
    /// The compared length of prompts, in tokens; absent where requests of no sweep over lengths are compared.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swept_length: Option<u32>,
    /// The lengths of prompts that sweeps under that load went over, ascending; first `null` where there are requests of no such sweep.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub swept_lengths: Vec<Option<u32>>,
    /// Whether contenders had different prompts; then a request's times, speeds and cost also compare workloads.
    pub uneven: bool,
    /// Number of prompts common to all shown contenders.
    pub common: u32,
    /// Why nobody can be compared and what to do about it, where there are no contenders.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nothing: Option<Phrase>,
    /// All contenders, by name.
    pub contenders: Vec<ContenderSummary>,
    /// Measurement conditions, as a list of short facts.
    pub conditions: Vec<Phrase>,
    /// Each pair of shown contenders, metric by metric: the basis of every sentence about who is better.
    pub pairs: Vec<PairComparison>,
    /// Who is better, metric by metric: everybody against the leader.
    pub forests: Vec<Forest>,
    /// Leaders by number.
    pub champions: Vec<Champion>,
    /// Cost against speed.
    pub cost_speed: CostSpeed,
    /// Latency by answer length.
    pub lengths: Lengths,
    /// Best contender per job.
    pub win_map: WinMap,
    /// Predicted time and cost of the workload.
    pub what_if: WhatIf,
    /// Every sample of the chosen number.
    pub distribution: Distribution,
    /// The chosen number over days and hours.
    pub trend: Trend,
    /// What changed between two runs.
    pub changes: Changes,
    /// Whose answers are right.
    pub quality: Quality,
    /// Rankings by use case.
    pub rankings: Vec<Ranking>,
    /// What hedging would have gained, in one sentence; empty if no pair could be examined.
    pub hedging: Phrase,
    /// Every pair that could be hedged, those with a gain first.
    pub hedges: Vec<Hedge>,
    /// Built-in workloads.
    pub presets: Vec<WorkloadPreset>,
}

/// The requests selected by a question, with every result that needs a pass over them. The rest of a question,
/// everything that a slider moves, is answered from the contenders alone, so its cost does not depend on the number of
/// requests.
#[derive(Debug, Clone)]
pub struct PreparedSelection {
    /// The question without the parts that [`PreparedSelection::view`] answers.
    scope: CompareQuestion,
    /// The answer to the scope.
    answer: CompareView,
    /// Who differs significantly from whom.
    verdicts: Verdicts,
}

/// The part of a question that needs a pass over the requests.
fn scope(question: &CompareQuestion) -> CompareQuestion {
    let CompareQuestion {
        cost_of,
        speed_by,
        blend,
        workload,
        second_usd,
        least_right,
        use_cases,
        ..
    } = CompareQuestion::default();
    CompareQuestion {
        cost_of,
        speed_by,
        blend,
        workload,
        second_usd,
        least_right,
        use_cases,
        ..question.clone()
    }
}

/// Answers a question about these requests.
pub fn view(points: &[MeasuredRequest], question: &CompareQuestion) -> CompareView {
    PreparedSelection::of(points, question).view(question)
}

impl PreparedSelection {
    /// Prepares the requests for a question.
    pub fn of(points: &[MeasuredRequest], question: &CompareQuestion) -> Self {
        let scope = scope(question);
        let points = without_selected_paces(points, &scope.leave_out);
        let (answer, verdicts) = read(&without_told_mixtures(points, &scope.pool_over), &scope);
        Self { scope, answer, verdicts }
    }

    /// Whether it can also answer this question.
    pub fn answers(&self, question: &CompareQuestion) -> bool {
        self.scope == scope(question)
    }

    /// The answer to a question that it was [made for](Self::answers).
    pub fn view(&self, question: &CompareQuestion) -> CompareView {
        let (known, verdicts) = (&self.answer, &self.verdicts);
        let contenders: Vec<&ContenderSummary> =
            known.contenders.iter().filter(|one| one.shown).collect();
        let mut own = use_cases();
        if contenders.iter().any(|one| one.right.is_some()) {
            own.insert(0, use_case_of_checked());
        }
        let uses = if question.use_cases.is_empty() { &own } else { &question.use_cases };
        let prices = (question.cost_of, question.blend);
        let failures = failures_in_words(&contenders);
        let pooled_changes = known.trend.changes_pooled(&contenders);
        let of = |sentence: Phrase, several: bool| {
            let runs = verdicts.one_run_each().filter(|_| several);
            let changes = pooled_changes.clone().filter(|_| several);
            let rest = runs.into_iter().chain(changes).chain(failures.clone());
            Phrase::sentences(std::iter::once(sentence).chain(rest))
        };
        let often_right = OftenRight::of(&contenders, question.least_right);
        let apt = &often_right.contenders;
        let cost_speed =
            cost_speed(&often_right, question.cost_of, question.speed_by, question.blend, verdicts);
        let win_map = win_map(&often_right, &question.workload, question.second_usd, verdicts);
        let or_nobody = |sentence: Phrase, several: bool| {
            of(often_right.nobody.clone().unwrap_or(sentence), several)
        };
        // Everybody's times are shown, and only who is right often enough is called fastest.
        let what_if = WhatIf {
            sentence: what_if(apt, question.workload, verdicts).sentence,
            ..what_if(&contenders, question.workload, verdicts)
        };
        let lengths = match question.least_right {
            None => known.lengths.clone(),
            Some(_) => often_right.lengths(verdicts),
        };
        CompareView {
            question: CompareQuestion { use_cases: uses.clone(), ..question.clone() },
            champions: champions(apt, prices, &question.workload, verdicts),
            cost_speed: CostSpeed {
                sentence: or_nobody(cost_speed.sentence, cost_speed.marks.len() > 1),
                ..cost_speed
            },
            win_map: WinMap {
                sentence: or_nobody(win_map.sentence, !win_map.winners.is_empty()),
                ..win_map
            },
            what_if: WhatIf { sentence: or_nobody(what_if.sentence, true), ..what_if },
            lengths: Lengths {
                sentence: or_nobody(lengths.sentence, true),
                break_evens: lengths
                    .break_evens
                    .into_iter()
                    .map(|pair| of_pooled_days(pair, &known.trend, &contenders))
                    .collect(),
                ..lengths
            },
            rankings: uses
                .iter()
                .map(|one| ranking(&contenders, &often_right.excluded, one, verdicts))
                .map(|one| match one.ranked.iter().filter(|own| own.score.is_some()).count() {
                    // Of nobody, or of one alone, nothing is said that could hold for other runs.
                    0 | 1 => one,
                    _ => {
                        let sentence = in_these_runs(one.sentence, verdicts);
                        let all = std::iter::once(sentence).chain(pooled_changes.clone());
                        Ranking { sentence: Phrase::sentences(all), ..one }
                    }
                })
                .collect(),
            ..known.clone()
        }
    }
}

fn read<'a>(points: &'a [MeasuredRequest], question: &CompareQuestion) -> (CompareView, Verdicts) {
    let UnderLoad { requests: under_load, loads, load, warnings, left_out, other_definitions } =
        UnderLoad::of(points, question);
    let (length, swept_lengths) = swept_lengths::of(&under_load, question.swept_length);
    let grouped = |points: &[&'a MeasuredRequest]| {
        let (mut groups, aspects) = groups(points, &question.hidden, &question.pool_over, length);
        agree_on_speed(&mut groups);
        (groups, aspects)
    };
    let (all, aspects) = grouped(&under_load);
    let AskedPrompts { common, differ: uneven, .. } = AskedPrompts::of(&all);
    let narrowed =
        || under_load.iter().copied().filter(|point| common.contains(point.prompt.as_str()));
    let (all, aspects) = if question.common_only && uneven {
        grouped(&narrowed().collect::<Vec<_>>())
    } else {
        (all, aspects)
    };
    let shown: Vec<&Group> = all.iter().filter(|group| group.contender.shown).collect();
    let contenders: Vec<&ContenderSummary> = shown.iter().map(|group| &group.contender).collect();
    let (runs, requests) = runs_and_requests(&shown);
    let hedges = hedges(&shown);
    let prices = (question.cost_of, question.blend);
    let zone = Zone { minutes: question.utc_offset_minutes, changes: &question.utc_offset_changes };
    let verdicts = Verdicts::of(&shown, question.metric);
    let pairs = verdicts.pairs();
    let load_words = other_loads(question.load, load, &loads);
    let length_words = swept_lengths::words(length, &swept_lengths);
    let of_either_kind = real_and_simulated(points);
    let found = Found {
        simulated: question.simulated,
        of_either_kind,
        left_out: (left_out, &question.leave_out),
        had_any: !under_load.is_empty(),
    };
    let view = CompareView {
        nothing: all.is_empty().then(|| nothing(&found)),
        question: question.clone(),
        simulated: question.simulated,
        real_requests: of_either_kind.0,
        simulated_requests: of_either_kind.1,
        other_definitions,
        left_out,
        warnings,
        runs,
        requests,
        load,
        loads,
        swept_length: length,
        swept_lengths,
        uneven,
        common: small(common.len()),
        conditions: conditions(
            &shown,
            question.simulated,
            zone,
            [
                verdicts.basis(),
                pooled(&aspects),
                left_out_words(left_out, &question.leave_out),
                load_words,
                length_words,
                AskedPrompts::of(&all).in_words(),
                verdicts.contradictions(),
            ],
        ),
        aspects,
        forests: forests(&pairs),
        pairs,
        champions: champions(&[], prices, &question.workload, &verdicts),
        cost_speed: cost_speed(
            &OftenRight::of(&[], None),
            question.cost_of,
            question.speed_by,
            question.blend,
            &verdicts,
        ),
        lengths: by_length(&contenders, &verdicts),
        win_map: win_map(
            &OftenRight::of(&[], None),
            &question.workload,
            question.second_usd,
            &verdicts,
        ),
        what_if: what_if(&[], question.workload, &verdicts),
        quality: quality(&shown),
        distribution: distribution(&shown, question.metric),
        trend: trend(&shown, question.metric, zone),
        changes: changes(
            &shown,
            question.metric,
            question.before.as_deref(),
            question.after.as_deref(),
        ),
        rankings: Vec::new(),
        hedging: hedging(&hedges),
        hedges,
        presets: presets(),
        contenders: all.into_iter().map(|group| group.contender).collect(),
    };
    (view, verdicts)
}

/// How many of these requests are real and how many are simulated.
fn real_and_simulated(points: &[MeasuredRequest]) -> (u32, u32) {
    let simulated = points.iter().filter(|point| point.simulated).count();
    (small(points.len() - simulated), small(simulated))
}

/// How many runs and how many requests these groups have.
fn runs_and_requests(shown: &[&Group]) -> (u32, u32) {
    let mut runs: Vec<&str> =
        shown.iter().flat_map(|group| &group.points).map(|point| point.run.as_str()).collect();
    let requests = small(runs.len());
    runs.sort_unstable();
    runs.dedup();
    (small(runs.len()), requests)
}

/// A break-even, with whose numbers changed within the days that it pools.
fn of_pooled_days(pair: BreakEven, trend: &Trend, contenders: &[&ContenderSummary]) -> BreakEven {
    let is_own = |one: &&&ContenderSummary| [pair.shorter, pair.longer].contains(&one.place);
    let own: Vec<&ContenderSummary> = contenders.iter().filter(is_own).copied().collect();
    let Some(changes) = trend.changes_pooled(&own) else { return pair };
    BreakEven { sentence: Phrase::sentences([pair.sentence, changes]), ..pair }
}

/// A sentence about who is better, with what one run of each does not say.
fn in_these_runs(sentence: Phrase, verdicts: &Verdicts) -> Phrase {
    Phrase::sentences(std::iter::once(sentence).chain(verdicts.one_run_each()))
}

/// These requests, without the warning that several models answered where each of them is a contender of its own.
fn without_told_mixtures<'a>(
    points: Cow<'a, [MeasuredRequest]>,
    pooled: &[Aspect],
) -> Cow<'a, [MeasuredRequest]> {
    let is_told =
        |one: &MeasuredRequest| one.answered_by.is_some() && one.warnings.has(Warning::ModelsMixed);
    if pooled.contains(&Aspect::AnsweredModel) || !points.iter().any(is_told) {
        return points;
    }
    let mut points = points.into_owned();
    for one in points.iter_mut().filter(|one| is_told(one)) {
        one.warnings = one.warnings.iter().filter(|own| *own != Warning::ModelsMixed).collect();
    }
    Cow::Owned(points)
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
