//! Stores API keys in the operating system's keyring, and nowhere else.
//!
//! **Invariant:** a key enters by [`Keys::set`] or [`Keys::set_for_session`] and leaves only by [`Keys::take`], for a
//! request header. Errors, states and listings contain at most its last four characters, which are read from the key
//! each time and never stored.
//!
//! **Invariant:** nothing here writes a key to a file. Without a keyring a key lives in memory and is wiped when
//! dropped; every listing says so ([`KeyLocation::Session`]).
//!
//! **Invariant:** a key belongs to an origin ([`KeyOwner`]): a changed address of a provider takes no key along.
//!
//! **Blocking:** a keyring may ask the user to unlock it, and every call except those on session keys waits for the
//! answer, as long as [`Keys::with_patience`] allows. Never call from an async thread; use the runtime's blocking
//! threads.
//!
//! Types that may be shown can be printed; types that hold keys can be neither printed nor serialised:
//!
//! ```
//! fn printable<T: std::fmt::Debug + serde::Serialize>() {}
//! printable::<keys::StoredKey>();
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
mod origins;
mod owner;
mod pasted;
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
pub use owner::KeyOwner;
pub use pasted::pasted;
pub use state::{KeyLocation, KeyringFault, KeyringState, StoredKey, SystemKeyring};
