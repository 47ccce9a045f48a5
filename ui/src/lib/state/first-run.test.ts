import { expect, it } from 'vitest';
import { FirstRun } from './first-run.svelte';

/** A memory of its own. */
function memory(text: string | null = null) {
  return { read: () => text, write: (written: string) => (text = written) };
}

it('shows its next step once it is offered, remembers what was taken, and ends with the last', () => {
  const kept = memory();
  const first = new FirstRun(kept);
  expect([first.isShown, first.next]).toEqual([false, 'fix']);
  first.offer();
  first.take('fix');
  first.take('fix');
  expect([first.isShown, first.next, first.taken]).toEqual([true, 'query', 1]);
  const later = new FirstRun(kept);
  expect([later.isShown, later.isTaken('fix'), later.next]).toEqual([true, true, 'query']);
  for (const step of ['query', 'test', 'simulate', 'export'] as const) later.take(step);
  expect([later.isShown, later.next]).toEqual([false, null]);
});

it('stays away once it was skipped, and is found again', () => {
  const first = new FirstRun(memory());
  first.offer();
  first.take('fix');
  first.skip();
  first.offer();
  expect(first.isShown).toBe(false);
  first.resume();
  expect([first.isShown, first.taken]).toEqual([true, 1]);
  first.restart();
  expect([first.isShown, first.taken]).toEqual([true, 0]);
  const never = new FirstRun(memory());
  never.take('query');
  never.resume();
  expect([never.isShown, never.taken]).toEqual([true, 1]);
});

it.each(['', 'no json', '{"taken": "fix"}', '{"taken": ["gone"], "isOffered": 1}', 'null'])(
  'takes what it cannot read for nothing: %s',
  (text) => {
    const first = new FirstRun(memory(text));
    expect([first.isShown, first.taken, first.next]).toEqual([false, 0, 'fix']);
  },
);
