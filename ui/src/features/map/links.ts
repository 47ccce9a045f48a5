/** Links as lines: where they run, what is written on them, and what they say to a screen reader. */
import { Position, getBezierPath } from '@xyflow/svelte';
import type { MapLink, MapPoint } from '$lib/ipc';
import { type Shown, type ShownNode, linkWords } from './model';
import { nodeHeight, widthOf } from './place';
import { meets } from './sight';
import { type Box, Streets, drawn, left, middleOfWay, right } from './streets';

/** A link as it is drawn. */
export interface Line extends Route {
  link: MapLink;
  words: string;
  /** Looks: kind, access, whether it is optional. */
  look: string;
  label: string;
}

/** Where a link runs. */
export interface Route {
  path: string;
  /** The head at the end of a link within a kind, which else would not tell its direction. */
  arrow: string;
  /** Where its words stand, and which part of them stands there. */
  middle: MapPoint;
  side: 'middle' | 'start' | 'end';
}

/** The nodes that lines end at, and where each stands. */
export interface Ends {
  nodes: ReadonlyMap<string, ShownNode>;
  places: ReadonlyMap<string, MapPoint>;
  /** The room between the nodes; none where lines run behind them. */
  town: Town | null;
}

interface Town {
  boxes: ReadonlyMap<string, Box>;
  streets: Streets;
}

/** Nodes less than this apart sideways stand in one column. */
const COLUMN = 40;
/** Nodes of a column less than this apart stand next to each other. */
const NEXT = 80;
/** Length of an arrow's head. */
const HEAD = 6;
/** In how many straight lines a curve is taken. */
const PARTS = 20;

/** Ends of lines that run behind the nodes between them. */
export const endsOf = ({ nodes }: Shown, places: ReadonlyMap<string, MapPoint>): Ends => ({
  nodes: new Map(nodes.map((node) => [node.key, node])),
  places,
  town: null,
});

/** The same ends, of lines that run round the nodes between them. */
export function roundNodes(ends: Ends): Ends {
  const boxes = new Map<string, Box>();
  for (const key of ends.nodes.keys()) {
    const box = boxOf(key, ends);
    if (box) boxes.set(key, box);
  }
  return { ...ends, town: { boxes, streets: new Streets([...boxes.values()]) } };
}

/** The lines of some links; those with an end that has no place are left out. */
export function linesOf(links: readonly MapLink[], ends: Ends): Line[] {
  return links.flatMap((link) => {
    const [from, to] = [boxOf(link.from, ends), boxOf(link.to, ends)];
    if (!from || !to) return [];
    const run = route(link, from, to, ends.town?.streets);
    const name = (key: string) => ends.nodes.get(key)?.name ?? key;
    return [
      {
        ...run,
        link,
        words: link.kind === 'overlap' || run.side === 'start' ? wordsOf(link) : '',
        look: [
          link.kind,
          link.kind === 'depends' && !link.is_required ? 'optional' : '',
          ends.nodes.get(link.to)?.is_trashed ? 'broken' : '',
          link.kind === 'uses' ? link.access : '',
        ]
          .filter(Boolean)
          .join(' '),
        label: `${name(link.from)} ${linkWords[link.kind]} ${name(link.to)}${ends.nodes.get(link.to)?.is_trashed ? ', which is in the trash' : ''}`,
      },
    ];
  });
}

/** What a link is called on the picture, where its stroke alone does not tell. */
export function wordsOf(link: MapLink): string {
  if (link.kind === 'overlap') return `overlap ${link.similarity.toFixed(2)}`;
  if (link.kind === 'depends') return link.is_required ? 'requires' : 'optional';
  return link.kind === 'parent' || link.kind === 'needs' ? link.kind : '';
}

/** Horizontal offset of words, by which part of them stands at the middle of their line. */
export const shifts = { start: '4px', middle: '-50%', end: '-100%' } as const;

