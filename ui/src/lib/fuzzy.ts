/** Fuzzy matching for the palette: every letter in order; starts of words and runs count more. */

export interface FuzzyMatch {
  score: number;
  /** Indices of the letters that matched. */
  at: number[];
}

const isStart = (text: string, index: number) => index === 0 || /[\s\-_/.:]/.test(text[index - 1]!);

/** How well `query` matches `text`; null when it does not. An empty query matches everything equally. */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | null {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  const lower = text.toLowerCase();
  if (wanted.length === 0) return { score: 0, at: [] };
  const whole = lower.indexOf(query.trim().toLowerCase());
  if (whole >= 0) {
    const at = Array.from({ length: query.trim().length }, (_, offset) => whole + offset);
    return { score: 100 + wanted.length * 4 + (isStart(lower, whole) ? 40 : 0) - whole * 0.5 - lower.length * 0.1, at };
  }
  return scattered(wanted, lower);
}

function scattered(wanted: string, lower: string): FuzzyMatch | null {
  const at: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of wanted) {
    const index = nextLetter(lower, letter, from);
    if (index < 0) return null;
    score += index === from && from > 0 ? 6 : isStart(lower, index) ? 5 : 1;
    at.push(index);
    from = index + 1;
  }
  const spread = at.at(-1)! - at[0]! + 1;
  return { score: score - (spread - wanted.length) * 0.4 - lower.length * 0.05, at };
}

/** The next place of a letter, preferring the start of a word over the middle of one. */
function nextLetter(lower: string, letter: string, from: number): number {
  const first = lower.indexOf(letter, from);
  if (first < 0 || first === from || isStart(lower, first)) return first;
  for (let index = first; index >= 0; index = lower.indexOf(letter, index + 1)) if (isStart(lower, index)) return index;
  return first;
}
