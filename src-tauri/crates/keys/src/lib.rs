//! Keeps API keys in the operating system's keyring, and nowhere else.
//!
//! **Invariant:** a key enters by [`Keys::set`] or [`Keys::set_for_session`] and leaves only by
//! [`Keys::take`], for a request header. No error, state or listing carries more of it than its last four
//! characters, and those are read from the key each time, never written down.
//!
//! **Invariant:** nothing here writes a key to a file. Without a keyring a key lives in memory, wiped when
//! it is dropped, and every answer says so ([`Kept::Session`]).
//!
//! **Blocking:** a keyring may ask the person to unlock it, and every call but those on session keys waits
//! for its answer, for as long as [`Keys::with_patience`] says. Never call from an async thread: use the
//! runtime's blocking threads.
//!
//! What may be shown can be printed; what holds keys can be neither printed nor serialised:
//!
//! ```
//! fn printable<T: std::fmt::Debug + serde::Serialize>() {}
//! printable::<keys::Stored>();
//! ```
//! ```compile_fail
//! fn printable<T: std::fmt::Debug>() {}
//! printable::<keys::Keys>();
//! ```
//! ```compile_fail
//! fn writable<T: serde::Serialize>() {}
//! writable::<keys::Keys>();
//! ```

mod error;
mod key;
mod keys;
mod state;
mod worker;

#[cfg(any(windows, target_os = "macos"))]
#[path = "system/native.rs"]
mod system;
#[cfg(not(any(windows, target_os = "macos")))]
#[path = "system/secret_service.rs"]
mod system;

pub use error::KeyError;
pub use keys::Keys;
pub use state::{Kept, KeyringState, Stored};
