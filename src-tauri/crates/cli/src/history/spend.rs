//! `paceline history spend`: spending by provider and model.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use store::{History, Spend, SpendRow};

use crate::exit::{Exit, Trouble};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone};

pub(crate) fn spend(history: Option<&History>, days: u32, json: bool) -> Result<Exit, Trouble> {
    #[expect(clippy::disallowed_methods, reason = "it asks for the day, and measures nothing")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let since_s = now - f64::from(days) * 86_400.0;
    let spend = history.map_or_else(|| Ok(Spend::default()), |history| history.spend(since_s))?;
    if json {
        print_json(&Schema::Spend.document(&spend))
    } else {
        print(&drawn(&spend, days, Terminal::of_stdout()))
    }?;
    Ok(Exit::Done)
}

fn drawn(spend: &Spend, days: u32, terminal: Option<Terminal>) -> String {
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let heading = format!("Spent in {}", words::several(days, "day"));
    let mut out = format!("{}\n", ink.paint(Tone::Strong, &heading));
    if spend.models.is_empty() {
        out.push_str("No real requests.\n");
    } else {
        let mut table = table();
        spend.models.iter().for_each(|spent| table.push(row(spent)));
        if spend.models.len() > 1 {
            let total = SpendRow { label: "All".to_owned(), ..spend.total.clone() };
            table.push(row(&total));
        }
        out.push_str(&table.drawn(width, ink));
        if spend.total.cost_unknown > 0 {
            let unknown = words::several(spend.total.cost_unknown, "request");
            let _infallible = writeln!(out, "The cost of {unknown} is unknown and in no sum.");
        }
    }
    if !spend.simulated.is_empty() {
        let requests = spend.simulated.iter().map(|spent| spent.requests).sum();
        let requests = words::several(requests, "request");
        let _infallible = writeln!(out, "{requests} simulated, at no cost.");
    }
    out
}

fn table() -> Table {
    Table::new(&[
        Column::text("Provider"),
        Column::text("Model"),
        Column::number("Cost"),
        Column::number("Unknown"),
        Column::number("Requests"),
        Column::number("In tokens"),
        Column::number("Out tokens"),
    ])
}

fn row(spent: &SpendRow) -> Vec<Cell> {
    let number = |value: Option<f64>| Cell::new(value.map_or(UNKNOWN.to_owned(), words::whole));
    let unknown = spent.cost_unknown;
    vec![
        Cell::new(words::plain(&spent.label)),
        Cell::new(words::clipped(&words::plain(&spent.model), 48)),
        Cell::new(spent.cost_usd.map_or(UNKNOWN.to_owned(), words::dollars)),
        Cell::new(if unknown > 0 { words::count(unknown) } else { String::new() }),
        Cell::new(words::count(spent.requests)),
        number(spent.in_tokens),
        number(spent.out_tokens),
    ]
}
