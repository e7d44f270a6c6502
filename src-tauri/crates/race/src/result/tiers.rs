//! Whether the requests of one lane were answered by one service tier.

use measure::Warning;

use crate::result::run::Sample;

/// Whether these were answered by more than one tier. Where the server named none, nothing is known.
pub(crate) fn are_mixed(samples: &[Sample]) -> bool {
    let mut tiers =
        samples.iter().filter_map(|sample| sample.server.as_ref()?.service_tier.as_deref());
    let first = tiers.next();
    tiers.any(|tier| Some(tier) != first)
}

/// Puts the doubt on each of them that names a tier, where they are of more than one.
pub(crate) fn note_mixed(samples: &mut [Sample]) {
    if !are_mixed(samples) {
        return;
    }
    for sample in samples {
        let is_named = sample.server.as_ref().is_some_and(|server| server.service_tier.is_some());
        if is_named && !sample.doubts.contains(&Warning::TiersMixed) {
            sample.doubts.push(Warning::TiersMixed);
        }
    }
}

#[cfg(test)]
mod tests {
    use providers::ServerReport;

    use super::*;
    use crate::result::run::Status;
    use crate::testing::sample;

    fn by(tier: Option<&str>) -> Sample {
        let server =
            ServerReport { service_tier: tier.map(str::to_owned), ..ServerReport::default() };
        Sample { server: Some(server), ..sample(Status::Ok) }
    }

    #[test]
    fn tiers_that_differ_are_told_on_each_request_that_names_one() {
        let mut samples = [by(Some("default")), by(None), by(Some("flex"))];
        note_mixed(&mut samples);
        let told = samples.map(|sample| sample.doubts.contains(&Warning::TiersMixed));
        assert_eq!(told, [true, false, true], "what names none may be of any");
        let mut alike = [by(Some("flex")), by(None), by(Some("flex"))];
        note_mixed(&mut alike);
        assert!(alike.iter().all(|sample| sample.doubts.is_empty()), "one tier is one lane");
    }
}
