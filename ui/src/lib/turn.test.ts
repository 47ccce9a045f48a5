import { expect, it } from 'vitest';
import { Turn } from './turn';

it('counts the newest question only, whichever answer comes first', () => {
  const turn = new Turn();
  const first = turn.begin();
  expect(first()).toBe(true);
  const second = turn.begin();
  expect([first(), second(), second()]).toEqual([false, true, true]);
});

it('counts none once it is ended, and the next again', () => {
  const turn = new Turn();
  const isNewest = turn.begin();
  turn.end();
  expect([isNewest(), turn.begin()()]).toEqual([false, true]);
});

it('tells of what is asked from now on without beginning anything', () => {
  const turn = new Turn();
  const begun = turn.begin();
  const isNewest = turn.now();
  expect([begun(), isNewest()]).toEqual([true, true]);
  turn.begin();
  expect([begun(), isNewest()]).toEqual([false, false]);
});
