//! Reads the rows and fields that we need from LiteLLM's price catalogue (`model_prices_and_context_window.json`, MIT),
//! which gives dollars per token as JSON numbers.

mod providers;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use self::providers::PROVIDERS;
use crate::price::{MinuteOfWeek, OffPeak, Rates, Tier};
use crate::row::{Row, check_date};
use crate::{MicroUsdPerMillion, Price, ServicePrice, ServiceTier};

/// The longest plausible input in tokens; no current model reads a hundredth of it.
const MOST_CONTEXT: u32 = 1_000_000_000;

/// The service tiers with the suffixes of their fields.
const SERVICE_TIERS: [(ServiceTier, &str); 4] = [
    (ServiceTier::Flex, "flex"),
    (ServiceTier::Priority, "priority"),
    (ServiceTier::Ultrafast, "ultrafast"),
    (ServiceTier::Batch, "batches"),
];

/// Our rows by `provider/model`, and a line for each of LiteLLM's rows that was skipped, with the reason.
pub(crate) fn reduce(catalogue: &Value) -> (BTreeMap<String, Row>, Vec<String>) {
    let (mut rows, mut dropped) = (BTreeMap::new(), Vec::new());
    for (name, row) in catalogue.as_object().into_iter().flatten() {
        let Some(fields) = row.as_object() else { continue };
        let Some(id) = id_of(name, fields) else { continue };
        match reduce_row(fields) {
            Ok(row) => {
                rows.insert(id, row);
            }
            Err(reason) => dropped.push(format!("{id} {reason}")),
        }
    }
    (rows, dropped)
}

/// Our key for one of LiteLLM's rows; `None` unless it is a text model at a provider that we know.
fn id_of(name: &str, row: &Map<String, Value>) -> Option<String> {
    let said = |field: &str| row.get(field).and_then(Value::as_str);
    // Models served only by the Responses endpoint are ordinary text models.
    if !matches!(said("mode"), Some("chat" | "responses")) {
        return None;
    }
    let theirs = said("litellm_provider")?;
    let (_, ours, is_prefixed) = PROVIDERS.iter().find(|(known, ..)| *known == theirs)?;
    // For other providers a name without a prefix duplicates a prefixed row, or is a class of model sizes.
    let model = if *is_prefixed {
        name.strip_prefix(ours)?.strip_prefix('/')?
    } else {
        // Fine-tuned models are billed by different terms.
        Some(name).filter(|name| !name.starts_with("ft:") && !name.contains('/'))?
    };
    Some(format!("{ours}/{model}"))
}

/// A plausible length of input in tokens; some rows have zero for unknown.
fn context(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok().filter(|tokens| (1..=MOST_CONTEXT).contains(tokens))
}

fn reduce_row(row: &Map<String, Value>) -> Result<Row, String> {
    let plain = rates(row, "")?.ok_or("has no plain price per token")?;
    let (mut tiers, mut holds_up_to) = (Vec::new(), None);
    for above in limits(row) {
        match rates(row, &format!("_above_{}k_tokens", above / 1_000))? {
            Some(rates) if holds_up_to.is_none() => tiers.push(Tier { above, rates }),
            // A higher rate with only one of its two prices: the base prices apply up to this length.
            _ => holds_up_to = Some(holds_up_to.map_or(above, |limit: u32| limit.min(above))),
        }
    }
    let deprecated = row.get("deprecation_date").and_then(Value::as_str);
    Ok(Row {
        input: plain.input,
        output: plain.output,
        cache_read: plain.cache_read,
        cache_write: plain.cache_write,
        reasoning: plain.reasoning,
        per_request: fee(row),
        tiers,
        off_peak: row.get("off_peak_pricing").and_then(off_peak),
        holds_up_to,
        service: service(row),
        deprecated: deprecated.filter(|date| is_date(date)).map(str::to_owned),
        context: row.get("max_input_tokens").and_then(context),
    })
}

