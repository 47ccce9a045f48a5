import { expect, it } from 'vitest';
import { diffWords, shortened } from './word-diff';

const shown = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => ({ same: text, inserted: `[+${text}]`, removed: `[-${text}]` })[kind])
    .join('');

it.each([
  ['', '', ''],
  ['a b', 'a b', 'a b'],
  ['', 'a', '[+a]'],
  ['a b c', 'a c', 'a[- b] c'],
  ['a gas smell, a pipe', 'a gas smell, rotten eggs, a pipe', 'a gas smell,[+ rotten eggs,] a pipe'],
  ['a pipe', 'smell or a pipe', '[+smell or] a pipe'],
  ['one two three', 'one 2 three four', 'one[- two][+ 2] three[+ four]'],
])('%j → %j', (before, after, expected) => expect(shown(before, after)).toBe(expected));

it('gives both texts back, however much changed', () => {
  const [before, after] = [' a b c d e'.repeat(300), ' b c x e a'.repeat(300)];
  const pieces = diffWords(before, after);
  const side = (kind: string) => pieces.filter((piece) => piece.kind !== kind).map(({ text }) => text);
  expect([side('inserted').join(''), side('removed').join('')]).toEqual([before, after]);
});

it('leaves out what is the same far from a change', () => {
  const pieces = diffWords(`${'word '.repeat(50)}a b`, `${'word '.repeat(50)}a c`);
  expect(shortened(pieces, 12)[0]?.text).toBe('… word word a');
});
