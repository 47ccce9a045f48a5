import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SearchHit, SkillRow } from '$lib/ipc';
import { Library } from './library.svelte';

const row = (name: string): SkillRow => ({
  id: name,
  name,
  description: '',
  group: 'A',
  tags: [],
  tokens: { description: 1, body: 0, files: 0 },
  errors: 0,
  warnings: 0,
  has_draft: false,
  changed_outside: false,
  broken: null,
  update_ts: '',
});
const hit = (id: string, score: number): SearchHit => ({ id, name: id, score, snippet: '' });
const rows = ['boiler', 'gas', 'gasket', 'water'].map(row);
const shown = (library: Library) => library.items.flatMap((item) => (item.kind === 'skill' ? [item.key] : []));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('names narrow the list at once, the full text widens it after a pause', async () => {
  const find = vi.fn(async () => [hit('water', 2)]);
  const library = new Library(() => rows, find);
  library.type('gas');
  expect(shown(library)).toEqual(['gas', 'gasket']);
  await vi.advanceTimersByTimeAsync(150);
  expect([shown(library), find.mock.calls]).toEqual([['gas', 'gasket', 'water'], [['gas', 'words']]]);
});

test('by meaning the nearest stand first, ungrouped; an answer to an older question is dropped', async () => {
  const answers: ((hits: SearchHit[]) => void)[] = [];
  const library = new Library(
    () => rows,
    () => new Promise((answer) => answers.push(answer)),
  );
  library.setMode('meaning');
  library.type('cold');
  await vi.advanceTimersByTimeAsync(150);
  library.type('cold house');
  await vi.advanceTimersByTimeAsync(150);
  answers[1]!([hit('water', 0.8), hit('boiler', 0.6)]);
  answers[0]!([hit('gas', 0.9)]);
  await vi.advanceTimersByTimeAsync(0);
  expect([shown(library), library.shown, library.isSearching]).toEqual([['water', 'boiler'], 2, false]);
});

test('a group is selected as a whole and let go again; what is gone is forgotten', () => {
  const library = new Library(
    () => [...rows, { ...row('far'), group: 'B' }],
    async () => [],
  );
  library.mark('far');
  library.mark('gone');
  library.markGroup('A');
  expect(library.marked.size).toBe(6);
  library.prune();
  expect(library.marked.size).toBe(5);
  library.markGroup('A');
  expect([...library.marked]).toEqual(['far']);
});

test('the sort is kept for the next start, and an unknown one is not taken', () => {
  const kept: { sort: string | null } = { sort: null };
  const make = () =>
    new Library(
      () => rows,
      async () => [],
      kept,
    );
  make().sort = 'tokens';
  expect([make().sort, kept.sort]).toEqual(['tokens', 'tokens']);
  kept.sort = 'colour';
  expect(make().sort).toBe('name');
});

test('marks by one and by range; letters jump', () => {
  const library = new Library(
    () => rows,
    async () => [],
  );
  library.mark('boiler');
  library.mark('gasket', 'boiler');
  library.mark('gas');
  expect([...library.marked]).toEqual(['boiler', 'gasket']);
  expect(library.startingWith('g', 'gas')?.id).toBe('gasket');
  expect(library.startingWith('ga', 'gas')?.id).toBe('gas');
  expect(library.startingWith('x', null)).toBeUndefined();
});
