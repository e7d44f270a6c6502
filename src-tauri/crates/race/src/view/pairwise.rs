//! Paired comparison over rounds: each lane against the leader.

use measure::{
    ALIKE_LENGTH, Amount, BestComparison, Comparison, Count, LaneAt, Metric, MetricTitle, Phrase,
    Range, Stopping, Surface, TIE, Unit, VERDICT_FROM, Verdict, Warning, middle,
    waits_for_the_prompt,
};
use serde::Serialize;

use crate::plan::Workload;
use crate::result::comparable::{comparables, counts_tokens, shared_metric, text_of_speeds};
use crate::result::lane::Lane;
use crate::result::mixed_answers;
use crate::result::pair_verdict::{PairStanding, PairVerdict};
use crate::result::run::Run;
use crate::result::short_answers::ShortAnswers;

/// Two lanes of a race, compared over its rounds by one metric.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Pairwise {
    /// Id of the metric.
    pub metric: &'static str,
    /// Index of the leader among the lanes that ran.
    pub leader: u32,
    /// Index of the other lane.
    pub other: u32,
    /// Number of lanes compared by this metric, including the leader.
    pub lanes: u32,
    /// The comparison, with the leader as A and the other lane as B.
    pub comparison: Comparison,
    /// The comparison in words: each surface writes the lanes and amounts in its own way.
    pub sentence: Phrase,
}

impl Pairwise {
    /// The comparison in words, with the lanes by these names, in their order; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.sentence.text(names)
    }
}

measure::phrases! {
    fn apart(
        metric: Phrase, leader: LaneAt, other: LaneAt, rounds: Phrase, by: Amount, ci: Range,
    ) = "pair.apart", "{metric}: {leader} was better than {other} while this race ran, {rounds}, by {by} (95 %: {ci}).";
    fn contrary(
        metric: Phrase, leader: LaneAt, other: LaneAt, rounds: Phrase, by: Amount, ci: Range,
    ) = "pair.contrary", "{metric}: {leader} has the better median of its own rounds, but {other} was better {rounds}, by {by} (95 %: {ci}). Neither is said to be better.";
    fn alike(
        metric: Phrase, leader: LaneAt, other: LaneAt, tally: Phrase, tie: Amount,
    ) = "pair.alike", "{metric}: {leader} and {other} differ by less than {tie} ({tally}).";
    fn tied(
        metric: Phrase, leader: LaneAt, other: LaneAt, tally: Phrase,
        among: Option<Phrase>, needed: Option<Phrase>,
    ) = "pair.tied", "{metric}: {leader} and {other} do not differ significantly{among} ({tally}).{needed}";
    fn ahead(
        metric: Phrase, leader: LaneAt, other: LaneAt, rounds: Phrase, why: Phrase,
    ) = "pair.ahead", "{metric}: {leader} was better than {other} {rounds}. {why}";
    fn behind(
        metric: Phrase, leader: LaneAt, other: LaneAt, tally: Phrase, why: Phrase,
    ) = "pair.behind", "{metric}: {leader} and {other}: {tally}. {why}";
    fn won_in(won: Count, n: Count, equal: Option<Phrase>) = "pair.won_in", "in {won} of {n} {n:round|rounds}{equal}";
    fn won_of_both(won: Count, n: Count, equal: Option<Phrase>) = "pair.won_of_both", "in {won} of the {n} {n:round|rounds} that both have{equal}";
    fn first_won(won: Count, n: Count, equal: Option<Phrase>) = "pair.first_won", "the first was better in {won} of {n} {n:round|rounds}{equal}";
    fn all_equal(n: Count) = "pair.all_equal", "equal in {n} of {n} {n:round|rounds}";
    fn equal(equal: Count) = "pair.equal", ", equal in {equal}";
    fn titled(metric: MetricTitle) = "pair.metric", "{metric}";
    fn in_o200k(metric: MetricTitle) = "pair.metric_in_o200k", "{metric} (o200k tokens)";
    fn among(lanes: Count) = "pair.among", " among {lanes} lanes";
    fn needs(rounds: Count, steps: Option<Phrase>) = "pair.needs", " A race of about {rounds} rounds would settle a difference of this size with a chance of 80 %{steps}.";
    fn open(more: Option<Phrase>) = "pair.open", "That is not settled.{more}";
    fn more(rounds: Count, steps: Option<Phrase>) = "pair.more", " About {rounds} more {rounds:round|rounds} would settle a difference of the size seen, with a chance of 80 %{steps}.";
    fn steps() = "pair.steps", ", or of 65 to 75 % if times come in steps as coarse as half their scatter";
    fn few(rounds: Count) = "pair.few", "A verdict needs at least {rounds} rounds.";
    fn models(lane: LaneAt, n: Count) = "pair.models", "{n} models answered {lane}, so its numbers are of all of them together.";
    fn short(lane: LaneAt, short: Count, n: Count) = "pair.short", "{short} of {n} {n:answer|answers} of {lane} were too short for a meaningful speed.";
    fn over_lengths(least: Count, most: Count) = "pair.over_lengths", "Rounds asked prompts of {least} to {most} tokens: the difference is the middle one over these lengths, and may be another at each.";
    fn cached(lane: LaneAt, cached: Count, n: Count, beside: Phrase) = "pair.cached", "A prompt cache served {lane} in {cached} of {n} rounds, by its server’s count{beside}.";
    fn cached_beside(lane: LaneAt, cached: Count, n: Count) = "pair.cached_beside", ", and {lane} in {cached} of {n}";
    fn cache_unknown(lane: LaneAt) = "pair.cache_unknown", "; that of {lane} does not tell";
    fn failed(lane: LaneAt, failed: Count, n: Count) = "pair.failed", "{lane} failed in {failed} of {n} rounds.";
}

