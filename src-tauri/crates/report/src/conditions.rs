//! The measurement conditions of a run, line by line: they belong to any quoted number.

use cost::TokenSource;
use measure::Unit;
use race::{Plan, Run, Status, Workload};

use crate::Origin;
use crate::exported_run::ExportedRun;
use crate::names::names;
use crate::summaries::answering_tiers;

/// Each condition with its value, in reading order. Unknown ones are omitted.
pub(crate) fn conditions(whole: &ExportedRun, origin: &Origin) -> Vec<(&'static str, String)> {
    let run = &whole.run;
    let plan = &run.plan;
    let length = whole.prompt_tokens.map_or_else(
        || "the requests were not all the same".to_owned(),
        |tokens| format!("{tokens} tokens by o200k_base"),
    );
    let mut all = vec![
        ("Started", run.started_at.clone()),
        ("Run", run.id.clone()),
        ("Prompt", format!("SHA-256 {}…, {length}", whole.prompt_hash)),
        ("Most output tokens", or_default(plan.max_tokens)),
        ("Temperature", or_default(plan.temperature)),
    ];
    if let Some(effort) = plan.effort {
        all.push(("Reasoning effort", effort.word().to_owned()));
    }
    if !plan.service_tiers().is_empty() {
        all.push(("Service tiers asked for", plan.service_tiers().join(", ")));
    }
    all.extend(answering_tiers(run).map(|told| ("Service tier that answered", told)));
    if !plan.checks.is_empty() {
        let titles: Vec<String> = plan.checks.iter().map(checks::Check::title).collect();
        all.push(("An answer is right if it", titles.join("; ")));
    }
    all.push(("Requests", requests(run)));
    if let Some(load) = load(plan) {
        all.push(("Load", load));
    }
    all.extend(left_out(run).map(|fields| ("Left out after a refusal", fields)));
    all.push(("Tokens counted by", counted_by(run)));
    all.extend(connection(whole).map(|connection| ("Connection", connection)));
    all.push(("Definitions", format!("version {}", run.def_version)));
    let own = "a machine that its file does not name".to_owned();
    all.extend(match (run.imported, run.machine.clone()) {
        (true, machine) => {
            Some(("Imported, and measured by its own account on", machine.unwrap_or(own)))
        }
        (false, machine) => machine.map(|machine| ("Measured on", machine)),
    });
    all.push(("The machine's own error", own_error(run)));
    let dated = origin
        .calibration
        .as_ref()
        .map(|known| format!("{}, calibrated on {}", origin.machine, known.dated));
    all.push(("Exported on", dated.unwrap_or_else(|| origin.machine.clone())));
    all.push(("Exported by", format!("Paceline {}, {}", origin.version, origin.at)));
    all
}

fn or_default<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "the provider's own".to_owned(), |value| value.to_string())
}

fn requests(run: &Run) -> String {
    let all = || run.lanes.iter().flat_map(race::Lane::requests);
    let good = all().filter(|sample| sample.status == Status::Ok).count();
    let of_level: u32 =
        run.lanes.iter().flat_map(|lane| &lane.levels).map(|level| level.measured).sum();
    match run.plan.workload() {
        Workload::Sweep(_) => {
            format!("{} sent, {of_level} measured, {good} ok", all().count())
        }
        Workload::Rounds { repeat, warmup } => format!(
            "{} lanes, {repeat} measured rounds after {warmup} to warm up, {}, {good} of {} ok",
            run.lanes.len(),
            prompts(&run.plan),
            all().count()
        ),
    }
}

/// Whether a prompt cache can know the prompts.
fn prompts(plan: &Plan) -> &'static str {
    if plan.has_unique_prompts() { "prompts unlike each other" } else { "one prompt" }
}

fn load(plan: &Plan) -> Option<String> {
    let load = plan.load.as_ref()?;
    let mut parts = Vec::new();
    if !load.rates.is_empty() {
        parts.push("open loop".to_owned());
    }
    if let Some(within) = load.settled_within {
        let within = Unit::Share.written(within);
        parts.push(format!("each level until its median TTFT is known within ±{within}, at most"));
    }
    parts.push(match (load.waves, load.most_at_a_rate()) {
        (Some(waves), _) => format!(
            "{} measured requests, or {waves} times as many as are in flight if that is more, in each level",
            load.samples
        ),
        (None, Some(most)) => format!(
            "{} measured requests, or as many as the interval of the median takes, at most {most}, in each level",
            load.samples
        ),
        (None, None) => format!("{} measured requests in each level", load.samples),
    });
    parts.push(prompts(plan).to_owned());
    if load.lengths.as_ref().is_some_and(|lengths| lengths.cached) {
        parts.push("then one prompt of each length again and again".to_owned());
    }
    parts.push(if load.cold { "a new connection each" } else { "standing connections" }.to_owned());
    if load.force_length {
        parts.push("answers forced to one length where the server can".to_owned());
    }
    Some(parts.join(", "))
}

fn counted_by(run: &Run) -> String {
    let of = |source| {
        let all = run.lanes.iter().flat_map(race::Lane::requests);
        all.filter(|sample| sample.token_source == Some(source)).count()
    };
    let sources = [
        (TokenSource::Server, "the server"),
        (TokenSource::Neutral, "o200k_base, here"),
        (TokenSource::Chunks, "chunks, an estimate"),
    ];
    let told: Vec<String> = sources
        .iter()
        .map(|(source, name)| (of(*source), name))
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{name} ({count})"))
        .collect();
    if told.is_empty() { "nobody".to_owned() } else { told.join(", ") }
}

/// The protocol, and how many requests reused a connection.
fn connection(whole: &ExportedRun) -> Option<String> {
    let all: Vec<_> = whole
        .recordings
        .iter()
        .flatten()
        .filter_map(|recording| recording.timeline.connection.as_ref())
        .collect();
    let mut versions: Vec<&str> = all.iter().map(|one| one.http_version.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    let standing = all.iter().filter(|one| one.ahead || one.reused).count();
    (!all.is_empty()).then(|| {
        format!("{}, {standing} of {} made before the request", versions.join(" and "), all.len())
    })
}

/// The fields that servers refused and that were then not sent, lane by lane; `None` if there are none.
fn left_out(run: &Run) -> Option<String> {
    let told: Vec<String> = run
        .lanes
        .iter()
        .zip(names(run))
        .filter_map(|(lane, name)| {
            let fields: Vec<String> = lane.left_out().into_iter().collect();
            (!fields.is_empty()).then(|| format!("{} ({name})", fields.join(", ")))
        })
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn own_error(run: &Run) -> String {
    match run.most_ttft_error_ms() {
        Some(most) => format!("TTFT is stamped up to {most:.3} ms late"),
        None => "not calibrated".to_owned(),
    }
}
