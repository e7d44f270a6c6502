//! The look of each contender, kept from the first time it is seen: a row of `settings`. A look is a colour and a
//! shape, numbered from 0: twelve filled ones, then the same twelve hollow, then hollow with a core.

use std::collections::{BTreeMap, BTreeSet};

use race::Run;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::to_json;

const LOOKS: &str = "looks";
/// Number of looks that differ in colour and shape together.
const ALL: u8 = 36;
/// Number of colours, each in as many shapes: filled, hollow, hollow with a core.
const COLOURS: u8 = 12;
/// Maximum number of remembered contenders; later ones take whatever look is free wherever they are shown.
const MOST: usize = 2_000;
/// Number of newest runs read from a history that has no looks yet.
const EARLIER_RUNS: u32 = 300;

/// A contender and its look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Look {
    /// The provider's name and the model, separated by a line feed; if the same contender is in a line-up again,
    /// followed by its number from 2.
    pub contender: String,
    /// Its look, from 0 to 35.
    pub look: u8,
}

/// Looks by contender.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looks(Vec<Look>);

impl Looks {
    /// One row per contender, in the order first seen.
    pub fn rows(&self) -> &[Look] {
        &self.0
    }

    /// The looks of contenders shown together, given as provider name and model. Each keeps its own look; a new
    /// contender, or one whose look is that of another of these seen before it, takes the free look that the fewest
    /// contenders have. No look occurs twice while there are enough, and neither does a colour: of up to twelve, one whose
    /// colour is there already takes another look as well. Whoever was seen first is served first, so the order in which
    /// they are shown changes nothing.
    pub fn of<'a>(&self, together: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
        let names = named(together);
        let known: BTreeMap<&str, (usize, u8)> = (0..)
            .zip(&self.0)
            .map(|(seen, row)| (row.contender.as_str(), (seen, row.look % ALL)))
            .collect();
        let seen = |index: &usize| {
            let name = names.get(*index).map(String::as_str);
            name.and_then(|name| known.get(name)).map_or(usize::MAX, |(seen, _)| *seen)
        };
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(seen);
        let mut taken = [0_usize; ALL as usize];
        let mut coloured = [0_usize; COLOURS as usize];
        let has_colours = names.len() <= usize::from(COLOURS);
        let mut looks: Vec<Option<u8>> = vec![None; names.len()];
        for index in &order {
            let is_free = |look: &u8| {
                count(&taken, *look) == 0 && !(has_colours && count(&coloured, *look % COLOURS) > 0)
            };
            let own = names.get(*index).and_then(|name| known.get(name.as_str()));
            let look = own.map(|(_, look)| *look).filter(is_free);
            take(&mut taken, look);
            take(&mut coloured, look.map(|look| look % COLOURS));
            if let Some(place) = looks.get_mut(*index) {
                *place = look;
            }
        }
        let mut held = [0_usize; ALL as usize];
        for row in &self.0 {
            take(&mut held, Some(row.look % ALL));
        }
        for index in order {
            let Some(place) = looks.get_mut(index).filter(|look| look.is_none()) else { continue };
            let free = |look: &u8| {
                let colours = count(&coloured, *look % COLOURS);
                (count(&taken, *look), colours, *look / COLOURS, count(&held, *look))
            };
            *place = (0..ALL).min_by_key(free);
            take(&mut taken, *place);
            take(&mut coloured, place.map(|look| look % COLOURS));
        }
        looks.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Remembers the looks of the new contenders among those shown together. Returns whether there were any.
    fn remember<'a>(&mut self, together: &[(&'a str, &'a str)]) -> bool {
        let before = self.0.len();
        let looks = self.of(together.iter().copied());
        for (contender, look) in named(together.iter().copied()).into_iter().zip(looks) {
            if self.0.len() < MOST && self.0.iter().all(|row| row.contender != contender) {
                self.0.push(Look { contender, look });
            }
        }
        self.0.len() > before
    }
}

fn count(counts: &[usize], look: u8) -> usize {
    counts.get(usize::from(look)).copied().unwrap_or_default()
}

fn take(counts: &mut [usize], look: Option<u8>) {
    if let Some(count) = look.and_then(|look| counts.get_mut(usize::from(look))) {
        *count += 1;
    }
}

/// The names under which they are remembered.
fn named<'a>(together: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    together
        .into_iter()
        .map(|(label, model)| {
            let times = seen.entry((label, model)).or_default();
            *times += 1;
            if *times == 1 {
                format!("{label}\n{model}")
            } else {
                format!("{label}\n{model}\n{times}")
            }
        })
        .collect()
}

impl History {
    /// The looks of all known contenders.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn looks(&self) -> Result<Looks, HistoryError> {
        self.read(|connection| read(connection).map_err(StoreFailure::from))
    }
}

/// Remembers the looks of a run's contenders.
pub(crate) fn put(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let mut looks = read(connection)?;
    let together: Vec<(&str, &str)> =
        run.lanes.iter().map(|lane| (lane.label.as_str(), lane.model.as_str())).collect();
    if looks.remember(&together) {
        connection.execute(
            "INSERT INTO settings (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [LOOKS, &to_json(|| "The looks".to_owned(), &looks.0)?],
        )?;
    }
    Ok(())
}

