//! A simulated provider, and races against it.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use providers::Roster;
use race::{Entry, LanePlan, Plan, Race, Recording, Run, Sample, Timeouts, check};
use secrecy::SecretString;
use simulator::{Simulator, Truth};

/// A provider whose timing is known.
pub(crate) struct Arena {
    simulator: Simulator,
}

/// The outcome of one lane's only request, and its truth.
pub(crate) struct Outcome {
    pub(crate) sample: Sample,
    pub(crate) recording: Recording,
    pub(crate) truth: Truth,
    /// The run with this one request.
    pub(crate) run: Run,
}

impl Arena {
    pub(crate) fn open() -> Self {
        Self { simulator: Simulator::start(None).expect("a free port") }
    }

    pub(crate) fn base_url(&self) -> &str {
        self.simulator.base_url()
    }

    /// A lane with the profile `scripted` and these knobs.
    pub(crate) fn lane(&self, knobs: &str) -> LanePlan {
        lane_at(self.base_url(), &format!("scripted?{knobs}"))
    }

    /// The truths of this many requests, once that many have ended.
    pub(crate) fn truths(&self, count: usize) -> Vec<Truth> {
        for _ in 0..400 {
            let truths = self.simulator.truth();
            if truths.len() >= count {
                return truths;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("{count} requests should have ended, and {} have", self.simulator.truth().len());
    }
}

/// Races one lane once against the profile `scripted` with these knobs.
pub(crate) fn asked(knobs: &str) -> Outcome {
    asked_with_timeouts(knobs, Timeouts::default())
}

/// The same, with other timeouts.
pub(crate) fn asked_with_timeouts(knobs: &str, timeouts: Timeouts) -> Outcome {
    let arena = Arena::open();
    let race = race_of(plan(vec![arena.lane(knobs)]), timeouts);
    let (run, recordings) = block_on(race.run(None));
    let (sample, recording) = only(&run, recordings);
    // A second attempt has its own truth, after that of the first.
    let attempts = usize::try_from(sample.attempts).expect("a small number");
    let truth = arena.truths(attempts).pop().expect("it was asked");
    Outcome { sample, recording, truth, run }
}

/// The only request of a run, and its log.
pub(crate) fn only(run: &Run, recordings: Vec<Vec<Recording>>) -> (Sample, Recording) {
    let mut samples = run.lanes.iter().flat_map(|lane| lane.samples.clone());
    let mut recordings = recordings.into_iter().flatten();
    let (sample, recording) = (samples.next(), recordings.next());
    assert!(samples.next().is_none() && recordings.next().is_none(), "there was one request");
    (sample.expect("it is a result"), recording.expect("it has a log"))
}

/// A lane at any address.
pub(crate) fn lane_at(base_url: &str, model: &str) -> LanePlan {
    LanePlan {
        provider: "custom".into(),
        model: model.into(),
        base_url: Some(base_url.into()),
        ..LanePlan::default()
    }
}

/// One round of these lanes.
pub(crate) fn plan(lanes: Vec<LanePlan>) -> Plan {
    Plan { prompt: "Why do rivers bend?".into(), lanes, ..Plan::default() }
}

pub(crate) fn race_of(plan: Plan, timeouts: Timeouts) -> Race {
    race_with_key(plan, timeouts, None)
}

/// A race in which every lane carries the same key.
pub(crate) fn race_with_key(plan: Plan, timeouts: Timeouts, key: Option<&str>) -> Race {
    race_among(plan, timeouts, key, &Roster::new(Vec::new(), &BTreeMap::new()))
}

/// The same, with these providers.
pub(crate) fn race_among(
    plan: Plan,
    timeouts: Timeouts,
    key: Option<&str>,
    roster: &Roster,
) -> Race {
    let contenders = check(&plan, roster, &cost::Prices::default()).expect("the plan can start");
    let entry = |contender| Entry::new(contender, key.map(SecretString::from), None);
    let entries: Vec<_> = contenders.into_iter().map(entry).collect();
    let later =
        race::later_steps(&plan, roster, &cost::Prices::default()).expect("so can its chains");
    let mut admitted = app::Admitted::from(entries);
    admitted.later =
        later.into_iter().map(|steps| steps.into_iter().map(entry).collect()).collect();
    app::race_now(plan, admitted, timeouts)
}

/// Races a plan to its end.
pub(crate) fn ran(plan: Plan) -> Run {
    block_on(race_of(plan, Timeouts::default()).run(None)).0
}

/// Runs a future on its own engine, as the command line and the window do.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("the engine starts")
        .block_on(future)
}

/// An instant of a truth in milliseconds.
pub(crate) fn ms(instant_us: Option<u64>) -> f64 {
    let us = instant_us.expect("the instant came");
    f64::from(u32::try_from(us).expect("a test is short")) / 1e3
}
