//! What a gate writes beside what it prints.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use ::gate::{Baseline, GateDocument, badge, bencher, github, junit, markdown, smaller_is_better};
use report::write_over;

use crate::exit::Trouble;
use crate::gate::arguments::GateArguments;
use crate::terminal::output::command;

/// Names the file of a job's summary.
const SUMMARY: &str = "GITHUB_STEP_SUMMARY";

/// Writes every file that was asked for, and the annotations.
///
/// # Errors
/// Which of them cannot be written, and why; the others are.
pub(crate) fn write(
    arguments: &GateArguments,
    document: &GateDocument,
    baseline: Option<&Baseline>,
) -> Result<(), Trouble> {
    let mut failed = Vec::new();
    let mut put = |file: Option<&Path>, text: &dyn Fn() -> Result<String, String>| {
        let Some(file) = file else { return };
        let written = text()
            .and_then(|text| write_over(file, text.as_bytes()).map_err(|error| error.to_string()));
        if let Err(why) = written {
            failed.push(format!("{} could not be written: {why}.", file.display()));
        }
    };
    let json = |text: serde_json::Result<String>| text.map_err(|error| error.to_string());
    put(arguments.junit.as_deref(), &|| Ok(junit(document)));
    put(arguments.markdown.as_deref(), &|| Ok(markdown(document)));
    put(arguments.bencher.as_deref(), &|| json(bencher(document)));
    put(arguments.smaller_is_better.as_deref(), &|| json(smaller_is_better(document)));
    put(arguments.badge.as_deref(), &|| Ok(badge(document)));
    if let Some(baseline) = baseline {
        put(arguments.write_baseline.as_deref(), &|| json(baseline.document()));
    }
    if arguments.github {
        command(&github(document))?;
        if let Some(summary) = std::env::var_os(SUMMARY) {
            // The file is shared by the steps of a job.
            let opened = OpenOptions::new().create(true).append(true).open(&summary);
            let added = opened.and_then(|mut file| file.write_all(markdown(document).as_bytes()));
            if let Err(why) = added {
                failed.push(format!("The job's summary could not be written: {why}."));
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Trouble::failed(failed.join("\n"))) }
}
