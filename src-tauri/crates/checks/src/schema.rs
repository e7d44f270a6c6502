//! JSON that fits a schema.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jsonschema::{PatternOptions, Validator};
use measure::Phrase;
use serde_json::Value;

use crate::check::Schema;
use crate::compiling::Compiling;
use crate::pattern::LARGEST_PATTERN;
use crate::quote::{bounded, quoted};
use crate::schema_graph::SchemaGraph;
use crate::schema_work::most_steps;
use crate::verdict::Finding;
use crate::whole_json::{read, unwrapped};
use crate::{unusable, wording};

/// Up to this many steps the first fault of a value is sought. It keeps every fault of every alternative in memory.
const MOST_STEPS_FOR_A_PLACE: u64 = 200_000;

/// A schema that was compiled.
#[derive(Debug)]
pub(crate) struct CompiledSchema {
    graph: SchemaGraph,
    validator: Validator,
}

impl CompiledSchema {
    /// # Errors
    /// Why the schema cannot be used.
    pub(crate) fn of(schema: &Value, compiling: &mut Compiling) -> Result<Self, Phrase> {
        let graph = SchemaGraph::of(schema, compiling)?;
        let patterns = PatternOptions::regex().size_limit(LARGEST_PATTERN);
        let options = jsonschema::options()
            .with_pattern_options(patterns)
            .should_validate_formats(true)
            // A pattern in an answer is a text that nobody matches.
            .with_format("regex", |_: &str| true);
        let built = catch_unwind(AssertUnwindSafe(|| options.build(schema)));
        match built {
            Ok(Ok(validator)) => Ok(Self { graph, validator }),
            Ok(Err(error)) => Err(unusable::schema(
                &bounded(&error.masked_with("a value").to_string()),
                &quoted(error.instance_path().as_str()),
            )),
            Err(_panicked) => Err(unusable::schema_panicked()),
        }
    }

    /// Whether a value fits; otherwise why not.
    pub(crate) fn fits(&self, value: &Value) -> Finding {
        let Some(steps) = most_steps(&self.graph, value) else {
            return Finding::Unknown(wording::too_many_steps());
        };
        let validated = catch_unwind(AssertUnwindSafe(|| {
            if self.validator.is_valid(value) {
                return None;
            }
            if steps > MOST_STEPS_FOR_A_PLACE {
                return Some(wording::unfit());
            }
            self.validator.validate(value).err().map(|error| {
                let shown = quoted(&error.instance().to_string());
                let why = error.masked_with(shown).to_string();
                match error.instance_path().as_str() {
                    "" => wording::unfit_at_top(&why),
                    path => wording::unfit_at(&quoted(path), &why),
                }
            })
        }));
        match validated {
            Ok(fault) => Finding::without(fault),
            Err(_panicked) => Finding::Unknown(wording::validator_failed()),
        }
    }

    /// Whether an answer is JSON that fits.
    pub(crate) fn find(&self, expected: &Schema, answer: &str) -> Finding {
        match read(unwrapped(answer, expected.fenced)) {
            Ok(value) => self.fits(&value),
            Err(finding) => finding,
        }
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
