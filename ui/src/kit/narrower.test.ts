import { readFileSync, readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { narrower } from './narrower';

it('says which widths an element is not wider than, whenever its size changes', () => {
  let tell = (_: { contentRect: { width: number } }[]) => {};
  const [observe, disconnect] = [vi.fn(), vi.fn()];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: typeof tell) {
        tell = told;
      }
      observe = observe;
      disconnect = disconnect;
    },
  );
  const element = document.createElement('div');
  const stop = narrower(280, 380)(element);
  expect(observe).toHaveBeenCalledExactlyOnceWith(element);
  const at = (width: number) => (tell([{ contentRect: { width } }]), element.dataset['narrower']);
  expect([at(500), at(380), at(281), at(280), at(900)]).toEqual(['', '380', '380', '280 380', '']);
  (stop as () => void)();
  expect(disconnect).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it('says every width that a rule asks for, and no rule asks the engine, which is wrong in a zoomed window', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(svelte|css)$/.test(file),
  );
  const texts = files.map((file) => readFileSync(`src/${file}`, 'utf8'));
  const found = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, what = '']) => what));
  expect(found(/@container\s+(.*)\{/g)).toEqual([]);
  const asked = new Set(found(/\[data-narrower~='(\d+)'\]/g));
  const said = new Set(found(/\bnarrower\(([\d, ]+)\)/g).flatMap((widths) => widths.split(', ')));
  expect([...asked].sort()).toEqual([...said].sort());
  expect(asked.size).toBeGreaterThan(10);
});
