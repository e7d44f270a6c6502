//! Which table each page of a database file belongs to: by its tree, from the root down, or, where a page above it is
//! damaged, by the shape of its rows.

use std::collections::{BTreeMap, BTreeSet};

use race::attachment_hash;

use crate::file::pages::Pages;
use crate::file::rows::{Field, PageKind, RowReader, children};
use crate::tables::watch_turns::TurnOutcome;

/// The table of the schema itself.
const SCHEMA: &str = "sqlite_schema";

/// Tables that are kept as they are, each with the types of its columns: `t` a text, `i` an integer, `b` a blob, and `T` and
/// `I` the same or nothing. What is not among them is computed from these.
pub(crate) const KEPT: [(&str, &str); 18] = [
    ("runs", "tttittI"),
    ("samples", "tiitTT"),
    ("recordings", "tiittttbT"),
    ("checkpoints", "tiittttbT"),
    ("marks", "tiit"),
    ("tags", "tt"),
    ("votes", "tiiTt"),
    ("earlier", "tiiit"),
    ("attachments", "tt"),
    ("attached", "tt"),
    ("endpoints", "ttttt"),
    ("addresses", "tt"),
    ("settings", "tt"),
    ("watches", "ttiiiIt"),
    ("watch_turns", "tiiiIITtTiT"),
    ("watch_changes", "tit"),
    ("alarms", "ttit"),
    ("alarm_messages", "ItittiiIT"),
];

/// Trees that are read only for the ids of runs, and for whether a run was imported.
pub(crate) const NAMING: [&str; 3] = ["overview", "lanes", "sqlite_autoindex_runs_1"];

/// The states of a run, as its row says them.
const STATES: [&str; 4] = ["running", "finished", "stopped", "interrupted"];

/// The states of a message of an alarm.
const MESSAGE_STATES: [&str; 3] = ["waiting", "told", "given_up"];

/// The pages of each table.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    /// Pages by the name of their table or index, in order.
    pub(crate) pages: BTreeMap<String, Vec<u32>>,
    /// Pages with rows that belong to no tree that could be followed.
    pub(crate) lost: Vec<u32>,
    /// Tables and indexes with a page that cannot be read, or whose root is not known.
    pub(crate) broken: BTreeSet<String>,
}

impl Trees {
    /// Follows every tree of a file.
    pub(crate) fn of(pages: &Pages) -> Self {
        let mut trees = Self::default();
        let mut seen = Seen::of(pages);
        trees.follow(pages, SCHEMA, 1, true, &mut seen);
        let mut schema = trees.pages.get(SCHEMA).cloned().unwrap_or_default();
        if trees.broken.contains(SCHEMA) {
            // Its other pages are those with rows like its own.
            let others = (1..=pages.count).filter(|page| !seen.is_taken(*page));
            let mut reader = RowReader::of(pages);
            let others: Vec<u32> =
                others.filter(|page| is_schema(pages, *page, &mut reader)).collect();
            for page in others {
                seen.take(page);
                schema.push(page);
            }
        }
        let mut reader = RowReader::of(pages);
        let mut roots = BTreeMap::new();
        for row in schema.iter().flat_map(|page| reader.rows(*page)) {
            let [kind, name, _, root, ..] = row.fields.as_slice() else { continue };
            let root = root.integer().and_then(|root| u32::try_from(root).ok());
            let is_table = kind.text() == Some("table");
            if let Some((name, root)) = name.text().zip(root.filter(|root| *root > 0)) {
                roots.entry(root).or_insert((name.to_owned(), is_table));
            }
        }
        for (root, (name, is_table)) in &roots {
            let has_rowids = *is_table && has_rowids(name);
            trees.follow(pages, name, *root, has_rowids, &mut seen);
        }
        for table in KEPT.iter().map(|(table, _)| *table).chain(["overview"]) {
            if !trees.pages.contains_key(table) {
                trees.broken.insert(table.to_owned());
            }
        }
        for free in pages.free() {
            seen.take(free);
        }
        let is_of_a_tree = |page: &u32| {
            pages.page(*page).is_some_and(|bytes| PageKind::of(&bytes, *page).is_some())
        };
        let others = (1..=pages.count).filter(|page| !seen.is_taken(*page));
        trees.lost = others.filter(is_of_a_tree).collect();
        trees
    }

    /// Follows a tree from its root. Each page is visited once, so that a circle ends.
    fn follow(&mut self, pages: &Pages, name: &str, root: u32, has_rowids: bool, seen: &mut Seen) {
        let mut own = Vec::new();
        let mut next = vec![root];
        while let Some(number) = next.pop() {
            let page = if seen.try_as(number, has_rowids) { pages.page(number) } else { None };
            let fits = |page: &Vec<u8>| {
                // An index of a table is known by its entries, whatever its table is.
                PageKind::of(page, number).is_some_and(|kind| kind.has_rowids() == has_rowids)
            };
            match page.filter(fits) {
                Some(page) => {
                    next.extend(children(&page, number));
                    own.push(number);
                    seen.take(number);
                }
                None => drop(self.broken.insert(name.to_owned())),
            }
        }
        own.sort_unstable();
        self.pages.entry(name.to_owned()).or_default().extend(own);
    }
}

