import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Latest } from './latest';
import { LONGEST_REST, Pace } from './pace';
import { Typed } from './state/typed.svelte';

/** How long the next frame takes to be drawn, in milliseconds. */
let frame = 10;

beforeEach(() => {
  vi.useFakeTimers();
  frame = 10;
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => setTimeout(() => draw(0), frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function draw(pace: Pace, took: number) {
  frame = took;
  pace.drawn();
  await vi.advanceTimersByTimeAsync(took + 1);
}

it('asks for no rest where drawing fits between two keys, and for a longer one the longer it takes', async () => {
  const pace = new Pace();
  expect(pace.rest).toBe(0);
  await draw(pace, 20);
  expect(pace.rest).toBe(0);
  await draw(pace, 60);
  const some = pace.rest;
  expect(some).toBeGreaterThan(0);
  await draw(pace, 100);
  expect(pace.rest).toBeGreaterThan(some);
  await draw(pace, 5_000);
  expect(pace.rest).toBe(LONGEST_REST);
});

it('comes back to none after some that were quick, not after one', async () => {
  const pace = new Pace();
  await draw(pace, 400);
  await draw(pace, 10);
  expect(pace.rest).toBeGreaterThan(0);
  for (let times = 0; times < 4; times += 1) await draw(pace, 10);
  expect(pace.rest).toBe(0);
});

it('counts what is taken over together as one drawing', async () => {
  const pace = new Pace();
  frame = 50;
  pace.drawn();
  await vi.advanceTimersByTimeAsync(40);
  pace.drawn();
  await vi.advanceTimersByTimeAsync(20);
  const { rest } = pace;
  await vi.advanceTimersByTimeAsync(500);
  expect(pace.rest).toBe(rest);
});

it('tells one call at a time when to begin', async () => {
  const [pace, work] = [new Pace(), vi.fn(async () => {})];
  const latest = new Latest(work, pace);
  latest.soon();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  await draw(pace, 5_000);
  latest.soon();
  await vi.advanceTimersByTimeAsync(LONGEST_REST - 1);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
});

it('what narrows a list follows each key, or the last of them where the list is slow to draw', async () => {
  const words = new Typed();
  words.text = 'g';
  expect([words.text, words.settled]).toEqual(['g', 'g']);
  frame = 5_000;
  words.text = 'ga';
  await vi.advanceTimersByTimeAsync(6_000);
  words.text = 'gas';
  await vi.advanceTimersByTimeAsync(6_000);
  for (const text of ['gas m', 'gas me', 'gas met']) {
    words.text = text;
    await vi.advanceTimersByTimeAsync(50);
    expect(words.settled).toBe('gas');
  }
  await vi.advanceTimersByTimeAsync(LONGEST_REST);
  expect(words.settled).toBe('gas met');
  words.text = 'gas meter';
  words.settle();
  expect(words.settled).toBe('gas meter');
});
