//! `paceline calibrate`: the timestamp error of this machine.

use race::Calibration;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::plan::prepare::engine;
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, Tone, words};

/// Calibrates, saves the result, and prints it.
///
/// # Errors
/// If the calibration fails, or its result cannot be saved.
pub(crate) fn run(json: bool, no_save: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = if no_save { None } else { Some(data_dir.open()?) };
    say("Racing streams of known timing. It takes some fifteen seconds; leave the machine alone.");
    let calibration = engine()?.block_on(app::calibrate());
    let calibration = calibration.map_err(|error| Trouble::cannot_start(error.to_string()))?;
    if let Some(history) = history {
        history.put_calibration(&calibration)?;
    }
    if json {
        print_json(&Schema::Calibration.document(&calibration))?;
    } else {
        print(&drawn(&calibration, Terminal::of_stdout()))?;
    }
    Ok(Exit::Done)
}

fn drawn(calibration: &Calibration, terminal: Option<Terminal>) -> String {
    let mut table = Table::new(&[
        Column::number("Streams"),
        Column::number("n"),
        Column::number("TTFT p50"),
        Column::number("p99"),
        Column::number("max"),
        Column::number("Gap p50"),
        Column::number("p99"),
    ]);
    let ms = |ms: f64| Cell::new(words::milliseconds(ms));
    let known = |value: Option<f64>| value.map_or_else(|| Cell::new("–".to_owned()), ms);
    for stamps in &calibration.stamps {
        table.push(vec![
            Cell::new(words::count(stamps.streams)),
            Cell::new(stamps.n.map_or_else(|| "–".to_owned(), words::count)),
            ms(stamps.ttft_p50_ms),
            known(stamps.ttft_p99_ms),
            known(stamps.ttft_max_ms),
            ms(stamps.gap_p50_ms),
            ms(stamps.gap_p99_ms),
        ]);
    }
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let held = calibration.held_tps.map_or_else(
        || "No speed was read within 1 % on every stream: the machine is busy.".to_owned(),
        |tps| format!("Speeds were read within 1 % up to {} tok/s in all.", words::rate(tps)),
    );
    let below = [
        "Error = measured − true, of TTFT and of gaps of 10 ms, over n requests, each beside its own true timing; fewer than 100 have no p99 of TTFT. TTFT is stamped late and never early, so its error is a bias and no ±. The server of known timing runs on this machine too, so its own delays are included.",
        &held,
    ];
    let below = below.map(|line| words::wrapped(line, width, "")).join("\n");
    format!(
        "{}, {}\n\n{}\n{}\n",
        calibration.dated,
        calibration.machine,
        table.drawn(width, ink),
        ink.paint(Tone::Faint, &below)
    )
}
