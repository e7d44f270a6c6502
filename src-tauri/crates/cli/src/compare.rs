//! `paceline compare`: contenders over any runs, as a table and in sentences.

pub(crate) mod arguments;

use std::fmt::Write;
use std::io;

use compare::{CARRIED, CompareView, ContenderSummary, Ranking, TTFAT_P95};
use measure::{Metric, Phrase, Surface, Unit, WarningCount, format, in_english};
use store::Selection;

use crate::compare::arguments::CompareArguments;
use crate::data_dir::{DataDir, find};
use crate::exit::{Exit, Trouble};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json};
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone, names};

pub(crate) fn run(arguments: &CompareArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.archive()?;
    let mut selection = Selection::default();
    for id in &arguments.runs {
        selection.runs.push(find(history.as_ref(), id)?.id);
    }
    let question = arguments.question();
    let read = |history: store::History| history.compared(&selection, question.metric);
    let points = history.map_or_else(|| Ok(Vec::new()), read)?;
    let view = compare::view(&points, &question);
    if arguments.json {
        let document = in_english(&Schema::Compare.document(&view));
        print_json(&document.map_err(io::Error::from)?)
    } else {
        print(&view_text(&view, arguments.explain, Terminal::of_stdout()))
    }?;
    Ok(Exit::Done)
}

fn view_text(view: &CompareView, explain: bool, terminal: Option<Terminal>) -> String {
    if view.contenders.is_empty() {
        return nothing(view);
    }
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let mut columns =
        vec![Column::text("Contender"), Column::number("n"), Column::number("failed")];
    if is_checked(view) {
        columns.push(Column::number("Right"));
        columns.extend(report::PER_RIGHT.map(Column::number));
    }
    let metrics = metrics(view);
    for metric in &metrics {
        let definition = metric.definition();
        let of = if metric.adds_up() { "mean" } else { "p50" };
        columns.push(Column::numbers_of(format!("{} {of}", definition.short)));
        columns.extend(metric.is_timed().then(|| Column::number(definition.slow_tail().name())));
    }
    columns.push(Column::text("cost and speed"));
    let mut table = Table::new(&columns);
    let names: Vec<_> =
        view.contenders.iter().map(|one| words::plain(&one.name.to_string())).collect();
    for (contender, name) in view.contenders.iter().zip(names::told_apart(&names, 40)) {
        table.push(row(view, name, contender, &metrics));
    }
    let mut out = String::new();
    if view.simulated {
        let _infallible = writeln!(out, "{}", ink.paint(Tone::Simulated, "SIMULATED"));
    }
    out.push_str(&table.drawn(width, ink));
    let ends: Vec<String> = shown(view).filter_map(at_prompt_lengths).collect();
    section(&mut out, "By length of prompt", ends.iter().map(String::as_str), (width, ink));
    let felt = feelings(view);
    section(&mut out, "To a reader", felt.iter().map(String::as_str), (width, ink));
    section(&mut out, "Right answers", quality(view).iter().map(String::as_str), (width, ink));
    for (title, sentence, more) in [
        ("Cost and speed", &view.cost_speed.sentence, None),
        ("Length", &view.lengths.sentence, view.lengths.fits.as_ref()),
        ("Your job", &view.what_if.sentence, None),
        ("Value of time", &view.win_map.sentence, None),
    ] {
        let said: Vec<String> =
            [Some(sentence), more].into_iter().flatten().map(Phrase::to_string).collect();
        section(&mut out, title, said.iter().map(String::as_str), (width, ink));
    }
    let carried: Vec<String> = shown(view).filter_map(carried).collect();
    let carried = carried.iter().map(String::as_str);
    section(&mut out, "Tools, images, cache, predictions and tiers", carried, (width, ink));
    let of_schemas: Vec<String> = shown(view)
        .filter_map(|one| Some(one.first_schema_use.as_ref()?.sentence.to_string()))
        .collect();
    section(&mut out, "First use of a schema", of_schemas.iter().map(String::as_str), (width, ink));
    let pairs = view.lengths.break_evens.iter().filter(|pair| pair.tokens.is_some());
    let pairs: Vec<String> = pairs.map(|pair| pair.sentence.to_string()).collect();
    section(&mut out, "Break-even, two by two", pairs.iter().map(String::as_str), (width, ink));
    let uses: Vec<String> = view.rankings.iter().map(|ranking| ranks(view, ranking)).collect();
    section(&mut out, "For a use", uses.iter().map(String::as_str), (width, ink));
    section(&mut out, "Over the days", [view.trend.sentence.to_string().as_str()], (width, ink));
    let hedge = (!view.hedging.is_empty()).then(|| view.hedging.to_string());
    section(&mut out, "Hedging", hedge.as_deref(), (width, ink));
    let uncertain: Vec<String> =
        shown(view).filter(|_| explain).filter_map(uncertainties).collect();
    section(&mut out, "Uncertainty", uncertain.iter().map(String::as_str), (width, ink));
    section(&mut out, "Warnings", warnings(view).iter().map(String::as_str), (width, ink));
    section(&mut out, "Told apart", told_apart(view).iter().map(String::as_str), (width, ink));
    let conditions = words::wrapped(&words::plain(&joined(&view.conditions, " · ")), width, "");
    let _infallible = writeln!(out, "\n{}", ink.paint(Tone::Faint, &conditions));
    out
}

