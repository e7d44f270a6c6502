//! What separates contenders besides provider, model and load: their request settings, connection, machine, and the
//! backend that answered.
//!
//! Requests that differ in one of these are not samples of the same thing: the median of six at low effort and six at
//! high effort is a time that no request took. So each is a contender of its own, unless the user asks to pool them.

use std::collections::{BTreeMap, BTreeSet};

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::request::{LoadLevel, MeasuredRequest, Outcome};
use crate::wording::contenders as say;

/// Each row: its doc, variant, id in documents and on the command line, name in a sentence.
macro_rules! aspects {
    ($($(#[$what:meta])* $variant:ident, $id:literal, $name:ident;)*) => {
        /// A property in which requests of one provider and model can differ.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum Aspect {
            $($(#[$what])* $variant,)*
        }

        impl Aspect {
            /// Every aspect, in the order in which names list them.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Id in documents.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }

            /// Name in a sentence.
            pub fn name(self) -> Phrase {
                match self {
                    $(Self::$variant => say::$name(),)*
                }
            }
        }
    };
}

aspects! {
    /// The model that answered, if the server names it.
    AnsweredModel, "answered_model", answered_model;
    /// The requested reasoning effort.
    Effort, "effort", effort;
    /// The requested sampling temperature.
    Temperature, "temperature", temperature;
    /// The service tier that answered or, if the server does not say, the requested one.
    ServiceTier, "service_tier", service_tier;
    /// What the request carries beside prompts, turns and settings, such as tools and a schema, and what its lane is asked
    /// in place of the others.
    Request, "request", request;
    /// Whether the provider served part of the prompt from its cache.
    PromptCache, "prompt_cache", prompt_cache;
    /// Whether each request made its own connection.
    Connection, "connection", connection;
    /// The dialect of the request.
    Dialect, "dialect", dialect;
    /// The address of the request.
    Address, "address", address;
    /// The machine that measured.
    Machine, "machine", machine;
}

/// An aspect in which requests of one provider, model and load differ.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct AspectInUse {
    /// Which.
    pub aspect: Aspect,
    /// Its name in a sentence.
    pub name: Phrase,
    /// Its values, in words.
    pub values: Vec<Phrase>,
    /// Whether they are pooled because the question says so; otherwise each is a contender of its own.
    pub pooled: bool,
}

/// The aspects of a request; `None` is unknown, or the provider's default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Aspects<'a> {
    answered_model: Option<&'a str>,
    effort: Option<&'a str>,
    /// The bits of a temperature. It is not negative, so they sort as it does.
    temperature: Option<u64>,
    service_tier: Option<&'a str>,
    request: Option<&'a str>,
    is_cached: bool,
    is_cold: bool,
    dialect: Option<&'a str>,
    address: Option<&'a str>,
    machine: Option<&'a str>,
}

impl<'a> Aspects<'a> {
    /// The settings of a request and its address.
    fn asked(request: &'a MeasuredRequest) -> Self {
        let asked = &request.asked_with;
        Self {
            effort: asked.effort.as_deref(),
            temperature: request.temperature.map(f64::to_bits),
            service_tier: asked.service_tier.as_deref(),
            request: asked.request.as_deref(),
            is_cold: request.cold,
            dialect: asked.dialect.as_deref(),
            // A simulated provider has a different port each time it runs.
            address: asked.address.as_deref().filter(|_| !request.simulated),
            machine: request.machine.as_deref(),
            ..Self::default()
        }
    }

    /// The same without these aspects.
    fn without(mut self, pooled: &[Aspect]) -> Self {
        let nothing = Self::default();
        for aspect in pooled {
            match aspect {
                Aspect::AnsweredModel => self.answered_model = nothing.answered_model,
                Aspect::Effort => self.effort = nothing.effort,
                Aspect::Temperature => self.temperature = nothing.temperature,
                Aspect::ServiceTier => self.service_tier = nothing.service_tier,
                Aspect::Request => self.request = nothing.request,
                Aspect::PromptCache => self.is_cached = nothing.is_cached,
                Aspect::Connection => self.is_cold = nothing.is_cold,
                Aspect::Dialect => self.dialect = nothing.dialect,
                Aspect::Address => self.address = nothing.address,
                Aspect::Machine => self.machine = nothing.machine,
            }
        }
        self
    }

    /// An aspect in words; `None` if it is unknown or the default.
    fn words(&self, aspect: Aspect) -> Option<Phrase> {
        match aspect {
            Aspect::AnsweredModel => self.answered_model.map(say::answered_by),
            Aspect::Effort => self.effort.map(say::effort_of),
            Aspect::Temperature => {
                self.temperature.map(|bits| say::temperature_of(&f64::from_bits(bits).to_string()))
            }
            Aspect::ServiceTier => self.service_tier.map(say::tier),
            Aspect::Request => self.request.map(say::request_of),
            Aspect::PromptCache => self.is_cached.then(say::cached_prompt),
            Aspect::Connection => self.is_cold.then(say::cold_connection),
            Aspect::Dialect => self.dialect.map(say::by_dialect),
            Aspect::Address => self.address.map(say::at_address),
            Aspect::Machine => self.machine.map(say::from_machine),
        }
    }

    /// An aspect in words, including a word for the unknown or default value.
    fn value(&self, aspect: Aspect) -> Phrase {
        self.words(aspect).unwrap_or_else(|| match aspect {
            Aspect::PromptCache => say::prompt_not_cached(),
            Aspect::Connection => say::warm_connection(),
            Aspect::Request => say::plain_prompt(),
            Aspect::Effort => say::default_effort(),
            Aspect::Temperature => say::default_temperature(),
            Aspect::ServiceTier => say::default_tier(),
            _ => say::unknown(),
        })
    }
}

/// The key by which requests are grouped and contenders are sorted: name, model, provider, load, and what else separates them.
pub(crate) type Key<'a> = (&'a str, &'a str, &'a str, LoadLevel, Aspects<'a>);

/// The key of the same requests where the provider served nothing from its cache, or of those where it did, if this is the former.
pub(crate) fn cached_otherwise<'a>((label, model, provider, load, own): &Key<'a>) -> Key<'a> {
    (label, model, provider, *load, Aspects { is_cached: !own.is_cached, ..*own })
}

