//! `paceline suite`: the built-in suites, and a sweep over one of them.

pub(crate) mod arguments;

use race::workload::Suite;
use serde::Serialize;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::schema::Schema;
use crate::suite::arguments::{SuiteCommand, SuiteRunArguments};
use crate::sweep;
use crate::sweep::arguments::SweepArguments;
use crate::terminal::output::{print, print_json};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal};

/// Requests kept in flight unless given: enough that a suite takes a minute or two, and few enough for most rate limits.
const USUAL_IN_FLIGHT: u32 = 4;

/// The output of `suite list --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct SuiteList {
    /// The suites.
    suites: Vec<SuiteDocument>,
}

/// A suite, as `--json` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
struct SuiteDocument {
    /// By which commands name it.
    name: String,
    /// Its name with the edition, by which a plan keeps it.
    edition: String,
    /// What it asks.
    title: String,
    /// Number of its prompts.
    rows: u32,
    /// The limit of output tokens that it brings.
    max_tokens: u32,
}

/// Runs the command.
///
/// # Errors
/// Why it cannot be done.
pub(crate) fn run(command: SuiteCommand, data_dir: &DataDir) -> Result<Exit, Trouble> {
    match command {
        SuiteCommand::List { json: true } => {
            let suites = Suite::ALL.into_iter().map(document).collect();
            print_json(&Schema::Suites.document(SuiteList { suites }))?;
            Ok(Exit::Done)
        }
        SuiteCommand::List { json: false } => {
            print(&listed())?;
            Ok(Exit::Done)
        }
        SuiteCommand::Show { suite } => {
            print(suite.readme())?;
            Ok(Exit::Done)
        }
        SuiteCommand::Run(arguments) => sweep::run(&swept(*arguments)?, data_dir),
    }
}

fn document(suite: Suite) -> SuiteDocument {
    SuiteDocument {
        name: suite.name().to_owned(),
        edition: suite.edition().to_owned(),
        title: suite.title().to_owned(),
        rows: u32::try_from(suite.rows().len()).unwrap_or(u32::MAX),
        max_tokens: suite.max_tokens(),
    }
}

fn listed() -> String {
    let mut table =
        Table::new(&[Column::text("Suite"), Column::text("Edition"), Column::text("What it asks")]);
    for suite in Suite::ALL {
        table.push([suite.name(), suite.edition(), suite.title()].map(Cell::new).to_vec());
    }
    let terminal = Terminal::of_stdout();
    let width = terminal.map(|_| Terminal::size().0);
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    format!(
        "{}\nHow each came about and what it checks: paceline suite show NAME\n",
        table.drawn(width, ink)
    )
}

/// The sweep that a run of a suite is: at one number of requests in flight, each row as often as asked.
fn swept(arguments: SuiteRunArguments) -> Result<SweepArguments, Trouble> {
    let SuiteRunArguments { named: suite, times, mut sweep } = arguments;
    let ask = &sweep.ask;
    let others = [
        ("--prompt", ask.prompt.is_some()),
        ("--prompt-file", ask.prompt_file.is_some()),
        ("--request", ask.request.is_some()),
        ("--request-of", !ask.request_of.is_empty()),
        ("--check", !ask.check.is_empty()),
        ("--checks", ask.checks.is_some()),
        ("--prompts", ask.prompts.is_some()),
        ("--table", ask.table.is_some()),
        ("--suite", ask.suite.is_some()),
        ("--preset", sweep.preset.is_some()),
        ("--input-tokens", !sweep.input_tokens.is_empty()),
        ("--resume", sweep.resume.is_some()),
        ("--samples", sweep.samples.is_some()),
        ("--waves", sweep.waves.is_some()),
        ("--most-samples", sweep.most_samples.is_some()),
    ];
    if let Some((other, _)) = others.into_iter().find(|(_, is_given)| *is_given) {
        let why = format!(
            "A suite brings its own prompts and checks, each as often as --times says, so {other} does not go with it. Leave it out, or sweep with --suite {}.",
            suite.name()
        );
        return Err(Trouble::cannot_start(why));
    }
    let rows = u32::try_from(suite.rows().len()).unwrap_or(u32::MAX);
    let names_levels = !sweep.rate.is_empty() || sweep.ladder.is_some() || sweep.capacity.is_some();
    if sweep.concurrency.is_empty() && !names_levels {
        sweep.concurrency = vec![USUAL_IN_FLIGHT];
    }
    sweep.samples = Some(rows.saturating_mul(times));
    sweep.ask.suite = Some(suite);
    // A number in front of the prompt would be one more instruction.
    sweep.same_prompt = sweep.ask.nonce.is_none();
    Ok(sweep)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};

    fn sweep_of(words: &[&str]) -> Result<SweepArguments, Trouble> {
        let all = ["paceline", "suite", "run"].into_iter().chain(words.iter().copied());
        let command = Arguments::try_parse_from(all).expect("well-formed").command;
        let Command::Suite(SuiteCommand::Run(arguments)) = command else { panic!("a run") };
        swept(*arguments)
    }

    #[test]
    fn a_run_of_a_suite_is_a_sweep_that_measures_each_of_its_rows_once() {
        let sweep = sweep_of(&["sums", "--budget", "1"]).expect("a sweep");
        let load = sweep.load();
        assert_eq!((load.samples, load.waves, &load.concurrency[..]), (40, None, &[4][..]));
        assert_eq!((load.budget_usd, load.unique_prompts), (Some(1.0), false));
        let twice = sweep_of(&["sums", "--times", "2", "--concurrency", "8"]).expect("a sweep");
        let load = twice.load();
        assert_eq!((load.samples, &load.concurrency[..]), (80, &[8][..]), "as asked");
    }

    #[test]
    fn the_help_of_a_run_shows_no_option_that_it_refuses() {
        use clap::CommandFactory;
        let mut all = Arguments::command();
        let run = all.find_subcommand_mut("suite").and_then(|it| it.find_subcommand_mut("run"));
        let help = run.expect("it is there").render_long_help().to_string();
        for refused in [
            "--prompt ",
            "--request",
            "--check <",
            "--checks",
            "--prompts",
            "--table",
            "--suite ",
            "--samples",
            "--resume",
        ] {
            assert!(!help.contains(refused), "{refused} is in {help}");
        }
        assert!(help.contains("--lane") && help.contains("--budget"), "what it takes is");
    }

    #[test]
    fn prompts_of_ones_own_do_not_go_with_a_suite() {
        for words in [
            &["sums", "--prompt", "Why?"][..],
            &["sums", "--samples", "5"],
            &["sums", "--check", "json"],
            &["sums", "--request-of", "1=a.json"],
        ] {
            let why = sweep_of(words).err().expect("refused").message;
            assert!(why.contains(words[1]), "{why}");
        }
    }
}
