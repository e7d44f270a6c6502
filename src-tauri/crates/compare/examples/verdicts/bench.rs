//! Shared by all parts: how many are simulated, on how many threads, from which seeds, and cells with their targets.

use std::thread;
use std::time::Instant;

use measure::{DEF_VERSION, SplitMix64};

use crate::scatter::{Random, Scatter};

/// Maximum number of threads, so that two cores suffice and a larger machine stays usable.
const THREADS: usize = 2;

/// The bound on a share, in percent.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// None; it is only shown.
    Nothing,
    /// At most this.
    AtMost(f64),
    /// At least this.
    AtLeast(f64),
}

/// How many are simulated.
#[derive(Clone, Copy, PartialEq)]
enum Size {
    /// A tenth.
    Quick,
    Whole,
    /// Ten times as many.
    Long,
}

/// One run of the simulations.
pub(crate) struct Bench {
    seed: u64,
    scatter: Scatter,
    size: Size,
    only: Vec<String>,
    /// Those of the part that runs.
    targets: Targets,
}

/// How many figures were held against a target, and how many of these missed it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Targets {
    pub(crate) held: usize,
    pub(crate) missed: usize,
}

/// Of fewer a share is too rough to be held against its target to the digit: 27 of 30 are no sign of fewer than 94 %.
const FEW: usize = 100;

impl Bench {
    /// Reads the arguments; an unknown argument is an error.
    pub(crate) fn asked(
        arguments: impl Iterator<Item = String>,
        parts: &[&str],
    ) -> Result<Self, String> {
        let mut bench = Self {
            seed: 1,
            scatter: Scatter::Normal,
            size: Size::Whole,
            only: Vec::new(),
            targets: Targets::default(),
        };
        let noises = Scatter::ALL.map(|(name, ..)| name);
        for argument in arguments {
            let noise = argument.strip_prefix("--noise=");
            let noise = Scatter::ALL.into_iter().find(|(name, ..)| noise == Some(*name));
            if argument == "--quick" {
                bench.size = Size::Quick;
            } else if argument == "--long" {
                bench.size = Size::Long;
            } else if let Some((.., scatter)) = noise {
                bench.scatter = scatter;
            } else if let Ok(seed) = argument.parse() {
                bench.seed = seed;
            } else if parts.contains(&argument.as_str()) {
                bench.only.push(argument);
            } else {
                let (parts, noises) = (parts.join(", "), noises.join(", "));
                return Err(format!(
                    "`{argument}` is no seed, not --quick, --long or --noise= with one of {noises}, and none of the parts {parts}."
                ));
            }
        }
        Ok(bench)
    }

    pub(crate) fn heading(&self) -> String {
        let slack = if self.size == Size::Quick {
            "A tenth of the whole, so a target is missed where a share is two standard errors past it. "
        } else {
            "A share of fewer than 100 misses its target where it is two standard errors past it. "
        };
        let noise = match self.scatter {
            Scatter::Normal => String::new(),
            scatter => format!(
                "The scatter of every part but `sweeps` is {} instead of normal. ",
                scatter.in_words()
            ),
        };
        format!(
            "Simulated measurements of known truth, definitions {DEF_VERSION}, seed {}. {noise}Each part says how many are in a cell, and the standard error of a share of 5 % or 95 %. \
             {slack}Targets that are missed are bold.",
            self.seed
        )
    }

    /// Random numbers for a truth that is itself found by simulation.
    pub(crate) fn random(&self, seed: u64) -> Random {
        Random::new(seed, self.scatter)
    }

