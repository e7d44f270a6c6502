//! Whether lanes that claim the same model answer like a reference lane: what they call, how their answers begin and end, and how long
//! they are, prompt by prompt.

use std::collections::{BTreeMap, BTreeSet};

use checks::{Check, CheckVerdict};
use cost::tokens;
use measure::{
    ALPHA, Amount, Count, LaneAt, Phrase, SourcedAnswer, Warning, comparable, holm,
    same_categories, same_sizes,
};
use serde::Serialize;

use crate::plan::{Plan, Workload};
use crate::result::lane::Lane;
use crate::result::sample::Sample;
use crate::result::service_finding::{
    ServiceFeature, ServiceFinding, ServiceTrait, ServiceVerdict,
};
use crate::result::status::Status;

/// How many answers to prompts that both answered either lane needs at least.
const LEAST_ANSWERS: usize = 8;
/// How many `o200k_base` tokens of an answer are its beginning.
const OPENING_TOKENS: usize = 8;
/// Far more bytes than these have.
const OPENING_BYTES: usize = 1_024;

/// A lane beside the reference, in numbers and in words.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct ServiceComparison {
    /// What was found.
    #[serde(flatten)]
    pub found: ServiceFinding,
    /// The same in words.
    pub sentence: Phrase,
}

impl ServiceComparison {
    /// It in words, with the lanes by these names; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.sentence.text(names)
    }
}

measure::phrases! {
    fn differs(lane: LaneAt, reference: LaneAt, how: Phrase, what: Phrase, alarms: Amount) = "same.differs",
        "{lane} is {how} not the same weights, template or settings as {reference}: {what}. Between lanes of one service, chance brings as clear a difference in at most {alarms} % of races.";
    fn probably() = "same.probably", "probably";
    fn very_probably() = "same.very_probably", "very probably";
    fn almost_certainly() = "same.almost_certainly", "almost certainly";
    fn alike(lane: LaneAt, reference: LaneAt, what: Vec<Phrase>, n: Count, alarms: Amount) = "same.alike",
        "{lane} answers like {reference} as far as {n} {n:answer|answers} of each show, compared by {what}: nothing differs at {alarms} % over all that is compared. That is no proof that they are one service.";
    fn unknown(lane: LaneAt, reference: LaneAt, least: Count) = "same.unknown",
        "Whether {lane} is the same service as {reference} cannot be known: that takes at least {least} answers of each to the same prompts.";
    fn too_short(lane: LaneAt, reference: LaneAt, least: Count) = "same.too_short",
        "Whether {lane} is the same service as {reference} cannot be known: most of their answers have fewer than {least} o200k tokens, and answers that short are much alike whoever gives them. Ask for longer ones.";
    fn other_trigger(f1: Amount) = "same.other_trigger", "it calls tools in answer to other prompts (F1 {f1})";
    fn other_validity(own: Amount, of: Amount) = "same.other_validity", "{own} of its answers that call tools are valid, and {of} of the reference's";
    fn other_opening() = "same.other_opening", "its answers to the same prompt begin otherwise";
    fn other_length(own: Count, of: Count) = "same.other_length", "its answers have {own} {own:token|tokens} as the median, and the reference's {of}";
    fn other_ending() = "same.other_ending", "its answers end otherwise";
    fn trigger() = "same.trigger", "when tools are called";
    fn validity() = "same.validity", "whether calls are valid";
    fn opening_name() = "same.opening", "how answers begin";
    fn length() = "same.length", "their length";
    fn ending_name() = "same.ending", "how they end";
}

/// The chance at which each verdict is told, over all that is compared in a race.
const ALARMS: [(ServiceVerdict, f64); 3] = [
    (ServiceVerdict::AlmostCertainly, ALPHA / 50.0),
    (ServiceVerdict::VeryProbably, ALPHA / 5.0),
    (ServiceVerdict::Probably, ALPHA),
];

/// What is told of an answer.
struct Told {
    /// The row of a set that it answers; 0 without one.
    question: u32,
    round: usize,
    calls: bool,
    valid: Option<bool>,
    opening: Option<String>,
    /// Whether it ends within what is its beginning.
    is_short: bool,
    length: f64,
    ending: u32,
}

