use super::*;

fn problem(text: &str) -> String {
    LimitsFile::read(text).expect_err("refused").to_string()
}

#[test]
fn a_file_of_limits_is_read_as_it_is_written() {
    let file = LimitsFile::read(
        r#"
        rounds = 40
        budget_usd = 0.5
        [race]
        lane = ["openai/gpt-5.4-mini"]
        max-tokens = 200
        [[limit]]
        metric = "ttft_ms"
        percentile = 95
        at_most = 900
        [[limit]]
        share = "within"
        within = { ttft_ms = 500, decode_tps = 30 }
        at_least = 0.9
        lane = 1
        [[limit]]
        metric = "decode_tps"
        percentile = 50
        worse_by_at_most = 0.1
        "#,
    )
    .expect("well-formed");
    assert_eq!((file.rounds, file.budget_usd), (40, Some(0.5)));
    assert!(file.race.contains_key("max-tokens") && file.needs_baseline());
    let texts: Vec<String> = file.limits.iter().map(Limit::text).collect();
    assert_eq!(
        texts,
        [
            "p95 time to first token at most 900 ms",
            "requests with output speed ≥ 30.0 tok/s and time to first token ≤ 500 ms at least 90 %",
            "p50 output speed at most 10 % worse than the baseline's",
        ]
    );
    assert_eq!(file.limits.get(1).and_then(|limit| limit.lane), Some(0), "lanes count from 1");
}

#[test]
fn what_is_wrong_with_a_limit_is_said_with_its_place_and_what_to_write() {
    let one = |fields: &str| {
        problem(&format!("[[limit]]\nshare = \"errors\"\nat_most = 0.1\n[[limit]]\n{fields}"))
    };
    for (fields, said) in [
        ("metric = \"ttft\"\npercentile = 95\nat_most = 1", "Limit 2: `ttft` is no metric"),
        ("metric = \"ttft_ms\"\nat_most = 1", "no `percentile`"),
        ("metric = \"ttft_ms\"\npercentile = 0.95\nat_least = 1", "lower is better"),
        ("metric = \"decode_tps\"\npercentile = 5\nat_most = 1", "higher is better"),
        ("metric = \"chunks\"\npercentile = 50\nat_most = 1", "neither better"),
        ("share = \"errors\"\nat_most = 2", "write 0.02 for 2 %"),
        ("share = \"errors\"\nat_most = 0", "Write how many may be"),
        ("share = \"errors\"\nat_least = 0.1", "`at_most`"),
        ("share = \"speed\"\nat_least = 0.1", "is no share"),
        ("share = \"within\"\nat_least = 0.1", "no `within`"),
        ("share = \"right\"\nat_least = nan", "not a number from 0 up"),
        ("share = \"right\"", "no bound"),
        ("share = \"right\"\nat_least = 0.5\nworse_by_at_most = 0.1", "more than one bound"),
        ("percentile = 95\nat_most = 1", "limits nothing"),
    ] {
        let said_of = one(fields);
        assert!(said_of.contains(said) && said_of.contains("Limit 2"), "{fields}: {said_of}");
    }
    assert!(problem("").contains("[[limit]]"), "an empty file is told what a limit looks like");
    assert!(problem("[[limit]]\nmetrics = 1").contains("unknown field `metrics`"), "with its line");
    assert!(problem("rounds = 0\n[[limit]]\nshare = \"errors\"\nat_most = 0.1").contains("rounds"));
}

#[test]
fn of_a_line_that_cannot_be_read_the_beginning_is_quoted() {
    let long = problem(&format!("rounds = {}", "ü".repeat(100_000)));
    assert!(long.starts_with("It cannot be read") && long.contains('…'), "{}", &long[..100]);
    assert!(long.chars().count() < 1_000, "a log of CI is read by people: {}", long.len());
}
