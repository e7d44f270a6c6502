//! The reader of damaged files against files that somebody made to harm it. The oracle is how often a page is read and how many
//! bytes come of it, not the clock.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::fixtures::{begun, end, finished, sample, stream};
use crate::history::History;

/// How often a page of a file may be read in one pass over its trees and its rows, overflow pages included.
const MOST_READS: u64 = 12;

/// Xorshift: the same mutations on every machine.
struct Seed(u64);

impl Seed {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// A database and its write-ahead log, as bytes.
#[derive(Clone)]
struct Made {
    size: usize,
    file: Vec<u8>,
    log: Vec<u8>,
}

impl Made {
    fn write(&self, dir: &Path) -> PathBuf {
        let file = dir.join("paceline.db");
        // Left from the file before it, it would be that one's.
        let _none = fs::remove_file(dir.join("paceline.db-shm"));
        fs::write(&file, &self.file).unwrap();
        fs::write(dir.join("paceline.db-wal"), &self.log).unwrap();
        file
    }
}

/// Three runs, with answers longer than most pages, in pages of this size.
fn made(size: usize, auto_vacuum: &str, logged: bool) -> Made {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for number in 0..3 {
        let (mut run, mut recordings) = finished(&format!("run-{number}"), 2);
        for (lane, logs) in recordings.iter_mut().enumerate() {
            let mut log = stream(&[&"short waves scatter ".repeat(60 * (lane + 1))]);
            end(&mut log);
            run.lanes[lane].samples[0] = sample(&run, lane, &log);
            logs[0] = log;
        }
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    drop(history);
    let file = dir.path().join("paceline.db");
    let connection = Connection::open(&file).unwrap();
    let sql = format!(
        "PRAGMA journal_mode = DELETE; PRAGMA page_size = {size}; PRAGMA auto_vacuum = {auto_vacuum}; VACUUM;
         DELETE FROM numbers WHERE lane = 1; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
    );
    connection.execute_batch(&sql).unwrap();
    if logged {
        let sql =
            "UPDATE runs SET prompt = prompt || '!'; INSERT INTO tags VALUES ('run-1', 'log')";
        connection.execute_batch(sql).unwrap();
    }
    let bytes = |name: &str| fs::read(dir.path().join(name)).unwrap_or_default();
    Made { size, file: bytes("paceline.db"), log: bytes("paceline.db-wal") }
}

/// Reads every page of a file as a rebuilding does, and checks what that costs.
fn read_whole(file: &Path, what: &str) {
    let pages = Pages::of(file).unwrap();
    let bytes = fs::metadata(file).unwrap().len()
        + fs::metadata(file.with_file_name("paceline.db-wal")).map_or(0, |found| found.len());
    let trees = Trees::of(&pages);
    let mut reader = RowReader::of(&pages);
    let mut found = 0;
    for page in 1..=pages.count {
        for row in reader.rows(page) {
            assert!(row.fields.len() <= 2_000, "{what}: no table has so many columns");
            found += row.fields.iter().map(taken).sum::<u64>();
        }
    }
    let visited = trees.pages.values().flatten().chain(&trees.lost).count();
    assert!(visited <= pages.count as usize, "{what}: each page belongs to one tree");
    assert!(found <= 2 * bytes + 65_536, "{what}: {found} bytes are read of {bytes}");
    let reads = pages.reads.get();
    let most = MOST_READS * u64::from(pages.count) + 100;
    assert!(reads <= most, "{what}: {reads} reads of {} pages", pages.count);
}

fn taken(field: &Field) -> u64 {
    match field {
        Field::Text(bytes) | Field::Blob(bytes) => bytes.len() as u64,
        _ => 0,
    }
}

/// Copies what can be read of a file; whatever it holds, that succeeds.
fn salvage_whole(file: &Path, what: &str) {
    let pages = Pages::of(file).unwrap();
    let mut copy = Connection::open_in_memory().unwrap();
    let salvage = fill(&mut copy, &pages);
    let salvage = salvage.unwrap_or_else(|error| panic!("{what}: it is not copied: {error:?}"));
    let sound: String = copy.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok", "{what}: the copy is sound");
    drop(salvage);
}

fn be(bytes: &mut [u8], at: usize, value: u64, width: usize) {
    if let Some(to) = bytes.get_mut(at..at + width) {
        to.copy_from_slice(&value.to_be_bytes()[8 - width..]);
    }
}

/// Changes a file in one way of many; more often where a page says what it is and where it goes on.
fn mutate(made: &mut Made, seed: &mut Seed) {
    let Made { size, file, log } = made;
    let size = *size;
    let count = (file.len() / size).max(1);
    let page = seed.below(count) * size;
    let target =
        seed.one_of(&[0, 1, page as u64 / size as u64 + 1, count as u64, u64::from(u32::MAX)]);
    let any = seed.next();
    let (bytes, logged) = (file.len(), log.len());
    let target = if any.is_multiple_of(2) { target } else { 1 + any % count as u64 };
    let header = if page == 0 { 100 } else { 0 };
    match seed.below(14) {
        0 => be(file, seed.below(bytes), any, 1),
        1 => be(file, page + header, seed.one_of(&[2, 5, 10, 13, any & 0xff]), 1),
        2 => be(file, page + header + 3, seed.one_of(&[0, 1, 0xffff, any & 0xffff]), 2),
        // A child, the next overflow page, or a trunk of free pages.
        3 => be(file, page + header + 8, target, 4),
        4 => be(file, page, target, 4),
        // All cells in one place.
        5 => {
            let at = any % size as u64;
            (0..size / 4).for_each(|cell| be(file, page + header + 8 + 2 * cell, at, 2));
        }
        6 => be(file, page + header + 8 + 2 * seed.below(20), any & 0xffff, 2),
        // Numbers of nine bytes.
        7 => {
            let at = page + seed.below(size);
            file.iter_mut().skip(at).take(9).for_each(|byte| *byte = 0xff);
        }
        8 => be(file, page + seed.below(size), target, 4),
        9 => {
            let from = seed.below(count) * size;
            if from + size <= file.len() && page + size <= file.len() {
                file.copy_within(from..from + size, page);
            }
        }
        10 => file.truncate(seed.below(bytes)),
        // What the header says of the file.
        11 => be(file, seed.one_of(&[16, 20, 28, 32, 36, 52, 56]), any, seed.one_of(&[1, 2, 4])),
        12 if !log.is_empty() => be(log, seed.below(logged), any, 1),
        13 if !log.is_empty() => {
            be(log, 32 + seed.below(4) * (24 + size) + 4 * seed.below(2), target, 4);
            sign(log, size);
        }
        _ => be(file, seed.below(bytes), any, 8),
    }
    if file.is_empty() {
        file.push(0);
    }
}

/// Gives the frames of a log the sums that they must have.
fn sign(log: &mut [u8], size: usize) {
    let word = |bytes: &[u8]| {
        let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
        if log_is_big(bytes) { u32::from_be_bytes } else { u32::from_le_bytes }
    };
    if log.len() < 32 {
        return;
    }
    let word = word(&log[..4]);
    let add = |(mut one, mut two): (u32, u32), bytes: &[u8]| {
        for pair in bytes.chunks_exact(8) {
            let at = |place: usize| {
                word([pair[place], pair[place + 1], pair[place + 2], pair[place + 3]])
            };
            one = one.wrapping_add(at(0)).wrapping_add(two);
            two = two.wrapping_add(at(4)).wrapping_add(one);
        }
        (one, two)
    };
    let mut sum = add((0, 0), &log[..24]);
    be(log, 24, u64::from(sum.0), 4);
    be(log, 28, u64::from(sum.1), 4);
    let mut at = 32;
    while at + 24 + size <= log.len() {
        sum = add(sum, &log[at..at + 8]);
        sum = add(sum, &log[at + 24..at + 24 + size]);
        be(log, at + 16, u64::from(sum.0), 4);
        be(log, at + 20, u64::from(sum.1), 4);
        at += 24 + size;
    }
}

fn log_is_big(magic: [u8; 4]) -> bool {
    u32::from_be_bytes(magic) & 1 == 1
}

#[test]
fn a_file_that_is_changed_anyhow_is_read_in_bounds_and_never_refused() {
    // As many as wanted: `PACELINE_MUTATIONS=100000`.
    let asked = env::var("PACELINE_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let count: u64 = asked.unwrap_or(400);
    let all = [
        made(512, "NONE", true),
        made(4096, "NONE", true),
        made(4096, "FULL", false),
        made(65_536, "INCREMENTAL", true),
    ];
    let dir = tempfile::tempdir().unwrap();
    for (number, sound) in (0..count).zip(all.iter().cycle()) {
        let mut seed = Seed((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut made = sound.clone();
        for _ in 0..=seed.below(4) {
            mutate(&mut made, &mut seed);
        }
        let what = format!("mutation {number} in pages of {}", made.size);
        let file = made.write(dir.path());
        read_whole(&file, &what);
        if number % 20 == 0 {
            salvage_whole(&file, &what);
        }
    }
}

/// A file of empty pages of this size under a header that says so.
fn empty(size: usize, count: usize) -> Made {
    let mut file = vec![0; size * count];
    file[..16].copy_from_slice(b"SQLite format 3\0");
    be(&mut file, 16, if size == 65_536 { 1 } else { size as u64 }, 2);
    Made { size, file, log: Vec::new() }
}

fn must_be_in_bounds(made: &Made, what: &str) {
    let dir = tempfile::tempdir().unwrap();
    read_whole(&made.write(dir.path()), what);
}

#[test]
fn cells_that_share_their_bytes_are_not_read_over_and_over() {
    for kind in [10, 13] {
        let mut made = empty(65_536, 4);
        for page in 1..4 {
            let at = page * 65_536;
            be(&mut made.file, at, kind, 1);
            be(&mut made.file, at + 3, 16_000, 2);
            (0..16_000).for_each(|cell| be(&mut made.file, at + 8 + 2 * cell, 40_000, 2));
            // A record of 16,000 bytes whose only field is a blob.
            let cell = at + 40_000;
            let record: &[u8] = if kind == 13 {
                &[0xfd, 0x00, 0x01, 0x04, 0x81, 0xf9, 0x74]
            } else {
                &[0xfd, 0x00, 0x04, 0x81, 0xf9, 0x74]
            };
            made.file[cell..cell + record.len()].copy_from_slice(record);
        }
        must_be_in_bounds(&made, &format!("pages of kind {kind}"));
    }
}

#[test]
fn pages_that_lead_to_one_another_are_read_once() {
    for (wrong, what) in [(0, "a page that is none"), (13, "a page of rows"), (10, "an index")] {
        let mut made = empty(4096, 600);
        for page in 0..600 {
            let at = page * 4096 + if page == 0 { 100 } else { 0 };
            let kind = if page % 2 == 0 { 5 } else { wrong };
            be(&mut made.file, at, kind, 1);
            be(&mut made.file, at + 3, 900, 2);
            for cell in 0..900 {
                let place = 1_900 + 2 * (cell % 1_000);
                be(&mut made.file, at + 12 + 2 * cell, place as u64, 2);
            }
            // Each to another page, itself among them.
            for place in (1_900..4_000).step_by(4) {
                let to = (page + place) % 600 + 1;
                be(&mut made.file, page * 4096 + place, to as u64, 4);
            }
            be(&mut made.file, at + 8, page as u64 + 1, 4);
        }
        must_be_in_bounds(&made, what);
    }
}

#[test]
fn a_chain_of_overflow_pages_without_an_end_is_followed_once() {
    let mut made = empty(512, 40);
    for page in 1..40 {
        let at = page * 512;
        // Every second page is a row whose rest begins on the next, which leads back to itself.
        if page % 2 == 1 {
            be(&mut made.file, at, 13, 1);
            be(&mut made.file, at + 3, 1, 2);
            be(&mut made.file, at + 8, 16, 2);
            // A record of 16,384 bytes.
            made.file[at + 16..at + 20].copy_from_slice(&[0x81, 0x80, 0x00, 0x01]);
            (at + 20..at + 508)
                .step_by(4)
                .for_each(|place| be(&mut made.file, place, page as u64 + 2, 4));
        } else {
            be(&mut made.file, at, page as u64 + 1, 4);
        }
    }
    must_be_in_bounds(&made, "a circle");
}

#[test]
fn a_log_that_claims_more_pages_than_there_can_be_takes_no_memory_for_them() {
    let mut made = made(4096, "NONE", true);
    let frames = (made.log.len() - 32) / (24 + 4096);
    assert!(frames > 0, "there is a log");
    for frame in 0..frames {
        let at = 32 + frame * (24 + 4096);
        be(&mut made.log, at + 4, u64::from(u32::MAX), 4);
    }
    be(&mut made.log, 32, u64::from(u32::MAX), 4);
    sign(&mut made.log, 4096);
    let dir = tempfile::tempdir().unwrap();
    let pages = Pages::of(&made.write(dir.path())).unwrap();
    let there = made.file.len() / 4096 + frames;
    assert!(pages.count as usize <= 16 * there, "{} pages of {there}", pages.count);
    assert!(pages.count as usize >= made.file.len() / 4096, "and those of the file are read");
}

#[test]
fn a_log_whose_sums_are_wrong_is_not_applied() {
    let sound = made(4096, "NONE", true);
    let dir = tempfile::tempdir().unwrap();
    let tag = |made: &Made| {
        let pages = Pages::of(&made.write(dir.path())).unwrap();
        let mut copy = Connection::open_in_memory().unwrap();
        fill(&mut copy, &pages).unwrap().expect("a history");
        copy.query_row("SELECT count(*) FROM tags", [], |row| row.get::<_, u32>(0)).unwrap()
    };
    assert_eq!(tag(&sound), 1, "what the log says is read");
    let mut broken = sound.clone();
    let at = broken.log.len() - 100;
    broken.log[at] ^= 1;
    assert_eq!(tag(&broken), 0, "but not a transaction that does not add up");
}