/// The answers of a lane that the provider ended.
fn told(plan: &Plan, lane: &Lane) -> Vec<Told> {
    let checked = plan.checks.iter().position(|check| *check == Check::ToolCallValid);
    let of = |(round, sample): (usize, &Sample)| {
        let (opening, is_short) = opening(sample).unzip();
        Told {
            question: sample.row.unwrap_or(0),
            round,
            calls: !sample.tools.is_empty(),
            valid: checked.and_then(|at| valid(sample, at)),
            opening,
            is_short: is_short.unwrap_or(true),
            length: f64::from(tokens::count(&sample.text)),
            ending: ending(sample),
        }
    };
    let answers = lane.samples.iter().enumerate();
    answers.filter(|(_, sample)| sample.status.is_final()).map(of).collect()
}

/// Whether all calls of an answer fit their tools, by the check at this place; `None` if it makes none.
fn valid(sample: &Sample, at: usize) -> Option<bool> {
    let result = sample.checks.get(at).filter(|_| !sample.tools.is_empty())?;
    match result.verdict {
        CheckVerdict::Right => Some(true),
        CheckVerdict::Wrong => Some(false),
        CheckVerdict::Unknown => None,
    }
}

/// The first tokens of an answer, of its text or, without any, of its calls, and whether it has fewer.
fn opening(sample: &Sample) -> Option<(String, bool)> {
    let text = if sample.text.trim().is_empty() { &sample.tools } else { &sample.text };
    let text = text.as_str().trim_start();
    let head: String = text
        .char_indices()
        .take_while(|(at, _)| *at < OPENING_BYTES)
        .map(|(_, character)| character)
        .collect();
    let ends = tokens::ends(&head);
    let is_short = ends.len() < OPENING_TOKENS;
    let end = ends.get(OPENING_TOKENS - 1).or(ends.last())?;
    // A token may end within a character.
    let mut end = *end as usize;
    while !head.is_char_boundary(end) {
        end += 1;
    }
    head.get(..end).map(|opening| (opening.to_owned(), is_short))
}

/// How an answer ends, as a number: dialects have different words for the same.
fn ending(sample: &Sample) -> u32 {
    match sample.status {
        Status::OkEmpty => 1,
        Status::Filtered => 2,
        Status::Refused => 3,
        _ if sample.doubts.contains(&Warning::StoppedAtLimit) => 4,
        _ if !sample.tools.is_empty() => 5,
        _ => 0,
    }
}

/// See [`Run::same_service`](crate::Run::same_service).
pub(crate) fn same_service(plan: &Plan, lanes: &[Lane]) -> Vec<ServiceComparison> {
    if !matches!(plan.workload(), Workload::Rounds { .. }) {
        return Vec::new();
    }
    let lanes = || (0_u32..).zip(lanes);
    let is_reference =
        |lane: &Lane| plan.lanes.get(lane.place as usize).is_some_and(|planned| planned.reference);
    let Some((at, reference)) = lanes().find(|(_, lane)| is_reference(lane)) else {
        return Vec::new();
    };
    let of_reference = told(plan, reference);
    let mut compared: Vec<Compared> = lanes()
        .filter(|(lane, _)| *lane != at)
        .map(|(lane, of)| {
            Compared::of(plan, lane, (of, told(plan, of)), (reference, &of_reference))
        })
        .collect();
    let all: Vec<f64> =
        compared.iter().flat_map(|one| &one.features).map(|feature| feature.p).collect();
    let mut adjusted = holm(&all).into_iter();
    for feature in compared.iter_mut().flat_map(|one| &mut one.features) {
        feature.p_of_all = adjusted.next().unwrap_or(1.0);
    }
    compared.into_iter().map(|one| one.told(at, &of_reference)).collect()
}

/// A lane beside the reference, before it is in words.
struct Compared {
    lane: u32,
    own: Vec<Told>,
    features: Vec<ServiceFeature>,
}

