//! Pages of watches: what was measured over a period, in files that can be put anywhere.

use measure::format;
use report::{PageChange, PageClock, PageContender, PageWatch, WatchPage};
use store::{History, HistoryError, TurnOutcome, Watch, WatchedTurn};
use watch::{ROLLING_S, TurnNumbers, day_s, every, local_day};

use crate::watches::sentence::{change_sentence, whole};
use crate::watches::zone::Zone;

/// Most changes of a watch on a page, the latest.
const MOST_CHANGES: u32 = 500;

/// A file of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub html: String,
}

/// What pages show, and how.
#[derive(Debug, Clone, Copy)]
pub struct PageOptions {
    /// The local days, of which today is the last.
    pub days: u32,
    /// Whether each of them gets a page of its own as well.
    pub daily: bool,
    /// The share of requests that should succeed, from 0 to 1.
    pub objective: f64,
}

/// The pages of these watches at a time, in seconds since 1970: `index.html`, and one for each day that has turns if that is asked for.
///
/// # Errors
/// If the history cannot be read.
pub fn watch_pages(
    history: &History,
    watches: &[Watch],
    options: PageOptions,
    (zone, now_s): (&Zone, i64),
) -> Result<Vec<PageFile>, HistoryError> {
    let offset = |at| zone.offset_s(at);
    let today = local_day(now_s, &offset);
    let first = today.saturating_sub(i64::from(options.days.max(1)) - 1);
    let whole_period = (day_s(first, &offset).0, now_s.saturating_add(1));
    let looks = history.looks()?;
    let read = watches.iter().map(|watch| Read::of(history, watch, whole_period, zone));
    let read = read.collect::<Result<Vec<Read>, HistoryError>>()?;
    let written = |at: i64| zone.written(at);
    let clock = PageClock { zone: &offset, written: &written };
    let made =
        format!("Made by Paceline {} at {}.", env!("CARGO_PKG_VERSION"), zone.written(now_s));
    let page = |title: String, period, links| WatchPage {
        title,
        made: made.clone(),
        period,
        objective: options.objective,
        links,
        watches: read.iter().map(|one| one.shown(period)).collect(),
    };
    let mut files = Vec::new();
    let mut links = Vec::new();
    if options.daily {
        for day in first..=today {
            let (from_s, until_s) = day_s(day, &offset);
            if !read.iter().any(|one| one.has_turns((from_s, until_s))) {
                continue;
            }
            // `Tue 2026-11-24`
            let name = zone.written_day(from_s);
            let date = name.split_whitespace().last().unwrap_or(&name).to_owned();
            let period = (from_s, until_s.min(whole_period.1));
            let html = page(format!("Watches on {name}"), period, Vec::new()).html(&looks, clock);
            let file = format!("{date}.html");
            links.push((file.clone(), date));
            files.push(PageFile { name: file, html });
        }
    }
    links.reverse();
    let title = match watches {
        [one] => format!("Watch {}", one.name),
        _ => "Watches".to_owned(),
    };
    let html = page(title, whole_period, links).html(&looks, clock);
    files.push(PageFile { name: "index.html".to_owned(), html });
    Ok(files)
}

/// What turns measured of each contender from a time on, in seconds since 1970, and in the 72 hours before it, in order of time.
pub(crate) fn contenders_of(
    history: &History,
    watch: &Watch,
    from_s: i64,
    zone: &Zone,
) -> Result<Vec<PageContender>, HistoryError> {
    let offset = |at| zone.offset_s(at);
    let first = watch.task.rhythm.slot_at(from_s.saturating_sub(ROLLING_S), &offset);
    let measured = history.watched(&watch.id, first)?;
    let contenders = history.watched_contenders(&watch.id)?.into_iter().zip(0_u32..);
    let contenders = contenders.map(|(one, lane)| {
        let mut turns: Vec<TurnNumbers> =
            measured.iter().filter(|turn| turn.lane == lane).map(numbers).collect();
        // After a clock was set back, a later slot may have begun before an earlier one.
        turns.sort_by_key(|turn| turn.started_s);
        let turns = turns.into();
        PageContender { label: one.label, model: one.model, simulated: one.simulated, turns }
    });
    Ok(contenders.collect())
}

/// What is known of a watch.
struct Read<'a> {
    watch: &'a Watch,
    contenders: Vec<PageContender>,
    changes: Vec<PageChange>,
    /// When turns began or were due, and how they ended.
    turns: Vec<(i64, TurnOutcome, u32)>,
}

impl<'a> Read<'a> {
    fn of(
        history: &History,
        watch: &'a Watch,
        (from_s, _): (i64, i64),
        zone: &Zone,
    ) -> Result<Self, HistoryError> {
        let contenders = contenders_of(history, watch, from_s, zone)?;
        let changes = history.watch_changes(&watch.id, MOST_CHANGES)?;
        let changes = changes.iter().map(|change| PageChange {
            lane: change.lane,
            number: change.number,
            since_s: whole(change.since_s),
            sentence: change_sentence(change, zone).to_string(),
        });
        let turns = history.watch_turns(&watch.id, u32::MAX)?;
        let turns = turns
            .into_iter()
            .map(|turn| (turn.started_s.unwrap_or(turn.due_s), turn.outcome, turn.turns));
        Ok(Self { watch, contenders, changes: changes.collect(), turns: turns.collect() })
    }

    fn has_turns(&self, (from_s, until_s): (i64, i64)) -> bool {
        self.turns.iter().any(|(at, ..)| (from_s..until_s).contains(at))
    }

    fn shown(&self, period: (i64, i64)) -> PageWatch {
        let within = |at: i64| (period.0..period.1).contains(&at);
        let mut about =
            vec![format!("A turn every {}.", every(self.watch.task.rhythm.every_minutes))];
        for (name, said) in
            [("Site", &self.watch.task.site), ("Conditions", &self.watch.task.conditions)]
        {
            about.extend(said.as_ref().map(|said| format!("{name}: {said}")));
        }
        PageWatch {
            name: self.watch.name.clone(),
            about,
            turns: self.turns_in_words(period),
            contenders: self.contenders.clone(),
            changes: self.changes.iter().filter(|change| within(change.since_s)).cloned().collect(),
        }
    }

    /// `Turns: 4,032 done, 3 missed.`
    fn turns_in_words(&self, (from_s, until_s): (i64, i64)) -> String {
        let mut counts: Vec<(TurnOutcome, u32)> = Vec::new();
        for (_, outcome, turns) in
            self.turns.iter().filter(|(at, ..)| (from_s..until_s).contains(at))
        {
            match counts.iter_mut().find(|(known, _)| known == outcome) {
                Some((_, count)) => *count = count.saturating_add(*turns),
                None => counts.push((*outcome, *turns)),
            }
        }
        if counts.is_empty() {
            return "No turn was due.".to_owned();
        }
        counts.sort_by_key(|(_, turns)| std::cmp::Reverse(*turns));
        let parts = counts
            .iter()
            .map(|(outcome, turns)| format!("{} {}", format::count(*turns), outcome.said()));
        format!("Turns: {}.", parts.collect::<Vec<_>>().join(", "))
    }
}

fn numbers(turn: &WatchedTurn) -> TurnNumbers {
    TurnNumbers {
        started_s: turn.started_s,
        requests: turn.requests,
        failed: turn.failed,
        checked: turn.checked,
        right: turn.right,
        ttft_ms: turn.ttft_ms,
        decode_tps: turn.decode_tps,
        cost_usd: turn.cost_usd,
    }
}