/// Which pages were visited, so that none is read again and again for the pages that point to it.
struct Seen(Vec<Visit>);

/// What is known of a page.
#[derive(Debug, Clone, Copy, Default)]
struct Visit {
    /// It belongs to a tree, or is free.
    is_taken: bool,
    /// It was tried as a page of a table with rowids, and as another.
    tried: [bool; 2],
}

impl Seen {
    fn of(pages: &Pages) -> Self {
        Self(vec![Visit::default(); pages.count as usize + 1])
    }

    fn is_taken(&self, page: u32) -> bool {
        self.0.get(page as usize).is_none_or(|visit| visit.is_taken)
    }

    fn take(&mut self, page: u32) {
        if let Some(visit) = self.0.get_mut(page as usize) {
            visit.is_taken = true;
        }
    }

    /// Whether a page may belong to a tree of this kind: not if it has one, or was tried as one of this kind.
    fn try_as(&mut self, page: u32, has_rowids: bool) -> bool {
        let Some(visit) = self.0.get_mut(page as usize) else { return false };
        let [with, without] = &mut visit.tried;
        let tried = if has_rowids { with } else { without };
        let is_new = !visit.is_taken && !*tried;
        *tried = true;
        is_new
    }
}

/// Whether a table of ours has rowids, so that its pages are those of such a table.
fn has_rowids(table: &str) -> bool {
    const WITHOUT: [&str; 13] = [
        "samples",
        "marks",
        "tags",
        "votes",
        "earlier",
        "attached",
        "lanes",
        "entrants",
        "judges",
        "chain_steps",
        "numbers",
        "texts_idx",
        "texts_config",
    ];
    !WITHOUT.contains(&table)
}

/// Whether the rows of a page are those of a schema.
fn is_schema(pages: &Pages, page: u32, reader: &mut RowReader<'_>) -> bool {
    let is_leaf =
        pages.page(page).and_then(|bytes| PageKind::of(&bytes, page)) == Some(PageKind::TableLeaf);
    let rows = if is_leaf { reader.rows(page) } else { Vec::new() };
    rows.iter().any(|row| {
        let [kind, name, table, root, ..] = row.fields.as_slice() else { return false };
        let kinds = ["table", "index", "trigger", "view"];
        kind.text().is_some_and(|kind| kinds.contains(&kind))
            && name.text().is_some()
            && table.text().is_some()
            && root.integer().is_some()
            && row.fields.len() == 5
    })
}

/// Whether a row has the columns of a table. Columns that a later version added may be missing.
pub(crate) fn fits(table: &str, fields: &[Field]) -> bool {
    let Some((_, types)) = KEPT.iter().find(|(name, _)| *name == table) else { return false };
    let least = if table == "recordings" { types.len() - 1 } else { types.len() };
    let fit = |(kind, field): (char, &Field)| match field {
        Field::Null => kind.is_ascii_uppercase(),
        Field::Text(_) => kind.eq_ignore_ascii_case(&'t'),
        Field::Integer(_) => kind.eq_ignore_ascii_case(&'i'),
        Field::Blob(_) => kind == 'b',
        Field::Real(_) => false,
    };
    (least..=types.len()).contains(&fields.len()) && types.chars().zip(fields).all(fit)
}

/// The table of a row whose page belongs to no tree, by its shape. `states` are those of the runs that are there.
pub(crate) fn table_of(
    row: &[Field],
    has_rowids: bool,
    states: &BTreeMap<String, String>,
) -> Option<&'static str> {
    let text = |place: usize| row.get(place).and_then(Field::text);
    let state = || text(0).and_then(|run| states.get(run)).map(String::as_str);
    let is_hash =
        |text: &str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_it = |table: &str| match table {
        "runs" => text(2).is_some_and(|state| STATES.contains(&state)),
        "recordings" => match state() {
            Some("running") | None => false,
            Some("interrupted") => row.get(8).is_some_and(|sample| *sample != Field::Null),
            Some(_) => true,
        },
        "attachments" => {
            text(0).zip(text(1)).is_some_and(|(hash, data)| attachment_hash(data) == hash)
        }
        "addresses" => text(1).is_some_and(|address| address.starts_with("http")),
        "settings" => text(1)
            .is_some_and(|value| serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok()),
        "endpoints" => text(3).is_some_and(|address| address.starts_with("http")),
        "attached" => state().is_some() && text(1).is_some_and(is_hash),
        "watches" => text(6).is_some_and(|task| task.starts_with("{\"plan\"")),
        "watch_turns" => {
            text(7).is_some_and(|word| TurnOutcome::ALL.iter().any(|one| one.word() == word))
        }
        "watch_changes" => text(2).is_some_and(|change| change.starts_with("{\"lane\"")),
        "alarms" => text(3).is_some_and(|task| task.starts_with("{\"target\"")),
        "alarm_messages" => text(4).is_some_and(|state| MESSAGE_STATES.contains(&state)),
        _ => state().is_some(),
    };
    // Last, because a hash could be a tag as well.
    let tables = KEPT.iter().map(|(table, _)| *table).filter(|table| *table != "tags");
    tables
        .chain(["tags"])
        .filter(|table| self::has_rowids(table) == has_rowids)
        .find(|table| fits(table, row) && is_it(table))
}