/// Compares each lane with the one with the best median, by metric; empty for a race of one round. Rounds are pairs,
/// because a disturbance in a round affects both lanes.
///
/// Simulated lanes are not compared with real ones, nor is a lane one of whose answers is known to be wrong. Speeds are in o200k tokens, so that a finer tokenizer makes no lane
/// faster. Where some speeds are of answers alone, because a lane does not show its reasoning word for word, answers are compared with answers. Latencies
/// are compared only if the answers have about the same length.
pub fn pairwise(run: &Run) -> Vec<Pairwise> {
    judged(run).into_iter().map(|(pair, _)| pair).collect()
}

/// The run with these verdicts, as documents contain them: in words with its lanes by these `names`.
#[must_use]
pub fn with_verdicts(run: Run, names: &[String]) -> Run {
    let verdicts = judged(&run).into_iter().filter_map(|(pair, standing)| {
        let sentence = pair.text(names)?;
        let Pairwise { metric, leader, other, lanes, comparison, .. } = pair;
        // What is compared of the server's own count is the same speed in o200k tokens.
        let is_speed = metric == Metric::DecodeTps.id();
        let metric = if is_speed { Metric::NeutralTps.id() } else { metric }.to_owned();
        Some(PairVerdict { metric, leader, other, lanes, standing, comparison, sentence })
    });
    Run { pairwise: verdicts.collect(), ..run }
}

/// Each comparison of [`pairwise`] with what it comes to.
fn judged(run: &Run) -> Vec<(Pairwise, PairStanding)> {
    match run.plan.workload() {
        Workload::Rounds { repeat, .. } if repeat >= 2 => {}
        Workload::Rounds { .. } | Workload::Sweep(_) => return Vec::new(),
    }
    let lanes = contenders(run);
    let stopping = run.plan.stopping();
    let metrics = Metric::shown_on(Surface::Rounds);
    metrics.into_iter().flat_map(|metric| by_metric(&lanes, metric, stopping)).collect()
}

