//! The values of phrases, typed, so that each language formats them in its own way.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Metric, Unit, format};

/// How an amount is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// In the unit.
    Unit(Unit),
    /// The size of a difference in the unit.
    Difference(Unit),
    /// Milliseconds, written in seconds unless the window's user prefers milliseconds.
    Seconds,
    /// Milliseconds that may be minutes or hours.
    Span,
    /// A factor: `2.3×`.
    Times,
    /// A factor with its second digit: `1.07×`.
    ExactTimes,
    /// A factor that needs its second digit near 1 alone: `1.07×`, `2.3×`.
    NearTimes,
    /// A plain number with this many digits after the point.
    Digits(u8),
    /// A share of 1 in percent with two digits, however small: `0.33 %`.
    FineShare,
    /// A rate without its unit.
    Rate,
}

/// The name of a language, which each language has its own for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct LanguageName {
    /// Its code of ISO 639; empty if it has none.
    pub code: String,
    /// In English.
    pub english: String,
}

/// A number in the format of its unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct Amount {
    /// How it is written.
    pub form: Form,
    /// The number, in the unit.
    pub number: f64,
}

/// From one number to another, in the format of their unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Range {
    /// How each is written.
    pub form: Form,
    /// The lower one, in the unit.
    pub low: f64,
    /// The higher one.
    pub high: f64,
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        // JSON has `null` for a number that is none.
        #[derive(Deserialize)]
        struct Read {
            form: Form,
            number: Option<f64>,
        }
        let Read { form, number } = Read::deserialize(json)?;
        Ok(Self { form, number: number.unwrap_or(f64::NAN) })
    }
}

impl Range {
    /// The sizes of a difference between two bounds, in this unit.
    pub fn of_differences(unit: Unit, one: f64, other: f64) -> Self {
        let (one, other) = (one.abs(), other.abs());
        Self { form: Form::Difference(unit), low: one.min(other), high: one.max(other) }
    }
}

impl Amount {
    /// A number in this unit.
    pub fn of(unit: Unit, number: f64) -> Self {
        Self { form: Form::Unit(unit), number }
    }

    /// The size of a difference in this unit.
    pub fn difference(unit: Unit, number: f64) -> Self {
        Self { form: Form::Difference(unit), number: number.abs() }
    }

    /// Milliseconds, written in seconds.
    pub fn seconds(ms: f64) -> Self {
        Self { form: Form::Seconds, number: ms }
    }

    /// Milliseconds that may be minutes or hours.
    pub fn span(ms: f64) -> Self {
        Self { form: Form::Span, number: ms }
    }

    /// A factor.
    pub fn times(factor: f64) -> Self {
        Self { form: Form::Times, number: factor }
    }

    /// A factor with its second digit.
    pub fn exact_times(factor: f64) -> Self {
        Self { form: Form::ExactTimes, number: factor }
    }

    /// A factor, near 1 with its second digit.
    pub fn near_times(factor: f64) -> Self {
        Self { form: Form::NearTimes, number: factor }
    }

    /// A plain number with this many digits after the point.
    pub fn digits(number: f64, digits: u8) -> Self {
        Self { form: Form::Digits(digits), number }
    }

    /// A rate without its unit.
    pub fn rate(per_second: f64) -> Self {
        Self { form: Form::Rate, number: per_second }
    }

    /// Dollars.
    pub fn dollars(usd: f64) -> Self {
        Self::of(Unit::Dollars, usd)
    }

    /// A share of 1, in percent.
    pub fn share(share: f64) -> Self {
        Self::of(Unit::Share, share)
    }
}

/// In English.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self.form {
            Form::Unit(unit) | Form::Difference(unit) => unit.written(self.number),
            Form::Seconds => format::seconds(self.number),
            Form::Span => format::span(self.number),
            Form::ExactTimes if self.number < 9.95 => format!("{:.2}×", self.number),
            Form::NearTimes if self.number < 1.95 => format!("{:.2}×", self.number),
            Form::Digits(digits) => format!("{:.*}", usize::from(digits), self.number),
            Form::Times | Form::ExactTimes | Form::NearTimes => format::times(self.number),
            Form::FineShare => format::fine_share(self.number),
            Form::Rate => format::rate(self.number),
        })
    }
}

/// A lane, by its index among the lanes that ran.
#[derive(Debug, Clone, Copy)]
pub struct LaneAt(pub u32);

/// A number of things.
#[derive(Debug, Clone, Copy)]
pub struct Count(pub f64);

/// A metric whose whole name is written.
#[derive(Debug, Clone, Copy)]
pub struct MetricTitle(pub Metric);

impl From<u32> for Count {
    fn from(number: u32) -> Self {
        Self(f64::from(number))
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self(f64::from(u32::try_from(number).unwrap_or(u32::MAX)))
    }
}

impl From<usize> for Count {
    fn from(number: usize) -> Self {
        Self(f64::from(u32::try_from(number).unwrap_or(u32::MAX)))
    }
}

impl From<f64> for Count {
    fn from(number: f64) -> Self {
        Self(number)
    }
}
