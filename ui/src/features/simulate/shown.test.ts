import { expect, it } from 'vitest';
import { ROOM, shownFrom, startAfter, startAround, startBefore } from './shown';

it('draws no more than there is room for, the end of it unless something else is looked at', () => {
  expect(shownFrom(0, null)).toEqual({ from: 0, to: 0 });
  expect(shownFrom(ROOM, null)).toEqual({ from: 0, to: ROOM });
  expect(shownFrom(10_000, null)).toEqual({ from: 10_000 - ROOM, to: 10_000 });
  expect(shownFrom(10_000, startAround(5_000))).toEqual({ from: 4_900, to: 5_100 });
  expect(shownFrom(10_000, startAround(3))).toEqual({ from: 0, to: ROOM });
  expect(shownFrom(10_000, startAround(9_999))).toEqual({ from: 10_000 - ROOM, to: 10_000 });
});

it('comes from one end to the other by halves, and passes nothing over', () => {
  const count = 1_000;
  let start: number | null = null;
  let shown = shownFrom(count, start);
  const seen = new Set<number>();
  const see = () => {
    for (let item = shown.from; item < shown.to; item += 1) seen.add(item);
  };
  see();
  while (shown.from > 0) {
    shown = shownFrom(count, startBefore(shown));
    see();
  }
  expect(seen.size).toBe(count);
  for (let turns = 0; turns < 20; turns += 1) {
    start = startAfter(shown, count);
    shown = shownFrom(count, start);
    if (start === null) break;
  }
  expect([start, shown.to]).toEqual([null, count]);
});