/// Why a race "until settled" ended although nothing is settled: fewer than two lanes have a value of its metric. `None`
/// for every other run.
pub fn nothing_to_settle(run: &Run) -> Option<String> {
    let metric = run.plan.until_settled?;
    let lanes = contenders(run);
    let rounds = lanes.iter().map(|(_, lane)| lane.samples.len()).max()?;
    let compared = metric_shared_by(&lanes, metric);
    let values = |lane: &Lane| comparables(&lane.samples, compared);
    let known = lanes.iter().filter(|(_, lane)| values(lane).iter().any(Option::is_some)).count();
    let is_any_wrong = lanes.iter().any(|(_, lane)| lane.has_wrong_answer());
    let rightly = if is_any_wrong { " and no wrong answer" } else { "" };
    (known < 2 && rounds >= VERDICT_FROM as usize).then(|| {
        format!(
            "Nothing could be settled in {rounds} rounds: {known} of {} lanes had {}{rightly}, and it takes two.",
            lanes.len(),
            metric.definition().short
        )
    })
}

/// The lanes that are compared, each with its place: simulated ones only among themselves.
fn contenders(run: &Run) -> Vec<(usize, &Lane)> {
    let any_real = run.lanes.iter().any(|lane| !lane.simulated);
    run.lanes.iter().enumerate().filter(|(_, lane)| !(any_real && lane.simulated)).collect()
}

fn by_metric(
    lanes: &[(usize, &Lane)],
    metric: Metric,
    stopping: Stopping,
) -> Vec<(Pairwise, PairStanding)> {
    let metric = metric_shared_by(lanes, metric);
    let values: Vec<(u32, Vec<Option<f64>>)> = lanes
        .iter()
        .filter_map(|(place, lane)| {
            let rounds = comparables(&lane.samples, metric);
            let known = rounds.iter().any(Option::is_some);
            Some((u32::try_from(*place).ok()?, rounds)).filter(|_| known)
        })
        .collect();
    let too_different =
        metric.grows_with_the_answer() && !are_alike(lanes.iter().map(|(_, lane)| *lane));
    let Some(better) = metric.definition().better.filter(|_| !too_different) else {
        return Vec::new();
    };
    let (places, rounds): (Vec<u32>, Vec<_>) = values.into_iter().unzip();
    let Some(compared) = BestComparison::of(&rounds, better, stopping) else { return Vec::new() };
    let number = u32::try_from(places.len()).unwrap_or(u32::MAX);
    let is_watched = stopping == Stopping::WhenSettled;
    compared
        .others
        .iter()
        .filter_map(|(at, comparison)| {
            let (leader, other) = (*places.get(compared.best)?, *places.get(*at)?);
            let standing = match comparison.verdict {
                // Surely less than 2 % apart is alike for any use, however surely they differ.
                _ if compared.is_alike(*at) => PairStanding::Alike,
                Verdict::Tie if is_watched => PairStanding::Open,
                Verdict::Tie if comparison.ci.is_none() => PairStanding::FewRounds,
                Verdict::Tie => PairStanding::Tie,
                Verdict::A => PairStanding::Better,
                Verdict::B => PairStanding::Contrary,
            };
            let verdict = sentence(metric, [leader, other], (standing, number), comparison);
            let both = || [leader, other].into_iter();
            let failures = both().filter_map(|lane| failures(lanes, lane));
            let models = both().filter_map(|lane| several_models(lanes, lane));
            let short = both().filter_map(|lane| too_short(lanes, lane, metric));
            let lengths = lengths_asked(lanes, [leader, other], metric).into_iter();
            let caches = served_from_caches(lanes, [leader, other], metric).into_iter();
            let notes = lengths.chain(caches).chain(short).chain(failures).chain(models);
            let sentence = Phrase::sentences(std::iter::once(verdict).chain(notes));
            let comparison = *comparison;
            let metric = metric.id();
            let pair = Pairwise { metric, leader, other, lanes: number, comparison, sentence };
            Some((pair, standing))
        })
        .collect()
}

/// The metric by which these lanes are compared where this is asked.
fn metric_shared_by(lanes: &[(usize, &Lane)], metric: Metric) -> Metric {
    shared_metric(lanes.iter().map(|(_, lane)| text_of_speeds(&lane.samples)).collect(), metric)
}

