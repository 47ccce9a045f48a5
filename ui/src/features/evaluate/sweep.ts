/** Geometry of the threshold sweep, shared by the chart on the screen and the one that is exported. */
import type { Frame } from '$kit/axis';
import type { Metric, Sweep, SweepPoint } from '$lib/ipc';

export type Curve = 'precision' | 'recall' | 'false_fires';
export const curves: readonly { id: Curve; label: string }[] = [
  { id: 'precision', label: 'Precision' },
  { id: 'recall', label: 'Recall' },
  { id: 'false_fires', label: 'False positives' },
];

/** Place of the point whose threshold is nearest; the first of two as near. */
export function nearest(points: readonly SweepPoint[], threshold: number): number {
  let best = 0;
  for (const [at, point] of points.entries())
    if (Math.abs(point.threshold - threshold) < Math.abs(points[best]!.threshold - threshold)) best = at;
  return best;
}

export interface Scale {
  frame: Frame;
  from: number;
  to: number;
  x(threshold: number): number;
  y(share: number): number;
  /** The threshold under a point of the chart. */
  invert(x: number): number;
}

export function scale(points: readonly SweepPoint[], frame: Frame): Scale {
  const from = points[0]?.threshold ?? 0;
  const last = points.at(-1)?.threshold ?? 1;
  const to = last > from ? last : from + 1;
  const width = frame.width - frame.left - frame.right;
  const height = frame.height - frame.top - frame.bottom;
  return {
    frame,
    from,
    to,
    x: (threshold) => frame.left + ((threshold - from) / (to - from)) * width,
    y: (share) => frame.top + (1 - share) * height,
    invert: (x) => from + ((Math.min(frame.left + width, Math.max(frame.left, x)) - frame.left) / width) * (to - from),
  };
}

/** The fewest digits that write every tick as it is, so that no two read alike. */
export function digitsOf(values: readonly number[]): number {
  const isExact = (digits: number) => values.every((value) => Math.abs(Number(value.toFixed(digits)) - value) < 1e-9);
  return [0, 1, 2, 3].find(isExact) ?? 4;
}

const round = (value: number) => Math.round(value * 10) / 10;
const runs = (points: readonly SweepPoint[], curve: Curve) => {
  const parts: { threshold: number; metric: Metric }[][] = [[]];
  for (const point of points) {
    const metric = point[curve];
    if (metric) parts.at(-1)!.push({ threshold: point.threshold, metric });
    else if (parts.at(-1)!.length > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
};

/** The line of a curve; it pauses where nothing can be said. */
export function line(points: readonly SweepPoint[], curve: Curve, { x, y }: Scale): string {
  return runs(points, curve)
    .map((part) =>
      part
        .map(({ threshold, metric }, at) => `${at ? 'L' : 'M'}${round(x(threshold))} ${round(y(metric.value))}`)
        .join(''),
    )
    .join('');
}

/** The band of a curve's intervals. */
export function band(points: readonly SweepPoint[], curve: Curve, { x, y }: Scale): string {
  return runs(points, curve)
    .map((part) => {
      const upper = part.map(({ threshold, metric }) => `${round(x(threshold))} ${round(y(metric.high))}`);
      const lower = part.map(({ threshold, metric }) => `${round(x(threshold))} ${round(y(metric.low))}`).reverse();
      return `M${[...upper, ...lower].join('L')}Z`;
    })
    .join('');
}

/** Wider intervals than this, on the whole, lie over each other wherever the curves are. */
const WIDEST = 0.3;

/** Whether the bands of the curves can be told apart. Those of few queries can't. */
export function areBandsApart(points: readonly SweepPoint[]): boolean {
  const metrics = points.flatMap((point) => curves.flatMap(({ id }) => point[id] ?? []));
  return metrics.reduce((sum, { low, high }) => sum + high - low, 0) <= WIDEST * metrics.length;
}

/** Heights at which the curves are named at their right end, so that no two names lie over each other. */
export function labelHeights(
  points: readonly SweepPoint[],
  { y, frame }: Scale,
  apart = 15,
): { curve: Curve; y: number }[] {
  const ends = curves.flatMap(({ id }) => {
    const end = points.findLast((point) => point[id])?.[id];
    return end ? [{ curve: id, y: y(end.value) }] : [];
  });
  ends.sort((a, b) => a.y - b.y || (a.curve === 'false_fires' ? 1 : -1));
  for (let at = 1; at < ends.length; at++) ends[at]!.y = Math.max(ends[at]!.y, ends[at - 1]!.y + apart);
  const floor = frame.height - frame.bottom + 2;
  for (let at = ends.length - 1, most = floor; at >= 0; at--, most -= apart) ends[at]!.y = Math.min(ends[at]!.y, most);
  return ends;
}

/** One row of the table under the chart. */
export interface Reading {
  kind: 'now' | 'pick' | 'tried';
  point: SweepPoint;
  on: 'tuning' | 'held out';
  queries: number;
}

/** What the table calls a threshold. */
export const kindLabels: Record<Reading['kind'], string> = { now: 'current', pick: 'suggested', tried: 'selected' };

/** What the table says: the run's threshold, and the one held, on both halves; once where they are the same. */
export function readings(sweep: Sweep, held: number): Reading[] {
  const kind = held === sweep.pick ? 'pick' : held === sweep.now ? 'now' : 'tried';
  const row = (at: number, of: Reading['kind'], on: Reading['on']): Reading[] => {
    const point = (on === 'tuning' ? sweep.tuning : sweep.held_out)[at];
    return point
      ? [{ kind: of, point, on, queries: on === 'tuning' ? sweep.tuning_queries : sweep.held_out_queries }]
      : [];
  };
  const now = kind === 'now' ? [] : row(sweep.now, 'now', 'tuning');
  return [...now, ...row(held, kind, 'tuning'), ...row(held, kind, 'held out')];
}
