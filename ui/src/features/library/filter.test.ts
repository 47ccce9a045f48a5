import { expect, test } from 'vitest';
import type { SkillRow } from '$lib/ipc';
import { choose, countTags, doubledNames, grouped, groupNames, type Criteria } from './filter';

const row = (name: string, over: Partial<SkillRow> = {}): SkillRow => ({
  id: name,
  name,
  description: '',
  group: 'A',
  tags: [],
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
  ...over,
});
const rows = [
  row('gas-10', {
    description: 'Smell of gas',
    tags: ['safety', 'gas'],
    tokens: { description: 1, body: 9, files: 0 },
  }),
  row('gas-2', { warnings: 2, updated_at: '2026-01-02', group: 'B', tags: ['gas'] }),
  row('broken', { broken: { code: 'yaml', message: 'm', line: 1, column: 1 }, updated_at: '2026-01-01' }),
  row('mine', { has_draft: true, errors: 1 }),
];
const names = (over: Partial<Criteria>) =>
  choose(rows, { show: 'all', tags: new Set(), sort: 'name', ...over }).map(({ name }) => name);

test.each<[Partial<Criteria>, string[]]>([
  [{}, ['broken', 'gas-2', 'gas-10', 'mine']],
  [{ sort: 'tokens' }, ['gas-10', 'broken', 'gas-2', 'mine']],
  [{ sort: 'problems' }, ['broken', 'mine', 'gas-2', 'gas-10']],
  [{ sort: 'recent' }, ['gas-2', 'broken', 'gas-10', 'mine']],
  [{ show: 'problems' }, ['broken', 'gas-2', 'mine']],
  [{ show: 'drafts' }, ['mine']],
  [{ show: 'errors' }, ['broken', 'mine']],
  [{ show: 'warnings' }, ['gas-2']],
  [{ show: 'duplicates' }, []],
  [{ show: 'changed' }, []],
  [{ tags: new Set(['gas']) }, ['gas-2', 'gas-10']],
  [{ tags: new Set(['gas', 'safety']) }, ['gas-10']],
])('%o', (criteria, expected) => expect(names(criteria)).toEqual(expected));

test('groups stand in the order of their names, whatever their skills are called', () => {
  const other = [row('a', { group: 'team 10' }), row('b', { group: 'Team 2' }), row('c', { group: 'alpha' })];
  expect(groupNames(other)).toEqual(['alpha', 'Team 2', 'team 10']);
});

test('equal names are told', () => {
  expect([...doubledNames([row('a'), row('b'), row('a'), row('a')])]).toEqual(['a']);
});

test('groups count what is shown and fold', () => {
  const shown = grouped(rows, ['B', 'A'], new Set(['A']));
  expect(
    shown.map((item) => (item.kind === 'group' ? `${item.name} ${item.count} ${item.tokens}` : item.row.name)),
  ).toEqual(['B 1 1', 'gas-2', 'A 3 12']);
});

test('tags are counted once a skill', () => {
  expect(countTags([...rows, row('x', { tags: ['gas', 'gas'] })])).toEqual([
    { tag: 'gas', count: 3 },
    { tag: 'safety', count: 1 },
  ]);
});

test('ten thousand rows are chosen and grouped without delay', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => row(`skill-${at}`, { tags: [`t${at % 100}`] }));
  const chosen = choose(many, { show: 'all', tags: new Set(['t7']), sort: 'name' });
  expect([chosen.length, chosen[1]?.name]).toEqual([100, 'skill-107']);
});
