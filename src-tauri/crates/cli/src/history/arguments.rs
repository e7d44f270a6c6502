//! What `paceline history` can be told. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use report::ExportFormat;
use store::SEARCH_LANGUAGE;

#[derive(Subcommand)]
pub(crate) enum HistoryCommand {
    /// List past runs, newest first
    List {
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show one run whole: its plan, numbers and texts
    Show {
        /// The run's id, or as much of its beginning as no other run shares
        id: String,
        /// Print the run as `race --json` does
        #[arg(long)]
        json: bool,
        /// Show every number below the table, then what each means and when there is none
        #[arg(long, conflicts_with = "json")]
        explain: bool,
        /// Say what other tools would have reported of each lane's last request, by their own formulas
        #[arg(long, conflicts_with = "json")]
        as_peers: bool,
    },
    /// Check the file, and compute every number again from its raw log; exits with 1 when something is wrong
    Verify {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Find runs again, newest first, by words and filters
    #[command(after_help = search_help())]
    Search {
        /// Words, "quoted phrases" and filters such as model:llama 'ttft<500ms' since:7d. What must not be there begins with
        /// a minus: within one quoted search, as in 'sea -sonnet', or after a --
        #[arg(required = true)]
        words: Vec<String>,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Write runs down: whole, as a table, to read, or as a page that replays
    Export {
        /// The runs' ids, or as much of each one's beginning as no other run shares
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// json: everything, with raw logs, to import or to check; csv: a row for each request; md: to read; html: a page
        /// that replays itself without any network
        #[arg(long, value_name = "FORMAT", value_enum)]
        format: Format,
        /// Where to [default: standard output]; a file that is there is not overwritten
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Leave prompts and system prompts out; their hash and length stay
        #[arg(long)]
        without_prompts: bool,
    },
    /// Take in runs that were exported as JSON; what is here already stays as it is
    Import {
        /// The file; - for standard input
        file: PathBuf,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Give runs a tag, or take it away
    Tag {
        /// One word, kept in lower case
        tag: String,
        /// The runs' ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Take it away
        #[arg(long)]
        remove: bool,
    },
    /// Give runs a star, or take it away
    Star {
        /// The runs' ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Take it away
        #[arg(long)]
        remove: bool,
    },
    /// Keep runs out of the list, where a search for hidden:yes still finds them, or put them back
    Hide {
        /// The runs' ids
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// Put them back
        #[arg(long)]
        remove: bool,
    },
    /// Write a note on a run, in place of the one it had
    Note {
        /// The run's id
        id: String,
        /// The note; empty takes it away
        text: String,
    },
    /// Say what was spent, by provider and model
    Spend {
        /// So many days back from now
        #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3650))]
        days: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

/// What runs are written down as.
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

/// The whole search language, below the help of `search`.
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
