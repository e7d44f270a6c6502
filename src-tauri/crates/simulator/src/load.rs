//! The load of each profile: requests being served, and requests waiting for a slot.

use std::collections::{HashMap, VecDeque};

use crate::profile::Profile;

/// The requests of every profile.
#[derive(Debug, Default)]
pub(crate) struct Load {
    profiles: HashMap<&'static str, ProfileLoad>,
}

/// The requests of one profile.
#[derive(Debug, Default)]
struct ProfileLoad {
    in_flight: u32,
    /// Connections, in order of arrival.
    waiting: VecDeque<usize>,
}

impl Load {
    /// Takes a slot for `connection`; true if it got one, otherwise it is queued.
    pub(crate) fn enter(&mut self, profile: &Profile, connection: usize) -> bool {
        let crowd = self.profiles.entry(profile.model).or_default();
        if profile.slots > 0 && crowd.in_flight >= profile.slots {
            crowd.waiting.push_back(connection);
            return false;
        }
        crowd.in_flight += 1;
        true
    }

    /// Releases a slot to the connection that has waited longest, if any.
    pub(crate) fn leave(&mut self, profile: &Profile) -> Option<usize> {
        let crowd = self.profiles.entry(profile.model).or_default();
        let next = crowd.waiting.pop_front();
        if next.is_none() {
            crowd.in_flight = crowd.in_flight.saturating_sub(1);
        }
        next
    }

    /// Removes a closed connection from the queue.
    pub(crate) fn give_up(&mut self, profile: &Profile, connection: usize) {
        if let Some(crowd) = self.profiles.get_mut(profile.model) {
            crowd.waiting.retain(|waiting| *waiting != connection);
        }
    }

    /// Number of requests that the profile is serving.
    pub(crate) fn in_flight(&self, profile: &Profile) -> u32 {
        self.profiles.get(profile.model).map_or(0, |crowd| crowd.in_flight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Profile {
        Profile { slots: 2, ..Profile::named("lpu").expect("a profile").clone() }
    }

    #[test]
    fn the_queue_is_served_in_order() {
        let (mut load, profile) = (Load::default(), small());
        let entered: Vec<_> = (1..=4).map(|id| load.enter(&profile, id)).collect();
        assert_eq!(entered, [true, true, false, false], "two slots");
        assert_eq!(load.leave(&profile), Some(3), "the one that came first");
        assert_eq!(load.in_flight(&profile), 2, "the slot is taken again at once");
        load.give_up(&profile, 4);
        assert_eq!(load.leave(&profile), None, "who went away is not served");
        assert_eq!(load.in_flight(&profile), 1, "so the slot is free");
    }

    #[test]
    fn the_scripted_profile_has_no_limit() {
        let (mut load, scripted) = (Load::default(), Profile::named("scripted").expect("it"));
        assert!((0..1_000).all(|id| load.enter(scripted, id)), "tests are never queued");
    }
}
