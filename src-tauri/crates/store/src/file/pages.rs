//! The pages of a database file, read one by one as its last completed transaction left them, without SQLite: it refuses
//! a file as a whole, and a page of it that is damaged takes all pages below it along.
//!
//! The layout is that of SQLite's "Database File Format": a header and pages in the file, and newer pages in the frames of
//! the write-ahead log, up to the last frame that ends a transaction.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::error::HistoryError;

/// How every database of SQLite begins.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The size of a page where neither the header nor the log says it.
const USUAL_SIZE: usize = 4096;
/// Bytes of the header of a write-ahead log, and of each of its frames.
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// Bytes that are read at once where page follows page.
const BLOCK: usize = 256 * 1024;

/// How many new pages there may be for each that the log holds.
const WITHOUT_FRAME: u32 = 16;

/// The pages of one file.
#[derive(Debug)]
pub(crate) struct Pages {
    /// A transaction that keeps other processes from moving newer pages from the log to the file. It ends before our own
    /// handle on the file is closed, which on Unix takes the locks of this process along. Absent if SQLite cannot read the
    /// file at all.
    _reading: Option<Connection>,
    file: File,
    log: Option<Log>,
    /// What was read last of the file.
    block: RefCell<Block>,
    /// Bytes of a page.
    pub(crate) size: usize,
    /// Number of pages.
    pub(crate) count: u32,
    /// How often a page was read.
    #[cfg(test)]
    pub(crate) reads: std::cell::Cell<u64>,
}

/// A stretch of the file, for a search through all of its pages: of 512 bytes each, a large file has millions.
#[derive(Debug, Default)]
struct Block {
    /// Where in the file it begins.
    at: u64,
    bytes: Vec<u8>,
    /// Where the next page would be.
    next: u64,
}

impl Block {
    /// Reads a page at a position. If it follows the one before, those after it are read along.
    fn read(&mut self, file: &File, at: u64, page: &mut [u8]) -> io::Result<()> {
        let held = at.checked_sub(self.at).and_then(|from| {
            let from = usize::try_from(from).ok()?;
            self.bytes.get(from..from.checked_add(page.len())?)
        });
        let is_next = std::mem::replace(&mut self.next, at + page.len() as u64) == at;
        if let Some(held) = held {
            page.copy_from_slice(held);
            return Ok(());
        }
        if !is_next {
            return read_at(file, at, page);
        }
        self.bytes.clear();
        self.bytes.resize(BLOCK.max(page.len()), 0);
        self.at = at;
        // A part of the disk that cannot be read costs only the pages on it.
        if read_at(file, at, &mut self.bytes).is_err() {
            self.bytes.clear();
            return read_at(file, at, page);
        }
        let own = self.bytes.get(..page.len()).unwrap_or_default();
        page.copy_from_slice(own);
        Ok(())
    }
}

/// The write-ahead log: where in it the newest version of a page is.
#[derive(Debug)]
struct Log {
    file: File,
    pages: HashMap<u32, u64>,
}

impl Pages {
    /// The pages of the database in `file`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn of(file: &Path) -> Result<Self, HistoryError> {
        let failed = |source| HistoryError::Io { doing: "read", file: file.to_owned(), source };
        let opened = File::open(file).map_err(failed)?;
        let reading = reading(file);
        let mut header = [0; 100];
        read_at(&opened, 0, &mut header).map_err(failed)?;
        let said = header.starts_with(MAGIC).then(|| page_size(be16(&header, 16)?)).flatten();
        let mut log = log_of(file);
        let of_log = log.as_ref().map(|(_, size, _)| *size);
        let size = said.or(of_log).unwrap_or(USUAL_SIZE);
        // A log of another size of pages belongs to another file.
        log = log.filter(|(_, of_log, _)| *of_log == size);
        let bytes = opened.metadata().map_err(failed)?.len();
        let in_file = u32::try_from(bytes.div_ceil(size as u64)).unwrap_or(u32::MAX);
        // A log may claim any number of pages. New ones are in it, but for a few that were free again before it was written.
        let most = |log: &Log| {
            let new = u32::try_from(log.pages.len()).unwrap_or(u32::MAX);
            in_file.saturating_add(new.saturating_mul(WITHOUT_FRAME))
        };
        let count = log.as_ref().map_or(in_file, |(log, _, count)| most(log).min(*count));
        let log = log.map(|(log, _, _)| log);
        Ok(Self {
            _reading: reading,
            file: opened,
            log,
            block: RefCell::default(),
            size,
            count,
            #[cfg(test)]
            reads: std::cell::Cell::default(),
        })
    }

    /// The bytes of a page, from 1; absent if there is none, or it cannot be read.
    pub(crate) fn page(&self, number: u32) -> Option<Vec<u8>> {
        if number == 0 || number > self.count {
            return None;
        }
        #[cfg(test)]
        self.reads.set(self.reads.get() + 1);
        let mut page = vec![0; self.size];
        let newer = self.log.as_ref().and_then(|log| Some((log, *log.pages.get(&number)?)));
        // What a cut file has not is zero, which is no page.
        let read = if let Some((log, at)) = newer {
            read_at(&log.file, at, &mut page)
        } else {
            let at = u64::from(number - 1) * self.size as u64;
            self.block.borrow_mut().read(&self.file, at, &mut page)
        };
        read.is_ok().then_some(page)
    }

    /// The pages that hold nothing, as the file lists them. Empty if its header cannot be read.
    pub(crate) fn free(&self) -> Vec<u32> {
        let Some(first) = self.page(1).filter(|first| first.starts_with(MAGIC)) else {
            return Vec::new();
        };
        let mut free = Vec::new();
        let mut trunk = be32(&first, 32).unwrap_or(0);
        while let Some(page) = self.page(trunk).filter(|_| free.len() < self.count as usize) {
            free.push(trunk);
            let listed = be32(&page, 4).unwrap_or(0) as usize;
            let leaves = (8..page.len()).step_by(4).take(listed);
            free.extend(leaves.filter_map(|at| be32(&page, at)));
            trunk = be32(&page, 0).unwrap_or(0);
        }
        free
    }
}

