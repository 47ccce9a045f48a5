import { expect, test } from 'vitest';
import type { Action } from '$actions';
import type { FoundKind, SearchHit, SkillRow } from '$lib/ipc';
import {
  doneIn,
  foundOf,
  overview,
  queryOf,
  remember,
  requestOf,
  similarOf,
  similarRows,
  type Sources,
} from './palette';

const row = (name: string): SkillRow => ({
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
});
const hit = (id: string, kind: FoundKind = 'skill'): SearchHit => ({
  kind,
  id,
  name: id,
  description: '',
  field: 'file',
  name_ranges: [{ from: 0, to: 3 }],
  passage: 'a gas leak',
  passage_ranges: [{ from: 2, to: 5 }],
  path: 'references/a.md',
  score: 0,
});
const action = (id: string, label: string, group: Action['group'], words?: string): Action => ({
  id,
  label,
  group,
  words,
  perform: () => {},
});
const all: Sources = {
  actions: [action('view.a', 'Toggle theme', 'View', 'dark'), action('skill.b', 'Rename skill', 'Skill')],
  skills: ['gas', 'water', 'boiler'].map(row),
  recent: ['water', 'gone'],
  done: ['skill.b', 'view.gone'],
};
const labels = (found: { label: string }[]) => found.map(({ label }) => label);

test('nothing typed: skills seen lately, then actions by group; of skills alone all of them', () => {
  expect(labels(overview('', 'all', all))).toEqual(['water', 'Rename skill', 'Toggle theme']);
  expect(labels(overview('>', 'all', all))).toEqual(['Rename skill', 'Toggle theme']);
  expect(labels(overview('', 'skills', all))).toEqual(['water', 'gas', 'boiler']);
});

test.each([
  ['> dark', 'all', { query: 'dark', kinds: [] }],
  ['> dark', 'skills', { query: '> dark', kinds: ['skill'] }],
  ['  gas ', 'all', { query: 'gas', kinds: ['skill', 'tool', 'agent', 'server'] }],
] as const)('%s in %s', (text, mode, expected) => expect(queryOf(text, mode)).toEqual(expected));

test('what was done from the palette is remembered, latest first and once', () => {
  let kept: string | null = null;
  const memory = { read: () => kept, write: (text: string) => void (kept = text) };
  expect(doneIn(memory)).toEqual([]);
  for (const id of ['a', 'b', 'a']) remember(memory, id);
  expect(doneIn(memory)).toEqual(['a', 'b']);
  for (let at = 0; at < 30; at++) remember(memory, `${at}`);
  expect(doneIn(memory)).toHaveLength(20);
});

test('the studio is told every action and decides the order; what went meanwhile is left out', () => {
  expect(requestOf('gas', 'all', all).actions).toEqual([
    { label: 'Toggle theme', words: 'dark', used: null },
    { label: 'Rename skill', words: '', used: 0 },
  ]);
  expect(requestOf('gas', 'skills', all).actions).toEqual([]);
  const found = foundOf(
    {
      hits: [
        { kind: 'found', hit: hit('gas') },
        { kind: 'action', index: 1, ranges: [{ from: 0, to: 2 }] },
        { kind: 'found', hit: hit('gone') },
        { kind: 'action', index: 9, ranges: [] },
      ],
      total: 4,
    },
    all,
  );
  expect(found.map(({ label, ranges }) => [label, ranges])).toEqual([
    ['gas', [{ from: 0, to: 3 }]],
    ['Rename skill', [{ from: 0, to: 2 }]],
  ]);
});

test('s0_19 each kind stands together, that of the best first; what means the same stands under one heading', () => {
  const hits = [hit('gas'), hit('close_valve', 'tool'), hit('boiler'), hit('desk', 'agent'), hit('meters', 'server')];
  const found = foundOf({ hits: hits.map((hit) => ({ kind: 'found', hit })), total: 5 }, all);
  expect(found.map(({ label, heading }) => `${heading}: ${label}`)).toEqual([
    'Skills: gas',
    'Skills: boiler',
    'Tools: close_valve',
    'Agents: desk',
    'Servers: meters',
  ]);
  const similar = similarRows([hit('close_valve', 'tool'), hit('gone'), hit('water')], all, []);
  expect(similar.map(({ kind, label, heading }) => [kind, label, heading])).toEqual([
    ['tool', 'close_valve', 'Semantic matches'],
    ['skill', 'water', 'Semantic matches'],
  ]);
  expect(similarOf('gas', 'all')).toEqual({ query: 'gas', kinds: ['skill', 'tool', 'agent', 'server'], limit: 12 });
  expect([similarOf('> gas', 'all'), similarOf(' ', 'all')]).toEqual([null, null]);
});
