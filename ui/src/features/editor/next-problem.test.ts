import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { Finding, SkillRow } from '$lib/ipc';
import { nextFinding, nextSkill, offsetAt, outermost } from './next-problem';

const finding = (from: number, severity: Finding['severity'] = 'error') => ({ from, severity }) as Finding;
const row = (id: string, errors: number, warnings = 0) => ({ id, errors, warnings }) as SkillRow;

test('the next problem is behind the cursor, the previous one before it; hints are passed over', () => {
  const found = [finding(9), finding(5, 'info'), finding(3, 'warning')];
  expect(nextFinding(found, 3, 1)?.from).toBe(9);
  expect(nextFinding(found, 9, 1)).toBeNull();
  expect(nextFinding(found, 9, -1)?.from).toBe(3);
  expect([outermost(found, 'first')?.from, outermost(found, 'last')?.from]).toEqual([3, 9]);
});

test('behind the last problem of a skill comes the next skill that has one, around the list', () => {
  const rows = [row('a', 0, 1), row('b', 0), row('c', 2), row('d', 0)];
  expect(nextSkill(rows, 'a', 1)?.id).toBe('c');
  expect(nextSkill(rows, 'c', 1)?.id).toBe('a');
  expect(nextSkill(rows, 'c', -1)?.id).toBe('a');
  expect(nextSkill(rows, null, 1)?.id).toBe('a');
  expect(nextSkill([row('b', 0)], 'b', 1)).toBeNull();
});

test('columns count characters, offsets count what a text editor counts', () => {
  const doc = Text.of(['one', '😀 two']);
  expect([offsetAt(doc, 1, 2), offsetAt(doc, 2, 3), offsetAt(doc, 9, 1)]).toEqual([1, 7, 4]);
});
