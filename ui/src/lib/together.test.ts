import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Together } from './together';

let taken: string[];
let together: Together;
const answer = (name: string) => () => void taken.push(name);

beforeEach(() => {
  vi.useFakeTimers();
  taken = [];
  together = new Together(40);
});
afterEach(() => void vi.useRealTimers());

it('takes answers over at once when the last is there, in the order they came', () => {
  const [first, second] = [together.ask(), together.ask()];
  second(answer('second'));
  expect(taken).toEqual([]);
  first(answer('first'));
  expect(taken).toEqual(['second', 'first']);
});

it('waits for a slow side for a moment only', () => {
  const [fast, slow] = [together.ask(), together.ask()];
  fast(answer('fast'));
  vi.advanceTimersByTime(40);
  expect(taken).toEqual(['fast']);
  slow(answer('slow'));
  expect(taken).toEqual(['fast', 'slow']);
});

it('shows what waits before the next question is asked', () => {
  const [fast] = [together.ask(), together.ask()];
  fast(answer('fast'));
  together.ask();
  expect(taken).toEqual(['fast']);
});
