import { render } from '@testing-library/svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import MiddleCut from './MiddleCut.svelte';

/** Where letters are ten pixels wide and an ellipsis eight. */
const pen = {
  font: '',
  measureText: (text: string) => ({ width: [...text].reduce((sum, letter) => sum + (letter === '…' ? 8 : 10), 0) }),
};
const watched = new Set<Element>();
let tell: (entries: { target: Element; contentRect: { width: number } }[]) => void;

class Observer {
  constructor(told: typeof tell) {
    tell = told;
  }
  observe = (target: Element) => watched.add(target);
  unobserve = (target: Element) => watched.delete(target);
}

beforeAll(() => {
  vi.stubGlobal('ResizeObserver', Observer);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as unknown as CanvasRenderingContext2D);
});

afterEach(() => watched.clear());

/** Gives the names so much room; their letters take as much as the pen says, but where the page draws them narrower. */
function resize(width: number, letter = 10) {
  for (const target of watched) {
    vi.spyOn(target, 'clientWidth', 'get').mockReturnValue(width);
    vi.spyOn(target, 'scrollWidth', 'get').mockReturnValue(Math.max(width, letter * target.textContent.length));
  }
  tell([...watched].map((target) => ({ target, contentRect: { width } })));
}

describe('a name that is cut', () => {
  const show = (isAtEnd: boolean, text = 'power-outage-report') => {
    const shown = render(MiddleCut, { text, isAtEnd });
    const shift = (part: string) => shown.container.querySelector<HTMLElement>(part)?.style.transform ?? null;
    return { ...shown, parts: () => ['.head', '.tail'].map(shift) };
  };

  test('has its end right behind the ellipsis, as long as there is one', () => {
    const { parts } = show(false);
    resize(77);
    expect(parts()).toEqual(['', 'translateX(-9.1px)']);
    resize(120);
    expect(parts()).toEqual(['', '']);
  });

  test('stands whole where the page draws its letters narrower than they are measured', () => {
    const { parts } = show(false);
    resize(117, 9.75);
    expect(parts()).toEqual(['', '']);
  });

  test('has its beginning move where its end stands at an edge', () => {
    const { parts } = show(true);
    resize(77);
    expect(parts()).toEqual(['translateX(9.1px)', '']);
  });

  test('moves nothing any more once it is short', async () => {
    const { parts, rerender } = show(true);
    resize(77);
    await rerender({ text: 'tides' });
    expect(parts()).toEqual(['', null]);
    expect(watched.size).toBe(0);
  });
});
