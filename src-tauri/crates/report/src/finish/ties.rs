//! Which lanes share the first place over all rounds together, and how sure these are of the rest.

use maud::{Markup, html};
use measure::Interval;
use race::SharedFirst;

use super::{Shown, percent};

impl Shown<'_> {
    /// The interval over rounds of what it had written when the first crossed.
    pub(super) fn within(&self, index: usize) -> Option<Interval> {
        self.over?.lanes.get(index)?.written_ci
    }

    /// Of a lane that shares the first place over all rounds: from which token on it is uncertain.
    pub(super) fn unsure(&self, index: usize) -> Option<u32> {
        let first = &self.photo.said.first;
        let is_tied = self.over.is_some() && first.len() > 1;
        is_tied.then_some(()).filter(|()| first.iter().any(|lane| *lane as usize == index))?;
        let written = |lane: &u32| self.photo.lanes.get(*lane as usize).map(|of| of.written);
        let least = first.iter().filter_map(written).min()?;
        Some(self.within(index).map_or(least, |within| whole_tokens(within.low)))
    }

    /// Why lanes share the first place over all rounds; empty if none do.
    pub(super) fn why_shared(&self) -> &'static str {
        match self.over.and_then(|over| over.shared) {
            None => "",
            Some(SharedFirst::WithinTie) => "within 2 %",
            Some(SharedFirst::NotToldApart) => "not told apart",
            Some(SharedFirst::Either) => "within 2 %, or not told apart",
        }
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
