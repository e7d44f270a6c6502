//! The budget of a sweep. Requests in flight count at their maximum, so the budget is never exceeded.

use std::sync::{Arc, Mutex};

use cost::tokens;
use measure::{Recording, Spread, Warning};
use providers::{Reply, Request, Usage};

use crate::engine::attempt::Entry;
use crate::plan::input_length::most_input_tokens;
use crate::plan::load::Load;
use crate::plan::most_cost::most_cost;
use crate::plan::prompt_cycle::PromptCycle;
use crate::plan::step::Step;
use crate::result::lane::Lane;
use crate::result::level::{Level, LevelEnd};
use crate::result::sample::Sample;
use crate::view::live_state::lock;

/// How much of a sweep a crash may leave unsaved, in milliseconds.
const UNSAVED_MS: f64 = 250.0;

/// The budget of one sweep, shared by all its requests.
pub(crate) struct Budget {
    most_usd: Option<f64>,
    most_tokens: Option<f64>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Maximum cost and output of one request of the current level.
    each: RequestCost,
    /// Maximum input tokens expected of it.
    input: u64,
    under_way: f64,
    spent: RequestCost,
    number: u64,
}

/// Dollars and output tokens; absent if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct RequestCost {
    usd: Option<f64>,
    tokens: Option<f64>,
}

impl RequestCost {
    /// The maximum of one request of a contender; `longest` is its longest request.
    fn most(entry: &Entry, longest: &Request) -> Self {
        let limit = entry.contender.request.most_tokens();
        Self { usd: most_usd(entry, longest_input(longest)), tokens: limit.map(f64::from) }
    }

    /// The cost of an earlier request: what was counted for certain, or `most`.
    fn of(sample: &Sample, most: Self) -> Self {
        if sample.is_refused() {
            return Self { usd: Some(0.0), tokens: Some(0.0) };
        }
        let is_certain = !sample.doubts.contains(&Warning::CostEstimated);
        let usd = sample.cost_usd.filter(|_| is_certain).or_else(|| {
            // An estimate from what had arrived may exceed our own count of the input.
            Some(most.usd?.max(sample.cost_usd.unwrap_or_default()))
        });
        let once = Self { usd, tokens: sample.out_tokens_server.map(f64::from).or(most.tokens) };
        if sample.doubts.contains(&Warning::StaleConnection) { once.and(most) } else { once }
    }

    /// The cost of this many requests; zero for none, even if the cost of one is unknown.
    fn times(self, many: u32) -> Self {
        let all = |each: Option<f64>| {
            if many == 0 { Some(0.0) } else { each.map(|each| each * f64::from(many)) }
        };
        Self { usd: all(self.usd), tokens: all(self.tokens) }
    }

    /// The sum of both; unknown if either is.
    fn and(self, other: Self) -> Self {
        let sum = |one: Option<f64>, other: Option<f64>| Some(one? + other?);
        Self { usd: sum(self.usd, other.usd), tokens: sum(self.tokens, other.tokens) }
    }
}

impl Budget {
    /// The budget of `load` − what the levels of `lanes` have already spent. A request whose cost or output nobody
    /// counted is charged at its maximum by its lane's entry, as it was when it was settled; so is one that may have
    /// been sent just before a crash and was not saved.
    pub(crate) fn new(
        load: &Load,
        lanes: &[Lane],
        entries: &[Arc<Entry>],
        texts: &PromptCycle,
    ) -> Self {
        let mut spent = RequestCost { usd: Some(0.0), tokens: Some(0.0) };
        let mut count = 0_u64;
        for (lane, entry) in lanes.iter().zip(entries) {
            for level in &lane.levels {
                let longest = texts.longest(&entry.contender.request, level.step());
                let most = RequestCost::most(entry, &longest);
                for sample in level.requests() {
                    spent = spent.and(RequestCost::of(sample, most));
                    count += 1;
                }
                let unseen = unseen(level);
                spent = spent.and(most.times(unseen));
                count += u64::from(unseen);
            }
        }
        Self {
            most_usd: load.budget_usd,
            most_tokens: load.budget_tokens.map(f64::from),
            state: Mutex::new(State { spent, number: count, ..State::default() }),
        }
    }

    /// Switches to the requests of this contender; `longest` is the longest of them.
    pub(crate) fn open_for(&self, entry: &Entry, longest: &Request) {
        let most = RequestCost::most(entry, longest);
        let mut state = lock(&self.state);
        state.each = most;
        state.input = longest_input(longest);
    }

    /// Reserves one more request and returns whether it fits, with every request in flight counted at its maximum. If
    /// the maximum is unknown, a budget cannot be kept and nothing fits.
    pub(crate) fn take(&self) -> bool {
        let mut state = lock(&self.state);
        let under_way = state.under_way + 1.0;
        let fits = |most: Option<f64>, spent: Option<f64>, each: Option<f64>| {
            most.is_none_or(|most| {
                spent.zip(each).is_some_and(|(spent, each)| spent + under_way * each <= most)
            })
        };
        let fits = fits(self.most_usd, state.spent.usd, state.each.usd)
            && fits(self.most_tokens, state.spent.tokens, state.each.tokens);
        if fits {
            state.under_way = under_way;
        }
        fits
    }

