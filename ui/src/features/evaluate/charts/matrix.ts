/** The confusion matrix as a picture. */
import type { Drawing, Shape } from '$lib/picture/drawing';
import { type Matrix, brief, isHit, size, strength } from '../matrix';
import { type Palette, mix } from '$lib/picture/palette';
import { clip } from './text';

const CELL = 26;
const GAP = 1;
const STEP = CELL + GAP;
const LEFT = 190;
const HEAD = 128;

export function drawMatrix(matrix: Matrix, colours: Palette, title: string): Drawing {
  const { lines, cells, totals } = matrix;
  const firstOther = lines.findIndex((line) => line.kind !== 'skill');
  const top = (row: number) => HEAD + row * STEP + (firstOther > 0 && row >= firstOther ? 4 : 0);
  const left = (column: number) => LEFT + column * STEP;
  const shapes: Shape[] = [
    { kind: 'text', x: 12, y: 24, text: title, fill: colours.text, size: 13, weight: 600 },
    { kind: 'text', x: LEFT - 8, y: HEAD - 24, text: 'expected ↓', fill: colours.faint, anchor: 'end' },
    { kind: 'text', x: LEFT - 8, y: HEAD - 9, text: 'triggered →', fill: colours.faint, anchor: 'end' },
    { kind: 'text', x: left(lines.length) + 22, y: HEAD - 9, text: 'n', fill: colours.faint, anchor: 'end' },
  ];
  for (const [at, line] of lines.entries()) {
    const label = clip(line.label, 26);
    shapes.push(
      { kind: 'text', x: LEFT - 8, y: top(at) + 17, text: label, fill: colours.muted, anchor: 'end', size: 11.5 },
      {
        kind: 'text',
        x: left(at) + 17,
        y: HEAD - 6,
        text: clip(line.label, 16),
        fill: colours.muted,
        rotate: -52,
        size: 11.5,
      },
      {
        kind: 'text',
        x: left(lines.length) + 22,
        y: top(at) + 17,
        text: brief(totals[at] ?? 0),
        fill: colours.faint,
        anchor: 'end',
      },
    );
    for (let column = 0; column < lines.length; column++) {
      const cell = cells[at]?.[column] ?? null;
      const box = { kind: 'rect', x: left(column), y: top(at), width: CELL, height: CELL, radius: 3 } as const;
      if (!cell) {
        shapes.push({ ...box, fill: mix(colours.text, 3, colours.surface) });
        continue;
      }
      const share = strength(cell, totals[at] ?? 0);
      const fill = isHit(cell)
        ? mix(colours.accent, share * 0.5, colours.surface)
        : mix(colours.danger, share * 0.62, colours.surface);
      const text = {
        kind: 'text',
        x: left(column) + CELL / 2,
        y: top(at) + 17,
        text: brief(size(cell)),
        size: 12,
      } as const;
      shapes.push({ ...box, fill }, { ...text, fill: colours.text, anchor: 'middle', weight: isHit(cell) ? 440 : 600 });
    }
  }
  const width = left(lines.length) + 90;
  return { width, height: top(lines.length) + 12, background: colours.surface, title, shapes };
}
