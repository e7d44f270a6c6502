//! `./dev providers`: the evidence behind each row of the catalogue, when it was last checked, and what is
//! unproven.

use std::collections::BTreeMap;
use std::io::{self, Write};

use providers::{Evidence, Provider, catalogue};

/// Maximum width of a line.
const WIDTH: usize = 120;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let address = WIDTH - 71;
    writeln!(out, "{:<25}{:<21}{:<14}{:<11}Address", "Id", "Dialect", "Rests on", "Checked")?;
    for row in catalogue() {
        let checked = row.checked.as_deref().unwrap_or("never");
        let (id, dialect) = (&row.id, row.dialect.name());
        let place = cut(place(row), address);
        writeln!(out, "{id:<25}{dialect:<21}{:<14}{checked:<11}{place}", rests_on(row.proven))?;
        let source = row.source.as_deref().unwrap_or("no source");
        writeln!(out, "    source:   {}", cut(source, WIDTH - 14))?;
        let prefixes = row.key_prefixes.join(", ");
        if let Some(of_keys) = &row.key_prefixes_source {
            writeln!(
                out,
                "    keys:     {prefixes} by {}",
                cut(of_keys, WIDTH - 18 - prefixes.len())
            )?;
        }
        let is_shown = row.key_prefixes.is_empty() || row.key_prefixes_source.is_some();
        let keys = if is_shown { "" } else { "; its keys' prefix stands in public examples alone" };
        writeln!(out, "    unproven: {}{keys}", unproven(rests_on(row.proven)))?;
    }
    totals(&mut out)
}

/// Counts rows by evidence, what that leaves unproven, and what has waited longest for a check.
fn totals(out: &mut impl Write) -> io::Result<()> {
    let mut by_proof: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut by_dialect: BTreeMap<&str, usize> = BTreeMap::new();
    for row in catalogue() {
        by_proof.entry(rests_on(row.proven)).or_default().push(&row.id);
        *by_dialect.entry(row.dialect.name()).or_default() += 1;
    }
    writeln!(out, "\n{} rows:", catalogue().len())?;
    for (proof, ids) in &by_proof {
        writeln!(out, "{:>4}  {proof}: {}", ids.len(), unproven(proof))?;
    }
    for (dialect, rows) in &by_dialect {
        writeln!(out, "{rows:>4}  speak {dialect}")?;
    }
    let oldest = catalogue().iter().filter_map(|row| Some((row.checked.as_ref()?, &row.id))).min();
    if let Some((day, id)) = oldest {
        writeln!(out, "\nLongest unchecked: {id}, since {day}.")?;
    }
    let models = catalogue().iter().map(|row| row.retires.len()).sum::<usize>();
    writeln!(out, "Models with an announced last day in the rows themselves: {models}.")
}

fn rests_on(proven: Evidence) -> &'static str {
    match proven {
        Evidence::Recorded => "recordings",
        Evidence::Sdk => "SDK source",
        Evidence::Docs => "vendor's docs",
        Evidence::Unverified => "unverified",
    }
}

fn unproven(proof: &str) -> &'static str {
    match proof {
        "recordings" => "what the server answers today; the recordings are of their day",
        "SDK source" => "its answers, of which no recording was seen, and its errors",
        "vendor's docs" => "its answers and errors, and whether the page still tells the truth",
        _ => "everything: the likeliest reading of what is known",
    }
}

fn place(row: &Provider) -> &str {
    match (row.base_url.as_str(), row.base_url_example.as_deref()) {
        ("", Some(example)) => example,
        ("", None) => "the user's to say",
        (address, _) => address,
    }
}

/// At most `width` characters, ending in `…` if truncated.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}
