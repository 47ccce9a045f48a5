import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetStylesWhenQuiet } from './computed-styles';

/** How many sheets were adopted, each time that changed. */
let adopted: number[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  adopted = [];
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  let sheets: unknown[] = [];
  Object.defineProperty(document, 'adoptedStyleSheets', {
    configurable: true,
    get: () => sheets,
    set: (given: unknown[]) => {
      sheets = given;
      adopted.push(given.length);
    },
  });
  stop = forgetStylesWhenQuiet();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});

const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

it('lets a sheet come and go once the keys have been left alone for three seconds', () => {
  press();
  vi.advanceTimersByTime(2900);
  press();
  vi.advanceTimersByTime(2900);
  expect(adopted).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(adopted).toEqual([1, 0]);
});

it('does not forget them in the middle of a drag', () => {
  dispatchEvent(new Event('pointerdown'));
  for (let at = 0; at < 5; at += 1) {
    vi.advanceTimersByTime(2000);
    dispatchEvent(new Event('pointermove'));
  }
  expect(adopted).toEqual([]);
});

it('does nothing while nobody uses the window, and after it was stopped', () => {
  vi.advanceTimersByTime(60_000);
  press();
  stop();
  vi.advanceTimersByTime(60_000);
  expect(adopted).toEqual([]);
});