/// Whether a metric of a race is settled, or never will be, by each lane's samples so far: the leader is significantly
/// better than every other lane, or within 2 % of it; or fewer than two lanes have had a value in as many rounds as a
/// verdict needs.
pub(crate) fn is_settled(lanes: &[Vec<Option<f64>>], metric: Metric) -> bool {
    let known = lanes.iter().filter(|lane| lane.iter().any(Option::is_some)).count();
    let rounds = lanes.iter().map(Vec::len).max().unwrap_or(0);
    if known < 2 {
        return rounds >= VERDICT_FROM as usize;
    }
    let compared = metric
        .definition()
        .better
        .and_then(|better| BestComparison::of(lanes, better, Stopping::WhenSettled));
    compared.is_some_and(|compared| compared.is_settled())
}

/// How many models answered a lane, if several did: a verdict is then on none of them.
fn several_models(lanes: &[(usize, &Lane)], place: u32) -> Option<Phrase> {
    let (_, lane) = lanes.iter().find(|(at, _)| u32::try_from(*at) == Ok(place))?;
    let many = mixed_answers::models(&lane.samples);
    (many > 1).then(|| models(LaneAt(place), many.into()))
}

/// How many answers of a lane were too short for a meaningful speed, if a metric is a speed and most were.
fn too_short(lanes: &[(usize, &Lane)], place: u32, metric: Metric) -> Option<Phrase> {
    let (_, lane) = lanes.iter().find(|(at, _)| u32::try_from(*at) == Ok(place))?;
    let most = ShortAnswers::most_of(&lane.samples).filter(|_| metric.is_pace())?;
    Some(short(LaneAt(place), most.short.into(), most.all.into()))
}

/// Over prompts of which lengths two lanes are compared, where these are very different and the metric waits for them.
fn lengths_asked(lanes: &[(usize, &Lane)], compared: [u32; 2], metric: Metric) -> Option<Phrase> {
    let is_compared = |at: usize| u32::try_from(at).is_ok_and(|at| compared.contains(&at));
    let own = lanes.iter().filter(|(at, _)| waits_for_the_prompt(metric) && is_compared(*at));
    let ends: Vec<f64> = own
        .filter_map(|(_, lane)| lane.prompt_ends())
        .flat_map(|ends| ends.map(|end| end.in_tokens))
        .collect();
    let (least, most) =
        (ends.iter().copied().reduce(f64::min)?, ends.iter().copied().reduce(f64::max)?);
    Some(over_lengths(least.into(), most.into()))
}

/// Share of the rounds by which those with input from a cache differ between two lanes before it is told: fewer move a median little.
const CACHED_APART: f64 = 0.1;

/// How many rounds of either of two lanes a prompt cache served, if these are not about as many and the metric waits for the prompt:
/// the difference is then one of caches as well, and a unique prompt is in none.
fn served_from_caches(
    lanes: &[(usize, &Lane)],
    [one, other]: [u32; 2],
    metric: Metric,
) -> Option<Phrase> {
    let rounds = |place: u32| {
        let (_, lane) = lanes.iter().find(|(at, _)| u32::try_from(*at) == Ok(place))?;
        let good = || lane.samples.iter().filter(|sample| sample.status.is_ok());
        let knows = good().any(|sample| sample.cached_read_tokens.is_some());
        let cached = good().filter(|sample| sample.doubts.contains(&Warning::PromptCached)).count();
        Some((place, cached, good().count(), knows))
    };
    let mut both = [rounds(one)?, rounds(other)?];
    let share = |(_, cached, n, _): (u32, usize, usize, bool)| share_of(cached, n);
    both.sort_by(|a, b| share(*b).total_cmp(&share(*a)));
    let [most, least] = both;
    let is_told = waits_for_the_prompt(metric) && share(most) - share(least) > CACHED_APART;
    is_told.then(|| {
        let (place, n, all, knows) = least;
        let place = LaneAt(place);
        let beside =
            if knows { cached_beside(place, n.into(), all.into()) } else { cache_unknown(place) };
        cached(LaneAt(most.0), most.1.into(), most.2.into(), beside)
    })
}

