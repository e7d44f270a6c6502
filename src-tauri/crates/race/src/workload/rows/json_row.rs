//! A row of a set that is JSON.

use measure::Phrase;
use serde_json::{Map, Value};

use crate::workload::row::Row;
use crate::workload::rows::asked_row::AskedRow;
use crate::workload::rows::asked_settings::AskedSettings;
use crate::workload::rows::fault::Fault;
use crate::workload::rows::{asked, batch, elsewhere, expected, why};

/// The row that a JSON value is; `at` is its number, from 1, by which it is named unless it has a name.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read(value: Value, at: usize) -> Result<AskedRow, Fault> {
    let (mut fields, told) = match value {
        Value::String(prompt) => {
            let row = Row { name: at.to_string(), prompt, ..Row::default() };
            return Ok(AskedRow::of(row));
        }
        Value::Object(fields) => elsewhere::own(batch::own(fields))?,
        _ => return Err(Fault::whole(why::no_row())),
    };
    let name = name_of(&mut fields)?.unwrap_or_else(|| at.to_string());
    let checks = checks_of(&mut fields)?;
    let asked = asked::taken(&mut fields)?;
    if let Some(other) = fields.keys().next() {
        let why = why::unknown_field(&asked::CHAT_FIELDS.join(", "));
        return Err(Fault::of(other, why));
    }
    let row = Row { name, checks, ..asked.row };
    let notes = asked.notes.into_iter().chain(told).collect();
    Ok(AskedRow { row, notes, settings: asked.settings })
}

/// The row that a JSON value is, whose request asks for no setting of a plan.
///
/// # Errors
/// What is wrong with it.
pub(super) fn read_alone(value: Value, at: usize) -> Result<Row, Fault> {
    let AskedRow { row, settings, .. } = read(value, at)?;
    if settings == AskedSettings::default() {
        return Ok(row);
    }
    Err(Fault::of("request", why::settings()))
}

fn name_of(fields: &mut Map<String, Value>) -> Result<Option<String>, Fault> {
    let (name, id) = (fields.remove("name"), fields.remove("id"));
    match name.or(id) {
        None => Ok(None),
        Some(Value::String(name)) => Ok(Some(name)),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(_) => Err(Fault::of("name", why::name_is_text())),
    }
}

fn checks_of(fields: &mut Map<String, Value>) -> Result<Vec<checks::Check>, Fault> {
    let mut checks = Vec::new();
    let of = |field: &'static str| move |why: Phrase| Fault::of(field, why);
    if let Some(value) = fields.remove("expected") {
        checks.push(expected::of_value(&value).map_err(of("expected"))?);
    }
    if let Some(value) = fields.remove("check") {
        checks.push(expected::of_check(&value).map_err(of("check"))?);
    }
    if let Some(list) = fields.remove("checks") {
        checks.extend(expected::of_list(&list).map_err(of("checks"))?);
    }
    Ok(checks)
}
