/**
 * The confusion matrix as it is drawn: the skills with the most mistakes by name, those confused with each other side by
 * side, all others as one, and “no skill” last.
 */
import { count, plural } from '$kit/labels';
import type { Confusion } from '$lib/ipc';

/** Skills that have a line of their own. */
export const OWN_LINES = 12;

/** One line of the matrix, and one column. */
export interface Line {
  kind: 'skill' | 'others' | 'none';
  label: string;
  /** Skills it stands for. */
  names: readonly string[];
}

export interface Cell {
  row: number;
  column: number;
  right: readonly string[];
  wrong: readonly string[];
}

export interface Matrix {
  lines: Line[];
  /** Row by row; null where there is no query. */
  cells: (Cell | null)[][];
  /** Queries of each row. */
  totals: number[];
  /** Skills in all. */
  skills: number;
}

/** What of a confusion is drawn. */
type Cells = Pick<Confusion, 'names' | 'cells'>;

type Count = (a: string, b: string) => number;

/** Wrong queries between two skills, either way. */
function mutual(confusion: Cells): Count {
  const counts = new Map<string, number>();
  for (const { expected, chosen, queries } of confusion.cells) {
    if (expected === null || chosen === null || expected === chosen) continue;
    for (const key of [`${expected}\n${chosen}`, `${chosen}\n${expected}`])
      counts.set(key, (counts.get(key) ?? 0) + queries.length);
  }
  return (a, b) => counts.get(`${a}\n${b}`) ?? 0;
}

/** The names so that what is confused stands together: each is followed by what it is confused with most. */
export function beside(names: readonly string[], between: Count): string[] {
  const rest = [...names];
  const placed: string[] = rest.splice(0, 1);
  while (rest.length > 0) {
    const last = placed.at(-1)!;
    const best = rest.reduce((most, name) => (between(last, name) > between(last, most) ? name : most), rest[0]!);
    const near =
      between(last, best) > 0 ? best : (rest.find((name) => placed.some((one) => between(one, name) > 0)) ?? best);
    placed.push(...rest.splice(rest.indexOf(near), 1));
  }
  return placed;
}

/** Folds a confusion into what fits on the screen. */
export function fold(confusion: Cells, shown = OWN_LINES): Matrix {
  const named = beside(confusion.names.slice(0, shown), mutual(confusion));
  const others = confusion.names.slice(shown);
  const lines: Line[] = named.map((name) => ({ kind: 'skill', label: name, names: [name] }));
  if (others.length > 0) lines.push({ kind: 'others', label: plural(others.length, 'other'), names: others });
  lines.push({ kind: 'none', label: 'no skill', names: [] });

  const none = lines.length - 1;
  const lineOf = new Map(lines.flatMap((line, at) => line.names.map((name) => [name, at] as const)));
  const at = (name: string | null) => (name === null ? none : (lineOf.get(name) ?? none));
  const cells: (Cell | null)[][] = lines.map(() => lines.map(() => null));
  for (const { expected, chosen, queries } of confusion.cells) {
    const row = at(expected);
    const column = at(chosen);
    const { right, wrong } = cells[row]![column] ?? { right: [], wrong: [] };
    const isRight = expected === chosen;
    cells[row]![column] = {
      row,
      column,
      right: isRight ? [...right, ...queries] : right,
      wrong: isRight ? wrong : [...wrong, ...queries],
    };
  }
  const totals = cells.map((row) => row.reduce((sum, cell) => sum + size(cell), 0));
  return { lines, cells, totals, skills: confusion.names.length };
}

/** Queries of a cell. */
export const size = (cell: Cell | null): number => (cell ? cell.right.length + cell.wrong.length : 0);

/** Whether a cell is one of right answers. */
export const isHit = (cell: Cell): boolean => cell.row === cell.column;

/** How strong its colour is, in percent: by the share of its row, wrong answers sooner than right ones. */
export function strength(cell: Cell, total: number): number {
  const share = total > 0 ? size(cell) / total : 0;
  return isHit(cell) ? Math.round(10 + 52 * share) : Math.round(Math.min(80, 18 + 150 * share));
}

/** `1.2k` where four digits do not fit. */
export const brief = (value: number): string => (value < 1000 ? String(value) : `${(value / 1000).toFixed(1)}k`);

/** What a screen reader says of a cell. */
export function say(matrix: Matrix, cell: Cell): string {
  const queries = size(cell);
  const expected = matrix.lines[cell.row]!.label;
  const chose = matrix.lines[cell.column]!.label;
  const mixed = cell.right.length > 0 && cell.wrong.length > 0 ? `, ${count(cell.wrong.length)} incorrect` : '';
  return `expected ${expected}, triggered ${chose}: ${plural(queries, 'query', 'queries')}${mixed}`;
}

/** The cell most worth a look: the largest wrong one. */
export function worst(matrix: Matrix): Cell | null {
  const all = matrix.cells.flat().filter((cell) => cell !== null);
  const wrong = all.filter((cell) => cell.wrong.length > 0 && matrix.lines[cell.row]!.kind === 'skill');
  const most = (cells: Cell[]) =>
    cells.reduce<Cell | null>((best, cell) => (best && best.wrong.length >= cell.wrong.length ? best : cell), null);
  return most(wrong) ?? most(all.filter((cell) => cell.wrong.length > 0)) ?? all[0] ?? null;
}

/** The next cell with queries in a direction; the same one where there is none. */
export function next(matrix: Matrix, from: Cell, key: string): Cell {
  const all = matrix.cells.flat().filter((cell) => cell !== null);
  const steps: Record<string, readonly [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const [rows, columns] = steps[key] ?? [0, 0];
  if (key === 'Home') return all[0] ?? from;
  if (key === 'End') return all.at(-1) ?? from;
  if (rows === 0 && columns === 0) return from;
  const reach = all.flatMap((cell) => {
    const along = rows ? (cell.row - from.row) * rows : (cell.column - from.column) * columns;
    const aside = rows ? Math.abs(cell.column - from.column) : Math.abs(cell.row - from.row);
    return along > 0 ? [{ cell, far: along + aside * 100 }] : [];
  });
  return (
    reach.reduce<{ cell: Cell; far: number } | null>((best, one) => (best && best.far <= one.far ? best : one), null)
      ?.cell ?? from
  );
}
