import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SearchHit, SearchRequest, SearchResult, SkillRow } from '$lib/ipc';
import Filters from './Filters.svelte';
import { Library, SHOWN } from './library.svelte';

const row = (name: string): SkillRow => ({
  id: name,
  name,
  description: '',
  group: 'A',
  tags: name === 'water' ? ['wet'] : [],
  tokens: { description: 1, body: 0, files: 0 },
  errors: 0,
  warnings: 0,
  is_fixable: false,
  has_draft: false,
  link: 'none',
  is_linked: false,
  is_written: false,
  broken: null,
  aggregate_version: 1,
  updated_at: '',
});
const hit = (id: string, score = 0): SearchHit => ({
  kind: 'skill',
  description: '',
  id,
  name: id,
  field: 'name',
  name_ranges: [],
  passage: '',
  passage_ranges: [],
  path: '',
  score,
});
const rows = ['boiler', 'gas', 'gasket', 'water'].map(row);
const shown = (library: Library) => library.items.flatMap((item) => (item.kind === 'skill' ? [item.key] : []));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is typed is asked at once; the list keeps the order of the answer and says how many there are', async () => {
  const find = vi.fn(async (_: SearchRequest) => ({ hits: [hit('water'), hit('gas')], total: 789 }));
  const library = new Library(() => rows, find);
  library.type('gas');
  expect(shown(library).length).toBe(4);
  await vi.advanceTimersByTimeAsync(0);
  expect([shown(library), library.shown, library.total]).toEqual([['water', 'gas'], 2, 789]);
  expect(find.mock.calls).toEqual([[{ query: 'gas', mode: 'words', limit: SHOWN, among: null }]]);
  library.showMore();
  library.type('gas');
  await vi.advanceTimersByTimeAsync(0);
  expect(find.mock.calls.length).toBe(2);
  library.type('');
  expect(shown(library).length).toBe(4);
});

test('while something is searched for no filter counts the whole library', async () => {
  const library = new Library(
    () => rows,
    async () => ({ hits: [hit('gas')], total: 1 }),
  );
  render(Filters, { library, total: rows.length });
  const filters = screen.getByTestId('filters');
  expect(filters.textContent).toMatch(/All\s*4/);
  library.type('gas');
  await vi.advanceTimersByTimeAsync(0);
  expect(library.answered).toBe('words gas');
  expect(filters.textContent).not.toMatch(/\d/);
  library.type('');
  await tick();
  expect([library.answered, /All\s*4/.test(filters.textContent)]).toEqual(['', true]);
});

test('a search is within what the filters leave', async () => {
  const find = vi.fn(async (_: SearchRequest) => ({ hits: [], total: 0 }));
  const library = new Library(() => rows, find);
  library.toggleTag('wet');
  library.type('w');
  await vi.advanceTimersByTimeAsync(0);
  expect(find.mock.calls[0]![0].among).toEqual(['water']);
});

test('while an answer is on its way the newest question waits, those between are never asked', async () => {
  const answers: ((result: SearchResult) => void)[] = [];
  const asked: string[] = [];
  const library = new Library(
    () => rows,
    ({ query }) => {
      asked.push(query);
      return new Promise((answer) => answers.push(answer));
    },
  );
  library.setMode('meaning');
  for (const query of ['c', 'co', 'cold house']) {
    library.type(query);
    await vi.advanceTimersByTimeAsync(0);
  }
  answers[0]!({ hits: [hit('gas', 0.9)], total: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(library.found).toBeNull();
  answers[1]!({ hits: [hit('water', 0.8), hit('boiler', 0.6)], total: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, shown(library), library.isSearching]).toEqual([['c', 'cold house'], ['water', 'boiler'], false]);
});

test('a group is selected as a whole and let go again; what is gone is forgotten', () => {
  const library = new Library(
    () => [...rows, { ...row('far'), group: 'B' }],
    async () => ({ hits: [], total: 0 }),
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
      async () => ({ hits: [], total: 0 }),
      kept,
    );
  make().sort = 'tokens';
  expect([make().sort, kept.sort]).toEqual(['tokens', 'tokens']);
  kept.sort = 'colour';
  expect(make().sort).toBe('name');
});

test('all that search and filters show is selected, and nothing that they hide', async () => {
  const library = new Library(
    () => rows,
    async () => ({ hits: [hit('gas')], total: 1 }),
  );
  library.mark('boiler');
  library.type('gas');
  await vi.advanceTimersByTimeAsync(0);
  expect(library.hiddenMarks).toBe(1);
  library.markAll();
  expect([[...library.marked], library.hiddenMarks]).toEqual([['gas'], 0]);
  expect(library.isAllMarked).toBe(true);
  library.toggleAll();
  expect(library.marked.size).toBe(0);
  // A group, too, is what is listed of it.
  library.markGroup('A');
  expect([...library.marked]).toEqual(['gas']);
  library.clear();
  library.toggleTag('wet');
  library.markAll();
  expect([...library.marked]).toEqual(['water']);
  library.clear();
  library.closed.add('A');
  library.markAll();
  expect(library.marked.size).toBe(4);
});

test('marks by one and by range; letters jump', () => {
  const library = new Library(
    () => rows,
    async () => ({ hits: [], total: 0 }),
  );
  library.mark('boiler');
  library.mark('gasket', 'boiler');
  library.mark('gas');
  expect([...library.marked]).toEqual(['boiler', 'gasket']);
  expect(library.startingWith('g', 'gas')?.id).toBe('gasket');
  expect(library.startingWith('ga', 'gas')?.id).toBe('gas');
  expect(library.startingWith('x', null)).toBeUndefined();
});

test('shows just the skills that another place asks for, until all are shown again', async () => {
  const find = vi.fn(async (_: SearchRequest) => ({ hits: [], total: 0 }));
  const library = new Library(() => rows, find);
  library.toggleTag('wet');
  library.closed.add('A');
  library.showOnly('Identical skills', ['gas', 'water']);
  expect([shown(library), library.isFiltered]).toEqual([['gas', 'water'], true]);
  library.type('x');
  await vi.advanceTimersByTimeAsync(0);
  expect(find.mock.calls[0]![0].among).toEqual(['gas', 'water']);
  library.clear();
  expect([library.shown, library.only]).toEqual([4, null]);
});

test('what was asked for in one library does not narrow the next', () => {
  const library = new Library(() => rows);
  library.follow('/here.db');
  library.showOnly('Identical skills', ['gas']);
  library.follow(null);
  library.follow('/here.db');
  expect(library.only).not.toBeNull();
  library.follow('/there.db');
  expect([library.only, library.shown]).toEqual([null, 4]);
});
