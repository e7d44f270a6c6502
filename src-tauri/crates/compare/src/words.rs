//! Numbers inside sentences. They read as the window's own do.

/// A time in seconds with its unit, three digits or so: `0.181 s`, `2.40 s`, `21.5 s`, `130 s`; above ten minutes in
/// minutes, and above two hours in hours.
pub fn seconds(ms: f64) -> String {
    let s = ms / 1e3;
    match s.abs() {
        size if size < 0.1 => format!("{s:.3} s"),
        size if size < 10.0 => format!("{s:.2} s"),
        size if size < 100.0 => format!("{s:.1} s"),
        size if size < 600.0 => format!("{s:.0} s"),
        size if size < 7_200.0 => format!("{:.0} min", s / 60.0),
        _ => format!("{} h", grouped(&format!("{:.1}", s / 3_600.0))),
    }
}

/// Tokens per second with the unit.
pub fn speed(tps: f64) -> String {
    let digits = if tps.abs() < 99.95 { format!("{tps:.1}") } else { format!("{tps:.0}") };
    format!("{} tok/s", grouped(&digits))
}

/// Dollars: two digits or so below a cent, so that a cheap answer does not read as free.
pub fn dollars(usd: f64) -> String {
    let size = usd.abs();
    if size == 0.0 {
        return "$0".to_owned();
    }
    let digits = if size < 0.01 {
        let mut places = 2_usize;
        let mut shown = size * 100.0;
        while shown < 10.0 && places < 12 {
            shown *= 10.0;
            places += 1;
        }
        format!("{size:.places$}")
    } else if size < 1.0 {
        format!("{size:.3}")
    } else {
        format!("{size:.2}")
    };
    format!("{}${}", if usd < 0.0 { "−" } else { "" }, grouped(&digits))
}

/// A whole number with its thousands apart.
pub fn whole(number: f64) -> String {
    grouped(&format!("{number:.0}"))
}

/// A factor, as in `2.3×`: two digits or so.
pub fn times(factor: f64) -> String {
    if factor < 9.95 { format!("{factor:.1}×") } else { format!("{}×", whole(factor)) }
}

/// A share of 1 as percent: `2.5 %`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent == 0.0 || percent >= 9.95 {
        format!("{percent:.0} %")
    } else {
        format!("{percent:.1} %")
    }
}

/// `1 run`, `2 runs`.
pub fn several(n: usize, noun: &str) -> String {
    let ending = if n == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(&n.to_string()))
}

/// `A`, `A and B`, `A, B and C`.
pub fn list<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// A number's digits with a comma after every third before the point.
fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("−", rest));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_with_three_digits_or_so() {
        let told = [18.1, 181.0, 2_400.0, 21_540.0, 130_000.0, 900_000.0, 7_200_000.0].map(seconds);
        let expected = ["0.018 s", "0.18 s", "2.40 s", "21.5 s", "130 s", "15 min", "2.0 h"];
        assert_eq!(told, expected, "a longer time has fewer digits after the point");
    }

    #[test]
    fn a_small_amount_does_not_read_as_free() {
        let told = [0.0, 0.000_012_3, 0.0042, 0.0123, 0.5, 1_234.5].map(dollars);
        let expected = ["$0", "$0.000012", "$0.0042", "$0.012", "$0.500", "$1,234.50"];
        assert_eq!(told, expected, "two digits that mean something are left");
    }

    #[test]
    fn speeds_factors_and_shares_have_their_units() {
        assert_eq!(speed(87.44), "87.4 tok/s", "a slow stream's tenth shows");
        assert_eq!(speed(2_096.3), "2,096 tok/s", "a fast one's does not");
        assert_eq!((times(2.34), times(17.6)), ("2.3×".to_owned(), "18×".to_owned()), "two digits");
        assert_eq!((percent(0.0), percent(0.025)), ("0 %".to_owned(), "2.5 %".to_owned()), "of 1");
    }

    #[test]
    fn several_things_are_listed_as_people_do() {
        assert_eq!(list(&["A"]), "A", "one alone");
        assert_eq!(list(&["A", "B", "C"]), "A, B and C", "the last after an and");
        assert_eq!(several(1, "run"), "1 run", "one of them");
        assert_eq!(several(1_200, "sample"), "1,200 samples", "many of them");
    }
}
