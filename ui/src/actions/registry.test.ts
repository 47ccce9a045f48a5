import { describe, expect, test, vi } from 'vitest';
import { recorded } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import { registry as all } from '.';
import { Registry } from './registry.svelte';
import { listenForShortcuts } from './shortcuts';
import type { Action } from './types';

const action = (part: Partial<Action> & { id: string }): Action => ({
  label: part.id,
  group: 'View',
  perform: () => {},
  ...part,
});
const press = (target: EventTarget, init: KeyboardEventInit) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

test('a later action takes the place of an earlier one, until it is taken out', () => {
  const registry = new Registry();
  registry.register([action({ id: 'a', label: 'first' }), action({ id: 'b' })]);
  const remove = registry.register([action({ id: 'a', label: 'second' })]);
  expect(registry.find('a')?.label).toBe('second');
  remove();
  expect(registry.all.map((each) => each.label)).toEqual(['first', 'b']);
});

test('what cannot be done now is neither offered nor done', () => {
  const registry = new Registry();
  const perform = vi.fn();
  registry.register([action({ id: 'a', when: () => false, perform })]);
  expect([registry.available(), registry.perform('a'), perform.mock.calls.length]).toEqual([[], false, 0]);
});

describe('shortcuts', () => {
  test('a plain key belongs to the field it is typed into; a chord does not', () => {
    const registry = new Registry();
    const plain = vi.fn();
    const chord = vi.fn();
    registry.register([
      action({ id: 'search', keys: '/', perform: plain }),
      action({ id: 'palette', keys: '$mod+k', perform: chord }),
    ]);
    const stop = listenForShortcuts(registry);
    const input = document.body.appendChild(document.createElement('input'));
    press(input, { key: '/' });
    press(input, { key: 'k', ctrlKey: true });
    press(document.body, { key: '/' });
    stop();
    press(document.body, { key: '/' });
    expect([plain.mock.calls.length, chord.mock.calls.length]).toEqual([1, 1]);
  });

  test('what leaves fields alone is not done while one types', () => {
    const registry = new Registry();
    const undo = vi.fn();
    registry.register([action({ id: 'undo', keys: '$mod+z', leavesFields: true, perform: undo })]);
    const stop = listenForShortcuts(registry);
    const field = document.body.appendChild(document.createElement('textarea'));
    field.value = 'typed';
    const box = document.body.appendChild(document.createElement('input'));
    box.type = 'checkbox';
    const isLeft = press(field, { key: 'z', ctrlKey: true });
    expect([isLeft, undo.mock.calls.length]).toEqual([true, 0]);
    press(box, { key: 'z', ctrlKey: true });
    press(document.body, { key: 'z', ctrlKey: true });
    stop();
    expect(undo).toHaveBeenCalledTimes(2);
  });

  test('of two actions on one key the one that can be done is done', () => {
    const registry = new Registry();
    const run = vi.fn();
    const test = vi.fn();
    registry.register([
      action({ id: 'run', keys: '$mod+Enter', perform: run }),
      action({ id: 'test', keys: '$mod+Enter', when: () => false, perform: test }),
    ]);
    const stop = listenForShortcuts(registry);
    press(document.body, { key: 'Enter', ctrlKey: true });
    stop();
    expect([run.mock.calls.length, test.mock.calls.length]).toEqual([1, 0]);
  });
});

test("the shell's own actions have names of their own and no two share a key", () => {
  const ids = all.all.map(({ id }) => id);
  const keys = all.all.flatMap((each) => [each.keys ?? [], each.otherKeys ?? []].flat());
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(keys).size).toBe(keys.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-z-]+$/);
});

test.each([
  ['tools.new', { newTool: '' }],
  ['tools.import', { begin: 'import' }],
  ['tools.new-server', { begin: 'server' }],
  ['tools.paste-servers', { begin: 'paste' }],
])('%s can be done before Tools has been seen', (id, wish) => {
  app.library = recorded('getLibrary');
  app.go('library');
  expect(all.perform(id)).toBe(true);
  expect([app.view, app.intents.take('tool')]).toEqual(['tools', wish]);
});
