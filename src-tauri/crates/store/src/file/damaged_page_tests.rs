use super::*;

/// What a page is: its tree, and whether it is an overflow page.
type PageUse = (String, bool);

/// What each page of a sound file is, as SQLite says.
fn uses(file: &Path) -> BTreeMap<u32, PageUse> {
    let connection = Connection::open(file).unwrap();
    let sql = "SELECT pageno, name, pagetype = 'overflow' FROM dbstat";
    let mut rows = connection.prepare(sql).unwrap();
    let rows = rows.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).unwrap();
    rows.map(Result::unwrap).collect()
}

/// Bytes without any order.
fn noise(seed: u32, bytes: usize) -> Vec<u8> {
    let mut state = u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..bytes).map(|_| next()).collect()
}

/// The pages to damage, each with whether by zeros: the first and the last page of the most different trees.
fn chosen(uses: &BTreeMap<u32, PageUse>) -> Vec<(u32, bool)> {
    if every().is_some() {
        return uses.keys().flat_map(|page| [(*page, true), (*page, false)]).collect();
    }
    let of = |tree: &str, overflow: bool| {
        let own = uses.iter().filter(move |(_, used)| used.0 == tree && used.1 == overflow);
        own.map(|(page, _)| *page).collect::<Vec<_>>()
    };
    let trees = [
        ("sqlite_schema", false),
        ("runs", false),
        ("recordings", false),
        ("runs", true),
        ("samples", false),
        ("settings", false),
        ("numbers", false),
        ("texts_data", false),
        ("runs_newest", false),
    ];
    let mut pages = Vec::new();
    for ((tree, overflow), by_zeros) in trees.into_iter().zip([true, false].into_iter().cycle()) {
        let own = of(tree, overflow);
        let first = *own.first().unwrap_or_else(|| panic!("{tree} has a page"));
        let last = *own.last().unwrap();
        // A root by itself, and a page below it.
        pages.push((first, by_zeros));
        if last != first && matches!(tree, "sqlite_schema" | "runs" | "recordings") {
            pages.push((last, !by_zeros));
        }
    }
    pages
}

/// A sound history: what each page is, its bytes, and everything in it.
struct Sound {
    uses: BTreeMap<u32, PageUse>,
    bytes: Vec<u8>,
    before: BTreeMap<String, (Run, Annotations)>,
}

#[test]
fn one_damaged_page_costs_only_what_is_on_it() {
    let dir = with_runs(runs());
    let sound = Sound {
        uses: uses(&dir.path().join(FILE)),
        bytes: fs::read(dir.path().join(FILE)).unwrap(),
        before: contents(&History::open_to_read(dir.path()).unwrap().unwrap()),
    };
    assert_eq!(sound.before.len(), runs() as usize, "every run can be read");
    let pages = chosen(&sound.uses);
    assert!(pages.len() >= 9, "pages of every kind are damaged: {}", pages.len());
    let is_too_dear = |(page, by_zeros): &(u32, bool)| {
        std::panic::catch_unwind(|| must_cost_only_its_rows(&sound, *page, *by_zeros)).is_err()
    };
    let failed: Vec<(u32, bool)> = pages.into_iter().filter(is_too_dear).collect();
    assert_eq!(failed, [], "each said above what else it cost");
}

/// Damages one page, by zeros or by noise, and checks that nothing else is lost by reading and by rebuilding.
fn must_cost_only_its_rows(sound: &Sound, page: u32, by_zeros: bool) {
    let Sound { uses, bytes, before } = sound;
    let (tree, is_overflow) = &uses[&page];
    let range = (page as usize - 1) * 4096..page as usize * 4096;
    let with = if by_zeros { vec![0; 4096] } else { noise(page, 4096) };
    let place = format!("page {page} of {tree}, overflow {is_overflow}, {:02x?}", &with[..2]);
    let dir = tempfile::tempdir().unwrap();
    let mut damaged = bytes.clone();
    damaged[range.clone()].copy_from_slice(&with);
    fs::write(dir.path().join(FILE), &damaged).unwrap();
    let may_lose = match (tree.as_str(), is_overflow) {
        ("runs" | "recordings" | "marks" | "tags" | "votes", false) => {
            named_on(&bytes[range.clone()])
        }
        _ => BTreeSet::new(),
    };
    // An overflow page belongs to one row.
    let most = may_lose.len() + usize::from(*is_overflow);
    let must_hold = |history: &History, when: &str| {
        let now = contents(history);
        let lost: Vec<&String> =
            before.iter().filter(|(id, was)| now.get(*id) != Some(was)).map(|(id, _)| id).collect();
        assert!(lost.len() <= most, "{place}, {when}: {lost:?} are lost");
        if !is_overflow {
            assert!(lost.iter().all(|id| may_lose.contains(*id)), "{place}, {when}: {lost:?}");
        }
        let listed = history.list(0, 100).unwrap_or_else(|error| panic!("{place}: {error}"));
        let missing = runs() as usize - listed.runs.len();
        assert!(missing <= most, "{place}, {when}: {missing} are not listed");
        let found =
            history.find("sky", None, 100).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert!(found.runs.len() + most >= runs() as usize, "{place}, {when}: words find the rest");
    };

    let read = History::open_to_read(dir.path()).unwrap_or_else(|error| panic!("{place}: {error}"));
    let read = read.expect("it is there");
    must_hold(&read, "read");
    let findings = read.verify().unwrap_or_else(|error| panic!("{place}: {error}")).findings;
    let is_told = !findings.is_empty() || contents(&read) == *before;
    assert!(is_told, "{place}: whatever is lost is found");
    drop(read);
    assert_eq!(
        fs::read(dir.path().join(FILE)).unwrap(),
        damaged,
        "{place}: reading changes nothing"
    );

    let rebuilt = History::rebuild(dir.path()).unwrap_or_else(|error| panic!("{place}: {error}"));
    if let Some(rebuilt) = &rebuilt {
        assert_eq!(fs::read(&rebuilt.aside).unwrap(), damaged, "{place}: the file is kept aside");
    }
    let history = History::open(dir.path()).unwrap_or_else(|error| panic!("{place}: {error}"));
    must_hold(&history, "rebuilt");
    let findings = history.verify().unwrap().findings;
    let others = findings.iter().filter(|finding| {
        finding.run.as_ref().is_none_or(|run| !is_overflow && !may_lose.contains(run))
    });
    assert_eq!(others.count(), 0, "{place}: nothing else is wrong: {findings:?}");
    drop(history);
    assert_eq!(History::rebuild(dir.path()).unwrap(), None, "{place}: once");
}
