//! Inputs made from inputs: bytes changed, parts taken out, doubled a thousand times, or joined.

/// Longest input, but for seeds that are longer.
const LONGEST: usize = 128 * 1024;

/// Makes one input after another; the same ones each time.
pub(crate) struct Mutator<'a> {
    seeds: Vec<Vec<u8>>,
    words: &'a [&'a str],
    longest: usize,
    state: u64,
}

impl<'a> Mutator<'a> {
    pub(crate) fn new(seeds: Vec<Vec<u8>>, words: &'a [&'a str]) -> Self {
        let longest = seeds.iter().map(Vec::len).fold(LONGEST, usize::max);
        Self { seeds, words, longest, state: 0x9E37_79B9_7F4A_7C15 }
    }

    /// The next input.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let seed = self.below(self.seeds.len());
        let mut input = self.seeds[seed].clone();
        for _ in 0..=self.below(6) {
            self.change(&mut input);
        }
        input.truncate(self.longest);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(8) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.below(256) as u8,
            2 => {
                let end = (at + self.below(40)).min(input.len());
                input.drain(at..end);
            }
            3 => input.truncate(at),
            4 => {
                // What nests, or takes more than its share, shows when there is much of it.
                let word = self.word().repeat(1 << self.below(14));
                input.splice(at..at, word.into_bytes());
            }
            5 => {
                let end = (at + self.below(200)).min(input.len());
                let part = input[at..end].repeat(1 + self.below(50));
                input.splice(at..at, part);
            }
            6 => {
                let other = self.below(self.seeds.len());
                let from = self.below(self.seeds[other].len() + 1);
                let part = self.seeds[other][from..].to_vec();
                input.splice(at.., part);
            }
            _ => {
                let word = self.word();
                input.splice(at..at, word.into_bytes());
            }
        }
        input.truncate(2 * self.longest);
    }

    fn word(&mut self) -> String {
        let at = self.below(self.words.len().max(1));
        self.words.get(at).copied().unwrap_or("\n").to_owned()
    }

    /// A number below `most`, by xorshift.
    fn below(&mut self, most: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) as usize % most.max(1)
    }
}
