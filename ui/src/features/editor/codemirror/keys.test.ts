import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { keyNamed } from '$lib/frontmatter-keys';
import { completeKey, keyAt, keyCard } from './keys';

const TEXT = '---\nname: gas\nmodel: opus\npat\n---\n\nmodel: in the body\n';
const state = EditorState.create({ doc: TEXT });
const at = (text: string, from = 0) => TEXT.indexOf(text, from);

test('a key is found under the pointer in the frontmatter alone, and not in its value', () => {
  expect(keyAt(state, at('model') + 2)).toMatchObject({ from: at('model'), to: at('model') + 5 });
  expect(keyAt(state, at('opus'))).toBeNull();
  expect(keyAt(state, at('model: in') + 1)).toBeNull();
  expect(keyAt(state, at('pat'))).toBeNull();
  expect(keyAt(state, 1)).toBeNull();
});

test('the card says what a key means and who reads it, the first client first', () => {
  const lines = [...keyCard(keyNamed('model')!, 'codex').children].map((line) => line.textContent);
  expect(lines.slice(0, 4)).toEqual([
    'model',
    'Not in the Agent Skills spec',
    'The model used while the skill is active.',
    'Codex ignores it.',
  ]);
  expect(lines[4]).toBe('Claude Code and Qwen Code read it.');
});

test('keys are completed at the start of a line of the frontmatter, without those that are there', () => {
  const end = at('pat') + 3;
  const found = completeKey(new CompletionContext(state, end, false), 'codex')!;
  const labels = found.options.map(({ label }) => label);
  expect(found.from).toBe(at('pat'));
  expect(labels).toContain('paths');
  expect(labels).not.toContain('model');
  const option = (label: string) => found.options.find((each) => each.label === label)!;
  expect([option('paths').detail, option('paths').apply]).toEqual(['ignored', 'paths: ']);
  expect(option('paths').boost).toBeLessThan(option('description').boost!);
  const body = TEXT.lastIndexOf('model') + 3;
  expect(completeKey(new CompletionContext(state, body, true), null)).toBeNull();
  expect(completeKey(new CompletionContext(state, at('opus') + 4, true), null)).toBeNull();
});
