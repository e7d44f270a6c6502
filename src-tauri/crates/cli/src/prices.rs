//! `paceline prices`: the book in effect, and the user's own prices.

pub(crate) mod arguments;

use std::path::Path;

use app::today;
use cost::{Book, OwnPrice, OwnPriceRow};
use providers::{Fault, fetch_text};
use serde::Serialize;
use tokio::runtime::Builder;

use crate::data_dir::{DataDir, prices};
use crate::exit::{Exit, Trouble};
use crate::plan;
use crate::plan::text_file::from_file;
use crate::prices::arguments::{PriceArguments, PricesCommand};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::words;
use app::unknown_provider;

pub(crate) fn run(
    command: Option<PricesCommand>,
    json: bool,
    data_dir: &DataDir,
) -> Result<Exit, Trouble> {
    match command {
        None => show(json, data_dir),
        Some(PricesCommand::Refresh { from }) => refresh(&from, data_dir),
        Some(PricesCommand::Reset) => {
            let history = data_dir.open()?;
            let was_other = history.forget_book()?;
            let book = Book::shipped();
            let again = if was_other { "again " } else { "" };
            print(&format!("The price book is {again}the shipped one: {}.\n", book_text(book)))?;
            Ok(Exit::Done)
        }
        Some(PricesCommand::Set { model, price }) => set(&model, &price, data_dir),
        Some(PricesCommand::Forget { model }) => {
            let history = data_dir.open()?;
            let (provider, at, name) = of_lane(&model, &history)?;
            let was_there = history.forget_price(&provider, at.as_deref(), &name)?;
            let said = if was_there { "is forgotten" } else { "was not there" };
            print(&format!("The price of {} {said}.\n", words::one_line(&model)))?;
            Ok(Exit::Done)
        }
        Some(PricesCommand::Reduce { file, source, dated }) => reduce(&file, &source, &dated),
    }
}

/// The output of `prices --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct PricesOutput {
    /// The source of the price book.
    source: String,
    /// Its date.
    dated: String,
    /// Number of models in it.
    models: u32,
    /// The user's own prices.
    own: Vec<OwnPriceRow>,
}

fn show(json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.look()?;
    let own = history.as_ref().map_or_else(|| Ok(Vec::new()), store::History::own_prices)?;
    let prices = prices(history.as_ref())?;
    let book = prices.book();
    if json {
        let (source, dated) = (book.source().to_owned(), book.dated().to_owned());
        let models = u32::try_from(book.len()).unwrap_or(u32::MAX);
        print_json(&Schema::Prices.document(PricesOutput { source, dated, models, own }))?;
        return Ok(Exit::Done);
    }
    let mut out = format!("{}.\n", book_text(book));
    for row in &own {
        out.push_str(&format_row(row));
    }
    print(&out)?;
    Ok(Exit::Done)
}

fn book_text(book: &Book) -> String {
    format!("{} of {}, {} models", book.source(), book.dated(), book.len())
}

fn format_row(row: &OwnPriceRow) -> String {
    let name = words::one_line(&row.name());
    let price = match &row.price {
        OwnPrice::PerMillion { input_usd, output_usd, request_usd, .. } => {
            let fee = request_usd.map_or_else(String::new, |usd| format!(" and ${usd} a request"));
            format!("${input_usd} in, ${output_usd} out per million tokens{fee}")
        }
        OwnPrice::GpuHour { usd_per_hour } => format!("${usd_per_hour} for an hour of the machine"),
        OwnPrice::Electricity { watts, usd_per_kwh } => {
            format!("{watts} W at ${usd_per_kwh} for a kilowatt-hour")
        }
    };
    format!("{name}  {price}, yours since {}\n", row.dated)
}

