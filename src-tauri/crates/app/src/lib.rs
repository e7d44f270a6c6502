//! What the window and the command line share: the rules of an application around the engine.

mod data_dir;
mod machine;
mod origin;
mod record;

pub use data_dir::default_dir;
pub use machine::machine;
pub use origin::{export, origin};
pub use record::{days_since, race_now, record, record_sweep, sweep_now, today};
