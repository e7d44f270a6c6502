//! `paceline watch page`: what watches measured, as files that can be put anywhere.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

use app::{PageFile, PageOptions, Zone, watch_pages};
use report::{WATCH_PAGE_MARK, write_over};
use store::Watch;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::terminal::output::print;
use crate::terminal::words;
use crate::watch::arguments::PageArguments;
use crate::watch::named::{find, no_watches};

/// Where the mark of a page of ours stands at the latest, in bytes.
const MARK_WITHIN: u64 = 1_024;

/// Writes the pages.
///
/// # Errors
/// If there is no watch, the history cannot be read, or a page cannot be written.
pub(super) fn write(arguments: &PageArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.look()?.ok_or_else(no_watches)?;
    let named = arguments.watches.iter().map(|name| find(&history, name));
    let named = named.collect::<Result<Vec<Watch>, Trouble>>()?;
    let watches = if named.is_empty() { history.watches()? } else { named };
    if watches.is_empty() {
        return Err(no_watches());
    }
    let options = PageOptions {
        days: arguments.days,
        daily: arguments.daily,
        objective: arguments.objective / 100.0,
    };
    let pages = watch_pages(
        &history,
        &watches,
        options,
        (&Zone::of_system(), store::now().unix_timestamp()),
    )?;
    data_dir.say_notices();
    let folder = &arguments.folder;
    let failed = |doing: &str, file: &Path, source: &std::io::Error| {
        Trouble::cannot_start(format!(
            "Could not {doing} {}: {source}. Check that the folder may be written to and has room.",
            words::one_line(&file.display().to_string())
        ))
    };
    fs::create_dir_all(folder).map_err(|error| failed("make", folder, &error))?;
    for PageFile { name, .. } in &pages {
        let file = folder.join(name);
        if is_of_others(&file).map_err(|error| failed("read", &file, &error))? {
            return Err(Trouble::cannot_start(format!(
                "{} is no page of a watch, and is not written over. Name another folder, or remove it.",
                words::one_line(&file.display().to_string())
            )));
        }
    }
    for PageFile { name, html } in &pages {
        let file = folder.join(name);
        write_over(&file, html.as_bytes()).map_err(|error| failed("write", &file, &error))?;
    }
    let first = folder.join("index.html");
    let more = match pages.len() {
        1 => String::new(),
        several => format!(
            " and {} of single days",
            words::several(u32::try_from(several - 1).unwrap_or(u32::MAX), "page")
        ),
    };
    print(&format!("Wrote {}{more}.\n", words::one_line(&first.display().to_string())))?;
    Ok(Exit::Done)
}

/// Whether there is a file that is no page of a watch.
fn is_of_others(file: &Path) -> Result<bool, std::io::Error> {
    let mut begin = Vec::new();
    match File::open(file) {
        Ok(file) => file.take(MARK_WITHIN).read_to_end(&mut begin)?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    Ok(!String::from_utf8_lossy(&begin).contains(WATCH_PAGE_MARK))
}
