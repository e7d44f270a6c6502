//! What the lanes of a run are called: no two alike.

use race::{Lane, Run};

/// The lanes by provider and model, with their numbers where these are the same.
pub(crate) fn names(run: &Run) -> Vec<String> {
    told_apart(run, Lane::name)
}

/// The lanes by these names, with their numbers from 1 where several have the same.
pub(crate) fn told_apart(run: &Run, name: impl Fn(&Lane) -> String) -> Vec<String> {
    let plain: Vec<String> = run.lanes.iter().map(name).collect();
    let is_shared = |name: &String| plain.iter().filter(|other| *other == name).count() > 1;
    let numbered = plain.iter().zip(1_u32..);
    numbered
        .map(
            |(name, number)| {
                if is_shared(name) { format!("{name} (lane {number})") } else { name.clone() }
            },
        )
        .collect()
}