interface Label {
  line: Line;
  words: string;
}

/** The words beside lines, those at one place as one. What would cover other words or a node is left out, but for the selected link's. */
export function labelsOf(lines: readonly Line[], selected: string | null, ends: Ends): Label[] {
  const labels = new Map<string, Label>();
  for (const line of lines) {
    const words = line.link.key === selected ? wordsOf(line.link) : line.words;
    if (!words) continue;
    const at = `${line.middle.x},${line.middle.y}`;
    const there = labels.get(at);
    // What is said already is not said again: `overlap 0.59, 0.46`.
    const { link } = line;
    const isSaid = there?.line.link.kind === 'overlap';
    const more = isSaid && link.kind === 'overlap' ? link.similarity.toFixed(2) : words;
    // What is selected speaks for all at its place, so that their words stay, whichever was first.
    const speaks = !there || line.link.key === selected ? line : there.line;
    labels.set(at, { line: speaks, words: there ? `${there.words}, ${more}` : words });
  }
  const boxes = new Boxes();
  for (const key of ends.nodes.keys()) {
    const box = boxOf(key, ends);
    if (box) boxes.add(box);
  }
  const first = ({ line }: Label) => (line.link.key === selected ? 0 : 1);
  return [...labels.values()]
    .sort((a, b) => first(a) - first(b))
    .filter((label) => {
      const box = sizeOf(label);
      if (label.line.link.key !== selected && boxes.meets(box)) return false;
      boxes.add(box);
      return true;
    });
}

/** About how much room words take. */
function sizeOf({ line, words }: Label): Box {
  const width = words.length * 5.8 + 8;
  const x = line.middle.x + { start: 4, middle: -width / 2, end: -width }[line.side];
  return { x, y: line.middle.y - 7, width, height: 14 };
}

/** Boxes, to be asked which of them lie somewhere. */
class Boxes {
  #rows = new Map<number, Box[]>();

  add(box: Box) {
    for (const row of rowsOf(box)) {
      const there = this.#rows.get(row);
      if (there) there.push(box);
      else this.#rows.set(row, [box]);
    }
  }

