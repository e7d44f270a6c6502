//! The race that needs no key and no network.

use race::LanePlan;

/// The simulated lanes of a first race.
pub fn first_race() -> Vec<LanePlan> {
    let row = providers::catalogue().iter().find(|row| row.simulated);
    let provider = row.map(|row| row.id.clone()).unwrap_or_default();
    simulator::first_race()
        .map(|profile| LanePlan {
            provider: provider.clone(),
            model: profile.model.to_owned(),
            ..LanePlan::default()
        })
        .collect()
}

/// Whether a lane names one of the simulated providers.
pub fn is_simulated(lane: &LanePlan) -> bool {
    providers::provider(&lane.provider).is_some_and(|row| row.simulated)
}
