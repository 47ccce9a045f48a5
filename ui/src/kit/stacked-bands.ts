/** Geometry of amounts stacked over steps: flat within a step, with a short slope from one to the next. */
import type { Frame } from './axis';
import type { Tier } from './types';

/** One amount a step; the first band lies at the bottom. */
export interface Band {
  tier: Tier;
  label: string;
  values: readonly number[];
}

/** How much of a step its slopes take on each side, and at most how many pixels. */
const SLOPE = 0.14;
const MOST_SLOPE = 8;
/** Room above the highest amount. */
const ROOM = 1.08;
/** A limit further above all else is told in words: drawn, it would press everything to the ground. */
const NEAR = 1.6;
/** So is a baseline: below it the bands would be a line. */
const NEAR_BASELINE = 4;

export interface BandScale {
  frame: Frame;
  steps: number;
  /** The amount at the upper edge. */
  top: number;
  /** Width of a step. */
  column: number;
  /** Middle of a step. */
  x(step: number): number;
  y(amount: number): number;
  /** The step under a point of the chart. */
  stepAt(x: number): number;
}

/** Of each step, all bands together. */
export function totals(bands: readonly Band[]): number[] {
  const steps = Math.max(0, ...bands.map(({ values }) => values.length));
  return Array.from({ length: steps }, (_, step) => bands.reduce((sum, { values }) => sum + (values[step] ?? 0), 0));
}

/** The amount a chart should reach up to, with the baseline and the limit where these are near enough to be drawn. */
export function topOf(bands: readonly Band[], baseline: readonly number[] = [], limit: number | null = null): number {
  const own = Math.max(1, ...totals(bands));
  const base = Math.max(0, ...baseline);
  const most = base <= own * NEAR_BASELINE ? Math.max(own, base) : own;
  return (limit !== null && limit <= most * NEAR ? Math.max(most, limit) : most) * ROOM;
}

export function bandScale(steps: number, top: number, frame: Frame): BandScale {
  const width = Math.max(1, frame.width - frame.left - frame.right);
  const height = Math.max(1, frame.height - frame.top - frame.bottom);
  const column = width / Math.max(1, steps);
  return {
    frame,
    steps,
    top,
    column,
    x: (step) => frame.left + (step + 0.5) * column,
    y: (amount) => frame.top + (1 - amount / top) * height,
    stepAt: (x) => Math.max(0, Math.min(steps - 1, Math.floor((x - frame.left) / column))),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** The corners of a stepped line from left to right. */
function corners(values: readonly number[], scale: BandScale): string[] {
  const { frame, column, y } = scale;
  const slope = Math.min(column * SLOPE, MOST_SLOPE);
  return values.flatMap((value, step) => {
    const from = frame.left + step * column + (step === 0 ? 0 : slope);
    const to = frame.left + (step + 1) * column - (step === values.length - 1 ? 0 : slope);
    return [`${round(from)} ${round(y(value))}`, `${round(to)} ${round(y(value))}`];
  });
}

/** A stepped line. */
export const steppedLine = (values: readonly number[], scale: BandScale): string =>
  values.length === 0 ? '' : `M${corners(values, scale).join('L')}`;

/** The area of each band over those below it; what is nothing everywhere has none. */
export function bandAreas(bands: readonly Band[], scale: BandScale): { band: Band; area: string; edge: string }[] {
  let below = Array.from({ length: scale.steps }, () => 0);
  return bands.flatMap((band) => {
    const above = below.map((amount, step) => amount + (band.values[step] ?? 0));
    const upper = corners(above, scale);
    const area = `M${[...upper, ...corners(below, scale).reverse()].join('L')}Z`;
    below = above;
    return band.values.some((value) => value > 0) ? [{ band, area, edge: `M${upper.join('L')}` }] : [];
  });
}

/** Where the amounts of one step can be written: in the middle of bands that are high enough for a line of text. */
export function amountsAt(bands: readonly Band[], step: number, scale: BandScale, least = 13) {
  let below = 0;
  return bands.flatMap(({ tier, values }) => {
    const value = values[step] ?? 0;
    const [foot, head] = [scale.y(below), scale.y(below + value)];
    below += value;
    return foot - head >= least ? [{ tier, value, y: (foot + head) / 2 }] : [];
  });
}

/** Every how many steps one is numbered, so that numbers stand apart. */
export const everyOf = (column: number, apart = 26): number =>
  [1, 2, 5, 10, 20, 50, 100, 200, 500].find((every) => every * column >= apart) ?? 1000;