impl Compared {
    fn of(
        plan: &Plan,
        lane: u32,
        (of, own): (&Lane, Vec<Told>),
        (reference, others): (&Lane, &[Told]),
    ) -> Self {
        let both = || {
            let own = own.iter().map(|one| (one, false));
            own.chain(others.iter().map(|one| (one, true)))
        };
        let categories = |value: &dyn Fn(&Told) -> Option<u32>| {
            let seen = both().filter_map(|(one, is_second)| {
                Some(SourcedAnswer { question: one.question, is_second, value: value(one)? })
            });
            let seen: Vec<SourcedAnswer<u32>> = seen.collect();
            Some((comparable(&seen), same_categories(&seen)?))
        };
        let mut features = Vec::new();
        let mut found = |feature: ServiceTrait, told: Option<([usize; 2], f64)>| {
            let Some(([answers, of_reference], p)) = told else { return };
            if answers.min(of_reference) < LEAST_ANSWERS {
                return;
            }
            let [answers, of_reference] = [answers, of_reference].map(many);
            features.push(ServiceFeature { feature, answers, of_reference, p, p_of_all: p });
        };
        if offers_tools(plan) {
            found(ServiceTrait::ToolTrigger, categories(&|one| Some(u32::from(one.calls))));
            found(ServiceTrait::ToolValidity, categories(&|one| one.valid.map(u32::from)));
        }
        if has_same_temperature(plan, [of, reference]) {
            let openings = opening_numbers(both().map(|(one, _)| one));
            let number =
                |one: &Told| openings.get(&(one.question, one.opening.as_deref()?)).copied();
            // A prompt that was asked once of each has no distribution.
            if repeats(&own) && repeats(others) {
                found(ServiceTrait::Opening, categories(&number));
            }
        }
        let lengths = both().map(|(one, is_second)| SourcedAnswer {
            question: one.question,
            is_second,
            value: one.length,
        });
        let lengths: Vec<SourcedAnswer<f64>> = lengths.collect();
        let p = same_sizes(&lengths);
        found(ServiceTrait::Length, p.map(|p| (comparable(&lengths), p)));
        found(ServiceTrait::Ending, categories(&|one| Some(one.ending)));
        Self { lane, own, features }
    }

    fn told(self, reference: u32, others: &[Told]) -> ServiceComparison {
        let Self { lane, own, features } = self;
        let least = features.iter().map(|feature| feature.p_of_all).reduce(f64::min);
        let differing = least.and_then(|p| ALARMS.into_iter().find(|(_, alarms)| p <= *alarms));
        // A difference in the shortest answers is one. That there is none says nothing.
        let is_short = are_short(&own, others);
        let verdict = match (least, differing) {
            (_, Some((verdict, _))) => verdict,
            (Some(_), None) if !is_short => ServiceVerdict::Alike,
            (_, None) => ServiceVerdict::Unknown,
        };
        let alarms = percent(differing.map_or(ALPHA, |(_, alarms)| alarms));
        let trigger_f1 = f1(&own, others);
        let (this, that) = (LaneAt(lane), LaneAt(reference));
        let what = || {
            let differing = features.iter().filter(|feature| feature.p_of_all <= ALPHA);
            Phrase::clauses(differing.map(|one| one.feature.differs(&own, others, trigger_f1)))
        };
        let sentence = match verdict {
            ServiceVerdict::Unknown if features.is_empty() => {
                unknown(this, that, LEAST_ANSWERS.into())
            }
            ServiceVerdict::Unknown => too_short(this, that, OPENING_TOKENS.into()),
            ServiceVerdict::Alike => {
                let names = features.iter().map(|one| one.feature.name()).collect();
                let fewest = features.iter().map(|one| one.answers.min(one.of_reference)).min();
                alike(this, that, names, fewest.unwrap_or(0).into(), alarms)
            }
            ServiceVerdict::Probably => differs(this, that, probably(), what(), alarms),
            ServiceVerdict::VeryProbably => differs(this, that, very_probably(), what(), alarms),
            ServiceVerdict::AlmostCertainly => {
                differs(this, that, almost_certainly(), what(), alarms)
            }
        };
        let found = ServiceFinding { lane, reference, verdict, features, trigger_f1 };
        ServiceComparison { found, sentence }
    }
}

/// A share in percent, without digits that say nothing.
fn percent(share: f64) -> Amount {
    Amount::digits(100.0 * share, u8::from(share < 0.01))
}