/// The prices of the other service tiers, if complete.
fn service(row: &Map<String, Value>) -> Vec<ServicePrice> {
    let price = |(tier, word): (ServiceTier, &str)| {
        let told = |suffix: &str| rates(row, &format!("{suffix}_{word}")).ok().flatten();
        let long = limits(row).into_iter().map_while(|above| {
            let rates = told(&format!("_above_{}k_tokens", above / 1_000))?;
            Some(Tier { above, rates })
        });
        Some(ServicePrice { tier, rates: told("")?, tiers: long.collect() })
    };
    SERVICE_TIERS.into_iter().filter_map(price).chain(fast(row)).collect()
}

/// Anthropic's fast mode, which is priced as a multiple of every standard price.
fn fast(row: &Map<String, Value>) -> Option<ServicePrice> {
    let times = row.get("provider_specific_entry")?.get("fast")?.as_f64()?;
    let plain = rates(row, "").ok()??;
    let scaled = |price: u32| {
        let price = (f64::from(price) * times).round();
        let is_price = (0.0..=f64::from(Price::MOST)).contains(&price);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "its range is checked"
        )]
        is_price.then_some(price as u32)
    };
    let some = |price: Option<u32>| price.map_or(Some(None), |price| scaled(price).map(Some));
    let rates = Rates {
        input: scaled(plain.input)?,
        output: scaled(plain.output)?,
        cache_read: some(plain.cache_read)?,
        cache_write: some(plain.cache_write)?,
        reasoning: some(plain.reasoning)?,
    };
    // A long context has the same multiple, which only the standard prices have a row for.
    limits(row).is_empty().then_some(ServicePrice {
        tier: ServiceTier::Fast,
        rates,
        tiers: Vec::new(),
    })
}

/// The fee of each request in micro-dollars, if there is a plausible one.
fn fee(row: &Map<String, Value>) -> Option<u32> {
    let micro = (row.get("input_cost_per_request")?.as_f64()? * 1e6).round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range is checked"
    )]
    (1.0..=f64::from(Price::MOST)).contains(&micro).then_some(micro as u32)
}

/// The prices whose fields end in `suffix`, if both input and output have one.
fn rates(row: &Map<String, Value>, suffix: &str) -> Result<Option<Rates>, String> {
    let price = |field: &str| match row.get(&format!("{field}{suffix}")).and_then(Value::as_f64) {
        None => Ok(None),
        Some(dollars) => micro_per_million(dollars).map(Some),
    };
    let given = |field: &str| Ok::<_, String>(price(field)?.filter(|price| *price > 0));
    let (input, output) = (price("input_cost_per_token")?, price("output_cost_per_token")?);
    let Some((input, output)) = input.zip(output) else { return Ok(None) };
    if input == 0 || output == 0 {
        // The catalogue writes 0 for both "unknown" and "free", so a zero carries no information.
        return Err("has a price of zero, which may mean unknown".to_owned());
    }
    Ok(Some(Rates {
        input,
        output,
        cache_read: given("cache_read_input_token_cost")?,
        cache_write: given("cache_creation_input_token_cost")?,
        reasoning: given("output_cost_per_reasoning_token")?,
    }))
}

/// Dollars per token as micro-dollars per million tokens (= pico-dollars per token), rounded half up.
fn micro_per_million(dollars: f64) -> Result<MicroUsdPerMillion, String> {
    let micro = (dollars * 1e12).round();
    if !(0.0..=f64::from(Price::MOST)).contains(&micro) {
        return Err(format!("has a price out of range: ${dollars} per token"));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range was just checked"
    )]
    Ok(micro as MicroUsdPerMillion)
}

/// The input lengths in tokens above which the provider charges more, ascending. Prices for longer cache retention are
/// ignored, because our requests do not use them.
fn limits(row: &Map<String, Value>) -> Vec<u32> {
    let mut limits: Vec<u32> = row
        .keys()
        .filter(|field| {
            field.starts_with("input_cost_per_token") || field.starts_with("output_cost_per_token")
        })
        .filter_map(|field| {
            let (_, above) = field.split_once("_above_")?;
            above.strip_suffix("k_tokens")?.parse::<u32>().ok()?.checked_mul(1_000)
        })
        .collect();
    limits.sort_unstable();
    limits.dedup();
    limits
}

