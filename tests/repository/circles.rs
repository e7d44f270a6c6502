//! No two files of a crate name each other, directly or through others: each can be read, tested and moved together
//! with only the files it depends on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::PathBuf;

use crate::modules::{Names, names};
use crate::root;

/// The roots of our crates.
fn roots() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("src-tauri/crates")).expect("our crates");
    let folders = crates.map(|entry| entry.expect("an entry").path().join("src"));
    let folders = folders.chain([root().join("src-tauri/src")]);
    let roots = folders.flat_map(|source| ["lib.rs", "main.rs"].map(|name| source.join(name)));
    let mut roots: Vec<PathBuf> = roots.filter(|root| root.is_file()).collect();
    roots.sort();
    roots
}

/// For each file on a circle, the shortest circle through it; each circle once.
fn circles(names: &Names) -> Vec<Vec<String>> {
    let mut seen = BTreeSet::new();
    let shortest = names.keys().filter_map(|file| circle(names, file));
    shortest.filter(|files| seen.insert(files.iter().cloned().collect::<BTreeSet<_>>())).collect()
}

/// The shortest path from a file back to itself, as the files on it.
fn circle(names: &Names, start: &str) -> Option<Vec<String>> {
    let mut reached = BTreeSet::new();
    let mut ways = VecDeque::from([vec![start.to_owned()]]);
    while let Some(way) = ways.pop_front() {
        for to in way.last().and_then(|at| names.get(at)).into_iter().flat_map(BTreeMap::keys) {
            if to == start {
                return Some(way);
            }
            if reached.insert(to) {
                ways.push_back([way.clone(), vec![to.clone()]].concat());
            }
        }
    }
    None
}

/// A circle in words: which file names what in the next.
fn told(names: &Names, files: &[String]) -> String {
    let arrow = |(from, to): (&String, &String)| {
        let name = names.get(from).and_then(|named| named.get(to)).map_or("", String::as_str);
        format!("{from} names {name} of {to}")
    };
    let next = files.iter().cycle().skip(1);
    files.iter().zip(next).map(arrow).collect::<Vec<_>>().join("; ")
}

#[test]
fn no_two_files_of_a_crate_name_each_other() {
    let mut found = Vec::new();
    for root in roots() {
        let names = names(&root);
        let own = circles(&names);
        found
            .extend(own.iter().map(|files| format!("{}: {}", root.display(), told(&names, files))));
    }
    assert!(
        found.is_empty(),
        "move what both need into a file of its own, below both:\n{}",
        found.join("\n")
    );
}

/// The circles of a crate with these files.
fn circles_of(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("it has a folder")).expect("made");
        fs::write(file, text).expect("written");
    }
    circles(&names(&folder.path().join("lib.rs")))
}

#[test]
fn a_circle_is_found_through_re_exports_paths_and_macros() {
    let lib = "mod a; mod b; pub use a::A; pub use b::B;";
    for (a, b, by) in [
        ("use crate::B; pub struct A(B);", "use crate::A; pub struct B(A);", "re-exports"),
        ("pub struct A(crate::b::B);", "pub fn f() { super::a::g() } pub struct B;", "paths"),
        (
            "pub fn g() { panic!(\"{}\", crate::b::f()) } pub struct A;",
            "use crate::A; pub struct B(A);",
            "macros",
        ),
        (
            "use crate::b; pub struct A(b::B);",
            "use crate::a as other; pub struct B(other::A);",
            "modules",
        ),
    ] {
        let found = circles_of(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]);
        assert_eq!(found, [["a.rs", "b.rs"]], "by {by}");
    }
    let namesakes = [
        ("lib.rs", "mod a; mod b; pub use a::a; pub use b::b;"),
        ("a.rs", "use crate::b::b; pub fn a() { b() }"),
        ("b.rs", "use crate::a::a; pub fn b() { a() }"),
    ];
    assert_eq!(circles_of(&namesakes), [["a.rs", "b.rs"]], "a module with an item of its name");
    let parent = [
        ("lib.rs", "mod a;"),
        ("a.rs", "mod b; use b::B; pub struct A; pub fn f(_: B) {}"),
        ("a/b.rs", "use super::A; pub struct B(A);"),
    ];
    assert_eq!(circles_of(&parent), [["a.rs", "a/b.rs"]], "a parent that uses its child");
}

#[test]
fn only_a_circle_is_called_one() {
    for (files, why) in [
        (
            vec![
                ("lib.rs", "mod a;"),
                ("a.rs", "mod b; mod c; pub use b::B; pub(crate) use c::C;"),
                ("a/b.rs", "use super::C; pub struct B(C);"),
                ("a/c.rs", "pub struct C;"),
            ],
            "a parent that only declares and re-exports",
        ),
        (
            vec![
                ("lib.rs", "mod race; mod plan;"),
                ("race.rs", "use crate::plan::Plan; pub struct Race(Plan);"),
                ("plan.rs", "use race::Lane; pub struct Plan(Lane);"),
            ],
            "a crate of the same name as a module",
        ),
        (
            vec![
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A(B);"),
                ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
            ],
            "a test of the lower file",
        ),
        (
            vec![
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A(B);"),
                ("b.rs", "pub(in crate::a) struct B; /// See [`crate::a::A`].\npub struct C;"),
            ],
            "a visibility and a link",
        ),
    ] {
        assert_eq!(circles_of(&files), [[""; 0]; 0], "{why}");
    }
}
