/** The numbers of a run with their intervals, as a picture. */
import type { Metrics } from '$lib/ipc';
import type { Drawing, Shape } from '$lib/picture/drawing';
import { atThreshold, cards } from '../metrics';
import { type Palette, mix } from '$lib/picture/palette';
import { amount, number } from '../words';

const WIDTH = 640;
const LEFT = 290;
const RIGHT = 120;
const ROW = 30;

export function drawMetrics(metrics: Metrics, before: Metrics | null, colours: Palette, title: string): Drawing {
  const x = (value: number) => LEFT + value * (WIDTH - LEFT - RIGHT);
  const rows = [...cards, ...atThreshold].flatMap((card) => {
    const metric = metrics[card.id];
    return metric ? [{ card, metric, was: before?.[card.id] ?? null }] : [];
  });
  const foot = 44 + rows.length * ROW;
  const shapes: Shape[] = [{ kind: 'text', x: 12, y: 24, text: title, fill: colours.text, size: 13, weight: 600 }];
  for (const share of [0, 0.25, 0.5, 0.75, 1])
    shapes.push(
      { kind: 'line', x1: x(share), x2: x(share), y1: 44, y2: foot, stroke: colours.grid },
      { kind: 'text', x: x(share), y: foot + 16, text: share.toFixed(2), fill: colours.faint, anchor: 'middle' },
    );
  for (const [at, { card, metric, was }] of rows.entries()) {
    const y = 60 + at * ROW;
    shapes.push(
      { kind: 'text', x: 12, y: y + 4, text: card.label, fill: colours.text, size: 12 },
      {
        kind: 'text',
        x: 190,
        y: y + 4,
        text: number(metric.value),
        fill: colours.text,
        size: 13,
        weight: 600,
        anchor: 'end',
      },
      { kind: 'text', x: 200, y: y + 4, text: amount(metric), fill: colours.faint },
      {
        kind: 'rect',
        x: x(metric.low),
        y: y - 2.5,
        width: Math.max(1, x(metric.high) - x(metric.low)),
        height: 5,
        radius: 2,
        fill: mix(colours.accent, 45, colours.surface),
      },
      { kind: 'rect', x: x(metric.value) - 1.5, y: y - 6, width: 3, height: 12, radius: 1.5, fill: colours.accent },
      {
        kind: 'text',
        x: WIDTH - RIGHT + 16,
        y: y + 4,
        text: metric.has_interval ? `${number(metric.low)} – ${number(metric.high)}` : `too few (n = ${metric.of})`,
        fill: colours.muted,
      },
    );
    if (was) shapes.push({ kind: 'circle', x: x(was.value), y, r: 3.5, fill: colours.surface, stroke: colours.muted });
  }
  return { width: WIDTH, height: foot + 30, background: colours.surface, title, shapes };
}