    /// Releases a reservation that was not used.
    pub(crate) fn put_back(&self) {
        lock(&self.state).under_way -= 1.0;
    }

    /// Settles a finished request by the provider's count at the prices of the tier that answered or, without a count,
    /// at its maximum. A request that was refused or never sent costs nothing. One that broke off, or that we cut, may
    /// be billed for an answer as long as its limit, however little had arrived.
    pub(crate) fn settle(&self, entry: &Entry, recording: &Recording, reply: &Reply, is_cut: bool) {
        let usage = Usage::of(&recording.usage, &entry.contender.request.provider);
        let charged = cost::BillableTokens {
            in_total: usage.in_total,
            cached_read: usage.cached_read,
            cached_write: usage.cached_write,
            out_total: usage.out_total,
            reasoning: usage.reasoning,
            billed_in: usage.billed_in,
            billed_out: usage.billed_out,
            counted_by: cost::TokenSource::Server,
        };
        let price = entry.contender.price.as_ref();
        let tier = reply.server.service_tier.as_deref();
        let (own, is_listed) = price.map(|price| price.answered_by(tier)).unzip();
        let reported = usage.reported_usd;
        let cost = cost::of(own.as_ref(), &charged, reported, cost::ChargeContext::default());
        // A tier without a price of its own may be the most expensive.
        let unlisted = is_listed == Some(false) && reported.is_none();
        let at_most = || cost::most(price, None, usage.in_total?, usage.out_total, 1);
        let cost = if unlisted { at_most().or(cost) } else { cost };
        let is_whole = !is_cut && reply.fault.is_none();
        // A refusal with a success status may have been billed.
        let is_refusal =
            |fault: &providers::Fault| fault.http_status.is_some_and(|status| status >= 300);
        let was_refused = reply.fault.as_ref().is_some_and(is_refusal);
        let nothing = Some(0.0).filter(|_| was_refused || recording.timeline.send_ns.is_none());
        let mut state = lock(&self.state);
        if let Some(input) = usage.in_total.filter(|input| *input > state.input) {
            // The provider counts more than was expected, and will do so for later requests.
            state.input = input;
            state.each.usd = most_usd(entry, input);
        }
        let each = state.each;
        let counted = |told: Option<f64>, most: Option<f64>| match (told, most) {
            (Some(told), Some(most)) if !is_whole => Some(told.max(most)),
            (told, _) => told,
        };
        #[expect(clippy::cast_precision_loss, reason = "a count of tokens")]
        let out = usage.out_total.map(|total| total as f64);
        let once = RequestCost {
            usd: nothing.or(counted(cost.map(cost::Cost::usd), each.usd)).or(each.usd),
            tokens: nothing.or(counted(out, each.tokens)).or(each.tokens),
        };
        // A request that met a closed connection may have been received, and billed, too.
        let spent = if reply.stale { once.and(each) } else { once };
        state.under_way -= 1.0;
        state.spent = state.spent.and(spent);
    }

    /// Upper bound of dollars spent so far; absent if there is no price.
    pub(crate) fn spent_usd(&self) -> Option<f64> {
        lock(&self.state).spent.usd
    }

    /// Upper bound of output tokens so far; absent if unknown.
    pub(crate) fn spent_tokens(&self) -> Option<f64> {
        lock(&self.state).spent.tokens
    }

    /// The number of the next request, unique within the sweep.
    pub(crate) fn number(&self) -> u64 {
        let mut state = lock(&self.state);
        let number = state.number;
        state.number += 1;
        number
    }
}

/// Maximum number of a level's requests that may have been sent but not saved before the app exited: those of the last
/// quarter of a second, at the level's own pace.
fn unseen(level: &Level) -> u32 {
    if level.ended != LevelEnd::Interrupted {
        return 0;
    }
    let latency_ms = level.latency().map(Spread::middle).filter(|latency| *latency > 0.0);
    let many = match level.step() {
        Step::Rate(rate) => rate * UNSAVED_MS / 1e3,
        step => {
            let streams = step.streams().map_or(1.0, f64::from);
            streams * (1.0 + latency_ms.map_or(0.0, |latency| UNSAVED_MS / latency))
        }
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and cut at the largest number"
    )]
    let many = many.ceil() as u32;
    many
}

/// Maximum input tokens that the provider may count for a request.
fn longest_input(longest: &Request) -> u64 {
    let counted = tokens::count(&longest.input_text());
    u64::from(most_input_tokens(counted))
}

/// Maximum cost of one request with this many input tokens; `None` if unknown. A simulated one costs nothing.
fn most_usd(entry: &Entry, input: u64) -> Option<f64> {
    let request = &entry.contender.request;
    if request.provider.simulated {
        return Some(0.0);
    }
    most_cost(request, entry.contender.price.as_ref(), input, 1).map(cost::Cost::usd)
}

#[cfg(test)]
#[path = "budget_tests.rs"]
mod tests;