  meets(box: Box): boolean {
    return rowsOf(box).some((row) => (this.#rows.get(row) ?? []).some((other) => meets(other, box)));
  }
}

const ROW = 64;
const rowsOf = ({ y, height }: Box): number[] => {
  const first = Math.floor(y / ROW);
  return Array.from({ length: Math.floor((y + height) / ROW) - first + 1 }, (_, at) => first + at);
};

function boxOf(key: string, { nodes, places, town }: Ends): Box | null {
  if (town) return town.boxes.get(key) ?? null;
  const [node, place] = [nodes.get(key), places.get(key)];
  return node && place ? { ...place, width: widthOf(node), height: nodeHeight(node) } : null;
}

const arrow = (x: number, y: number, dx: number, dy: number) =>
  `M${x - HEAD * (dx + dy * 0.6)},${y - HEAD * (dy + dx * 0.6)}L${x},${y}L${x - HEAD * (dx - dy * 0.6)},${y - HEAD * (dy - dx * 0.6)}`;

const within = ['depends', 'parent', 'overlap', 'needs'];

/** Where a link runs: as it does alone where that is clear of other nodes or nothing is known of them, else through the streets. */
export function route(link: MapLink, from: Box, to: Box, streets?: Streets): Route {
  const alone = routeAlone(link, from, to);
  if (!streets || streets.isFree(pointsOf(alone.path), [from, to])) return alone;
  const isWithin = within.includes(link.kind);
  const isColumn = isWithin && isOneColumn(from, to);
  const isBack = isWithin && !isColumn && to.x < from.x;
  const [first, last] = isBack ? [to, from] : [from, to];
  const way = streets.way(first, isColumn ? left : right, last, left, laneOf(link.key));
  if (!way) return alone;
  const middle = to.y + to.height / 2;
  const head = isBack ? arrow(to.x + to.width, middle, -1, 0) : arrow(to.x, middle, 1, 0);
  return {
    path: drawn(way),
    arrow: isWithin && link.kind !== 'overlap' ? head : '',
    middle: middleOfWay(way),
    side: 'middle',
  };
}

/** One of five lanes of a street, the same for a link each time. */
function laneOf(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = (sum * 31 + key.charCodeAt(at)) % 65_521;
  return ((sum % 5) - 2) / 2;
}

/** Points along a path of straight lines and cubic curves, with its commands in capitals. */
export function pointsOf(path: string): MapPoint[] {
  const points: MapPoint[] = [];
  for (const [, command, rest] of path.matchAll(/([MLCQ])([^MLCQ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = (rest!.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const last = points.at(-1);
    if (!last || command === 'M' || command === 'L') {
      points.push({ x: a, y: b });
      continue;
    }
    for (let at = 1; at <= PARTS; at++) {
      const [t, u] = [at / PARTS, 1 - at / PARTS];
      const on = (from: number, one: number, two: number, to: number) =>
        command === 'C'
          ? u ** 3 * from + 3 * u * u * t * one + 3 * u * t * t * two + t ** 3 * to
          : u * u * from + 2 * u * t * one + t * t * two;
      points.push({ x: on(last.x, a, c, e), y: on(last.y, b, d, f) });
    }
  }
  return points;
}

const isOneColumn = (from: Box, to: Box): boolean => Math.abs(from.x + from.width / 2 - to.x - to.width / 2) < COLUMN;

/** From right side to left side between columns; within a column straight to the next, else round the others. */
function routeAlone(link: MapLink, from: Box, to: Box): Route {
  const isWithin = within.includes(link.kind);
  const isColumn = isOneColumn(from, to);
  const head = (x: number, y: number, dx: number, dy: number) => (link.kind === 'overlap' ? '' : arrow(x, y, dx, dy));
  if (!isWithin) return { ...curve(from, to), arrow: '' };
  if (!isColumn) {
    const isBack = to.x < from.x;
    const [left, right] = isBack ? [to, from] : [from, to];
    const middle = to.y + to.height / 2;
    return {
      ...curve(left, right),
      arrow: isBack ? head(to.x + to.width, middle, -1, 0) : head(to.x, middle, 1, 0),
    };
  }
  const isDown = from.y < to.y;
  const [upper, lower] = isDown ? [from, to] : [to, from];
  if (lower.y - upper.y - upper.height < NEXT) {
    const [x1, x2] = [upper.x + upper.width / 2, lower.x + lower.width / 2];
    const [y1, y2] = [upper.y + upper.height, lower.y];
    return {
      path: `M${x1},${y1}L${x2},${y2}`,
      arrow: isDown ? head(x2, y2, 0, 1) : head(x1, y1, 0, -1),
      middle: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 },
      side: 'start',
    };
  }
  const [y1, y2] = [upper.y + upper.height / 2, lower.y + lower.height / 2];
  const left = Math.min(upper.x, lower.x);
  const bulge = left - 26 - Math.min(40, (y2 - y1) / 12);
  return {
    path: `M${upper.x},${y1}C${bulge},${y1} ${bulge},${y2} ${lower.x},${y2}`,
    arrow: isDown ? head(lower.x, y2, 1, 0) : head(upper.x, y1, 1, 0),
    middle: { x: (left + 3 * bulge) / 4, y: (y1 + y2) / 2 },
    side: 'end',
  };
}

function curve(from: Box, to: Box): Omit<Route, 'arrow'> {
  const [path, x, y] = getBezierPath({
    sourceX: from.x + from.width,
    sourceY: from.y + from.height / 2,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y + to.height / 2,
    targetPosition: Position.Left,
  });
  return { path, middle: { x, y }, side: 'middle' };
}
