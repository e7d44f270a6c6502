//! The lane whose service the others claim to be, from the arguments.

use race::LanePlan;

use crate::plan::arguments::AskArguments;

/// Marks the lane that an argument names, by its number from 1 or as it was given.
///
/// # Errors
/// If it names none.
pub(crate) fn name(lanes: &mut [LanePlan], ask: &AskArguments, text: &str) -> Result<(), String> {
    let given = || ask.lanes.iter().position(|lane| lane.trim() == text.trim());
    let number = text.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let place = number.or_else(given);
    let many = lanes.len();
    match place.and_then(|place| lanes.get_mut(place)) {
        Some(lane) if many > 1 => {
            lane.reference = true;
            Ok(())
        }
        Some(_) => {
            Err("A reference needs another lane to be compared with. Add one with --lane."
                .to_owned())
        }
        None => Err(format!(
            "--reference {text}: there is no such lane. Write its number, from 1 to {many}, or the lane as given to --lane."
        )),
    }
}
