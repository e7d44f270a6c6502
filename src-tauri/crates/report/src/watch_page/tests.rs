use store::Looks;

use super::*;

const DAY: i64 = 86_400;

fn written(at: i64) -> String {
    format!("Thu 1970-01-{:02} {:02}:{:02}", 1 + at / DAY, at / 3_600 % 24, at / 60 % 60)
}

fn turn(started_s: i64, ttft_ms: Option<f64>) -> TurnNumbers {
    TurnNumbers {
        started_s,
        requests: 2,
        failed: if ttft_ms.is_none() { 2 } else { 0 },
        ttft_ms,
        ..TurnNumbers::default()
    }
}

/// Ten days of a turn an hour, of which those from `out` on for three hours are without an answer.
fn page(model: &str, out: i64) -> WatchPage {
    let turns = (0..240).map(|hour| {
        let is_out = (out..out + 3).contains(&hour);
        turn(hour * 3_600, (!is_out).then_some(if hour < 120 { 200.0 } else { 300.0 }))
    });
    let change = PageChange {
        lane: 0,
        number: WatchedNumber::Ttft,
        since_s: 5 * DAY,
        sentence: format!("{model}: TTFT is 50 % longer since then."),
    };
    WatchPage {
        title: "Watches".to_owned(),
        made: "Made now.".to_owned(),
        period: (0, 10 * DAY),
        objective: 0.999,
        links: vec![("1970-01-01.html".to_owned(), "1970-01-01".to_owned())],
        watches: vec![PageWatch {
            name: "nightly".to_owned(),
            about: vec!["Every hour.".to_owned()],
            turns: "240 turns.".to_owned(),
            contenders: vec![PageContender {
                label: "Acme".to_owned(),
                model: model.to_owned(),
                simulated: false,
                turns: turns.collect(),
            }],
            changes: vec![change],
        }],
    }
}

fn html(page: &WatchPage) -> String {
    page.html(&Looks::default(), PageClock { zone: &|_| 0, written: &written })
}

#[test]
fn a_page_of_watches_says_what_was_measured_and_is_whole_by_itself() {
    let text = html(&page("fast", 30));
    for expected in [
        WATCH_PAGE_MARK,
        "<h2 class=\"name\">nightly</h2>",
        "TTFT is 50 % longer since then.",
        "1 outage",
        "turns from Thu 1970-01-02 06:00 to Thu 1970-01-02 08:00 (3)",
        "98.75 %",
        "href=\"1970-01-01.html\"",
        "error budget is what may fail where 99.9 % are to be available",
    ] {
        assert!(text.contains(expected), "{expected}");
    }
    // 6 of 480 requests failed, 0.48 may.
    assert!(text.contains("<td>1250 %</td>") || text.contains("<td>1,250 %</td>"), "of the budget");
    assert!(
        text.contains("<td>300 ms</td>") || text.contains("<td>0.30 s</td>"),
        "of the last 72 hours"
    );
    for network in ["<script", "http://", "https://", "url(", "src="] {
        assert!(!text.contains(network), "no script and no network: {network}");
    }
    assert!(
        text.contains(&format!("style-src 'sha256-{}'", hash(STYLE))),
        "and its own style only"
    );
}

#[test]
fn names_from_outside_are_text_on_a_page_of_watches() {
    let hostile = "<img src=x onerror=alert(1)>\u{202e}\u{1b}[2J\"'&";
    let mut page = page(hostile, 500);
    for watch in &mut page.watches {
        watch.name = hostile.to_owned();
        watch.about = vec![hostile.to_owned()];
    }
    page.title = hostile.to_owned();
    let text = html(&page);
    assert!(!text.contains("<img"), "no element comes from a name");
    assert!(!text.contains(['\u{202e}', '\u{1b}']), "and nothing steers");
    assert!(text.contains("&lt;img src=x"), "it is shown as it is");
}

#[test]
fn an_objective_or_a_time_without_turns_leaves_numbers_out() {
    let mut empty = page("fast", 500);
    empty.period = (20 * DAY, 21 * DAY);
    let text = html(&empty);
    assert!(text.contains("Nothing was measured in this time."));
    assert!(!text.contains("<svg class=\"plot\""), "and no plot is drawn");
    let mut nothing = page("fast", 500);
    nothing.watches.clear();
    assert!(html(&nothing).contains("</html>"), "a page without watches is one");
    assert_eq!(
        [available(None), available(Some(1.0)), available(Some(0.999_999))],
        ["–", "100 %", "99.99 %"]
    );
    assert_eq!([percent_of(0.999), percent_of(0.99), percent_of(1.0)], ["99.9 %", "99 %", "100 %"]);
}

#[test]
fn a_year_of_turns_is_a_page_of_bounded_length() {
    let turns =
        (0_i32..105_120).map(|at| turn(i64::from(at) * 300, Some(200.0 + f64::from(at % 97))));
    let mut year = page("fast", 500);
    year.period = (0, 105_120 * 300);
    for one in year.watches.iter_mut().flat_map(|watch| &mut watch.contenders) {
        one.turns = turns.clone().collect();
    }
    let length = html(&year).len();
    assert!(length < 400_000, "as much as there is room to draw: {length}");
}
