//! The names of the inputs of each contender's model, fetched before the start if the dialect leaves them to the model.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::Entry;
use crate::result::lane::Lane;

/// Fetches them once per model, all models concurrently, and adds the resulting changes to the `lanes`. If it is
/// stopped meanwhile, nothing changes.
pub(crate) async fn learn(
    entries: &mut [Arc<Entry>],
    lanes: &mut [Lane],
    stop: &CancellationToken,
) {
    let mut models: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (place, entry) in entries.iter().enumerate() {
        let request = &entry.contender.request;
        if request.awaits_inputs() {
            let model = (request.provider.base_url.clone(), request.model.clone());
            models.entry(model).or_default().push(place);
        }
    }
    let mut asking = JoinSet::new();
    for places in models.into_values() {
        let Some(entry) = places.first().and_then(|first| entries.get(*first)).cloned() else {
            continue;
        };
        asking.spawn(async move {
            let request = entry.contender.request.clone();
            let learned = request.with_inputs(entry.key.as_ref(), entry.proxy_login.as_ref());
            (places, learned.await.inputs)
        });
    }
    loop {
        let learned = tokio::select! {
            biased;
            () = stop.cancelled() => return,
            learned = asking.join_next() => learned,
        };
        let Some(learned) = learned else { return };
        // A task that panicked has no result; its lanes race on unchanged.
        let Ok((places, inputs)) = learned else { continue };
        for place in places {
            let Some((entry, lane)) = entries.get_mut(place).zip(lanes.get_mut(place)) else {
                continue;
            };
            let request = &mut Arc::make_mut(entry).contender.request;
            request.inputs.clone_from(&inputs);
            lane.adjustments = request.adjustments();
        }
    }
}
