//! `paceline history export` and `import`: writing runs to files, and reading them.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;

use report::{Export, LARGEST_EXPORT};
use store::{History, HistoryError, ImportSummary};

use crate::data_dir::{DataDir, find_id};
use crate::exit::{Exit, Trouble, sentence};
use crate::history::arguments::Format;
use crate::plan::text_file::TextFile;
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::words;

pub(crate) fn export(
    history: Option<&History>,
    ids: &[String],
    format: Format,
    out: Option<&Path>,
    without_prompts: bool,
) -> Result<Exit, Trouble> {
    let first = ids.first().map(|id| words::one_line(id)).unwrap_or_default();
    let history = history.ok_or(HistoryError::NoSuchRun { id: first })?;
    let runs = ids.iter().map(|id| find_id(history, id)).collect::<Result<Vec<_>, _>>()?;
    let exported = app::export(history, &Export { runs, format: format.into(), without_prompts })?;
    if matches!(format, Format::Json) && exported.text.len() > LARGEST_EXPORT {
        say(&format!(
            "This is over {} MiB, more than an import takes. To import it, export fewer runs at a time.",
            LARGEST_EXPORT >> 20
        ));
    }
    let Some(file) = out else {
        print(&exported.text)?;
        return Ok(Exit::Done);
    };
    report::write_new(file, exported.text.as_bytes()).map_err(|error| {
        let why = match error.kind() {
            ErrorKind::AlreadyExists => "It is there already. Name another file.".to_owned(),
            _ => sentence(&error.to_string()),
        };
        Trouble::failed(format!("{} was not written. {why}", file.display()))
    })?;
    say(&format!("Wrote {} to {}.", counted(ids.len()), file.display()));
    Ok(Exit::Done)
}

pub(crate) fn import(data_dir: &DataDir, file: &Path, json: bool) -> Result<Exit, Trouble> {
    let opened = TextFile::open(file, "runs", LARGEST_EXPORT as u64);
    let opened = opened.map_err(Trouble::cannot_start)?;
    report::check_beginning(opened.beginning())?;
    let document = opened.text().map_err(Trouble::cannot_start)?;
    let imported = app::import(&data_dir.open()?, &document)?;
    if json {
        print_json(&Schema::Imported.document(&imported))
    } else {
        print(&import_text(&imported))
    }?;
    Ok(Exit::Done)
}

fn import_text(imported: &ImportSummary) -> String {
    let ImportSummary { added, known, deleted } = imported;
    let mut out = format!("{} imported.\n", counted(added.len()));
    for (ids, what) in
        [(known, "here already, and left as it is"), (deleted, "here already, and deleted")]
    {
        for id in ids {
            let _infallible = writeln!(out, "{id} is {what}.");
        }
    }
    out
}

fn counted(number: usize) -> String {
    words::several(u32::try_from(number).unwrap_or(u32::MAX), "run")
}