    pub(crate) fn wants(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == part)
    }

    /// Runs a part, and reports its duration on standard error, which is not part of the table.
    pub(crate) fn part(&mut self, name: &str, part: fn(&mut Self)) -> Targets {
        self.targets = Targets::default();
        let began = now();
        part(self);
        let took = began.elapsed().as_secs_f64();
        let mut standard_error = std::io::stderr();
        // If standard error is closed, only a remark is lost.
        let _lost =
            std::io::Write::write_fmt(&mut standard_error, format_args!("{name}: {took:.1} s\n"));
        self.targets
    }

    /// The number to simulate, where a full run simulates `whole`.
    pub(crate) fn count(&self, whole: usize) -> usize {
        match self.size {
            Size::Quick => whole / 10,
            Size::Whole => whole,
            Size::Long => whole * 10,
        }
    }

    /// The title of a table, with the number behind each cell.
    pub(crate) fn title(&self, title: &str, whole: usize) {
        let n = self.count(whole);
        println!("\n## {title}\n");
        println!("{n} in a cell, a standard error of {:.2} points.\n", 100.0 * error(0.05, n));
    }

    /// Simulates `whole`, or a tenth of that, each with its own random numbers, which depend on the seed, the `cell`
    /// and the index but not on the number of threads. The result is ordered by index.
    pub(crate) fn simulated<T: Send>(
        &self,
        cell: &[usize],
        whole: usize,
        one: impl Fn(&mut Random) -> T + Sync,
    ) -> Vec<T> {
        let number = self.count(whole);
        let cell = cell.iter().fold(self.seed, |seed, part| {
            SplitMix64::new(seed).next_bits().wrapping_add(*part as u64)
        });
        let start = SplitMix64::new(cell).next_bits();
        let of = |place: usize| {
            let seed = SplitMix64::new(start ^ place as u64).next_bits();
            one(&mut Random::new(seed, self.scatter))
        };
        let part = number.div_ceil(THREADS).max(1);
        let of = &of;
        thread::scope(|scope| {
            let parts: Vec<_> = (0..number)
                .step_by(part)
                .map(|from| {
                    let places = from..number.min(from + part);
                    scope.spawn(move || places.map(of).collect::<Vec<T>>())
                })
                .collect();
            let joined = parts.into_iter().filter_map(|part| part.join().ok());
            joined.flatten().collect()
        })
    }

    /// `hits` ÷ `all` in percent, bold if it misses the target.
    pub(crate) fn share(&mut self, hits: usize, all: usize, target: Target) -> String {
        if all == 0 {
            return "–".to_owned();
        }
        let share = hits as f64 / all as f64;
        let is_rough = self.size == Size::Quick || all < FEW;
        let slack = if is_rough { 200.0 * error(share, all) } else { 0.0 };
        let share = 100.0 * share;
        let figure = format!("{share:.1}");
        match target {
            Target::Nothing => figure,
            Target::AtMost(most) => self.figure(figure, share <= most + slack),
            Target::AtLeast(least) => self.figure(figure, share >= least - slack),
        }
    }

    /// A figure that has a target, bold if it misses it.
    pub(crate) fn figure(&mut self, figure: String, is_met: bool) -> String {
        self.targets.held += 1;
        self.targets.missed += usize::from(!is_met);
        if is_met { figure } else { format!("**{figure}**") }
    }

    /// The share for which `is` holds.
    pub(crate) fn share_of<T>(
        &mut self,
        all: &[T],
        target: Target,
        is: impl Fn(&T) -> bool,
    ) -> String {
        self.share(all.iter().filter(|each| is(each)).count(), all.len(), target)
    }
}

/// The time of day for a stopwatch; no simulated number depends on it.
#[expect(clippy::disallowed_methods, reason = "it times the bench itself, and no stream")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The standard error of a share of `of`.
fn error(share: f64, of: usize) -> f64 {
    (share * (1.0 - share) / (of.max(1)) as f64).sqrt()
}

/// The heads of a table's columns, all right-aligned.
pub(crate) fn columns(heads: &[&str]) {
    println!("| {} |", heads.join(" | "));
    println!("|{}", "--:|".repeat(heads.len()));
}

/// A row of a table.
pub(crate) fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

/// The median of `values`, which this sorts.
pub(crate) fn median<T: Copy + PartialOrd>(mut values: Vec<T>) -> Option<T> {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.get(values.len() / 2).copied()
}
