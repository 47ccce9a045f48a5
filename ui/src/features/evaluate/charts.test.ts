import { describe, expect, it } from 'vitest';
import { drawMatrix } from './charts/matrix';
import { drawMetrics } from './charts/metrics';
import { drawHeat, drawPairs } from './charts/overlap';
import { drawSweep } from './charts/sweep';
import { toSvg } from '$lib/picture/drawing';
import { detail, metrics, overlap, point, result, runInfo, sweep } from './fixtures';
import { beside, fold, next, say, size, strength, worst } from './matrix';
import { axis, place } from './metrics';
import { colours } from '$lib/picture/fixtures';
import { mix } from '$lib/picture/palette';
import { filter, margin, suggest } from './queries';
import { areBandsApart, band, digitsOf, labelHeights, line, nearest, readings, scale } from './sweep';
import { ticks } from '$kit/axis';
import { threshold } from '$lib/threshold';
import { number, pValue, score } from './words';

const frame = { width: 200, height: 120, left: 20, right: 20, top: 10, bottom: 10 };

describe('the matrix', () => {
  const cell = (expected: string | null, chosen: string | null, ...queries: string[]) => ({
    expected,
    chosen,
    queries,
  });
  const confusion = {
    names: ['a', 'b', 'c', 'd'],
    cells: [
      cell('a', 'c', '1', '2'),
      cell('c', 'c', '3'),
      cell('b', 'd', '4'),
      cell('d', 'd', '5'),
      cell(null, 'd', '6'),
      cell('b', null, '7'),
    ],
  };

  it('puts what is confused side by side, the rest together, and no skill last', () => {
    const matrix = fold(confusion, 3);
    expect(matrix.lines.map(({ label }) => label)).toEqual(['a', 'c', 'b', '1 other', 'no skill']);
    expect(matrix.totals).toEqual([2, 1, 2, 1, 1]);
    expect(size(matrix.cells[0]![1]!)).toBe(2);
    expect(say(matrix, matrix.cells[0]![1]!)).toBe('expected a, triggered c: 2 queries');
    expect(say(matrix, matrix.cells[2]![4]!)).toBe('expected b, triggered no skill: 1 query');
  });

  it('keeps right and wrong apart where skills are drawn as one', () => {
    const matrix = fold(confusion, 1);
    const others = matrix.cells[1]![1]!;
    expect([others.right, others.wrong]).toEqual([['3', '5'], ['4']]);
    expect(say(matrix, others)).toBe('expected 3 others, triggered 3 others: 3 queries, 1 incorrect');
  });

  it('loses no query, however few lines are shown', () => {
    for (const shown of [0, 1, 2, 3, 4, 12]) expect(fold(confusion, shown).totals.reduce((a, b) => a + b, 0)).toBe(7);
  });

  it('opens the largest mistake, and arrows go to the next cell that has queries', () => {
    const matrix = fold(confusion, 4);
    const first = worst(matrix)!;
    expect(first.wrong).toEqual(['1', '2']);
    expect(next(matrix, first, 'ArrowDown').right).toEqual(['3']);
    expect(next(matrix, first, 'ArrowUp')).toBe(first);
    expect(next(matrix, first, 'x')).toBe(first);
  });

  it('colours wrong answers sooner than right ones', () => {
    const wrong = { row: 0, column: 1, right: [], wrong: ['1'] };
    const right = { row: 0, column: 0, right: ['1'], wrong: [] };
    expect(strength(wrong, 8)).toBeGreaterThan(strength(right, 8));
    expect(strength({ ...wrong, wrong: Array.from({ length: 8 }, String) }, 8)).toBe(80);
  });

  it('orders names by whom they are confused with', () => {
    const pairs = new Set(['a d', 'd a', 'b c', 'c b']);
    expect(beside(['a', 'b', 'c', 'd'], (x, y) => (pairs.has(`${x} ${y}`) ? 1 : 0))).toEqual(['a', 'd', 'b', 'c']);
    expect(beside([], () => 0)).toEqual([]);
  });
});

