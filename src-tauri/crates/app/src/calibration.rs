//! Calibration of this machine against the simulator, whose timing is known.

use providers::EndpointError;
use race::{Calibration, KnownTiming, ReferenceServer};
use simulator::{StartError, Timing, Timings};

use crate::machine;
use crate::record::today;

/// Why this machine could not be calibrated.
#[derive(Debug, thiserror::Error)]
pub enum CalibrationError {
    /// The simulator could not start.
    #[error("No stream of known timing can be raced: {0}.")]
    Simulator(#[from] StartError),
    /// The simulator's address cannot be raced.
    #[error("No stream of known timing can be raced: {0}.")]
    Address(#[from] EndpointError),
}

/// Races streams of known timing for about fifteen seconds and returns the timestamp error of this machine.
///
/// # Errors
/// If the simulator cannot start or be raced.
pub async fn calibrate() -> Result<Calibration, CalibrationError> {
    let mut timings = Timings::start()?;
    let server = ReferenceServer {
        base_url: timings.base_url().to_owned(),
        model: Timings::model,
        known: move |count| {
            let known = |Timing { number, ttft_ms, decode_tps }| KnownTiming {
                number,
                ttft_ms,
                decode_tps,
            };
            timings.next(count).into_iter().map(known).collect()
        },
    };
    Ok(Calibration::of(server, today(), machine(), |_| {}).await?)
}
