//! `paceline simulate`: the simulated providers, for any client to race against.

use simulator::{Profile, Simulator, profiles};

use crate::exit::{Exit, Trouble};
use crate::terminal::output::print;
use crate::terminal::stop::Signals;
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, words};

/// Serves until stopped.
pub(crate) fn run(port: Option<u16>) -> Result<Exit, Trouble> {
    let simulator = Simulator::start(port)
        .map_err(|error| Trouble::cannot_start(format!("The simulator did not start: {error}.")))?;
    print(&welcome(simulator.base_url()))?;
    let unheard =
        || Trouble::failed("Signals cannot be received, so nothing could stop the simulator.");
    let mut signals = Signals::new().map_err(|_| unheard())?;
    if !signals.heard() {
        return Err(unheard());
    }
    Ok(Exit::Done)
}

fn welcome(base_url: &str) -> String {
    let mut table = Table::new(&[
        Column::text("Model"),
        Column::number("TTFT"),
        Column::number("tok/s"),
        Column::text("Shaped on"),
    ]);
    for Profile { model, ttft_us, tokens_per_second, source, .. } in profiles() {
        table.push(vec![
            Cell::new(*model),
            Cell::new(words::milliseconds(f64::from(*ttft_us) / 1e3)),
            Cell::new(words::count(*tokens_per_second)),
            Cell::new(*source),
        ]);
    }
    let terminal = Terminal::of_stdout();
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let table = table.drawn(terminal.map(|_| Terminal::size().0), ink);
    let lane = profiles().first().map(|profile| profile.model).unwrap_or_default();
    let truth = base_url.strip_suffix("/v1").unwrap_or(base_url);
    format!(
        "Serving SIMULATED providers at {base_url} until Ctrl+C.\n\n{table}\n\
         A lane: openai-chat@{base_url}#{lane}\n\
         What really happened to each request that has ended: {truth}/truth\n"
    )
}
