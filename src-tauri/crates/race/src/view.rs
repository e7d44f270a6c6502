//! Views of a run, live and finished: frames, curves, medals, playback.

pub(crate) mod curve;
pub(crate) mod frame;
pub(crate) mod live;
pub(crate) mod live_state;
pub(crate) mod medals;
pub(crate) mod pairwise;
pub(crate) mod photo;
pub(crate) mod photo_of_rounds;
pub(crate) mod playback;
pub(crate) mod step_marks;
pub(crate) mod sweep_board;
