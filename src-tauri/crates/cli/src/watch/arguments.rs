//! The arguments of `paceline watch`. The doc comments here are the help that `--help` prints.

use std::net::SocketAddr;
use std::path::PathBuf;

use ::watch::{ActiveHours, Weekday};
use clap::{Arg, Args, Subcommand};
use store::WebhookFormat;

use crate::plan::arguments::{KeyArguments, NetworkArguments};
use crate::race::arguments::RaceArguments;

#[derive(Subcommand)]
pub(crate) enum WatchCommand {
    /// Add a watch: a race that is made again and again, with the options of `paceline race`. Nothing is sent before `paceline watch
    /// run`
    Add(Box<AddArguments>),
    /// List the watches
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show a watch: its numbers, the changes that were noticed with what moved with them, and its latest turns
    Show {
        /// Its name, or its id or a unique prefix of it
        watch: String,
        /// Number of latest turns
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=10_000))]
        turns: u32,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Write what all watches measured, or these, as pages without script and network: medians, changes, outages and the error budget
    Page(PageArguments),
    /// Take the turns of all watches, or of these, until stopped: one turn at a time, each told in a line
    Run(RunArguments),
    /// Let the system take the turns of all watches whenever you are logged in: shows the systemd user unit, launchd agent or task of the
    /// Task Scheduler that it would write, and asks
    Install {
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Stop and remove what `install` installed. The watches stay
    Uninstall,
    /// Take a turn now, beside the rhythm. It counts in the day's budget, and not for changes
    Now(NowArguments),
    /// Tell a webhook or a command what a watch notices
    #[command(subcommand)]
    Alarm(AlarmCommand),
    /// Pause a watch: it takes no turns until it is resumed
    Pause {
        /// Its name, or its id or a unique prefix of it
        watch: String,
    },
    /// Resume a paused watch
    Resume {
        /// Its name, or its id or a unique prefix of it
        watch: String,
    },
    /// Remove a watch. Its runs stay in the history
    Remove {
        /// Its name, or its id or a unique prefix of it
        watch: String,
    },
}

#[derive(Args)]
pub(crate) struct PageArguments {
    /// Folder of the pages: `index.html`, and those of days. Pages that were written before are written anew
    pub(crate) folder: PathBuf,
    /// Names of watches, or their ids or unique prefixes of them [default: all]
    pub(crate) watches: Vec<String>,
    /// So many local days, of which today is the last
    #[arg(long, value_name = "N", default_value_t = 28, value_parser = clap::value_parser!(u32).range(1..=3_660))]
    pub(crate) days: u32,
    /// Write a page for each of these days that had turns, too
    #[arg(long)]
    pub(crate) daily: bool,
    /// Percent of requests that should succeed: what is left is the error budget
    #[arg(long, value_name = "PERCENT", default_value_t = 99.9, value_parser = objective)]
    pub(crate) objective: f64,
}

fn objective(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').trim().parse::<f64>();
    let percent = percent.ok().filter(|percent| (50.0..100.0).contains(percent));
    percent.ok_or_else(|| {
        "it has to be a number of percent from 50 to below 100, such as 99.9".to_owned()
    })
}

/// Options of a race that a watch cannot have: they are refused, and no help shows them.
const OTHER: [&str; 6] =
    ["no_save", "over_cap", "explain", "show_request", "nonce", "allow_command"];

fn hidden(argument: Arg) -> Arg {
    let is_hidden = OTHER.contains(&argument.get_id().as_str());
    argument.hide(is_hidden)
}

