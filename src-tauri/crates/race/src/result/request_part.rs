//! What a part of a request takes in time to first token: a lane with it beside one that is asked the same without it.

use measure::{
    Amount, BestComparison, Better, Comparison, Count, Interval, LaneAt, Metric, Phrase, Range,
    Unit,
};
use providers::{Content, Part, Payload, ResponseFormat, Role, Turn};
use serde::{Deserialize, Serialize};

use crate::plan::input::Input;
use crate::plan::{Plan, Workload};
use crate::result::comparable::comparables;
use crate::result::lane::Lane;

/// The time to first token of a lane beside that of another, whose request lacks one part and is otherwise the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RequestPartFinding {
    /// Index of the lane with the part, among those that ran.
    pub lane: u32,
    /// Index of the lane without it.
    pub other: u32,
    /// How many images the lane has more; absent if what it has more is a schema for its answer.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub images: Option<u32>,
    /// Hodges–Lehmann estimate of the difference in time to first token over the rounds, in milliseconds.
    pub difference_ms: f64,
    /// Its 95 % confidence interval.
    pub ci: Interval,
    /// `difference_ms ÷ images`; absent without images.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_image_ms: Option<f64>,
    /// Its 95 % confidence interval.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_image_ci: Option<Interval>,
    /// Number of rounds in which both have one; without the first use of a schema.
    pub rounds: u32,
}

/// The same, in numbers and in words.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct RequestPart {
    /// What was found.
    #[serde(flatten)]
    pub found: RequestPartFinding,
    /// The same in words.
    pub sentence: Phrase,
}

impl RequestPart {
    /// It in words, with the lanes by these names; `None` where one has none.
    pub fn text(&self, names: &[String]) -> Option<String> {
        self.sentence.text(names)
    }
}

measure::phrases! {
    fn images(lane: LaneAt, other: LaneAt, n: Count) = "part.images",
        "{lane} sends {n} {n:image|images} more than {other}, and otherwise the same";
    fn schema(lane: LaneAt, other: LaneAt) = "part.schema",
        "{lane} sends a schema for its answer, which {other} does not, and otherwise the same";
    fn longer(what: Phrase, by: Amount, ci: Range, n: Count, each: Option<Phrase>) = "part.longer",
        "{what}: TTFT longer by {by} (95 %: {ci}) over {n} {n:round|rounds}{each}.";
    fn shorter(what: Phrase, by: Amount, ci: Range, n: Count, each: Option<Phrase>) = "part.shorter",
        "{what}: TTFT shorter by {by} (95 %: {ci}) over {n} {n:round|rounds}{each}.";
    fn unclear(what: Phrase, n: Count, low: Amount, high: Amount) = "part.unclear",
        "{what}: TTFT does not differ significantly over {n} {n:round|rounds} (95 %: {low} shorter to {high} longer).";
    fn each(by: Amount, ci: Range) = "part.each", ", by {by} for each image (95 %: {ci})";
}

/// What a lane has that another, of the same contender and settings, lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum More {
    Images(u32),
    Schema,
}

/// See [`Run::request_parts`](crate::Run::request_parts).
pub(crate) fn request_parts(plan: &Plan, lanes: &[Lane]) -> Vec<RequestPart> {
    if !matches!(plan.workload(), Workload::Rounds { .. })
        || plan.lanes.iter().all(|lane| lane.request.is_none())
    {
        return Vec::new();
    }
    let places: Vec<u32> = lanes.iter().map(|lane| lane.place).collect();
    let lane = |at: u32| lanes.get(at as usize);
    let pairs = pairs(plan, &places).into_iter();
    let parts = pairs.filter_map(|Pair { lane: at, other, more }| {
        compared(plan, (at, lane(at)?), (other, lane(other)?), more)
    });
    parts.collect()
}

/// Two lanes of a race that are asked the same, but that one of them sends more images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImagePair {
    /// Index of the lane with more, among those that ran.
    pub lane: u32,
    /// Index of the one with fewer.
    pub other: u32,
    /// How many more, at least 1.
    pub images: u32,
}

/// The lanes of a race, at these places of its plan, that send more images than another and otherwise the same, each with the one that
/// sends the fewest.
pub fn image_pairs(plan: &Plan, places: &[u32]) -> Vec<ImagePair> {
    let of_images = |Pair { lane, other, more }: Pair| match more {
        More::Images(images) => Some(ImagePair { lane, other, images }),
        More::Schema => None,
    };
    pairs(plan, places).into_iter().filter_map(of_images).collect()
}

/// A lane and another, which lacks one part of its request.
struct Pair {
    lane: u32,
    other: u32,
    more: More,
}

