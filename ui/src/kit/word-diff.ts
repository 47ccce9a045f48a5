/** What changed between two texts, word by word: the shortest change, for texts of a few thousand words. */

/** A stretch of text; removed ones are of the first text only, inserted ones of the second. */
export interface WordPiece {
  kind: 'same' | 'inserted' | 'removed';
  text: string;
}

/** Words with the space before them, which counts for nothing when they are compared. */
const wordsOf = (text: string) => text.match(/\s*\S+|\s+$/g) ?? [];

const isSame = (a: string | undefined, b: string | undefined) => a?.trimStart() === b?.trimStart();

/** Above so many comparisons the middle is taken as wholly replaced. */
const MOST_CELLS = 1_500_000;

export function diffWords(before: string, after: string): WordPiece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && isSame(a[start], b[start])) start += 1;
  let end = 0;
  while (end < shortest - start && isSame(a[a.length - 1 - end], b[b.length - 1 - end])) end += 1;
  return joined([
    piece('same', b.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    piece('same', b.slice(b.length - end)),
  ]);
}

const piece = (kind: WordPiece['kind'], words: string[]): WordPiece => ({ kind, text: words.join('') });

/** By the longest common subsequence; what was removed stands before what took its place. */
function middle(a: string[], b: string[]): WordPiece[] {
  const width = b.length + 1;
  if (a.length * b.length > MOST_CELLS || a.length === 0 || b.length === 0)
    return [piece('removed', a), piece('inserted', b)];
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = isSame(a[i], b[j])
        ? lengths[(i + 1) * width + j + 1]! + 1
        : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pieces: WordPiece[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && isSame(a[i], b[j])) {
      pieces.push(piece('same', [b[j]!]));
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!))
      pieces.push(piece('removed', [a[i++]!]));
    else pieces.push(piece('inserted', [b[j++]!]));
  }
  return pieces;
}

function joined(pieces: WordPiece[]): WordPiece[] {
  const all: WordPiece[] = [];
  for (const { kind, text } of pieces) {
    const last = all.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) all.push({ kind, text });
  }
  return all;
}

/** Leaves `around` characters of what is the same beside each change, for long texts. */
export function shortened(pieces: readonly WordPiece[], around: number): WordPiece[] {
  return pieces.map((each, at) => {
    if (each.kind !== 'same' || each.text.length <= 2 * around + 10) return each;
    const head = at === 0 ? '' : each.text.slice(0, around).replace(/\S*$/, '');
    const tail = at === pieces.length - 1 ? '' : each.text.slice(-around).replace(/^\S*/, '');
    return { kind: 'same', text: `${head}…${tail}` };
  });
}
