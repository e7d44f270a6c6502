//! The cap on what is spent in a day: work that could go over it needs the person's leave.

use race::Plan;

use crate::failure::Failure;
use crate::state::App;

/// The most that work may cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Most {
    /// At most so many dollars, as far as prices are known.
    Usd(f64),
    /// Something in it has a price and no limit.
    Unbounded,
}

impl App {
    /// Lets a race start that stays below the cap, and one that may not when the person has just given leave for it.
    pub(crate) fn mind_cap(&self, plan: &Plan) -> Result<(), Failure> {
        if self.history.preferences()?.cap_usd_per_day.is_none() {
            return Ok(());
        }
        let (roster, prices) = (self.roster()?, self.history.prices()?);
        // A plan that cannot start is told so by who starts it.
        let contenders = race::check(plan, &roster, &prices).unwrap_or_default();
        let is_unbounded = contenders.iter().any(|contender| {
            let request = &contender.request;
            contender.price.is_some() && !request.provider.simulated && request.max_tokens.is_none()
        });
        let line = race::preflight(plan, &roster, &prices, |_| true);
        let most = Most::Usd(line.most_usd.unwrap_or(0.0));
        self.mind_cap_for(if is_unbounded { Most::Unbounded } else { most })
    }

    /// The same for work whose most is known to its caller.
    pub(crate) fn mind_cap_for(&self, most: Most) -> Result<(), Failure> {
        let Some(cap_usd) = self.history.preferences()?.cap_usd_per_day else { return Ok(()) };
        let has_leave = self.take_leave_to_overspend();
        let spent = self.history.spent_today()?;
        if has_leave || !most.could_exceed(spent.usd, cap_usd) {
            return Ok(());
        }
        let most_usd = match most {
            Most::Usd(usd) => Some(usd),
            Most::Unbounded => None,
        };
        let (spent_usd, unknown) = (spent.usd, spent.unknown);
        Err(Failure::OverCap { most_usd, spent_usd, unknown, cap_usd })
    }
}

impl Most {
    /// Whether it could bring what was spent over the cap.
    fn could_exceed(self, spent_usd: f64, cap_usd: f64) -> bool {
        match self {
            Self::Usd(most) => most > 0.0 && spent_usd + most > cap_usd,
            Self::Unbounded => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_could_go_over_the_cap_asks() {
        assert!(!Most::Usd(0.4).could_exceed(0.5, 1.0), "it fits");
        assert!(!Most::Usd(0.5).could_exceed(0.5, 1.0), "up to the cap and not over it");
        assert!(Most::Usd(0.6).could_exceed(0.5, 1.0), "it could go over");
        assert!(!Most::Usd(0.0).could_exceed(2.0, 1.0), "what costs nothing is never stopped");
        assert!(Most::Unbounded.could_exceed(0.0, 1.0), "without a limit nobody can say");
    }
}
