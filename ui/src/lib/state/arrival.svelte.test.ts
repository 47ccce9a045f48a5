import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { app } from './app.svelte';
import { onArrival } from './arrival.svelte';

const frame = () => new Promise((done) => requestAnimationFrame(done));
const button = () => document.body.appendChild(document.createElement('button'));
let target = $state.raw<HTMLElement | null | undefined>(undefined);
let leave = () => {};

beforeEach(() => {
  target = undefined;
  app.go('library');
  app.history.clear();
  app.overlay = null;
  leave = $effect.root(() => onArrival('tools', () => target));
  flushSync();
});
afterEach(() => {
  leave();
  document.body.replaceChildren();
});

/** Has what one begins with at a place; returns it. */
async function found() {
  target = button();
  flushSync();
  await frame();
  return target;
}

it('the keyboard goes to what one begins with, as soon as that is there', async () => {
  app.go('tools');
  flushSync();
  await frame();
  expect(document.activeElement).toBe(document.body);
  const to = await found();
  expect(document.activeElement).toBe(to);
});

it('each time, and from what led there', async () => {
  const to = await found();
  const rail = button();
  for (let time = 0; time < 2; time += 1) {
    app.go('library');
    rail.focus();
    flushSync();
    expect(document.activeElement).toBe(rail);
    app.go('tools');
    flushSync();
    await frame();
    expect(document.activeElement).toBe(to);
  }
});

it('not once it is elsewhere, nor to another place, nor under a dialog', async () => {
  app.go('tools');
  flushSync();
  const other = button();
  other.focus();
  await found();
  expect(document.activeElement).toBe(other);
  other.blur();
  app.go('map');
  flushSync();
  await frame();
  expect(document.activeElement).toBe(document.body);
  app.overlay = 'import';
  app.go('tools');
  flushSync();
  await frame();
  expect(document.activeElement).toBe(document.body);
  app.overlay = null;
  flushSync();
  await frame();
  expect(document.activeElement).toBe(target);
});

it('nowhere where there is nothing to begin with, also when there is something later', async () => {
  target = null;
  app.go('tools');
  flushSync();
  await frame();
  await found();
  expect(document.activeElement).toBe(document.body);
});