/// How uncertain each number of a contender is and its main source; `None` if nothing of it is known.
fn uncertainties(one: &ContenderSummary) -> Option<String> {
    let tail = (TTFAT_P95, "p95 of time to first answer token".to_owned(), Unit::Duration);
    let typical = Metric::ALL.into_iter().map(|metric| {
        let known = metric.definition();
        (known.id, known.in_a_sentence(), known.unit)
    });
    let told = typical.chain([tail]).filter_map(|(id, name, unit)| {
        Some(format!("{name} {}", one.uncertainty.get(id)?.sentence(unit)))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("{}: {}.", one.name, told.join("; ")))
}

/// What a contender takes at its shortest and its longest prompts, where the table says "to"; `None` where all are of about one length.
fn at_prompt_lengths(one: &ContenderSummary) -> Option<String> {
    let metrics = [Metric::TtftMs, Metric::TtfatMs, Metric::LatencyMs, Metric::CostUsd];
    let ends: Vec<String> = one
        .at_prompt_lengths
        .iter()
        .map(|end| {
            let known = metrics.into_iter().filter_map(|metric| {
                let (known, value) = (metric.definition(), end.value(metric)?);
                Some(format!("{} {}", known.in_a_sentence(), known.unit.written(value)))
            });
            let numbers: Vec<String> = known.collect();
            let tokens = format::whole(end.in_tokens);
            let plural = if tokens == "1" { "" } else { "s" };
            let n = words::count(end.n);
            format!("{} at {tokens} token{plural} in (n {n})", numbers.join(", "))
        })
        .collect();
    (!ends.is_empty()).then(|| format!("{}: {}.", one.name, ends.join("; ")))
}

/// What the wait and the speed of each shown contender feel like.
fn feelings(view: &CompareView) -> Vec<String> {
    let of = |one: &ContenderSummary| {
        let words = report::feelings_in_words(|id| one.feels.get(id).copied())?;
        Some(format!("{}: {words}.", one.name))
    };
    shown(view).filter_map(of).collect()
}

/// How many answers of each contender are right and what a right one takes, then the first against each that was asked the same.
fn quality(view: &CompareView) -> Vec<String> {
    let named = |place: u32| view.contenders.iter().find(|one| one.place == place);
    let own = view.quality.order.iter().filter_map(|place| {
        let one = named(*place)?;
        Some(report::right_answers_of(&one.name.to_string(), &one.right?))
    });
    let name = |place| named(place).map(|one| one.name.to_string()).unwrap_or_default();
    let pairs = view.quality.pairs.iter().map(|pair| {
        let (first, second) = (name(pair.first), name(pair.second));
        report::right_answers_between((&first, &second), &pair.answers, pair.differs, "question")
    });
    own.chain(pairs).collect()
}

/// What a contender's whole requests are measured by beside its times and speeds, in one line; `None` if nothing of it is known.
fn carried(one: &ContenderSummary) -> Option<String> {
    let own = one.carried.as_ref()?;
    let numbers = CARRIED.into_iter().filter_map(|metric| {
        let (summary, known) = (own.summary(metric)?, metric.definition());
        let about = if summary.is_weak() && summary.spread.n > 1 { "~" } else { "" };
        let value = known.unit.written(summary.middle);
        Some(format!(
            "{} {about}{value} (n {})",
            known.in_a_sentence(),
            words::count(summary.spread.n)
        ))
    });
    let tiers = own.answered_tiers.iter().map(|tier| {
        format!(
            "answered by tier {} (n {})",
            words::one_line(&tier.tier),
            words::count(tier.requests)
        )
    });
    let image = own.per_image.map(|each| {
        let ms = |ms| Unit::Duration.written(ms);
        let ci = each
            .ci
            .map_or_else(String::new, |ci| format!(" (95 %: {} to {})", ms(ci.low), ms(ci.high)));
        format!("time per image {}{ci} (n {})", ms(each.each_ms), words::count(each.rounds))
    });
    let cache = own.cache_time.map(|time| {
        let share = |share| Unit::Share.written(share);
        let ci = time.saved_share_ci.map_or_else(String::new, |ci| {
            format!(" (95 %: {} to {})", share(ci.low), share(ci.high))
        });
        format!(
            "TTFT saved by the cache {}{ci} (n {} with it, {} without)",
            share(time.saved_share),
            words::count(time.warm),
            words::count(time.cold)
        )
    });
    let told: Vec<String> = numbers.chain(cache).chain(image).chain(tiers).collect();
    Some(format!("{}: {}.", one.name, told.join(", ")))
}

/// The contenders that are not hidden.
fn shown(view: &CompareView) -> impl Iterator<Item = &ContenderSummary> {
    view.contenders.iter().filter(|one| one.shown)
}

/// A ranking: its sentence, then every contender's rank, as a range if scores are not significantly different.
fn ranks(view: &CompareView, ranking: &Ranking) -> String {
    let ranked = ranking.ranked.iter().filter_map(|one| {
        let name = &view.contenders.iter().find(|other| other.place == one.place)?.name;
        Some(match one.rank.zip(one.rank_to)? {
            (from, to) if from == to => format!("{from} {name}"),
            (from, to) => format!("{from}–{to} {name}"),
        })
    });
    let ranked: Vec<String> = ranked.collect();
    // With one contender, or none, the sentence says everything.
    if ranked.len() < 2 {
        return ranking.sentence.to_string();
    }
    format!("{} Ranks: {}.", ranking.sentence, ranked.join(", "))
}

/// Maximum number of contenders named with a warning.
const MOST_NAMED: usize = 4;

/// Each warning of the shown requests, with the contenders it concerns and its meaning.
fn warnings(view: &CompareView) -> Vec<String> {
    let sentence = |all: &WarningCount| {
        let of = |one: &ContenderSummary| {
            let own = one.warnings.iter().find(|own| own.warning == all.warning)?;
            Some(format!("{} {} of {}", one.name, own.requests, one.good))
        };
        let whose: Vec<String> = shown(view).filter_map(of).collect();
        let (tag, id, advice) = (all.warning.tag(), all.warning.id(), all.warning.advice());
        let more = whose.len().saturating_sub(MOST_NAMED);
        let named = whose.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
        match (named.as_str(), more) {
            // Requests that are left out for one warning may have been all that carried another.
            ("", _) => view
                .question
                .leave_out
                .contains(&all.warning)
                .then(|| format!("{tag} ({id}), left out: {advice}")),
            (named, 0) => Some(format!("{tag} ({id}), {named}: {advice}")),
            (named, more) => Some(format!("{tag} ({id}), {named} and {more} more: {advice}")),
        }
    };
    let mut sentences: Vec<String> = view.warnings.iter().filter_map(sentence).collect();
    if view.warnings.len() > view.question.leave_out.len() {
        sentences
            .push("Requests with a warning are left out with --leave-out and its id.".to_owned());
    }
    sentences
}

/// What distinguishes contenders of one provider and model.
fn told_apart(view: &CompareView) -> Vec<String> {
    let apart = view.aspects.iter().filter(|aspect| !aspect.pooled);
    apart
        .map(|aspect| {
            let id = aspect.aspect.id();
            format!(
                "By {}: {}. --pool-over {id} pools them.",
                aspect.name,
                joined(&aspect.values, ", ")
            )
        })
        .collect()
}

/// Some facts in one line.
fn joined(all: &[Phrase], between: &str) -> String {
    all.iter().map(Phrase::to_string).collect::<Vec<_>>().join(between)
}

fn section<'a>(
    out: &mut String,
    title: &str,
    sentences: impl IntoIterator<Item = &'a str>,
    (width, ink): (Option<usize>, Ink),
) {
    let mut sentences = sentences.into_iter().peekable();
    if sentences.peek().is_none() {
        return;
    }
    let _infallible = writeln!(out, "\n{}", ink.paint(Tone::Strong, title));
    for sentence in sentences {
        let _infallible = writeln!(out, "{}", words::wrapped(&words::plain(sentence), width, "  "));
    }
}