/// The requests of each contender, in order of run, lane and round, and the aspects in which the contenders differ.
pub(crate) fn separated<'a>(
    requests: &[&'a MeasuredRequest],
    pooled: &[Aspect],
) -> (BTreeMap<Key<'a>, Vec<&'a MeasuredRequest>>, Vec<AspectInUse>) {
    let mut asked: BTreeMap<Key<'a>, Vec<&'a MeasuredRequest>> = BTreeMap::new();
    let key = |one: &'a MeasuredRequest| -> Key<'a> {
        (&one.label, &one.model, &one.provider, one.load, Aspects::asked(one))
    };
    for alike in requests.chunk_by(|a, b| key(a) == key(b)) {
        if let Some(first) = alike.first() {
            asked.entry(key(first)).or_default().extend(alike);
        }
    }
    let mut separated: BTreeMap<Key<'a>, Vec<&'a MeasuredRequest>> = BTreeMap::new();
    let mut values: BTreeMap<Key<'a>, BTreeSet<Aspects<'a>>> = BTreeMap::new();
    for ((label, model, provider, load, aspects), mut own) in asked {
        own.sort_by(|a, b| (&a.run, a.lane, a.round).cmp(&(&b.run, b.lane, b.round)));
        let base = (label, model, provider, load, Aspects::default());
        let usual = usual(own.iter().copied()).unwrap_or_default();
        for lane in own.chunk_by(|a, b| (&a.run, a.lane) == (&b.run, b.lane)) {
            let usual = self::usual(lane.iter().copied()).unwrap_or(usual);
            for request in lane {
                let answered = answered(request, usual, aspects.service_tier);
                let aspects = Aspects {
                    answered_model: answered.0,
                    service_tier: answered.1,
                    is_cached: answered.2,
                    ..aspects
                };
                values.entry(base).or_default().insert(aspects);
                let key = (label, model, provider, load, aspects.without(pooled));
                separated.entry(key).or_default().push(request);
            }
        }
    }
    if !pooled.is_empty() {
        for own in separated.values_mut() {
            own.sort_by(|a, b| (&a.run, a.lane, a.round).cmp(&(&b.run, b.lane, b.round)));
        }
    }
    (separated, in_use(&values, pooled))
}