/// A transaction that reads what the file holds now.
fn reading(file: &Path) -> Option<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).ok()?;
    connection.execute_batch("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1").ok()?;
    Some(connection)
}

/// The log of a file with the size of its pages and how many there are; absent without a completed transaction in it.
fn log_of(database: &Path) -> Option<(Log, usize, u32)> {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    let file = File::open(PathBuf::from(name)).ok()?;
    let mut reader = io::BufReader::new(&file);
    let mut header = [0; LOG_HEADER];
    reader.read_exact(&mut header).ok()?;
    let magic = be32(&header, 0)?;
    if magic & !1 != 0x377f_0682 {
        return None;
    }
    let words = if magic & 1 == 1 { u32::from_be_bytes } else { u32::from_le_bytes };
    let size = usize::try_from(be32(&header, 8)?).ok().filter(|size| is_page_size(*size))?;
    let mut sum = summed((0, 0), header.get(..24)?, words);
    if sum != (be32(&header, 24)?, be32(&header, 28)?) {
        return None;
    }
    let (mut pages, mut begun, mut count) = (HashMap::new(), HashMap::new(), 0);
    let mut frame = vec![0; FRAME_HEADER + size];
    let mut at = LOG_HEADER as u64;
    // Frames of an earlier use of the log have other salts, and a frame that was not completed another sum.
    while reader.read_exact(&mut frame).is_ok() && frame.get(8..16) == header.get(16..24) {
        sum = summed(sum, frame.get(..8)?, words);
        sum = summed(sum, frame.get(FRAME_HEADER..)?, words);
        if sum != (be32(&frame, 16)?, be32(&frame, 20)?) {
            break;
        }
        begun.insert(be32(&frame, 0)?, at + FRAME_HEADER as u64);
        at += frame.len() as u64;
        let pages_then = be32(&frame, 4)?;
        if pages_then > 0 {
            count = pages_then;
            pages.extend(begun.drain());
        }
    }
    drop(reader);
    (count > 0).then_some((Log { file, pages }, size, count))
}

/// The checksum of a log, continued over these bytes.
fn summed(
    (mut first, mut second): (u32, u32),
    bytes: &[u8],
    word: fn([u8; 4]) -> u32,
) -> (u32, u32) {
    let (words, _) = bytes.as_chunks::<4>();
    let (pairs, _) = words.as_chunks::<2>();
    for [one, other] in pairs {
        first = first.wrapping_add(word(*one)).wrapping_add(second);
        second = second.wrapping_add(word(*other)).wrapping_add(first);
    }
    (first, second)
}

/// Reads at a position, as far as the file goes.
fn read_at(mut file: &File, at: u64, into: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    let mut read = 0;
    while let Some(rest) = into.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match file.read(rest)? {
            0 => break,
            some => read += some,
        }
    }
    Ok(())
}

/// The size of pages that a header says; 1 stands for 65,536.
fn page_size(said: u16) -> Option<usize> {
    let size = if said == 1 { 65_536 } else { usize::from(said) };
    is_page_size(size).then_some(size)
}

fn is_page_size(size: usize) -> bool {
    size.is_power_of_two() && (512..=65_536).contains(&size)
}

pub(crate) fn be16(bytes: &[u8], at: usize) -> Option<u16> {
    let (chunk, _) = bytes.get(at..)?.split_first_chunk::<2>()?;
    Some(u16::from_be_bytes(*chunk))
}

pub(crate) fn be32(bytes: &[u8], at: usize) -> Option<u32> {
    let (chunk, _) = bytes.get(at..)?.split_first_chunk::<4>()?;
    Some(u32::from_be_bytes(*chunk))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn pages_read_in_any_order_are_those_of_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("paceline.db");
        let mut file = File::create(&path).unwrap();
        let mut header = vec![0; 512];
        header[..MAGIC.len()].copy_from_slice(MAGIC);
        header[16..18].copy_from_slice(&512_u16.to_be_bytes());
        file.write_all(&header).unwrap();
        for number in 2_u32..=1_500 {
            file.write_all(&number.to_be_bytes().repeat(128)).unwrap();
        }
        // The last page is cut.
        file.write_all(&1_501_u32.to_be_bytes().repeat(64)).unwrap();
        let pages = Pages::of(&path).unwrap();
        assert_eq!((pages.size, pages.count), (512, 1_501), "as the header says");
        let number_on = |number: u32| {
            let page = pages.page(number).unwrap();
            assert_eq!(page.len(), 512, "page {number}");
            (be32(&page, 0).unwrap(), be32(&page, 508).unwrap())
        };
        let forth = 2..=1_500;
        let back = (2..=1_500).rev();
        let about = (0..3_000).map(|step| 2 + step * 389 % 1_499);
        for number in forth.chain(back).chain(about) {
            assert_eq!(number_on(number), (number, number), "in whatever order");
        }
        assert_eq!(number_on(1_501), (1_501, 0), "what was cut off is zero");
        assert_eq!(pages.page(1_502), None, "and there is no more");
    }
}