fn share_of(some: usize, all: usize) -> f64 {
    let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    if all == 0 { 0.0 } else { number(some) / number(all) }
}

/// In how many of its rounds a lane failed, which the comparison of times cannot say; `None` if in none.
fn failures(lanes: &[(usize, &Lane)], place: u32) -> Option<Phrase> {
    let (_, lane) = lanes.iter().find(|(at, _)| u32::try_from(*at) == Ok(place))?;
    let ended = || lane.samples.iter().filter(|sample| !sample.status.is_ours());
    let many = ended().filter(|sample| !sample.status.is_ok()).count();
    (many > 0).then(|| failed(LaneAt(place), many.into(), ended().count().into()))
}

/// The comparison of two lanes in words; `lanes` are compared in all.
fn sentence(
    metric: Metric,
    [leader, other]: [u32; 2],
    (standing, lanes): (PairStanding, u32),
    comparison: &Comparison,
) -> Phrase {
    let title = MetricTitle(metric);
    let name = if counts_tokens(metric) { in_o200k(title) } else { titled(title) };
    let unit = metric.definition().unit;
    let (leader, other) = (LaneAt(leader), LaneAt(other));
    let (won, n) = (Count::from(comparison.won), Count::from(comparison.n));
    // Who did not win a round need not have lost it.
    let equal = || (comparison.equal > 0).then(|| equal(comparison.equal.into()));
    let is_never_apart = comparison.equal == comparison.n;
    let tally = || if is_never_apart { all_equal(n) } else { first_won(won, n, equal()) };
    // Rounds in which both are equal are a sign of it.
    let coarse = || (comparison.equal > 0).then(steps);
    let known = comparison.difference.zip(comparison.ci);
    let known = known.map(|(by, ci)| {
        (Amount::difference(unit, by), Range::of_differences(unit, ci.low, ci.high))
    });
    match (standing, known) {
        // How long a lane's luck lasts is unknown, so the claim is about the time of the race.
        (PairStanding::Better, Some((by, ci))) => {
            apart(name, leader, other, won_in(won, n, equal()), by, ci)
        }
        (PairStanding::Contrary, Some((by, ci))) => {
            let lost = Count::from(comparison.n - comparison.won - comparison.equal);
            contrary(name, leader, other, won_of_both(lost, n, equal()), by, ci)
        }
        (PairStanding::Alike, Some(_)) => {
            let tie = Amount::of(Unit::Percent, 100.0 * TIE);
            alike(name, leader, other, tally(), tie)
        }
        (PairStanding::Tie, Some(_)) => {
            let among = (lanes > 2).then(|| among(lanes.into()));
            let needed = comparison.rounds_needed.map(|rounds| needs(rounds.into(), coarse()));
            tied(name, leader, other, tally(), among, needed)
        }
        (standing, _) => {
            let why = match standing {
                PairStanding::Open => {
                    open(comparison.rounds_more.map(|rounds| more(rounds.into(), coarse())))
                }
                _ => few(VERDICT_FROM.into()),
            };
            // The leader has the better median of its own rounds; a lane that failed in some may have won those they share.
            if 2 * comparison.won >= comparison.n {
                ahead(name, leader, other, won_in(won, n, equal()), why)
            } else {
                behind(name, leader, other, tally(), why)
            }
        }
    }
}

/// Whether the median answers of the lanes have about the same length in o200k tokens.
fn are_alike<'a>(lanes: impl Iterator<Item = &'a Lane>) -> bool {
    let length = |lane: &Lane| {
        let good = lane.samples.iter().filter(|sample| sample.status.is_ok());
        middle(good.filter_map(|sample| sample.out_tokens_neutral).map(f64::from))
    };
    let lengths: Vec<f64> = lanes.filter_map(length).collect();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    lengths.iter().all(|length| longest <= ALIKE_LENGTH * length)
}

#[cfg(test)]
#[path = "pairwise_tests.rs"]
mod tests;
