//! Whether requests keep the limits of a file: pass, fail, or not enough data.
//!
//! Each limit is held against an interval of what was measured. A limit is kept if the whole interval is within it, and
//! violated if the whole interval is beyond it; otherwise nobody can know yet. All decisions of a gate together are right
//! with 95 % confidence.
//!
//! **Invariant:** pure. It reads no file and no clock and sends nothing.

mod baseline;
mod contender_requests;
mod decision;
mod document;
mod estimate;
mod limit;
mod limits_file;
mod shift;
mod stages;
mod written;

pub use baseline::{BASELINE_SCHEMA, Baseline, BaselineError, LARGEST_BASELINE};
pub use contender_requests::ContenderRequests;
pub use decision::{Finding, Look, Outcome, judge};
pub use document::GateDocument;
pub use estimate::Estimate;
pub use limit::{Bound, Limit, Quantity, Share};
pub use limits_file::{LARGEST_LIMITS, LimitsError, LimitsFile};
pub use stages::{MOST_ROUNDS, stages};
pub use written::{badge, bencher, github, junit, markdown, smaller_is_better};
