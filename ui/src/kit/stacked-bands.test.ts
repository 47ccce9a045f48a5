import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { ticks } from './axis';
import StackedBands from './StackedBands.svelte';
import { type Band, amountsAt, bandAreas, bandScale, everyOf, steppedLine, topOf, totals } from './stacked-bands';

const bands: Band[] = [
  { tier: 'catalogue', label: 'Catalogue', values: [100, 100, 100] },
  { tier: 'body', label: 'Body', values: [0, 300, 0] },
  { tier: 'files', label: 'Files', values: [0, 0, 0] },
];
const frame = { width: 340, height: 140, left: 30, right: 10, top: 20, bottom: 20 };
const scale = bandScale(3, 400, frame);

describe('the geometry of stacked bands', () => {
  it('sums every step', () => expect(totals(bands)).toEqual([100, 400, 100]));

  it('reaches over all that is drawn, and over a limit that is near', () => {
    expect(topOf(bands)).toBeCloseTo(432);
    expect(topOf(bands, [500, 500, 500])).toBeCloseTo(540);
    expect(topOf(bands, [500, 20_000, 500])).toBeCloseTo(432);
    expect(topOf(bands, [], 600)).toBeCloseTo(648);
    expect(topOf(bands, [], 128_000)).toBeCloseTo(432);
    expect(topOf([])).toBeCloseTo(1.08);
  });

  it('finds the step under a point, also beside the chart', () => {
    expect([0, 30, 129, 131, 329, 900].map((x) => scale.stepAt(x))).toEqual([0, 0, 0, 1, 2, 2]);
    expect([scale.x(0), scale.y(0), scale.y(400)]).toEqual([80, 120, 20]);
  });

  it('lays each band on those below it and leaves out what is nothing', () => {
    const drawn = bandAreas(bands, scale);
    expect(drawn.map(({ band }) => band.tier)).toEqual(['catalogue', 'body']);
    // The body's foot is the catalogue's head, in every step.
    expect(drawn[1]!.edge).toBe('M30 95L122 95L138 20L222 20L238 95L330 95');
    expect(drawn[1]!.area).toContain('L330 95L238 95L222 95L138 95L122 95L30 95Z');
  });

  it('writes amounts where a line of text fits', () => {
    expect(amountsAt(bands, 1, scale).map(({ tier, value }) => [tier, value])).toEqual([
      ['catalogue', 100],
      ['body', 300],
    ]);
    expect(amountsAt(bands, 0, scale, 30)).toEqual([]);
  });

  it('numbers steps as far apart as they can be read', () => {
    expect([60, 26, 13, 3, 0.01].map((column) => everyOf(column))).toEqual([1, 1, 2, 10, 1000]);
  });

  it('draws nothing of nothing', () => expect(steppedLine([], scale)).toBe(''));

  it('gives round numbers to an axis', () => expect(ticks(0, 432, 4)).toEqual([0, 200, 400]));
});

describe('the handle', () => {
  const show = (chosen: number, steps = 3) => {
    const onchoose = vi.fn();
    const values = Array.from({ length: steps }, () => 10);
    render(StackedBands, {
      bands: [{ tier: 'body', label: 'Body', values }],
      chosen,
      onchoose,
      label: 'Step',
      name: (step: number) => `step ${step + 1}`,
      words: (step: number) => `Step ${step + 1}: 10 tokens`,
    });
    return onchoose;
  };

  it('says where it stands', () => {
    show(1);
    const handle = screen.getByRole('slider', { name: 'Step' });
    expect([
      handle.ariaValueNow ?? handle.getAttribute('aria-valuenow'),
      handle.getAttribute('aria-valuetext'),
    ]).toEqual(['2', 'Step 2: 10 tokens']);
    expect(handle.textContent).toBe('step 2');
  });

  it.each([
    ['ArrowRight', 11],
    ['ArrowLeft', 9],
    ['PageDown', 5],
    ['PageUp', 15],
    ['Home', 0],
    ['End', 39],
  ])('goes with %s', async (key, to) => {
    const onchoose = show(10, 40);
    await fireEvent.keyDown(screen.getByRole('slider'), { key });
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(to);
  });

  it('stays within the steps and leaves other keys alone', async () => {
    const onchoose = show(2);
    const handle = screen.getByRole('slider');
    await fireEvent.keyDown(handle, { key: 'ArrowRight' });
    expect(await fireEvent.keyDown(handle, { key: 'a' })).toBe(true);
    expect(onchoose).not.toHaveBeenCalled();
  });

  it('is drawn over bands of its own size, and not before there is one', () => {
    show(1);
    expect(document.querySelector('svg')).toBeNull();
    document.body.replaceChildren();
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    show(1);
    expect(document.querySelector('svg')?.getAttribute('width')).toBe('400');
    const drawn = [...document.querySelectorAll('svg *')];
    expect(drawn.map(({ namespaceURI }) => namespaceURI)).toEqual(drawn.map(() => 'http://www.w3.org/2000/svg'));
    expect(document.querySelectorAll('svg .band')).toHaveLength(1);
    const anchor = () => document.querySelector('svg .amount')?.getAttribute('text-anchor');
    expect(anchor()).toBe('start');
    // At the right edge there is no room after the line.
    document.body.replaceChildren();
    show(39, 40);
    expect(anchor()).toBe('end');
    vi.restoreAllMocks();
  });

  it('has a baseline far above the bands in words, so that they keep their height', () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    const texts = (values: number[]) => {
      const props = { chosen: 0, onchoose: vi.fn(), label: 'Step', name: () => 'step', words: () => 'Step' };
      const baseline = { label: 'All', values };
      const low: Band[] = [{ tier: 'body', label: 'Body', values: [10, 10] }];
      const { container, unmount } = render(StackedBands, { ...props, bands: low, baseline });
      const told = [container.querySelector('.baseline') !== null, container.querySelector('.aside')?.textContent];
      unmount();
      return told;
    };
    expect(texts([40, 40])).toEqual([true, 'All']);
    expect(texts([4_100, 5_000])).toEqual([false, '↑ All: 4,100']);
    vi.restoreAllMocks();
  });

  it('is not there where there are no steps', () => {
    show(0, 0);
    expect(screen.queryByRole('slider')).toBeNull();
  });
});
