//! A one-line description of this machine.

use std::fs::File;
use std::io::{BufRead, BufReader};

/// A one-line description of this machine: CPU if known, number of cores, operating system.
pub fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let ending = if cores == 1 { "" } else { "s" };
    let processor =
        processor_name().map_or_else(|| std::env::consts::ARCH.to_owned(), |name| short(&name));
    format!("{processor}, {cores} core{ending}, {}", std::env::consts::OS)
}

/// The CPU's name on Linux, from the first core.
fn processor_name() -> Option<String> {
    let lines = BufReader::new(File::open("/proc/cpuinfo").ok()?).lines();
    lines.map_while(Result::ok).find_map(|line| {
        let (_, name) = line.strip_prefix("model name")?.split_once(": ")?;
        Some(name.trim().to_owned())
    })
}

/// A CPU's name without common filler words. Its nominal clock stays if there is no model number.
fn short(name: &str) -> String {
    let bare = ["(R)", "(r)", "(TM)", "(tm)"]
        .iter()
        .fold(name.to_owned(), |name, mark| name.replace(mark, " "));
    let is_noise = |word: &str| matches!(word, "CPU" | "Processor") || word.ends_with("-Core");
    let (model, clock) =
        bare.split_once('@').map_or((bare.as_str(), None), |(model, clock)| (model, Some(clock)));
    let words: Vec<&str> = model.split_whitespace().filter(|word| !is_noise(word)).collect();
    let model = words.join(" ");
    match clock {
        _ if model.is_empty() => name.to_owned(),
        Some(clock) if !model.contains(|c: char| c.is_ascii_digit()) => {
            format!("{model} @ {}", clock.trim())
        }
        _ => model,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_keeps_its_distinguishing_name() {
        for (told, expected) in [
            ("Intel(R) Core(TM) i7-8650U CPU @ 1.90GHz", "Intel Core i7-8650U"),
            ("Intel(R) Core(TM)2 Duo CPU     T7700  @ 2.40GHz", "Intel Core 2 Duo T7700"),
            ("AMD Ryzen 7 5800X 8-Core Processor", "AMD Ryzen 7 5800X"),
            ("Intel(R) Xeon(R) CPU @ 2.20GHz", "Intel Xeon @ 2.20GHz"),
            ("Intel(R) Xeon(R) Processor", "Intel Xeon"),
            ("AMD EPYC 7B12", "AMD EPYC 7B12"),
            ("Processor", "Processor"),
        ] {
            assert_eq!(short(told), expected, "short, and still that one");
        }
    }

    #[test]
    fn a_machine_says_its_cores_and_its_system() {
        let told = machine();
        assert!(told.contains(" core"), "how many work at once: {told}");
        assert!(told.ends_with(std::env::consts::OS), "and under which system: {told}");
    }
}
