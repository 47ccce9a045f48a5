import { expect, test } from 'vitest';
import { findConflicts, settle } from './conflicts';

const text =
  'one\n<<<<<<<<< mine\nHeading\n=======\n=========\ntheirs\n>>>>>>>>> theirs\nlast\n<<<<<<<<< mine\n=========\nadded\n>>>>>>>>> theirs';

test("conflicts are found with their sides; a heading's underline is none of their markers", () => {
  const found = findConflicts(text);
  expect(found.map(({ line, mine, theirs }) => ({ line, mine, theirs }))).toEqual([
    { line: 2, mine: 'Heading\n=======\n', theirs: 'theirs\n' },
    { line: 9, mine: '', theirs: 'added\n' },
  ]);
});

test('settling every conflict leaves no marker', () => {
  const settled = (choice: 'mine' | 'theirs' | 'both') =>
    findConflicts(text).reduceRight(
      (whole, conflict) => whole.slice(0, conflict.from) + settle(conflict, choice) + whole.slice(conflict.to),
      text,
    );
  expect(settled('mine')).toBe('one\nHeading\n=======\nlast\n');
  expect(settled('theirs')).toBe('one\ntheirs\nlast\nadded\n');
  expect(settled('both')).toBe('one\nHeading\n=======\ntheirs\nlast\nadded\n');
});
