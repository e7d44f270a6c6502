//! New inputs: seeds from the tree, changed, cut, crossed and repeated. The same number gives the same input.

/// Maximum length of an input, in bytes: long enough for nested loops to show in the time it takes.
pub(crate) const LONGEST: usize = 64 * 1024;
/// Maximum length of an input made of a whole seed, unless the seed is longer.
const USUAL: usize = 2 * 1024;
/// Maximum length of most inputs: many of them are tried in the time of one long input, and most mistakes need few bytes.
const SHORT: usize = 256;

/// Pieces that have a meaning to some reader.
const WORDS: [&[u8]; 48] = [
    b"data: ",
    b"event: error\n",
    b"\n\n",
    b"\r",
    b":\n",
    b"[DONE]",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b",",
    b":",
    b"\\u0073",
    b"\\ud83d",
    b"\\ude00",
    b"%73",
    b"%25",
    b"&#115;",
    b"&#x",
    b"<think>",
    b"</think>",
    b"\n</think>\n",
    b"```\n",
    b"sk-",
    b"sk-ant-api03-abcdefgh",
    b"null",
    b"true",
    b"0",
    b"-1",
    b"1e308",
    b"9007199254740993",
    b"18446744073709551615",
    b"\"usage\":{",
    b"\"error\":",
    b"\"choices\":[",
    b"\"delta\":{\"content\":\"",
    b"\0",
    b"\xff",
    b"\xe2\x80\x8b",
    b"\xef\xbb\xbf",
    "哈".as_bytes(),
    b" OR ",
    b"model:",
    b"ttft<",
    b"#",
    b"@https://",
];

/// Numbers that follow from a seed.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 1).unwrap_or_default() % most.max(1)
    }
}

/// An input made of these seeds.
pub(crate) fn input(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let seed = one_of(seeds, dice).map(Vec::as_slice).unwrap_or_default();
    let (mut bytes, longest) = match dice.below(256) {
        0 => (seed.to_vec(), LONGEST),
        1..=15 => (seed.to_vec(), seed.len().clamp(USUAL, LONGEST)),
        _ => {
            let lines = some_lines(seed, dice).to_vec();
            let longest = lines.len().max(SHORT);
            (lines, longest)
        }
    };
    for _ in 0..=dice.below(6) {
        let (at, end) = stretch(&bytes, dice);
        match dice.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, word(dice).to_vec())),
            3 => drop(bytes.splice(at..end, word(dice).to_vec())),
            4 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.below(8);
                }
            }
            5 => {
                let other = one_of(seeds, dice).map(Vec::as_slice).unwrap_or_default();
                let (from, upto) = stretch(other, dice);
                let part = other.get(from..upto).unwrap_or_default().to_vec();
                drop(bytes.splice(at..at, part));
            }
            6 => {
                let word = word(dice);
                let times = dice.below(longest / word.len().max(1));
                drop(bytes.splice(at..at, word.repeat(times)));
            }
            _ => {
                let part = bytes.get(at..end).unwrap_or_default().to_vec();
                let times = dice.below(longest / part.len().max(1));
                drop(bytes.splice(at..at, part.repeat(times)));
            }
        }
        bytes.truncate(longest);
    }
    bytes
}

/// A few whole lines of a text, if they are short; all of anything else.
fn some_lines<'a>(seed: &'a [u8], dice: &mut Dice) -> &'a [u8] {
    let at = dice.below(seed.len());
    let is_break = |byte: &u8| *byte == b'\n';
    let before = seed.get(..at).unwrap_or_default();
    let begin = before.iter().rposition(is_break).map_or(0, |end| end + 1);
    let rest = seed.get(begin..).unwrap_or_default();
    let end = rest.iter().take(SHORT).rposition(is_break);
    end.and_then(|end| rest.get(..=end)).filter(|lines| lines.is_ascii()).unwrap_or(seed)
}

fn one_of<'a, T>(all: &'a [T], dice: &mut Dice) -> Option<&'a T> {
    all.get(dice.below(all.len()))
}

/// A piece that has a meaning to some reader.
pub(crate) fn word(dice: &mut Dice) -> &'static [u8] {
    one_of(&WORDS, dice).copied().unwrap_or_default()
}

fn stretch(bytes: &[u8], dice: &mut Dice) -> (usize, usize) {
    let at = dice.below(bytes.len() + 1);
    (at, (at + dice.below(64)).min(bytes.len()))
}
