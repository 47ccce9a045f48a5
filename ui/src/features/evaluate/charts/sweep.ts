/** The threshold sweep as a picture, with its table. */
import { ticks } from '$kit/axis';
import type { Metric, Sweep } from '$lib/ipc';
import type { Drawing, Shape } from '$lib/picture/drawing';
import type { Palette } from '$lib/picture/palette';
import { type Curve, areBandsApart, band, curves, kindLabels, labelHeights, line, readings, scale } from '../sweep';
import { threshold } from '$lib/threshold';
import { number } from '../words';

const WIDTH = 760;
const HEIGHT = 310;
const ROW = 24;
const dashes: Record<Curve, string | undefined> = { precision: undefined, recall: '7 3', false_fires: '2 3' };

export function drawSweep(sweep: Sweep, held: number, max: number | null, colours: Palette, title: string): Drawing {
  const frame = { width: WIDTH, height: HEIGHT, left: 52, right: 112, top: 62, bottom: 26 };
  const axes = scale(sweep.tuning, frame);
  const hue: Record<Curve, string> = { precision: colours.accent, recall: colours.ok, false_fires: colours.danger };
  const foot = HEIGHT - frame.bottom;
  const shapes: Shape[] = [{ kind: 'text', x: 12, y: 24, text: title, fill: colours.text, size: 13, weight: 600 }];
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    shapes.push(
      {
        kind: 'line',
        x1: frame.left,
        x2: WIDTH - frame.right,
        y1: axes.y(share),
        y2: axes.y(share),
        stroke: colours.grid,
      },
      {
        kind: 'text',
        x: frame.left - 8,
        y: axes.y(share) + 4,
        text: share.toFixed(2),
        fill: colours.faint,
        anchor: 'end',
      },
    );
  for (const value of ticks(axes.from, axes.to))
    shapes.push({
      kind: 'text',
      x: axes.x(value),
      y: HEIGHT - 8,
      text: String(value),
      fill: colours.faint,
      anchor: 'middle',
    });
  for (const { id } of areBandsApart(sweep.tuning) ? curves : [])
    shapes.push({ kind: 'path', d: band(sweep.tuning, id, axes), fill: hue[id], opacity: 0.13 });
  for (const { id } of curves)
    shapes.push({ kind: 'path', d: line(sweep.tuning, id, axes), stroke: hue[id], width: 2, dash: dashes[id] });

  const now = sweep.tuning[sweep.now];
  const point = sweep.tuning[held];
  if (now) {
    const x = axes.x(now.threshold);
    shapes.push({ kind: 'line', x1: x, x2: x, y1: frame.top, y2: foot, stroke: colours.muted, dash: '3 3' });
  }
  if (point) {
    const x = axes.x(point.threshold);
    shapes.push(
      { kind: 'line', x1: x, x2: x, y1: frame.top - 6, y2: foot, stroke: colours.text, width: 1.5 },
      {
        kind: 'text',
        x,
        y: frame.top - 12,
        text: threshold(point.threshold, max),
        fill: colours.text,
        anchor: 'middle',
        weight: 600,
      },
    );
    for (const { id } of curves) {
      const metric = point[id];
      if (metric)
        shapes.push({ kind: 'circle', x, y: axes.y(metric.value), r: 3.5, fill: hue[id], stroke: colours.surface });
    }
  }
  for (const { curve, y } of labelHeights(sweep.tuning, axes)) {
    const text = curves.find(({ id }) => id === curve)!.label;
    shapes.push({ kind: 'text', x: WIDTH - frame.right + 8, y: y + 4, text, fill: hue[curve], weight: 600 });
  }
  shapes.push(...table(sweep, held, max, colours));
  const rows = readings(sweep, held).length;
  return { width: WIDTH, height: HEIGHT + (rows + 1) * ROW + 16, background: colours.surface, title, shapes };
}

function table(sweep: Sweep, held: number, max: number | null, colours: Palette): Shape[] {
  const columns = [24, 260, 400, 520, 590, WIDTH - 24];
  const row = (texts: string[], at: number, fill: string, weight = 440): Shape[] =>
    texts.map((text, column) => ({
      kind: 'text',
      x: columns[column]!,
      y: HEIGHT + 22 + at * ROW,
      text,
      fill,
      weight,
      anchor: column === 0 ? 'start' : 'end',
    }));
  const cell = (metric: Metric | null) =>
    metric ? `${number(metric.value)}${metric.hits === null ? '' : `  ${metric.hits}/${metric.of}`}` : '–';
  return [
    ...row(['Threshold', 'Precision', 'Recall', 'False positives', 'F1', 'Measured on'], 0, colours.muted, 600),
    ...readings(sweep, held).flatMap(({ point, kind, on, queries }, at): Shape[] => [
      {
        kind: 'line',
        x1: 12,
        x2: WIDTH - 12,
        y1: HEIGHT + 6 + (at + 1) * ROW,
        y2: HEIGHT + 6 + (at + 1) * ROW,
        stroke: colours.border,
      },
      ...row(
        [
          `${threshold(point.threshold, max)} ${kindLabels[kind]}`,
          cell(point.precision),
          cell(point.recall),
          cell(point.false_fires),
          number(point.f1),
          `${on}, ${queries}`,
        ],
        at + 1,
        colours.text,
      ),
    ]),
  ];
}