/// The metrics of the table: those of every table of contenders and, if known, the speed by which they are ranked.
fn metrics(view: &CompareView) -> Vec<Metric> {
    let is_known = view.contenders.iter().any(|one| one.neutral_tps.is_some());
    let ranked_by = |metric: &Metric| *metric == Metric::DecodeTps && is_known;
    Metric::shown_on(Surface::Contenders)
        .into_iter()
        .flat_map(|metric| {
            let fair = ranked_by(&metric).then_some(Metric::NeutralTps);
            fair.into_iter().chain([metric])
        })
        .collect()
}

/// Whether answers of any contender were checked.
fn is_checked(view: &CompareView) -> bool {
    view.contenders.iter().any(|one| one.right.is_some())
}

fn row(view: &CompareView, name: String, one: &ContenderSummary, metrics: &[Metric]) -> Vec<Cell> {
    let written = |metric: Metric, value: Option<f64>| {
        value.map(|value| metric.definition().unit.written_in_column(value))
    };
    let mark = view.cost_speed.marks.iter().find(|mark| mark.place == one.place);
    let standing = mark.map(|mark| match mark.dominated_by.first() {
        None => Cell::toned("frontier", Tone::Good),
        Some(by) => {
            let by = view.contenders.iter().find(|other| other.place == *by);
            let by = by.map(|by| words::plain(&by.name.to_string())).unwrap_or_default();
            Cell::toned(format!("beaten by {by}"), Tone::Faint)
        }
    });
    let failed = if one.failed > 0 { words::count(one.failed) } else { String::new() };
    let mut cells =
        vec![Cell::new(name), Cell::new(words::count(one.good)), Cell::toned(failed, Tone::Bad)];
    if is_checked(view) {
        let found = one.right.as_ref();
        cells.push(Cell::new(found.map(report::right_cell).unwrap_or_default()));
        let per_right = found.map(report::per_right).unwrap_or_default();
        cells.extend(per_right.map(|cell| cell.map_or_else(Cell::default, Cell::new)));
    }
    for metric in metrics.iter().copied() {
        let tail =
            one.summary(metric).and_then(|all| metric.definition().slow_tail().of(&all.spread));
        let middle = match one.at_ends(metric) {
            Some([(_, short), (_, long)]) => written(metric, Some(short))
                .zip(written(metric, Some(long)))
                .map(|(short, long)| format!("{short} to {long}")),
            None => written(metric, one.middle(metric)),
        };
        cells.push(Cell::new(middle.unwrap_or_else(|| UNKNOWN.to_owned())));
        if metric.is_timed() {
            cells.push(Cell::new(written(metric, tail).unwrap_or_else(|| UNKNOWN.to_owned())));
        }
    }
    cells.push(standing.unwrap_or_default());
    cells
}

/// Explains what is missing, and what to do about it.
fn nothing(view: &CompareView) -> String {
    let why = view.nothing.as_ref().map(Phrase::to_string).unwrap_or_default();
    let what_to_do = match (view.simulated, view.real_requests, view.simulated_requests) {
        _ if view.left_out > 0 => "Without --leave-out they are compared.",
        (false, 0, n) if n > 0 => "--simulated compares them.",
        (true, n, 0) if n > 0 => "Without --simulated real requests are compared.",
        (_, 0, 0) => "`paceline race` starts one.",
        _ => "Without --common-prompts all prompts are compared.",
    };
    format!("{why} {what_to_do}\n")
}