fn refresh(from: &str, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.open()?;
    let kept = |why: String| Trouble::failed(format!("{why} The price book is unchanged."));
    let text = if from.contains("://") {
        let engine = Builder::new_current_thread().enable_all().build();
        let engine =
            engine.map_err(|error| kept(format!("The engine could not start: {error}.")))?;
        let route = history.network()?.route("");
        // Without a readable keyring there is no login, and most proxies need none.
        let owner = app::proxy_login_owner(&route.proxy);
        let login = owner.and_then(|owner| keys::Keys::open().take(&owner).ok().flatten());
        engine
            .block_on(fetch_text(from, &route, login.as_ref()))
            .map_err(|fault| kept(fault_said(&fault)))?
    } else {
        from_file(Path::new(from), "prices", cost::LARGEST_BOOK as u64).map_err(kept)?
    };
    let source = words::one_line(from.rsplit('/').next().unwrap_or(from));
    let (book, dropped) =
        Book::read(&text, &source, &today()).map_err(|error| kept(format!("{error}.")))?;
    history.put_book(&book)?;
    if !dropped.is_empty() {
        say(&format!(
            "{} left out, because they have no usable price.",
            words::several(u32::try_from(dropped.len()).unwrap_or(u32::MAX), "model")
        ));
    }
    print(&format!("The price book is {}.\n", book_text(&book)))?;
    Ok(Exit::Done)
}

fn fault_said(fault: &Fault) -> String {
    format!("{} {}", words::one_line(&fault.message), words::one_line(&fault.advice))
}

fn set(model: &str, price: &PriceArguments, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.open()?;
    let (provider, at, name) = of_lane(model, &history)?;
    let roster = history.roster()?;
    if roster.rows().iter().all(|row| row.id != provider) {
        return Err(Trouble::cannot_start(unknown_provider("The command", &provider)));
    }
    let row =
        OwnPriceRow { provider, address: at, model: name, dated: today(), price: own(price)? };
    history.put_price(&row).map_err(|error| Trouble::cannot_start(error.to_string()))?;
    print(&format_row(&row))?;
    if row.provider == "custom" && row.address.is_none() {
        say("It applies to this model at every address that has no price of its own.");
    }
    Ok(Exit::Done)
}

fn own(price: &PriceArguments) -> Result<OwnPrice, Trouble> {
    let PriceArguments {
        input,
        output,
        cache_read,
        cache_write,
        reasoning,
        request,
        gpu_hour,
        watts,
        kwh,
    } = *price;
    if let Some((input_usd, output_usd)) = input.zip(output) {
        return Ok(OwnPrice::PerMillion {
            input_usd,
            output_usd,
            cache_read_usd: cache_read,
            cache_write_usd: cache_write,
            reasoning_usd: reasoning,
            request_usd: request,
        });
    }
    if let Some(usd_per_hour) = gpu_hour {
        return Ok(OwnPrice::GpuHour { usd_per_hour });
    }
    watts
        .zip(kwh)
        .map(|(watts, usd_per_kwh)| OwnPrice::Electricity { watts, usd_per_kwh })
        .ok_or_else(|| {
            Trouble::cannot_start(
                "A price is --input with --output, or --gpu-hour, or --watts with --kwh.",
            )
        })
}

/// Provider, address and model of a lane as in `--lane`. A lane at an address that was typed in has the provider
/// `custom`; without one, `custom/MODEL` means the model at every such address.
fn of_lane(
    lane: &str,
    history: &store::History,
) -> Result<(String, Option<String>, String), Trouble> {
    if let Some(model) = lane.trim().strip_prefix("custom/").filter(|model| !model.is_empty()) {
        return Ok(("custom".to_owned(), None, model.to_owned()));
    }
    let lane = plan::lane::parse(lane).map_err(Trouble::cannot_start)?;
    if lane.base_url.is_none() {
        return Ok((lane.provider, None, lane.model));
    }
    let roster = history.roster()?;
    let row = roster
        .find(&lane.provider, lane.dialect, lane.base_url.as_deref())
        .map_err(|error| Trouble::cannot_start(format!("{error}.")))?;
    Ok((lane.provider, Some(row.base_url), lane.model))
}

fn reduce(file: &Path, source: &str, dated: &str) -> Result<Exit, Trouble> {
    let text =
        from_file(file, "prices", cost::LARGEST_BOOK as u64).map_err(Trouble::cannot_start)?;
    let read = Book::read(&text, source, dated);
    let (book, dropped) = read.map_err(|error| Trouble::cannot_start(format!("{error}.")))?;
    for line in dropped {
        say(&format!("left out: {line}"));
    }
    let text = book.to_json().map_err(|error| Trouble::failed(format!("{error}.")))?;
    print(&text)?;
    Ok(Exit::Done)
}