/// The off-peak hours, in the format `{"windows":[{"hours_utc":"00:00-06:00" or several,"weekdays":[1…7]}]}`, Monday
/// being 1; a window that ends at 00:00 ends with the day.
fn off_peak(quiet: &Value) -> Option<OffPeak> {
    let rates = rates(quiet.as_object()?, "").ok()??;
    let mut windows = Vec::new();
    for window in quiet.get("windows")?.as_array()? {
        let hours: Vec<&str> = match window.get("hours_utc")? {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let every_day: Vec<u64> = (1..=7).collect();
        let days = window
            .get("weekdays")
            .and_then(Value::as_array)
            .map_or(every_day, |days| days.iter().filter_map(Value::as_u64).collect());
        for day in days {
            for hours in &hours {
                windows.push(window_of(day, hours)?);
            }
        }
    }
    windows.sort_unstable();
    Some(OffPeak { windows, rates })
}

fn window_of(day: u64, hours: &str) -> Option<(MinuteOfWeek, MinuteOfWeek)> {
    const DAY: u16 = 24 * 60;
    let minute = |clock: &str| {
        let (hour, minute) = clock.trim().split_once(':')?;
        let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
        (hour <= 24 && minute < 60).then_some(hour * 60 + minute)
    };
    let (from, to) = hours.split_once('-')?;
    let (from, to) = (minute(from)?, minute(to)?);
    let to = if to == 0 { DAY } else { to };
    let midnight =
        u16::try_from(day).ok().filter(|day| (1..=7).contains(day))?.checked_sub(1)? * DAY;
    (from < to && to <= DAY).then_some((midnight + from, midnight + to))
}

fn is_date(text: &str) -> bool {
    check_date("", text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn one(row: &Value) -> (BTreeMap<String, Row>, Vec<String>) {
        reduce(&json!({ "groq/m": row.clone() }))
    }

    fn groq(more: &Value) -> Value {
        let mut row = json!({ "litellm_provider": "groq", "mode": "chat",
            "input_cost_per_token": 1.5e-7, "output_cost_per_token": 6e-7 });
        if let (Some(row), Some(more)) = (row.as_object_mut(), more.as_object()) {
            row.extend(more.clone());
        }
        row
    }

    #[test]
    fn dollars_per_token_become_whole_micro_dollars_per_million() {
        let (rows, _) = one(&groq(&json!({ "cache_read_input_token_cost": 7.5e-8 })));
        let row = &rows["groq/m"];
        assert_eq!((row.input, row.output), (150_000, 600_000), "$0.15 and $0.60 per million");
        assert_eq!(row.cache_read, Some(75_000), "and half the input from the cache");
    }

    #[test]
    fn a_fee_per_request_is_kept_in_micro_dollars() {
        let (rows, _) = one(&groq(&json!({ "input_cost_per_request": 0.005 })));
        assert_eq!(rows["groq/m"].per_request, Some(5_000), "half a cent");
        let (rows, _) = one(&groq(&json!({ "input_cost_per_request": 0.0 })));
        assert_eq!(rows["groq/m"].per_request, None, "zero says nothing");
    }

    #[test]
    fn an_unusable_price_row_is_left_out_with_a_note() {
        for (row, why) in [
            (json!({ "input_cost_per_token": 0.0 }), "zero"),
            (json!({ "output_cost_per_token": 0.00971 }), "out of range"),
            (json!({ "input_cost_per_token": null }), "no plain price"),
        ] {
            let (rows, dropped) = one(&groq(&row));
            assert!(rows.is_empty(), "{row} is no price");
            assert!(
                dropped.iter().any(|line| line.starts_with("groq/m") && line.contains(why)),
                "{dropped:?}"
            );
        }
    }

    #[test]
    fn models_of_others_and_of_other_kinds_are_not_ours() {
        let others = json!({
            "sample_spec": { "mode": "chat" },
            "nobody/m": { "litellm_provider": "nobody", "mode": "chat", "input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6 },
            "groq/whisper": groq(&json!({ "mode": "audio_transcription" })),
            "ft:gpt-4o": { "litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6 },
        });
        assert_eq!(
            reduce(&others),
            (BTreeMap::new(), Vec::new()),
            "they are passed over in silence"
        );
    }

    #[test]
    fn a_long_context_rate_is_a_tier_and_half_of_one_is_a_limit() {
        let (rows, _) = one(&groq(&json!({
            "input_cost_per_token_above_200k_tokens": 3e-7, "output_cost_per_token_above_200k_tokens": 9e-7,
            "input_cost_per_token_above_200k_tokens_batches": 1e-7,
        })));
        let [tier] = rows["groq/m"].tiers.as_slice() else { panic!("one tier") };
        assert_eq!(
            (tier.above, tier.rates.input),
            (200_000, 300_000),
            "the price of long requests"
        );
        let (rows, _) = one(&groq(&json!({ "input_cost_per_token_above_128k_tokens": 3e-7 })));
        let row = &rows["groq/m"];
        assert_eq!(
            (row.tiers.len(), row.holds_up_to),
            (0, Some(128_000)),
            "beyond it nobody knows"
        );
    }

    #[test]
    fn each_service_tier_that_is_told_whole_has_prices_of_its_own() {
        let (rows, _) = one(&groq(&json!({
            "input_cost_per_token_flex": 7.5e-8, "output_cost_per_token_flex": 3e-7,
            "input_cost_per_token_above_200k_tokens": 3e-7, "output_cost_per_token_above_200k_tokens": 9e-7,
            "input_cost_per_token_above_200k_tokens_flex": 1.5e-7, "output_cost_per_token_above_200k_tokens_flex": 4.5e-7,
            "input_cost_per_token_priority": 3e-7,
            "input_cost_per_token_batches": 0.0, "output_cost_per_token_batches": 3e-7,
        })));
        let [flex] = rows["groq/m"].service.as_slice() else { panic!("{:?}", rows["groq/m"]) };
        assert_eq!(
            (flex.tier, flex.rates.input, flex.rates.output),
            (ServiceTier::Flex, 75_000, 300_000),
            "half of a priority price is none, and nor is one of zero"
        );
        assert_eq!(
            flex.tiers.iter().map(|long| (long.above, long.rates.output)).collect::<Vec<_>>(),
            [(200_000, 450_000)],
            "its long requests have a price too"
        );
    }

    #[test]
    fn fast_mode_is_a_tier_of_its_own_at_a_multiple_of_the_standard_price() {
        let (rows, _) =
            one(&groq(&json!({ "provider_specific_entry": { "us": 1.1, "fast": 2.0 } })));
        let [fast] = rows["groq/m"].service.as_slice() else { panic!("{:?}", rows["groq/m"]) };
        assert_eq!(
            (fast.tier, fast.rates.input, fast.rates.output),
            (ServiceTier::Fast, 300_000, 1_200_000),
            "priority is another tier, which OpenAI's requests ask for by that word"
        );
    }

    #[test]
    fn quiet_hours_are_minutes_of_the_week() {
        let (rows, _) = one(&groq(&json!({ "off_peak_pricing": {
            "input_cost_per_token": 1e-7, "output_cost_per_token": 3e-7,
            "windows": [
                { "hours_utc": ["10:00-00:00"], "weekdays": [1] },
                { "hours_utc": "00:00-00:00", "weekdays": [7] },
            ],
        } })));
        let quiet = rows["groq/m"].off_peak.as_ref().expect("there are some");
        assert_eq!(
            quiet.windows,
            [(600, 1_440), (8_640, 10_080)],
            "Monday from ten, and all of Sunday"
        );
        assert_eq!(quiet.rates.input, 100_000, "at a price of their own");
    }
}
