//! The rows on one page of a database file: its cells, their records, and the values of these.
//!
//! **Invariant:** whatever the bytes are, reading them ends, in a time and memory that grow with their number: each overflow
//! page is taken by one row at most, and the cells of a page are read as far as they fit into it side by side.

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

use crate::file::pages::{Pages, be16, be32};

/// What a page is in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageKind {
    /// Rows of a table with rowids.
    TableLeaf,
    /// Pages of such a table.
    TableInterior,
    /// Rows of a table without rowids, or entries of an index.
    IndexLeaf,
    /// Pages of these, with a row or entry between each two.
    IndexInterior,
}

impl PageKind {
    /// What a page is by its first byte; absent if it is none of a tree.
    pub(crate) fn of(page: &[u8], number: u32) -> Option<Self> {
        match page.get(header(number))? {
            2 => Some(Self::IndexInterior),
            5 => Some(Self::TableInterior),
            10 => Some(Self::IndexLeaf),
            13 => Some(Self::TableLeaf),
            _ => None,
        }
    }

    /// Whether it belongs to a table with rowids.
    pub(crate) fn has_rowids(self) -> bool {
        matches!(self, Self::TableLeaf | Self::TableInterior)
    }

    fn is_interior(self) -> bool {
        matches!(self, Self::TableInterior | Self::IndexInterior)
    }
}

/// A value of a row, byte for byte: a text need not be valid.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Field {
    Null,
    Integer(i64),
    Real(f64),
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

impl Field {
    /// The text, if it is a valid one.
    pub(crate) fn text(&self) -> Option<&str> {
        let Self::Text(bytes) = self else { return None };
        std::str::from_utf8(bytes).ok()
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        let Self::Integer(value) = self else { return None };
        Some(*value)
    }
}

impl ToSql for Field {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(value) => ValueRef::Integer(*value),
            Self::Real(value) => ValueRef::Real(*value),
            Self::Text(bytes) => ValueRef::Text(bytes),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// A row as it was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FoundRow {
    /// Absent in a table without rowids.
    pub(crate) rowid: Option<i64>,
    /// Its fields in the order of its table's columns, up to the first that cannot be read.
    pub(crate) fields: Vec<Field>,
    /// Whether all of them could be read.
    pub(crate) is_whole: bool,
}

/// The largest record, as SQLite limits it, in bytes.
const LARGEST: u64 = 1_000_000_000;
/// Maximum number of fields of a record, as SQLite limits it.
const MOST_FIELDS: usize = 2_000;

/// Reads the rows of a file's pages.
#[derive(Debug, Clone)]
pub(crate) struct RowReader<'a> {
    pages: &'a Pages,
    /// The overflow pages that a row has taken.
    taken: Vec<bool>,
}

impl<'a> RowReader<'a> {
    pub(crate) fn of(pages: &'a Pages) -> Self {
        Self { pages, taken: vec![false; pages.count as usize + 1] }
    }

    /// Whether a page is the overflow page of a row that was read.
    pub(crate) fn is_overflow(&self, number: u32) -> bool {
        self.taken.get(number as usize).copied().unwrap_or(false)
    }

    /// The rows on a page.
    pub(crate) fn rows(&mut self, number: u32) -> Vec<FoundRow> {
        let Some(page) = self.pages.page(number) else { return Vec::new() };
        let Some(kind) = PageKind::of(&page, number) else { return Vec::new() };
        if kind == PageKind::TableInterior {
            return Vec::new();
        }
        // Each byte of a sound page belongs to one cell. Where many claim the same ones, no more is read than would fit.
        let mut left = page.len();
        let mut rows = Vec::new();
        for cell in cells(&page, number, kind) {
            rows.extend(self.row(&page, cell, kind, &mut left));
        }
        rows
    }

    fn row(
        &mut self,
        page: &[u8],
        cell: usize,
        kind: PageKind,
        left: &mut usize,
    ) -> Option<FoundRow> {
        let mut at = if kind == PageKind::IndexInterior { cell + 4 } else { cell };
        let bytes = usize::try_from(varint(page, &mut at)?).ok()?;
        let rowid =
            if kind.has_rowids() { Some(varint(page, &mut at)?.cast_signed()) } else { None };
        let here = self.in_place(bytes, kind)?;
        *left = left.checked_sub(here)?;
        let mut record = page.get(at..at + here)?.to_vec();
        if here < bytes {
            self.overflow(be32(page, at + here)?, bytes, &mut record);
        }
        let is_whole = record.len() == bytes;
        let (fields, all) = fields(&record)?;
        Some(FoundRow { rowid, is_whole: is_whole && all, fields })
    }