/// Whether most answers to what both answered end within what is their beginning.
fn are_short(own: &[Told], others: &[Told]) -> bool {
    let asked = |answers: &[Told]| answers.iter().map(|one| one.question).collect::<BTreeSet<_>>();
    let of_both: BTreeSet<u32> = asked(own).intersection(&asked(others)).copied().collect();
    let compared = || own.iter().chain(others).filter(|one| of_both.contains(&one.question));
    2 * compared().filter(|one| one.is_short).count() > compared().count()
}

impl ServiceTrait {
    fn name(self) -> Phrase {
        match self {
            Self::ToolTrigger => trigger(),
            Self::ToolValidity => validity(),
            Self::Opening => opening_name(),
            Self::Length => length(),
            Self::Ending => ending_name(),
        }
    }

    fn differs(self, own: &[Told], others: &[Told], f1: Option<f64>) -> Phrase {
        match self {
            Self::ToolTrigger => other_trigger(Amount::share(f1.unwrap_or(0.0))),
            Self::ToolValidity => {
                other_validity(Amount::share(valid_share(own)), Amount::share(valid_share(others)))
            }
            Self::Opening => other_opening(),
            Self::Length => other_length(median(own).into(), median(others).into()),
            Self::Ending => other_ending(),
        }
    }
}

fn many(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn offers_tools(plan: &Plan) -> bool {
    let rows = plan.rows();
    let of_rows = rows.iter().filter_map(|row| row.payload.as_ref());
    of_rows.chain([&plan.payload]).any(|payload| !payload.tools.is_empty())
}

/// Whether both lanes were asked with the same temperature, so that the distribution of what they write is that of the service.
fn has_same_temperature(plan: &Plan, lanes: [&Lane; 2]) -> bool {
    let of = |lane: &Lane| {
        let own = plan.lanes.get(lane.place as usize).and_then(|lane| lane.temperature);
        own.or(plan.temperature)
    };
    let [one, other] = lanes.map(of);
    one.is_some() && one == other
}

fn repeats(answers: &[Told]) -> bool {
    let mut asked = BTreeMap::new();
    answers.iter().any(|one| {
        let times = asked.entry(one.question).or_insert(0);
        *times += 1;
        *times > 1
    })
}

/// A number for each beginning of answers to each prompt.
fn opening_numbers<'a>(answers: impl Iterator<Item = &'a Told>) -> BTreeMap<(u32, &'a str), u32> {
    let mut numbers = BTreeMap::new();
    for one in answers {
        let next = many(numbers.len());
        if let Some(opening) = &one.opening {
            numbers.entry((one.question, opening.as_str())).or_insert(next);
        }
    }
    numbers
}

/// How well a lane calls tools where the reference does, round by round.
fn f1(own: &[Told], others: &[Told]) -> Option<f64> {
    let rounds: BTreeMap<usize, bool> = others.iter().map(|one| (one.round, one.calls)).collect();
    let pairs = || own.iter().filter_map(|one| Some((one.calls, *rounds.get(&one.round)?)));
    let count = |is: fn(&(bool, bool)) -> bool| f64::from(many(pairs().filter(is).count()));
    let (both, ours, theirs) = (count(|(a, b)| *a && *b), count(|(a, _)| *a), count(|(_, b)| *b));
    (ours + theirs > 0.0).then(|| 2.0 * both / (ours + theirs))
}

fn valid_share(answers: &[Told]) -> f64 {
    let known: Vec<bool> = answers.iter().filter_map(|one| one.valid).collect();
    let right = known.iter().filter(|valid| **valid).count();
    f64::from(many(right)) / f64::from(many(known.len())).max(1.0)
}

fn median(answers: &[Told]) -> u32 {
    let mut lengths: Vec<f64> = answers.iter().map(|one| one.length).collect();
    lengths.sort_by(f64::total_cmp);
    let middle = lengths.get(lengths.len() / 2).copied().unwrap_or_default();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of tokens"
    )]
    let middle = middle.round() as u32;
    middle
}

#[cfg(test)]
#[path = "same_service_tests.rs"]
mod tests;
