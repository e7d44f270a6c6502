//! Alarms: tells webhooks and commands of the user's own what a watch noticed, never during a race.

pub(crate) mod delivery;
pub(crate) mod message;
pub(crate) mod secret;
pub(crate) mod standing;