/// Model and tier that answered, and whether part of the prompt was cached.
type AnswerSource<'a> = (Option<&'a str>, Option<&'a str>, bool);

fn own_answer(request: &MeasuredRequest) -> AnswerSource<'_> {
    let is_cached = request.cached_tokens.is_some_and(|tokens| tokens > 0.0);
    (request.answered_by.as_deref(), request.answered_tier.as_deref(), is_cached)
}

/// Who answered. For a failed request, who answered most requests of its lane.
fn answered<'a>(
    request: &'a MeasuredRequest,
    usual: AnswerSource<'a>,
    asked_tier: Option<&'a str>,
) -> AnswerSource<'a> {
    let (model, tier, is_cached) = own_answer(request);
    let is_good = request.outcome == Outcome::Good;
    (model.or(usual.0), tier.or(usual.1).or(asked_tier), if is_good { is_cached } else { usual.2 })
}

/// The most frequent answer source of the successful requests; on a draw, the first by name.
fn usual<'a>(requests: impl Iterator<Item = &'a MeasuredRequest>) -> Option<AnswerSource<'a>> {
    let mut counts: BTreeMap<AnswerSource<'a>, usize> = BTreeMap::new();
    for request in requests.filter(|request| request.outcome == Outcome::Good) {
        *counts.entry(own_answer(request)).or_default() += 1;
    }
    counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0))).map(|(usual, _)| usual)
}

fn in_use(
    values: &BTreeMap<Key<'_>, BTreeSet<Aspects<'_>>>,
    pooled: &[Aspect],
) -> Vec<AspectInUse> {
    let differing = |aspect: Aspect| -> Vec<Phrase> {
        let mut all = BTreeMap::new();
        for of_one in values.values() {
            let own = of_one.iter().map(|each| each.value(aspect));
            let own: BTreeMap<String, Phrase> =
                own.map(|value| (value.to_string(), value)).collect();
            if own.len() > 1 {
                all.extend(own);
            }
        }
        all.into_values().collect()
    };
    let used = Aspect::ALL.into_iter().map(|aspect| (aspect, differing(aspect)));
    used.filter(|(_, values)| !values.is_empty())
        .map(|(aspect, values)| AspectInUse {
            aspect,
            name: aspect.name(),
            values,
            pooled: pooled.contains(&aspect),
        })
        .collect()
}

/// What distinguishes a contender from the others of its provider, model and load, in words.
pub(crate) fn told_by<'a>(own: &Key<'a>, all: impl Iterator<Item = &'a Key<'a>>) -> Vec<Phrase> {
    let alike: Vec<&Aspects> = all
        .filter(|other| (other.0, other.1, other.2, other.3) == (own.0, own.1, own.2, own.3))
        .map(|other| &other.4)
        .collect();
    let differs = |aspect: &Aspect| {
        let is_own = |other: &&Aspects<'_>| other.words(*aspect) == own.4.words(*aspect);
        !alike.iter().all(is_own)
    };
    Aspect::ALL.into_iter().filter(differs).filter_map(|aspect| own.4.words(aspect)).collect()
}

#[cfg(test)]
#[path = "aspect_tests.rs"]
mod tests;