#[derive(Args)]
#[command(mut_args(hidden))]
pub(crate) struct AddArguments {
    /// Its name, without spaces [default: watch-1 and so on]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(crate) name: String,
    /// How often: from 5m to 1d, and a day has to be a whole number of turns
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = minutes)]
    pub(crate) every: u32,
    /// Only at these hours of the local clock, such as 8-18, 8:30-17:30 or 22-6
    #[arg(long, value_name = "FROM-UNTIL", value_parser = hours)]
    pub(crate) hours: Option<ActiveHours>,
    /// Only on these days, such as mon-fri or sat,sun
    #[arg(long, value_name = "DAYS", value_parser = days)]
    pub(crate) days: Option<ActiveDays>,
    /// For so long, such as 72h, 30d or 8w [default: until it is removed]
    #[arg(long = "for", value_name = "TIME", value_parser = minutes)]
    pub(crate) lasting: Option<u32>,
    /// Dollars that its turns may cost in a local day; no turn begins that could pass it. Needs prices, and --max-tokens
    #[arg(long, value_name = "USD")]
    pub(crate) usd_per_day: Option<f64>,
    /// Output tokens of its turns in a local day, likewise. Needs --max-tokens
    #[arg(long, value_name = "N")]
    pub(crate) tokens_per_day: Option<u32>,
    /// Where it is measured, in your words
    #[arg(long, value_name = "TEXT")]
    pub(crate) site: Option<String>,
    /// Under which conditions, in your words, such as the network it goes through
    #[arg(long, value_name = "TEXT")]
    pub(crate) conditions: Option<String>,
    /// Tag its runs; repeat for several
    #[arg(long = "tag", value_name = "TAG")]
    pub(crate) tags: Vec<String>,
    #[command(flatten)]
    pub(crate) race: RaceArguments,
}

#[derive(Subcommand)]
pub(crate) enum AlarmCommand {
    /// Tell somebody what a watch notices: changes, that one is over, and turns that cannot be taken. Told by `paceline watch run`,
    /// between turns; tried again for a day. No prompt, no answer and no key is in it
    Add(AlarmArguments),
    /// List the alarms of a watch, and what became of their messages
    List {
        /// The watch's name, or its id or a unique prefix of it
        watch: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Tell a trial message now
    Try {
        /// The watch's name, or its id or a unique prefix of it
        watch: String,
        /// Number of the alarm, as `list` has it [default: all]
        alarm: Option<usize>,
        #[command(flatten)]
        network: NetworkArguments,
    },
    /// Remove an alarm, with its address in the keyring
    Remove {
        /// The watch's name, or its id or a unique prefix of it
        watch: String,
        /// Number of the alarm, as `list` has it
        alarm: usize,
    },
}

#[derive(Args)]
#[group(id = "alarm")]
pub(crate) struct AlarmArguments {
    /// The watch's name, or its id or a unique prefix of it
    pub(crate) watch: String,
    /// A webhook, which takes `json`, `slack`, `discord` or `teams`. Its address is read from standard input and kept in the keyring,
    /// because whoever has it may write there
    #[arg(long, value_name = "FORMAT", value_parser = webhook_format, required_unless_present_any = ["command", "desktop"], conflicts_with_all = ["command", "desktop"])]
    pub(crate) webhook: Option<WebhookFormat>,
    /// Take the webhook's address from the environment variable NAME each time, instead of the keyring
    #[arg(long, value_name = "NAME", requires = "webhook")]
    pub(crate) address_env: Option<String>,
    /// A command, which gets the message as JSON on standard input. Allow it first: `paceline checks allow COMMAND`
    #[arg(long, value_name = "COMMAND", conflicts_with = "desktop")]
    pub(crate) command: Option<String>,
    /// A notification on the desktop of the machine that takes the turns
    #[arg(long)]
    pub(crate) desktop: bool,
    /// Tell nothing at these hours of the local clock, such as 22-7; what is to be told waits until they are over
    #[arg(long, value_name = "FROM-UNTIL", value_parser = hours)]
    pub(crate) quiet: Option<ActiveHours>,
}

fn webhook_format(text: &str) -> Result<WebhookFormat, String> {
    match text {
        "json" => Ok(WebhookFormat::Json),
        "slack" => Ok(WebhookFormat::Slack),
        "discord" => Ok(WebhookFormat::Discord),
        "teams" => Ok(WebhookFormat::Teams),
        _ => Err(format!("write json, slack, discord or teams, not {text}")),
    }
}

#[derive(Args)]
pub(crate) struct RunArguments {
    /// Names, or ids or unique prefixes of them [default: all watches, those that are added meanwhile too]
    pub(crate) watches: Vec<String>,
    /// Stay where there is no watch, and take the turns of those that are added
    #[arg(long, conflicts_with = "watches")]
    pub(crate) stay: bool,
    /// Let Prometheus read the metrics of these turns at /metrics of an address of this machine, such as 127.0.0.1:9464; port 0 is any
    /// free one
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) metrics: Option<SocketAddr>,
    #[command(flatten)]
    pub(crate) keys: KeyArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
}

