//! What all rounds together cannot tell apart, and how sure they are of the rest.

use maud::{Markup, html};
use measure::Interval;

use super::{Shown, percent};

impl Shown<'_> {
    /// The interval over rounds of what it had written when the first crossed.
    pub(super) fn within(&self, index: usize) -> Option<Interval> {
        self.over?.get(index)?.written_ci
    }

    /// Of a lane that all rounds together cannot tell apart from the first: from which token on it is uncertain.
    pub(super) fn unsure(&self, index: usize) -> Option<u32> {
        let first = &self.photo.said.first;
        let is_tied = self.over.is_some() && first.len() > 1;
        is_tied.then_some(()).filter(|()| first.iter().any(|lane| *lane as usize == index))?;
        let written = |lane: &u32| self.photo.lanes.get(*lane as usize).map(|of| of.written);
        let least = first.iter().filter_map(written).min()?;
        Some(self.within(index).map_or(least, |within| whole_tokens(within.low)))
    }

    /// A line with ends; the last is missing where it goes on beyond the line.
    pub(super) fn whisker(&self, within: Interval) -> Markup {
        let (low, high) = (whole_tokens(within.low), whole_tokens(within.high));
        let (from, to) = (percent(self.at(low)), percent(self.at(high)));
        html! {
            line class="within" x1=(from) x2=(to) y1="10" y2="10" {}
            line class="within" x1=(from) x2=(from) y1="5" y2="15" {}
            @if high < self.photo.tokens {
                line class="within" x1=(to) x2=(to) y1="5" y2="15" {}
            }
        }
    }
}

/// Tokens of an interval, which are whole and not negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an interval of tokens is between 0 and the line"
)]
fn whole_tokens(tokens: f64) -> u32 {
    tokens as u32
}
