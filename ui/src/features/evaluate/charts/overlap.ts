/** How alike the descriptions are, as a picture: the heat map, or the list of pairs. */
import type { OverlapReport } from '$lib/ipc';
import type { Drawing, Shape } from '$lib/picture/drawing';
import { type Palette, mix } from '$lib/picture/palette';
import { number } from '../words';
import { clip } from './text';

const WIDE = 33;
const HIGH = 27;
const LEFT = 190;
const HEAD = 128;

/** Percent of the hue for a similarity: only what lies between nothing in common and the same is worth a shade. */
export const shade = (similarity: number): number =>
  Math.round(Math.max(0, Math.min(1, (similarity - 0.2) / 0.7)) ** 1.6 * 64);

export function drawHeat({ names, matrix }: OverlapReport, colours: Palette, title: string): Drawing {
  const shapes: Shape[] = [{ kind: 'text', x: 12, y: 24, text: title, fill: colours.text, size: 13, weight: 600 }];
  for (const [row, name] of names.entries()) {
    const y = HEAD + row * HIGH;
    shapes.push(
      { kind: 'text', x: LEFT - 8, y: y + 17, text: clip(name, 26), fill: colours.muted, anchor: 'end', size: 11.5 },
      {
        kind: 'text',
        x: LEFT + row * WIDE + 20,
        y: HEAD - 6,
        text: clip(name, 16),
        fill: colours.muted,
        rotate: -52,
        size: 11.5,
      },
    );
    for (let column = 0; column < names.length; column++) {
      const x = LEFT + column * WIDE;
      const similarity = matrix[row]?.[column] ?? 0;
      const isSelf = row === column;
      const fill = isSelf ? colours.track : mix(colours.description, shade(similarity), colours.surface);
      shapes.push({ kind: 'rect', x, y, width: WIDE - 1, height: HIGH - 1, radius: 3, fill });
      if (!isSelf)
        shapes.push({
          kind: 'text',
          x: x + WIDE / 2,
          y: y + 17,
          text: number(similarity, 2),
          fill: colours.text,
          anchor: 'middle',
        });
    }
  }
  return {
    width: LEFT + names.length * WIDE + 100,
    height: HEAD + names.length * HIGH + 12,
    background: colours.surface,
    title,
    shapes,
  };
}

export function drawPairs(report: OverlapReport, colours: Palette, title: string): Drawing {
  const width = 760;
  const rows = report.pairs.filter((pair) => !pair.is_dismissed);
  const shapes: Shape[] = [
    { kind: 'text', x: 12, y: 24, text: title, fill: colours.text, size: 13, weight: 600 },
    ...(
      [
        [12, 'Pair'],
        [400, 'Similarity'],
        [540, 'Confusions'],
        [610, 'Shared words'],
      ] as const
    ).map(([x, text]): Shape => ({ kind: 'text', x, y: 50, text, fill: colours.muted, weight: 600 })),
  ];
  for (const [at, pair] of rows.entries()) {
    const y = 78 + at * 26;
    shapes.push(
      { kind: 'line', x1: 12, x2: width - 12, y1: y - 18, y2: y - 18, stroke: colours.border },
      { kind: 'text', x: 12, y, text: clip(`${pair.a} and ${pair.b}`, 58), fill: colours.text, size: 12 },
      { kind: 'rect', x: 400, y: y - 7, width: 72, height: 6, radius: 3, fill: colours.track },
      { kind: 'rect', x: 400, y: y - 7, width: 72 * pair.similarity, height: 6, radius: 3, fill: colours.description },
      { kind: 'text', x: 482, y, text: pair.similarity.toFixed(2), fill: colours.text, size: 12 },
      { kind: 'text', x: 590, y, text: String(pair.confused), fill: colours.text, size: 12, anchor: 'end' },
      { kind: 'text', x: 610, y, text: clip(pair.shared_terms.join(', '), 24), fill: colours.muted },
    );
  }
  return { width, height: 78 + rows.length * 26, background: colours.surface, title, shapes };
}