fn pairs(plan: &Plan, places: &[u32]) -> Vec<Pair> {
    let lanes: Vec<_> =
        (0_u32..).zip(places).map(|(at, place)| (at, *place, Asked::of(plan, *place))).collect();
    let mut found = Vec::new();
    for (at, place, asked) in &lanes {
        let others = || {
            let others = lanes.iter().filter(|(other, ..)| other != at);
            others.filter(|(_, other, _)| is_same_contender(plan, *place, *other))
        };
        let than = |other: &Asked| asked.as_ref().and_then(|asked| asked.more_than(other));
        let more = others().filter_map(|(other, _, its)| {
            Some(Pair { lane: *at, other: *other, more: than(its.as_ref()?)? })
        });
        let (of_images, of_schema): (Vec<_>, Vec<_>) =
            more.partition(|pair| matches!(pair.more, More::Images(_)));
        let most = of_images.into_iter().max_by_key(|pair| match pair.more {
            // Of equals the first.
            More::Images(images) => (images, u32::MAX - pair.other),
            More::Schema => (0, 0),
        });
        found.extend(most.into_iter().chain(of_schema.into_iter().next()));
    }
    found
}

/// Whether two lanes differ in nothing but their requests.
pub(crate) fn is_same_contender(plan: &Plan, one: u32, other: u32) -> bool {
    let settings = |place: u32| {
        // What the later steps of a chain are asked depends on the answers before them.
        let lane = plan.lanes.get(place as usize).filter(|lane| !lane.is_chain())?;
        let mut settings = lane.clone();
        (settings.request, settings.reference) = (None, false);
        Some(settings)
    };
    settings(one).is_some_and(|one| Some(one) == settings(other))
}

/// A lane's request, with its images and the form of its answer apart from the rest.
struct Asked {
    images: u32,
    format: Option<ResponseFormat>,
    rest: Payload,
    system: Option<String>,
}

impl Asked {
    fn of(plan: &Plan, place: u32) -> Option<Self> {
        let input: Input<'_> = plan.input_of(plan.lanes.get(place as usize)?);
        let mut rest = Payload::clone(input.payload);
        if !input.prompt.is_empty() {
            // Where nothing is beside it, the prompt is a turn of the user like any other.
            let prompt = Part::text(input.prompt);
            rest.turns.push(Turn {
                role: Role::User,
                parts: vec![prompt],
                own: serde_json::Map::new(),
            });
        }
        let mut images = 0;
        for turn in &mut rest.turns {
            let before = turn.parts.len();
            turn.parts.retain(|part| !matches!(part.content, Content::Image { .. }));
            images += before - turn.parts.len();
        }
        rest.turns.retain(|turn| !turn.parts.is_empty());
        // The words in which it was pasted are no part of what is asked.
        rest.as_pasted = None;
        let format = rest.response_format.take();
        let system = input.system.map(str::to_owned);
        Some(Self { images: u32::try_from(images).ok()?, format, rest, system })
    }

    fn has_schema(&self) -> bool {
        matches!(self.format, Some(ResponseFormat::Schema(_)))
    }

    /// The one thing that it has more than another; `None` if they differ in anything else.
    fn more_than(&self, other: &Self) -> Option<More> {
        if self.rest != other.rest || self.system != other.system {
            return None;
        }
        if self.format == other.format {
            return self
                .images
                .checked_sub(other.images)
                .filter(|more| *more > 0)
                .map(More::Images);
        }
        let is_schema = self.has_schema() && !other.has_schema() && self.images == other.images;
        is_schema.then_some(More::Schema)
    }
}

fn compared(
    plan: &Plan,
    (at, lane): (u32, &Lane),
    (other, beside): (u32, &Lane),
    more: More,
) -> Option<RequestPart> {
    let rounds = [lane, beside].map(|lane| comparables(&lane.samples, Metric::TtftMs));
    let pair = BestComparison::of(&rounds, Better::Lower, plan.stopping())?;
    let (_, Comparison { difference, ci, n, .. }) = *pair.others.first()?;
    // The comparison is of the faster one with the other; here it is of the lane that has more.
    let sign = if pair.best == 0 { 1.0 } else { -1.0 };
    let (difference, ci) = (sign * difference?, ci?);
    let ends = [sign * ci.low, sign * ci.high];
    let ci = Interval { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]) };
    let sentence = sentence((at, other), more, difference, ci, n);
    let images = match more {
        More::Images(images) => Some(images),
        More::Schema => None,
    };
    let per_image = images.map(f64::from);
    let found = RequestPartFinding {
        lane: at,
        other,
        images,
        difference_ms: difference,
        ci,
        per_image_ms: per_image.map(|images| difference / images),
        per_image_ci: per_image
            .map(|images| Interval { low: ci.low / images, high: ci.high / images }),
        rounds: n,
    };
    Some(RequestPart { found, sentence })
}

fn sentence((at, other): (u32, u32), more: More, difference: f64, ci: Interval, n: u32) -> Phrase {
    let (what, images) = match more {
        More::Images(n) => (images(LaneAt(at), LaneAt(other), n.into()), n),
        More::Schema => (schema(LaneAt(at), LaneAt(other)), 1),
    };
    let by = |ms: f64| Amount::difference(Unit::Duration, ms);
    if ci.contains(0.0) {
        return unclear(what, n.into(), by(ci.low), by(ci.high));
    }
    let said = if difference > 0.0 { longer } else { shorter };
    let range = |parts: f64| Range::of_differences(Unit::Duration, ci.low / parts, ci.high / parts);
    let parts = f64::from(images);
    let of_each = (images > 1).then(|| each(by(difference / parts), range(parts)));
    said(what, by(difference), range(1.0), n.into(), of_each)
}

#[cfg(test)]
#[path = "request_part_tests.rs"]
mod tests;
