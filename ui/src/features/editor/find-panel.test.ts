import { SearchQuery } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { NamedEntity } from '$lib/ipc';
import { countOf } from './codemirror/find-panel';
import { card } from './codemirror/names';

const text = 'gas, Gas and gasket';

test.each([
  ['', {}, 0, ''],
  ['gas', {}, 0, '1 of 3'],
  ['gas', { caseSensitive: true }, 5, '2 results'],
  ['gas', { wholeWord: true }, 0, '1 of 2'],
  ['oil', {}, 0, 'No results'],
  ['gaske', {}, 0, '1 result'],
  ['(', { regexp: true }, 0, 'Invalid regex'],
])('%s %o', (search, options, from, expected) => {
  const to = Math.min(text.length, from + search.length);
  const state = EditorState.create({ doc: text, selection: { anchor: from, head: to } });
  expect(countOf(state, new SearchQuery({ search, ...options }))).toBe(expected);
});

test('more than a thousand matches are not counted', () => {
  const state = EditorState.create({ doc: 'a '.repeat(2000) });
  expect(countOf(state, new SearchQuery({ search: 'a' }))).toBe('1000+ results');
});

test('a card says what a name stands for', () => {
  const entity: NamedEntity = {
    range: { from: 0, to: 4 },
    kind: 'tool',
    id: '1',
    name: 'call',
    description: 'Calls.',
    signature: '(number: string)',
    tokens: null,
    problem: null,
  };
  expect(card(entity).textContent).toBe(
    'callTool(number: string)Calls.Ctrl+click or F12 to open · Shift+F12 to find uses',
  );
  expect(card({ ...entity, kind: 'host_tool', signature: '' }).textContent).toBe('callClient toolCalls.');
});