/// Forgets the looks of contenders that no run has.
pub(crate) fn forget_unused(connection: &Connection) -> Result<(), StoreFailure> {
    let mut looks = read(connection)?;
    let mut statement = connection.prepare("SELECT DISTINCT label, model FROM lanes")?;
    let rows = statement.query_map([], |row| {
        Ok(format!("{}\n{}", row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    })?;
    let used = rows.collect::<Result<BTreeSet<_>, _>>()?;
    let before = looks.0.len();
    looks.0.retain(|row| {
        let contender: String = row.contender.split('\n').take(2).collect::<Vec<_>>().join("\n");
        used.contains(&contender)
    });
    if looks.0.len() < before {
        connection.execute(
            "UPDATE settings SET value = ?2 WHERE name = ?1",
            [LOOKS, &to_json(|| "The looks".to_owned(), &looks.0)?],
        )?;
    }
    Ok(())
}

/// The stored looks; for a history without any, those derived from its newest runs. An unreadable value counts as
/// empty: a colour is not worth a failure.
fn read(connection: &Connection) -> Result<Looks, rusqlite::Error> {
    let kept: Option<String> = connection
        .query_row("SELECT value FROM settings WHERE name = ?1", [LOOKS], |row| row.get(0))
        .optional()?;
    if let Some(kept) = kept {
        return Ok(Looks(serde_json::from_str(&kept).unwrap_or_default()));
    }
    let mut statement = connection.prepare(
        "SELECT run_id, label, model FROM lanes
         WHERE run_id IN (SELECT id FROM runs ORDER BY id DESC LIMIT ?1) ORDER BY run_id, lane",
    )?;
    let rows = statement.query_map([EARLIER_RUNS], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
    })?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let mut looks = Looks::default();
    for run in rows.chunk_by(|one, next| one.0 == next.0) {
        let together: Vec<(&str, &str)> =
            run.iter().map(|(_, label, model)| (label.as_str(), model.as_str())).collect();
        looks.remember(&together);
    }
    Ok(looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(rows: &[(&str, u8)]) -> Looks {
        let row = |(name, look): &(&str, u8)| Look { contender: format!("{name}\nm"), look: *look };
        Looks(rows.iter().map(row).collect())
    }

    #[test]
    fn a_contender_keeps_its_look_in_every_company() {
        let mut kept = Looks::default();
        assert!(kept.remember(&[("a", "m"), ("b", "m"), ("c", "m")]), "all are new");
        assert!(!kept.remember(&[("c", "m"), ("a", "m")]), "none is");
        assert!(kept.remember(&[("d", "m"), ("b", "m")]), "one is");
        assert_eq!(kept.of([("c", "m"), ("d", "m"), ("a", "m")]), [2, 3, 0], "in any order");
        assert_eq!(kept.of([("a", "m"), ("a", "m")]), [0, 4], "the same again is another");
    }

    /// The window resolves looks in the same way, see `ui/src/backend/looks.test.ts`.
    #[test]
    fn no_look_is_there_twice() {
        let known = looks(&[("a", 3), ("b", 3), ("c", 0)]);
        assert_eq!(
            known.of([("x", "m"), ("b", "m"), ("a", "m")]),
            [2, 1, 3],
            "the one seen first keeps it"
        );
        assert_eq!(
            known.of([("a", "m"), ("x", "m"), ("b", "m")]),
            [3, 2, 1],
            "in whatever order they are shown"
        );
        let names: Vec<String> = (0..36).map(|n| n.to_string()).collect();
        let mut all = known.of(names.iter().map(|name| (name.as_str(), "m")));
        all.sort_unstable();
        assert_eq!(all, (0..36).collect::<Vec<u8>>(), "as many as there are");
        assert_eq!(
            Looks::default().of(names.iter().take(25).map(|name| (name.as_str(), "m"))),
            (0..25).collect::<Vec<u8>>(),
            "filled ones first, then hollow ones, in order"
        );
    }

    /// The window resolves looks in the same way, see `ui/src/backend/looks.test.ts`.
    #[test]
    fn no_colour_is_there_twice_among_twelve() {
        let known = looks(&[("a", 1), ("b", 13), ("c", 0)]);
        assert_eq!(
            known.of([("a", "m"), ("b", "m"), ("c", "m")]),
            [1, 2, 0],
            "a hollow square of the same colour would be taken for the filled one"
        );
        let many: Vec<String> = ('a'..='m').map(String::from).collect();
        let all = known.of(many.iter().map(|name| (name.as_str(), "m")));
        assert_eq!(all.get(..3), Some(&[1, 13, 0][..]), "thirteen have no colour each");
    }

    #[test]
    fn unreadable_looks_are_not_a_reason_to_refuse() {
        let history = History::in_memory().unwrap();
        history
            .write(|connection| {
                let sql = "INSERT INTO settings (name, value) VALUES ('looks', '{bad')";
                Ok(connection.execute(sql, [])?)
            })
            .unwrap();
        assert_eq!(history.looks().unwrap(), Looks::default(), "as if none were kept");
    }
}
