//! The process's limits, set once at its start.

/// Raises the limit of open files and connections to what the system allows, and keeps keys in memory out of core
/// dumps. A setting that the system refuses stays as it was.
///
/// With `is_alone`, other programs of the same user can neither attach to this process nor read its memory, as far as
/// the system supports it. The window's process is not alone: its helper processes and the desktop's services inspect
/// it.
#[cfg(unix)]
pub fn harden(is_alone: bool) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let files = getrlimit(Resource::Nofile);
    let most = files.maximum.map_or(MOST_FILES, |maximum| maximum.min(MOST_FILES));
    if files.current.is_some_and(|current| current < most) {
        let _as_it_was = setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..files });
    }
    let none = Rlimit { current: Some(0), maximum: getrlimit(Resource::Core).maximum };
    let _as_it_was = setrlimit(Resource::Core, none);
    #[cfg(target_os = "linux")]
    if is_alone {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        let _as_it_was = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = is_alone;
}

/// Windows has neither setting.
#[cfg(not(unix))]
pub fn harden(_is_alone: bool) {}

/// More files than any run opens; macOS refuses a higher limit.
#[cfg(unix)]
const MOST_FILES: u64 = 10_240;
