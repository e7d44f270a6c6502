//! `paceline calibrate`: the timestamp error of this machine.

use race::{Calibration, KnownTiming, ReferenceServer};
use simulator::{Timing, Timings};

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble, sentence};
use crate::plan::prepare::engine;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, Tone, words};

/// Calibrates, saves the result, and prints it.
///
/// # Errors
/// If no stream of known timing can be raced, or the result cannot be saved.
pub(crate) fn run(json: bool, no_save: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = if no_save { None } else { Some(data_dir.open()?) };
    let timings = Timings::start().map_err(|error| {
        Trouble::cannot_start(format!("No stream of known timing can be raced: {error}."))
    })?;
    let metronome = ReferenceServer {
        base_url: timings.base_url().to_owned(),
        model: Timings::model,
        known: known(timings),
    };
    say("Racing streams of known timing. It takes some fifteen seconds; leave the machine alone.");
    let machine = app::machine();
    let found = engine()?.block_on(Calibration::of(metronome, app::today(), machine, |_| {}));
    let certificate = found.map_err(|error| Trouble::failed(sentence(&error.to_string())))?;
    if let Some(history) = history {
        history.put_certificate(&certificate)?;
    }
    if json {
        print_json(&certificate)?;
    } else {
        print(&drawn(&certificate, Terminal::of_stdout()))?;
    }
    Ok(Exit::Done)
}

/// The true timing of the streams that the simulator served.
fn known(mut timings: Timings) -> impl FnMut(usize) -> Vec<KnownTiming> {
    move |count| {
        let timings = timings.next(count).into_iter();
        timings.map(|Timing { ttft_ms, decode_tps }| KnownTiming { ttft_ms, decode_tps }).collect()
    }
}

fn drawn(certificate: &Calibration, terminal: Option<Terminal>) -> String {
    let mut table = Table::new(&[
        Column::number("Streams"),
        Column::number("TTFT p50"),
        Column::number("p99"),
        Column::number("Gap p50"),
        Column::number("p99"),
    ]);
    let ms = |ms: f64| Cell::new(words::milliseconds(ms));
    for stamps in &certificate.stamps {
        table.push(vec![
            Cell::new(words::count(stamps.streams)),
            ms(stamps.ttft_p50_ms),
            ms(stamps.ttft_p99_ms),
            ms(stamps.gap_p50_ms),
            ms(stamps.gap_p99_ms),
        ]);
    }
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let held = certificate.held_tps.map_or_else(
        || "No speed was read within 1 % on every stream: the machine is busy.".to_owned(),
        |tps| format!("Speeds were read within 1 % up to {} tok/s in all.", words::rate(tps)),
    );
    let below = [
        "What was read less what was: of TTFT, and of gaps of 10 ms. The server of known timing runs on this machine too, so its own delays are in these numbers.",
        &held,
    ];
    let below = below.map(|line| words::wrapped(line, width, "")).join("\n");
    format!(
        "{}, {}\n\n{}\n{}\n",
        certificate.dated,
        certificate.machine,
        table.drawn(width, ink),
        ink.paint(Tone::Faint, &below)
    )
}
