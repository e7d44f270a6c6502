//! The arguments of `paceline history`. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use report::ExportFormat;
use store::{SEARCH_LANGUAGE, Vote};

#[derive(Subcommand)]
pub(crate) enum HistoryCommand {
    /// List past runs, newest first
    List {
        /// Maximum number of runs
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show one run with its plan, numbers and texts
    Show {
        /// The run's id, or a unique prefix of it
        id: String,
        /// Print the run as `race --json` does
        #[arg(long)]
        json: bool,
        /// Show every number below the table, then its formula and when it is absent
        #[arg(long, conflicts_with = "json")]
        explain: bool,
        /// Show the numbers under this older version of the definitions
        #[arg(long, value_name = "VERSION")]
        definitions: Option<u32>,
        /// Show what other tools would report for each lane's last request, by their own formulas; with --json, that alone, for
        /// every request
        #[arg(long)]
        as_peers: bool,
    },
    /// Check the file and recompute every number from its raw log; exits with 1 if something is wrong
    Verify {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Delete runs; `history restore` brings them back for as long as the settings keep deleted runs
    Delete {
        /// The runs' ids, or unique prefixes of them
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Delete them for good instead, with every trace in the file; for a run that is already deleted, give its
        /// complete id
        #[arg(long)]
        for_good: bool,
    },
    /// Bring deleted runs back
    Restore {
        /// The runs' complete ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// Rebuild a damaged file from what can be read of it, reconstruct what a killed process left behind, whatever its size,
    /// and repair unreadable indexes and settings; a damaged file is kept beside the new one; exits with 1 if something is lost
    /// or could not be repaired
    Repair,
    /// Recompute runs of older definitions from their raw logs, newest first, as the open window does in the
    /// background; exits with 1 if some keep their old numbers
    Recompute {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Search runs by words and filters, newest first
    #[command(after_help = search_help())]
    Search {
        /// Words, "quoted phrases" and filters such as model:llama 'ttft<500ms' since:7d. A leading minus excludes:
        /// within one quoted search, as in 'sea -sonnet', or after a --
        #[arg(required = true)]
        words: Vec<String>,
        /// Maximum number of runs
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Export runs as JSON, CSV, Markdown, or an HTML page that replays them
    Export {
        /// The runs' ids, or unique prefixes of them
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// json: everything including raw logs, for importing and checking; csv: one row per request; md: for reading;
        /// html: a page that replays the race without a network
        #[arg(long, value_name = "FORMAT", value_enum)]
        format: Format,
        /// Output file [default: standard output]; an existing file is not overwritten
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Leave out prompts, turns, tools and attachments. Answers stay, and the hash and length of the prompt
        #[arg(long)]
        without_prompts: bool,
    },
    /// Import runs that were exported as JSON; existing runs are not changed
    Import {
        /// The file, or - for standard input
        file: PathBuf,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Add a tag to runs, or remove it
    Tag {
        /// One word, stored in lower case
        tag: String,
        /// The runs' ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Remove it
        #[arg(long)]
        remove: bool,
    },
    /// Star runs, or remove the star
    Star {
        /// The runs' ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Remove it
        #[arg(long)]
        remove: bool,
    },
    /// Hide runs from the list, or show them again; a search for hidden:yes finds them
    Hide {
        /// The runs' ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Show them again
        #[arg(long)]
        remove: bool,
    },
    /// Set the note of a run, replacing an earlier one
    Note {
        /// The run's id
        id: String,
        /// The note; empty removes it
        text: String,
    },
    /// Vote on an answer of a run, replacing an earlier vote and its note; `search vote:good` finds it
    Vote {
        /// The run's id
        id: String,
        /// The lane, from 1, as `history show` lists them
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        lane: u32,
        /// The vote
        vote: VoteWord,
        /// The round, from 1; of a sweep, the request within the lane
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        round: u32,
        /// A note on the answer
        #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
        note: String,
    },
    /// Show spending by provider and model
    Spend {
        /// Number of days, back from now
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3650))]
        days: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

/// What is said of an answer.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum VoteWord {
    /// It is what was wanted
    Good,
    /// It is not
    Bad,
    /// Remove the vote, and the note unless --note gives one
    None,
}

impl From<VoteWord> for Option<Vote> {
    fn from(word: VoteWord) -> Self {
        match word {
            VoteWord::Good => Some(Vote::Good),
            VoteWord::Bad => Some(Vote::Bad),
            VoteWord::None => None,
        }
    }
}

/// The export format.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    Json,
    Csv,
    Md,
    Html,
}

impl From<Format> for ExportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Json => Self::Json,
            Format::Csv => Self::Csv,
            Format::Md => Self::Md,
            Format::Html => Self::Html,
        }
    }
}

/// The search language, for the help of `search`.
fn search_help() -> String {
    let width = SEARCH_LANGUAGE.filters.iter().map(|row| row.example.len()).max().unwrap_or(0);
    let filters = SEARCH_LANGUAGE
        .filters
        .iter()
        .map(|row| format!("  {:width$}  {}", row.example, row.finds));
    let words = SEARCH_LANGUAGE.words.iter().map(|rule| format!("  {rule}"));
    let filters: Vec<String> = filters.collect();
    let words: Vec<String> = words.collect();
    format!("Filters:\n{}\n\nWords:\n{}", filters.join("\n"), words.join("\n"))
}
