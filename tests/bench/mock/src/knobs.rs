//! The behaviour of a stream, as given in a request.

/// Times are in microseconds. The grammar is at the head of `main.rs`.
#[derive(Clone, Debug)]
pub struct Knobs {
    pub hdr: u64,
    pub ttft: u64,
    pub gap: u64,
    pub n: u64,
    pub tpc: u64,
    pub role: u64,
    pub roleat: u64,
    pub tail: u64,
    pub usage: u64,
    pub honor: u64,
    pub rsn: u64,
    pub every: u64,
    /// Changes nothing in the stream; it is told with its truth.
    pub lane: u64,
    pub fail: String,
}

impl Default for Knobs {
    fn default() -> Self {
        Knobs {
            hdr: 0,
            ttft: 200_000,
            gap: 10_000,
            n: 100,
            tpc: 1,
            role: 1,
            roleat: 0,
            tail: 0,
            usage: 1,
            honor: 0,
            rsn: 0,
            every: 1,
            lane: 0,
            fail: "none".into(),
        }
    }
}

impl Knobs {
    /// Applies the knobs that `text` names; unknown ones are ignored.
    pub fn apply(&mut self, text: &str) {
        // Of two names with the same beginning, the longer comes first.
        const KEYS: [&str; 14] = [
            "roleat", "every", "usage", "honor", "ttft", "fail", "lane", "role", "tail", "hdr",
            "gap", "tpc", "rsn", "n",
        ];
        for part in text.split(|c: char| "_,&;/? \n".contains(c)) {
            let named = KEYS.iter().find_map(|key| Some((*key, part.strip_prefix(key)?)));
            let Some((key, value)) = named else { continue };
            let value = value.trim_start_matches(['=', ':', '-']);
            if key == "fail" {
                self.fail = value.to_string();
                continue;
            }
            let Ok(number) = value.parse::<u64>() else { continue };
            match key {
                "roleat" => self.roleat = number,
                "every" => self.every = number.max(1),
                "lane" => self.lane = number,
                "usage" => self.usage = number,
                "honor" => self.honor = number,
                "ttft" => self.ttft = number,
                "role" => self.role = number,
                "tail" => self.tail = number,
                "hdr" => self.hdr = number,
                "gap" => self.gap = number,
                "tpc" => self.tpc = number.max(1),
                "rsn" => self.rsn = number,
                _ => self.n = number.max(1),
            }
        }
    }
}
