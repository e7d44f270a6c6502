//! Retirement of models: when a model is shut down, and whether a plan uses one that soon will be.

use cost::{Book, Prices};
use providers::{Provider, Roster};

use crate::plan::contender::request_of;
use crate::plan::wording;
use crate::plan::{Note, Plan};

/// Number of days before a model's last day from which a plan warns.
const WARNED_DAYS: i64 = 30;

/// The announced last day of a model as `YYYY-MM-DD`, from its provider's row or else from the price book.
pub fn last_day<'a>(provider: &'a Provider, book: &'a Book, model: &str) -> Option<&'a str> {
    let of_book = || book.deprecation(provider.price_prefix.as_deref()?, model);
    provider.retires(model).or_else(of_book)
}

/// Formats `2026-12-11` as `11 Dec 2026`; other texts stay unchanged.
pub fn written_day(day: &str) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let written = || {
        let [year, month, of_month] = parts(day)?;
        let month = MONTHS.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
        Some(format!("{of_month} {month} {year}"))
    };
    written().unwrap_or_else(|| day.to_owned())
}

/// The lanes whose model retires within 30 days of `today` (`YYYY-MM-DD`) or has retired.
pub fn endings(plan: &Plan, roster: &Roster, prices: &Prices, today: &str) -> Vec<Note> {
    let lanes = (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted);
    let lanes = lanes.flat_map(|(place, lane)| lane.steps().map(move |step| (place, step)));
    let note = |(place, lane)| {
        let request = request_of(plan, lane, roster).ok()?;
        let model = &request.model;
        let day = last_day(&request.provider, prices.book(), model)?;
        let left = number(day)?.checked_sub(number(today)?)?;
        let day = written_day(day);
        let message = match left {
            ..0 => wording::retired(model, &day),
            0 => wording::retires_today(model, &day),
            1 => wording::retires_tomorrow(model, &day),
            2..=WARNED_DAYS => {
                let days = u32::try_from(left).unwrap_or(u32::MAX);
                wording::retires_in(model, &day, days.into())
            }
            _ => return None,
        };
        Some(Note { lane: place, message })
    };
    lanes.filter_map(note).collect()
}

/// Year, month and day.
fn parts(day: &str) -> Option<[i64; 3]> {
    let mut parts = day.split('-').map(|part| part.parse::<i64>().ok());
    let read = [parts.next()??, parts.next()??, parts.next()??];
    (parts.next().is_none() && (1..=9999).contains(&read[0])).then_some(read)
}

/// Day number in the Gregorian calendar, counted from a fixed day.
fn number(day: &str) -> Option<i64> {
    let [year, month, of_month] = parts(day)?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&of_month) {
        return None;
    }
    // With March as the first month, the day that leap years add is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year / 4 - year / 100 + year / 400;
    Some(year * 365 + leap_days + (month * 153 + 2) / 5 + of_month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::LanePlan;
    use std::collections::BTreeMap;

    fn messages(provider: &str, model: &str, today: &str) -> Vec<String> {
        let lane =
            LanePlan { provider: provider.into(), model: model.into(), ..LanePlan::default() };
        let plan = Plan { prompt: "Hi".into(), lanes: vec![lane], ..Plan::default() };
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        let notes = endings(&plan, &roster, &Prices::default(), today);
        notes.into_iter().map(|note| note.message.to_string()).collect()
    }

    #[test]
    fn a_plan_says_which_of_its_models_are_about_to_end() {
        for (today, message) in [
            ("2026-11-11", "gpt-5-mini is shut down on 11 Dec 2026, in 30 days."),
            ("2026-12-10", "gpt-5-mini is shut down tomorrow, 11 Dec 2026."),
            ("2026-12-11", "gpt-5-mini is shut down today, 11 Dec 2026."),
            (
                "2027-01-01",
                "gpt-5-mini was to be shut down on 11 Dec 2026 and may no longer answer.",
            ),
        ] {
            assert_eq!(messages("openai", "gpt-5-mini", today), [message], "on {today}");
        }
        assert_eq!(messages("openai", "gpt-5-mini", "2026-11-10"), [""; 0], "31 days are no alarm");
        assert_eq!(
            messages("groq", "openai/gpt-oss-120b", "2026-12-11"),
            [""; 0],
            "no day is known"
        );
    }

    #[test]
    fn a_last_day_is_the_rows_or_else_the_books() {
        let prices = Prices::default();
        let day = |provider: &str, model: &str| {
            let row = providers::provider(provider).expect("in the catalogue");
            last_day(row, prices.book(), model).map(str::to_owned)
        };
        let openrouter = day("openrouter", "anthropic/claude-sonnet-4.5");
        assert_eq!(openrouter.as_deref(), Some("2026-11-30"), "which no price book has");
        let scaleway = day("mistral", "zai-glm-5-2");
        assert_eq!(scaleway.as_deref(), Some("2026-10-31"), "which only the book has");
    }

    #[test]
    fn days_are_counted_over_months_and_leap_years() {
        for (from, to, days) in [
            ("2026-11-22", "2026-11-22", 0),
            ("2026-11-30", "2026-12-01", 1),
            ("2026-12-31", "2027-01-01", 1),
            ("2028-02-28", "2028-03-01", 2),
            ("2027-02-28", "2027-03-01", 1),
            ("2026-01-01", "2027-01-01", 365),
        ] {
            let between = number(to).zip(number(from)).map(|(to, from)| to - from);
            assert_eq!(between, Some(days), "from {from} to {to}");
        }
        for none in
            ["", "soon", "2026-13-01", "2026-12", "2026-12-11-1", "99999999999999999999-1-1"]
        {
            assert_eq!(number(none), None, "`{none}` is no day");
            assert_eq!(written_day(none), none, "and is shown as it is");
        }
    }
}