describe('the sweep', () => {
  it('finds the nearest threshold, the first of two as near', () => {
    const points = [0, 0.2, 0.4].map((each) => point(each));
    expect([-1, 0.05, 0.1, 0.31, 9].map((each) => nearest(points, each))).toEqual([0, 0, 0, 2, 2]);
    expect(nearest([], 1)).toBe(0);
  });

  it('maps thresholds to places and back', () => {
    const { x, y, invert } = scale([point(0), point(0.8)], frame);
    expect([x(0), x(0.4), x(0.8), y(1), y(0)]).toEqual([20, 100, 180, 10, 110]);
    expect(invert(100)).toBeCloseTo(0.4);
    expect([invert(-50), invert(999)]).toEqual([0, 0.8]);
    expect(scale([], frame).to).toBe(1);
  });

  it('marks an axis with round numbers', () => {
    expect(ticks(0, 0.8)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
    expect(ticks(0, 12, 6)).toEqual([0, 2, 4, 6, 8, 10, 12]);
    expect(ticks(0.3, 7.1, 5)).toEqual([2, 4, 6]);
    // Many on a wide screen: no two of them read alike.
    expect([ticks(0, 0.8, 20), ticks(0, 0.8), ticks(0, 12, 6)].map(digitsOf)).toEqual([2, 1, 0]);
  });

  it('pauses a line where nothing can be said', () => {
    const points = [point(0), point(0.4, null), point(0.8)];
    const axes = scale(points, frame);
    expect(line(points, 'precision', axes)).toBe('M20 20M180 20');
    expect(line(points, 'recall', axes)).toBe('M20 10L100 50L180 90');
    expect(band(points, 'precision', axes).match(/Z/g)).toHaveLength(2);
  });

  it('has bands only where they can be told apart', () => {
    const wide = (low: number, high: number) => {
      const metric = { ...point(0.2).recall!, low, high };
      return { ...point(0.2), precision: metric, recall: metric, false_fires: metric };
    };
    expect([[], [point(0.2), point(0.4, null)], [wide(0.45, 0.7)]].map(areBandsApart)).toEqual([true, true, true]);
    expect([[wide(0.3, 0.9)], [point(0), wide(0, 1), wide(0, 1)]].map(areBandsApart)).toEqual([false, false]);
  });

  it('never writes two names over each other, nor below the chart', () => {
    const points = [point(1, 0.01)];
    const heights = labelHeights(points, scale(points, frame)).map(({ y }) => y);
    for (const [at, y] of heights.entries()) {
      if (at > 0) expect(y - heights[at - 1]!).toBeGreaterThanOrEqual(14.9);
      expect(y).toBeLessThanOrEqual(112);
    }
  });

  it('reads now and the held threshold, on both halves', () => {
    const rows = (held: number) =>
      readings(sweep(), held).map(({ kind, on, queries, point: { threshold: at } }) => [kind, on, queries, at]);
    expect(rows(2)).toEqual([
      ['now', 'tuning', 20, 0.2],
      ['pick', 'tuning', 20, 0.4],
      ['pick', 'held out', 10, 0.4],
    ]);
    expect(rows(3)[2]).toEqual(['tried', 'held out', 10, 0.6]);
    expect(rows(1), 'once').toEqual([
      ['now', 'tuning', 20, 0.2],
      ['now', 'held out', 10, 0.2],
    ]);
  });
});

describe('numbers', () => {
  it('are written alike, and never as minus nothing', () => {
    expect([
      number(0.8711),
      number(1),
      number(-0.0434),
      number(-0.0001),
      score(-1.5, null),
      score(12.34, null),
    ]).toEqual(['0.871', '1.000', '−0.043', '0.000', '−1.50', '12.3']);
    expect([threshold(0.42, 1), threshold(1, null), threshold(3.5, null), pValue(0.057), pValue(0.0002)]).toEqual([
      '0.42',
      '1.00',
      '3.50',
      'p = 0.057',
      'p < 0.001',
    ]);
  });

  it('lie on an axis that holds all there is to see', () => {
    const metric = { value: 0.871, low: 0.822, high: 0.907, has_interval: true, hits: 209, of: 240 };
    expect(axis(metric, null, 'more')).toEqual({ from: 0.7, to: 1 });
    expect(axis(metric, { ...metric, value: 0.41 }, 'more')).toEqual({ from: 0.4, to: 1 });
    expect(axis({ ...metric, value: 0.05, low: 0, high: 0.1 }, { ...metric, value: 0.52 }, 'less')).toEqual({
      from: 0,
      to: 0.6,
    });
    expect([place(0.85, { from: 0.7, to: 1 }), place(2, { from: 0, to: 1 })].map(Math.round)).toEqual([50, 100]);
  });
});

describe('queries', () => {
  const query = (id: string, text: string, expected: string[], unknown: string[] = []) => ({
    id,
    set: 's',
    query: text,
    expected,
    source: { kind: 'written' as const },
    unknown,
  });
  const all = [query('1', 'I smell gas', ['gas']), query('2', 'a joke', []), query('3', 'drip', ['watre'], ['watre'])];
  const results = new Map([['1', result('1', ['gas'], 'water')]]);

  it('are found by their words and labels, and by kind', () => {
    const ids = (words: string, kind: Parameters<typeof filter>[2]) =>
      filter(all, words, kind, results).map(({ id }) => id);
    expect([ids('SMELL gas', 'all'), ids('', 'out'), ids('', 'unknown'), ids('', 'wrong'), ids('watre', 'in')]).toEqual(
      [['1'], ['2'], ['3'], ['1'], ['3']],
    );
  });

  it('are labelled with skills that fit what is typed', () => {
    expect(suggest(['gas-emergency', 'gas-meter', 'water'], 'gas', ['gas-meter'])).toEqual(['gas-emergency']);
    expect(suggest(['b', 'a'], '', [])).toEqual(['a', 'b']);
  });

  it('have a margin against what fired, else against the threshold', () => {
    expect(margin(result('1', ['gas'], 'water', { score: 0.6, expected_score: 0.5 }), 0.3)).toEqual({
      value: -0.09999999999999998,
      against: 'chosen',
    });
    expect(margin(result('1', ['gas'], 'gas', { score: 0.6 }), 0.3)).toMatchObject({
      against: 'threshold',
      value: 0.3,
    });
    expect(margin(result('1', [], 'gas', { score: 0.6 }), 0.3)).toMatchObject({ against: 'threshold', value: -0.3 });
    expect(margin(result('1', ['gas'], 'water', { expected_score: null }), 0.3)).toBeNull();
  });
});

describe('a chart taken away', () => {
  const drawings = {
    matrix: drawMatrix(fold(detail(runInfo('1')).confusion), colours, 'Confusion: calls'),
    sweep: drawSweep(sweep(), 2, 1, colours, 'Threshold sweep'),
    heat: drawHeat(overlap(), colours, 'Heat map'),
    pairs: drawPairs(overlap(), colours, 'Pairs'),
    metrics: drawMetrics(metrics(), metrics(0.7), colours, 'Numbers'),
  };

  it.each(Object.entries(drawings))(
    '%s is well-formed, complete in itself, and within its bounds',
    (_name, drawing) => {
      const svg = toSvg(drawing, 'AAAA');
      const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
      expect(document.querySelector('parsererror')).toBeNull();
      expect(svg).not.toMatch(/var\(|NaN|undefined|href|oklch/);
      expect(svg).toContain('data:font/woff2;base64,AAAA');
      for (const text of document.querySelectorAll('text')) {
        expect(Number(text.getAttribute('x'))).toBeLessThanOrEqual(drawing.width);
        expect(Number(text.getAttribute('y'))).toBeLessThanOrEqual(drawing.height);
      }
    },
  );

  it('escapes what users wrote', () => {
    const svg = toSvg({ ...drawings.pairs, title: `a <b> & "c" \u0007` });
    expect(svg).toContain('<title>a &lt;b&gt; &amp; &quot;c&quot; </title>');
  });

  it('mixes colours as the screen does', () => {
    expect([mix('#000000', 50, '#ffffff'), mix('#ff0000', 0, '#123456')]).toEqual(['#808080', '#123456']);
  });
});