    /// How many bytes of a record are on the page itself; absent if no record of this file is so large.
    fn in_place(&self, bytes: usize, kind: PageKind) -> Option<usize> {
        let size = self.pages.size;
        let file = u64::from(self.pages.count) * size as u64;
        if bytes as u64 > file.min(LARGEST) {
            return None;
        }
        let most = if kind.has_rowids() { size - 35 } else { (size - 12) * 64 / 255 - 23 };
        if bytes <= most {
            return Some(bytes);
        }
        let least = (size - 12) * 32 / 255 - 23;
        let here = least + (bytes - least) % (size - 4);
        Some(if here <= most { here } else { least })
    }

    /// Adds the rest of a record from its overflow pages, as far as they go.
    fn overflow(&mut self, first: u32, bytes: usize, record: &mut Vec<u8>) {
        let mut next = first;
        while record.len() < bytes {
            let Some(taken) = self.taken.get_mut(next as usize).filter(|taken| !**taken) else {
                return;
            };
            let Some(page) = self.pages.page(next) else { return };
            *taken = true;
            let rest = bytes - record.len();
            record.extend(page.iter().skip(4).take(rest));
            next = be32(&page, 0).unwrap_or(0);
        }
    }
}

/// Where the header of a page begins: the first page begins with that of the file.
fn header(number: u32) -> usize {
    if number == 1 { 100 } else { 0 }
}

/// Where the cells of a page begin.
fn cells(page: &[u8], number: u32, kind: PageKind) -> Vec<usize> {
    let header = header(number);
    let first = header + if kind.is_interior() { 12 } else { 8 };
    let count = usize::from(be16(page, header + 3).unwrap_or(0));
    // A cell takes at least two bytes beside its pointer.
    let count = count.min(page.len() / 4);
    (0..count).filter_map(|cell| be16(page, first + 2 * cell)).map(usize::from).collect()
}

/// The pages below a page of a tree.
pub(crate) fn children(page: &[u8], number: u32) -> Vec<u32> {
    let Some(kind) = PageKind::of(page, number).filter(|kind| kind.is_interior()) else {
        return Vec::new();
    };
    let left = cells(page, number, kind).into_iter().filter_map(|at| be32(page, at));
    left.chain(be32(page, header(number) + 8)).collect()
}

/// The fields of a record up to the first that is cut off, and whether that are all. Absent if it is no record.
fn fields(record: &[u8]) -> Option<(Vec<Field>, bool)> {
    let mut at = 0;
    let end = usize::try_from(varint(record, &mut at)?).ok()?;
    let mut value = end;
    let mut fields = Vec::new();
    while at < end {
        if fields.len() == MOST_FIELDS {
            return None;
        }
        let Some(kind) = varint(record, &mut at) else { return Some((fields, false)) };
        let Some(field) = field(record, kind, &mut value) else { return Some((fields, false)) };
        fields.push(field);
    }
    (at == end).then_some((fields, true))
}

/// The value of a serial type at a position, which moves behind it.
fn field(record: &[u8], kind: u64, at: &mut usize) -> Option<Field> {
    let bytes = match kind {
        0 | 8 | 9 => 0,
        1..=4 => usize::try_from(kind).ok()?,
        5 => 6,
        6 | 7 => 8,
        // Both are reserved for SQLite itself.
        10 | 11 => return None,
        _ => usize::try_from((kind - 12) / 2).ok()?,
    };
    let value = record.get(*at..at.checked_add(bytes)?)?;
    *at += bytes;
    let integer = || {
        let sign = if value.first().is_some_and(|first| first & 0x80 != 0) { -1 } else { 0 };
        value.iter().fold(sign, |all: i64, byte| all << 8 | i64::from(*byte))
    };
    Some(match kind {
        0 => Field::Null,
        8 => Field::Integer(0),
        9 => Field::Integer(1),
        7 => Field::Real(f64::from_bits(integer().cast_unsigned())),
        1..=6 => Field::Integer(integer()),
        even if even % 2 == 0 => Field::Blob(value.to_vec()),
        _ => Field::Text(value.to_vec()),
    })
}

/// A number of one to nine bytes at a position, which moves behind it.
fn varint(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut value = 0;
    for place in 0..9 {
        let byte = *bytes.get(*at)?;
        *at += 1;
        if place == 8 {
            return Some(value << 8 | u64::from(byte));
        }
        value = value << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            break;
        }
    }
    Some(value)
}
