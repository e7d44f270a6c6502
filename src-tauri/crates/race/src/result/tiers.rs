//! Detects requests of one lane that were answered by different service tiers.

use measure::Warning;

use crate::result::sample::Sample;

/// Whether more than one tier answered these. Samples without a reported tier are ignored.
pub(crate) fn are_mixed(samples: &[Sample]) -> bool {
    let mut tiers =
        samples.iter().filter_map(|sample| sample.server.as_ref()?.service_tier.as_deref());
    let first = tiers.next();
    tiers.any(|tier| Some(tier) != first)
}

/// Adds the warning to each sample with a tier if there is more than one tier.
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
    use providers::{SafeText, ServerReport};

    use super::*;
    use crate::result::status::Status;
    use crate::testing::sample;

    fn by(tier: Option<&str>) -> Sample {
        let server = ServerReport {
            service_tier: tier.map(|tier| SafeText::without(tier, None)),
            ..ServerReport::default()
        };
        Sample { server: Some(server), ..sample(Status::Ok) }
    }

    #[test]
    fn differing_tiers_are_marked_on_each_request_that_names_one() {
        let mut samples = [by(Some("default")), by(None), by(Some("flex"))];
        note_mixed(&mut samples);
        let told = samples.map(|sample| sample.doubts.contains(&Warning::TiersMixed));
        assert_eq!(told, [true, false, true], "what names none may be of any");
        let mut alike = [by(Some("flex")), by(None), by(Some("flex"))];
        note_mixed(&mut alike);
        assert!(alike.iter().all(|sample| sample.doubts.is_empty()), "one tier is one lane");
    }
}
