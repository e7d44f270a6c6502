//! What can be a value of a phrase.

use super::value::{Amount, Count, LaneAt, LanguageName, MetricTitle, Range};
use super::{Phrase, PhraseValue};
use crate::{Metric, Warning};

impl From<Count> for PhraseValue {
    fn from(Count(number): Count) -> Self {
        Self::Count(number)
    }
}

impl From<LaneAt> for PhraseValue {
    fn from(LaneAt(lane): LaneAt) -> Self {
        Self::Lane(lane)
    }
}

impl From<MetricTitle> for PhraseValue {
    fn from(MetricTitle(metric): MetricTitle) -> Self {
        Self::MetricTitle(metric)
    }
}

impl From<Metric> for PhraseValue {
    fn from(metric: Metric) -> Self {
        Self::Metric(metric)
    }
}

impl From<Warning> for PhraseValue {
    fn from(warning: Warning) -> Self {
        Self::Warning(warning)
    }
}

impl From<LanguageName> for PhraseValue {
    fn from(language: LanguageName) -> Self {
        Self::Language(language)
    }
}

impl From<Amount> for PhraseValue {
    fn from(amount: Amount) -> Self {
        Self::Amount(amount)
    }
}

impl From<Range> for PhraseValue {
    fn from(range: Range) -> Self {
        Self::Range(range)
    }
}

impl From<&str> for PhraseValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Phrase> for PhraseValue {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

impl From<Option<Phrase>> for PhraseValue {
    fn from(phrase: Option<Phrase>) -> Self {
        Self::Optional(phrase.map(Box::new))
    }
}

impl From<Vec<Phrase>> for PhraseValue {
    fn from(all: Vec<Phrase>) -> Self {
        Self::List(all.into_iter().map(Self::from).collect())
    }
}

impl From<Vec<Self>> for PhraseValue {
    fn from(all: Vec<Self>) -> Self {
        Self::List(all)
    }
}

impl From<Vec<MetricTitle>> for PhraseValue {
    fn from(all: Vec<MetricTitle>) -> Self {
        Self::List(all.into_iter().map(Self::from).collect())
    }
}

impl From<Vec<String>> for PhraseValue {
    fn from(all: Vec<String>) -> Self {
        Self::List(all.into_iter().map(Self::Text).collect())
    }
}

impl From<Vec<&str>> for PhraseValue {
    fn from(all: Vec<&str>) -> Self {
        Self::List(all.into_iter().map(Self::from).collect())
    }
}
