import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { OverlapReport, Sweep } from '$lib/ipc';
import { ODD_NAMES, faults, wordsOf } from '$lib/testing/screen';
import { metric, metrics, overlap, point, sweep } from './fixtures';
import HeatMap from './HeatMap.svelte';
import MetricCard from './MetricCard.svelte';
import { cards } from './metrics';
import SweepChart from './SweepChart.svelte';
import ThresholdCard from './ThresholdCard.svelte';

describe('the heat map', () => {
  function show(report: OverlapReport = overlap()) {
    const onopen = vi.fn();
    const { container } = render(HeatMap, { report, onopen });
    const cell = (at: string) => container.querySelector<HTMLElement>(`[data-at="${at}"]`)!;
    return { onopen, container, cell };
  }
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

  it('has one tab stop, which arrows move within its edges, and opens by Enter the skill of the row', async () => {
    const { onopen, cell, container } = show();
    expect(container.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
    cell('0 0').focus();
    await press('ArrowUp');
    expect(document.activeElement).toBe(cell('0 0'));
    await press('ArrowDown');
    await press('ArrowRight');
    await press('ArrowRight');
    expect(document.activeElement).toBe(cell('1 1'));
    await press('Enter');
    expect(onopen).toHaveBeenCalledWith('id-water');
    await fireEvent.click(cell('0 1'));
    expect(cell('0 1').tabIndex).toBe(0);
  });

  it('says each pair in words, itself apart, with names of every sort', async () => {
    const names = ODD_NAMES.slice(0, 2);
    const { cell, container } = show({ ...overlap(), names });
    expect(cell('0 0').getAttribute('aria-label')).toBe(`${names[0]} (same skill)`);
    expect(cell('1 0').getAttribute('aria-label')).toBe(`${names[1]} and ${names[0]}: similarity 0.81`);
    expect(wordsOf(cell('1 0'))).toBe('0.81');
    expect(await faults(container)).toEqual([]);
  });
});

describe('the line of the threshold', () => {
  it('moves by one, by a page and to the ends, never beyond', async () => {
    const onhold = vi.fn();
    const many = { ...sweep(), tuning: Array.from({ length: 41 }, (_, at) => point(at / 40)) };
    const { rerender, container } = render(SweepChart, { sweep: many, held: 10, max: 1, onhold });
    const keys = async (...names: string[]) => {
      onhold.mockClear();
      for (const key of names) await fireEvent.keyDown(screen.getByRole('slider'), { key });
      return onhold.mock.calls.flat();
    };
    expect(await keys('ArrowLeft', 'ArrowRight', 'PageDown', 'PageUp', 'Home', 'End')).toEqual([9, 11, 5, 15, 0, 40]);
    await rerender({ held: 0 });
    expect(await keys('ArrowDown', 'PageDown', 'Tab')).toEqual([]);
    await rerender({ held: 40 });
    expect(await keys('ArrowUp', 'PageUp')).toEqual([]);
    expect(await faults(container)).toEqual([]);
  });

  it('has the intervals of few queries at the held threshold alone', () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
    const drawn = (of: Sweep) => {
      const { container, unmount } = render(SweepChart, { sweep: of, held: 1, max: 1, onhold: vi.fn() });
      const counts = ['.band', '.interval'].map((selector) => container.querySelectorAll(`svg ${selector}`).length);
      unmount();
      return counts;
    };
    const wide = { ...point(0.2).recall!, low: 0.1, high: 0.9 };
    const few = [point(0), point(0.2), point(0.4)].map((each) => ({ ...each, precision: wide, recall: wide }));
    expect([drawn(sweep()), drawn({ ...sweep(), tuning: few })]).toEqual([
      [3, 0],
      [0, 3],
    ]);
    vi.restoreAllMocks();
  });

  it('says what every curve is there, and that one says nothing', () => {
    const some = { ...sweep(), tuning: [point(0.2, null), point(0.4)] };
    render(SweepChart, { sweep: some, held: 0, max: 1, onhold: vi.fn() });
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      '0.20: precision none, recall 0.800, false positives 0.020',
    );
  });
});

describe('a number of a run', () => {
  const card = cards[0]!;

  it('stands with its interval and what it was before', () => {
    render(MetricCard, { card, metric: metric(0.8, 8), before: metric(0.7, 7) });
    const words = wordsOf(screen.getByTestId(`metric-${card.id}`));
    expect(words).toContain('8 of 10');
    expect(words).toContain('0.700 – 0.900');
    expect(words).toContain('was 0.700');
  });

  it('has no interval while the run goes on, and says so where nothing can be measured', () => {
    const { rerender } = render(MetricCard, { card, metric: metric(0.8, 8), before: metric(0.7), partial: true });
    const words = () => wordsOf(screen.getByTestId(`metric-${card.id}`));
    expect(words()).toContain('so far');
    expect(words()).not.toContain('–');
    return rerender({ metric: null, partial: false }).then(() => {
      expect(words()).toContain('No queries to measure');
    });
  });

  it('at the threshold says why it has no interval, and what is missing', () => {
    const few = { ...metrics(), precision: metric(0.5, 1, 2), recall: null };
    render(ThresholdCard, { metrics: few, before: metrics(), at: '0.35' });
    expect(screen.getByTestId('metric-precision').dataset.tip).toMatch(
      /1 of 2\..*Too few queries for an interval \(n = 2\)\.$/,
    );
    expect(wordsOf(screen.getByTestId('metric-recall'))).toMatch(/–$/);
    expect(wordsOf(screen.getByTestId('metric-threshold'))).toContain('At threshold 0.35');
  });
});
