//! Long texts that the window hands over once, and names from then on.
//!
//! A request may be megabytes long, and the window passes it at every pause of the user: to be checked, to be kept, to be shown as
//! it is sent, to be raced. A web view writes and reads JSON on the thread that draws. So each long text within a plan goes
//! into a slot here, once, and crosses as `{"$text": 7}`; what is edited is another text. `ui/src/backend/texts.ts` decides what is
//! in which slot, and replaces a text only while no call names it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

use crate::failure::Failure;

/// How many texts are held. The window passes any others whole.
pub(crate) const TEXT_SLOTS: u16 = 4_096;

/// The window hands over no text that is shorter.
const LONG_BYTES: usize = 1_000;

/// One for the process, as its window is: what is read from JSON is given no state of the app.
static HELD: Mutex<Vec<Arc<str>>> = Mutex::new(Vec::new());

/// A long text of the window's, and the slot that names it from now on.
#[derive(Debug, Deserialize, specta::Type)]
pub(crate) struct HeldText {
    /// Its slot, below `TEXT_SLOTS`. A text that was in it is held no longer.
    slot: u16,
    /// The text.
    text: String,
}

impl HeldText {
    /// Holds it.
    ///
    /// # Errors
    /// If there is no such slot.
    pub(crate) fn hold(self) -> Result<(), Failure> {
        let Self { slot, text } = self;
        if slot >= TEXT_SLOTS {
            return Err(Failure::NotFound { message: format!("There is no slot {slot}.") });
        }
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = usize::from(slot);
        if held.len() <= slot {
            held.resize_with(slot + 1, || "".into());
        }
        if let Some(place) = held.get_mut(slot) {
            *place = text.into();
        }
        Ok(())
    }
}

/// The texts that a call names, and their slots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Named(HashMap<Arc<str>, u16>);

impl Named {
    /// The text in a slot, which is named from now on; absent if there is none.
    pub(crate) fn take(&mut self, slot: u16) -> Option<Arc<str>> {
        let held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        let text = held.get(usize::from(slot)).cloned()?;
        drop(held);
        self.0.insert(Arc::clone(&text), slot);
        Some(text)
    }

    /// The slot of a text that is named, by its JSON.
    pub(crate) fn slot_of(&self, json: &str) -> Option<u16> {
        if self.0.is_empty() || json.len() < LONG_BYTES {
            return None;
        }
        let text: String = serde_json::from_str(json).ok()?;
        self.0.get(text.as_str()).copied()
    }
}