#[derive(Args)]
pub(crate) struct NowArguments {
    /// Its name, or its id or a unique prefix of it
    pub(crate) watch: String,
    #[command(flatten)]
    pub(crate) keys: KeyArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
    /// Print the run as one JSON document, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
}

/// Days of the week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ActiveDays(pub(crate) Vec<Weekday>);

/// A length of time in minutes: `5m`, `1h`, `2d`, `8w`.
fn minutes(text: &str) -> Result<u32, String> {
    let wrong = || format!("write a time such as 5m, 1h, 30d or 8w, not {text}");
    let split = text.find(|one: char| !one.is_ascii_digit()).ok_or_else(wrong)?;
    let (number, unit) = text.split_at_checked(split).ok_or_else(wrong)?;
    let each = match unit {
        "m" | "min" => 1,
        "h" => 60,
        "d" => 1_440,
        "w" => 10_080,
        _ => return Err(wrong()),
    };
    let number: u32 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(each).filter(|minutes| *minutes > 0).ok_or_else(wrong)
}

/// Hours of a day: `8-18`, `8:30-17:30`.
fn hours(text: &str) -> Result<ActiveHours, String> {
    let wrong = || format!("write hours such as 8-18, 8:30-17:30 or 22-6, not {text}");
    let minute = |text: &str| -> Option<u32> {
        let (hour, minute) = text.split_once(':').unwrap_or((text, "0"));
        let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
        (hour < 24 && minute < 60 || hour == 24 && minute == 0).then_some(hour * 60 + minute)
    };
    let (from, until) = text.split_once('-').ok_or_else(wrong)?;
    let (from_minute, until_minute) = minute(from).zip(minute(until)).ok_or_else(wrong)?;
    if from_minute == 1_440 {
        return Err(wrong());
    }
    // Until midnight is until the end of the day.
    let until_minute = if until_minute == 0 { 1_440 } else { until_minute };
    Ok(ActiveHours { from_minute, until_minute })
}

/// Days of the week: `mon-fri`, `sat,sun`.
fn days(text: &str) -> Result<ActiveDays, String> {
    let day = |name: &str| {
        Weekday::ALL
            .iter()
            .position(|day| day.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("write days such as mon-fri or sat,sun, not {text}"))
    };
    let mut days = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (day(first)?, day(last)?);
        let count = (last + 7 - first) % 7 + 1;
        days.extend(Weekday::ALL.into_iter().cycle().skip(first).take(count));
    }
    days.sort_unstable();
    days.dedup();
    Ok(ActiveDays(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rhythm_is_written_as_people_write_times() {
        for (text, expected) in
            [("5m", 5), ("90min", 90), ("1h", 60), ("1d", 1_440), ("8w", 80_640)]
        {
            assert_eq!(minutes(text), Ok(expected), "{text}");
        }
        for text in ["", "5", "h", "-1h", "0m", "1.5h", "99999999999d", "1y", "5µ"] {
            assert!(minutes(text).is_err(), "{text}");
        }
        let of = |from_minute, until_minute| Ok(ActiveHours { from_minute, until_minute });
        assert_eq!(hours("8-18"), of(480, 1_080));
        assert_eq!(hours("8:30-17:30"), of(510, 1_050));
        assert_eq!(hours("22-6"), of(1_320, 360), "past midnight");
        assert_eq!(hours("0-0"), of(0, 1_440));
        assert_eq!(hours("18-24"), of(1_080, 1_440));
        for text in ["8", "8-25", "8:60-9", "24-8", "a-b", ""] {
            assert!(hours(text).is_err(), "{text}");
        }
    }

    #[test]
    fn days_may_go_round_the_end_of_the_week() {
        use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};
        let of = |days: &[Weekday]| Ok(ActiveDays(days.to_vec()));
        assert_eq!(days("mon-fri"), of(&[Mon, Tue, Wed, Thu, Fri]));
        assert_eq!(days("Sat,Sun,sat"), of(&[Sat, Sun]));
        assert_eq!(days("sat-mon"), of(&[Mon, Sat, Sun]));
        assert!(days("someday").is_err() && days("").is_err());
    }
}
