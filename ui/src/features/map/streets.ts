/**
 * The free room between the cards of the map, and the ways of links through it. The cards are parted by straight cuts, across
 * and down by turns, until each stands alone: every cut is a street no card stands in, and leads to the streets about it.
 */
import type { MapPoint } from '$lib/ipc';

/** A card. */
export interface Box extends MapPoint {
  width: number;
  height: number;
}

/** A corner of a way, with the room there is to its left and its right. */
interface Corner extends MapPoint {
  room: number;
}

type Axis = 'x' | 'y';

/** A side of a region: its beginning or end on an axis. */
interface Side {
  axis: Axis;
  end: 0 | 1;
}

/** Cards that lie between streets, and how they are parted; what no street parts is left together. */
interface Region {
  from: MapPoint;
  to: MapPoint;
  axis: Axis | null;
  parts: Region[];
  boxes: readonly Box[];
  over: Region | null;
  at: number;
}

/** Narrower gaps are no streets. */
const LEAST = 16;
/** How far from the outermost cards one goes round them. */
const OUT = 8;
/** Room that is kept to cards along a street. */
const CLEAR = 5;
const across = { x: 'y', y: 'x' } as const;
const sizes = { x: 'width', y: 'height' } as const;

export const left: Side = { axis: 'x', end: 0 };
export const right: Side = { axis: 'x', end: 1 };

export class Streets {
  readonly #all: Region | null;
  readonly #regions = new Map<Box, Region>();

  constructor(boxes: readonly Box[]) {
    this.#all = boxes.length > 0 ? this.#parted(boxes) : null;
  }

  /** Whether a line from point to point meets a card other than its ends. */
  isFree(points: readonly MapPoint[], ends: readonly Box[]): boolean {
    return !this.#all || !points.some((point, at) => at > 0 && meetsIn(this.#all!, points[at - 1]!, point, ends));
  }

  /** A way from a side of one card to a side of another, in a lane from −1 to 1 of its streets; none where they are not parted. */
  way(from: Box, leaving: Side, to: Box, coming: Side, lane: number): Corner[] | null {
    const [start, end] = [this.#regions.get(from), this.#regions.get(to)];
    if (!start || !end || start === end) return null;
    const [one, other] = below(start, end);
    const over = one.over!;
    const way = new Way(over, lane);
    const there = way.outOf(start, one, from, leaving, middleOf(to));
    const back = way.outOf(end, other, to, coming, middleOf(from));
    const gap = way.into(one, there, other.at > one.at);
    way.through(gap, there, way.into(other, back, one.at > other.at), back);
    return cornersOf([...there.corners, ...back.corners.reverse()]);
  }

  #parted(boxes: readonly Box[]): Region {
    const region: Region = { ...boundsOf(boxes), axis: null, parts: [], boxes, over: null, at: 0 };
    for (const axis of ['x', 'y'] as const) {
      const groups = apart(boxes, axis);
      if (groups.length === 1) continue;
      region.axis = axis;
      region.parts = groups.map((group, at) => Object.assign(this.#parted(group), { over: region, at }));
      return region;
    }
    for (const box of boxes) this.#regions.set(box, region);
    return region;
  }
}

/** Where one is on the way out of a card: the corners so far, and the side of the region one stands at. */
interface Out {
  corners: Corner[];
  side: Side;
}

/** A way between two parts of a region. */
class Way {
  readonly #over: Region;
  readonly #lane: number;

  constructor(over: Region, lane: number) {
    this.#over = over;
    this.#lane = lane;
  }

  /** From a side of a card to the edge of the part of the region that it stands in, on the side that is nearer to a point. */
  outOf(card: Region, part: Region, box: Box, side: Side, toward: MapPoint): Out {
    const edge = { x: box.x + side.end * box.width, y: box.y + box.height / 2, room: Infinity };
    const out: Out = { corners: [edge], side };
    for (let inner = card; inner !== part; inner = inner.over!) {
      const over = inner.over!;
      const axis = over.axis!;
      const gap = inner.at + out.side.end;
      if (out.side.axis === axis && gap > 0 && gap < over.parts.length) {
        this.#along(out, over, gap);
        const last = out.corners.at(-1)!;
        out.side = { axis: across[axis], end: toward[across[axis]] >= last[across[axis]] ? 1 : 0 };
      }
      this.#to(out, over);
    }
    return out;
  }

  /** Goes on into a street of the region beside a part; gives which. */
  into(part: Region, out: Out, isAfter: boolean): number {
    const axis = this.#over.axis!;
    if (out.side.axis === axis) {
      const gap = part.at + out.side.end;
      this.#along(out, this.#over, gap);
      return gap;
    }
    const gap = part.at + (isAfter ? 1 : 0);
    const street = out.side.end === 0 ? -OUT : OUT;
    const shift = this.#lane * (OUT - CLEAR);
    this.#move(out, out.side.axis, edgeOf(part, out.side) + street + shift, OUT - Math.abs(shift));
    this.#along(out, this.#over, gap);
    return gap;
  }

  /** From one street of the region to another, past the parts between them; where the widest is, one changes over. */
  through(from: number, there: Out, to: number, back: Out): void {
    const [least, most] = [Math.min(from, to), Math.max(from, to)];
    let widest = least;
    for (let gap = least; gap <= most; gap++) if (this.#width(gap) > this.#width(widest)) widest = gap;
    this.#past(there, from, widest);
    this.#past(back, to, widest);
  }

  #past(out: Out, from: number, to: number): void {
    const axis = across[this.#over.axis!];
    const step = Math.sign(to - from);
    for (let gap = from; gap !== to; gap += step) {
      const part = this.#over.parts[step > 0 ? gap : gap - 1]!;
      const { at, room } = passing(part, axis, out.corners.at(-1)![axis], this.#lane);
      this.#move(out, axis, at, room);
      this.#along(out, this.#over, gap + step);
    }
  }

  /** Straight to the edge of a region on the side one stands at. */
  #to(out: Out, region: Region): void {
    this.#move(out, out.side.axis, edgeOf(region, out.side), Infinity);
  }

  /** Straight into a street of a region. */
  #along(out: Out, region: Region, gap: number): void {
    const { at, width } = street(region, gap);
    const shift = this.#lane * lanes(width);
    this.#move(out, region.axis!, at + shift, width / 2 - Math.abs(shift));
  }

  /** The room is that of the narrowest place so far on the way up or down. */
  #move(out: Out, axis: Axis, to: number, room: number): void {
    const last = out.corners.at(-1)!;
    const least = axis === 'y' ? last.room : last.x === to ? Math.min(last.room, room) : room;
    out.corners.push({ ...last, [axis]: to, room: least });
  }

  #width(gap: number): number {
    return street(this.#over, gap).width;
  }
}

/** How far the outer lanes are from the middle of a street. */
const lanes = (width: number) => Math.max(0, Math.min(8, width / 2 - CLEAR));

/** The middle of a street, and how wide it is; the first and the last go round the parts. */
function street({ parts, axis }: Region, gap: number): { at: number; width: number } {
  const [before, after] = [parts[gap - 1]?.to[axis!], parts[gap]?.from[axis!]];
  if (before === undefined) return { at: after! - OUT, width: 2 * OUT };
  if (after === undefined) return { at: before + OUT, width: 2 * OUT };
  return { at: (before + after) / 2, width: after - before };
}

/** Where one passes a part, nearest to where one is, and the room there. */
function passing(part: Region, axis: Axis, now: number, lane: number): { at: number; room: number } {
  const [first, last] = [part.from[axis], part.to[axis]];
  const beyond = Math.max(first - now, now - last);
  if (beyond >= CLEAR) return { at: now, room: beyond };
  const shift = lane * (OUT - CLEAR);
  const isFirst = now - first < last - now;
  let best = { at: isFirst ? first - OUT + shift : last + OUT + shift, room: OUT - Math.abs(shift) };
  if (part.axis !== axis) return best;
  for (let gap = 1; gap < part.parts.length; gap++) {
    const { at, width } = street(part, gap);
    const room = width / 2 - Math.abs(now - at);
    if (room >= CLEAR) return { at: now, room };
    const there = at + lane * lanes(width);
    if (Math.abs(now - there) < Math.abs(now - best.at)) best = { at: there, room: width / 2 - Math.abs(there - at) };
  }
  return best;
}

const edgeOf = (region: Region, { axis, end }: Side): number => (end === 0 ? region.from : region.to)[axis];
const middleOf = ({ x, y, width, height }: Box): MapPoint => ({ x: x + width / 2, y: y + height / 2 });

/** The parts of the smallest region about two others that they stand in. */
function below(one: Region, other: Region): [Region, Region] {
  const above = new Map<Region, Region>();
  for (let region = one; region.over; region = region.over) above.set(region.over, region);
  let region = other;
  while (!above.has(region.over!)) region = region.over!;
  return [above.get(region.over!)!, region];
}

function boundsOf(boxes: readonly Box[]): { from: MapPoint; to: MapPoint } {
  const [from, to] = [{ x: Infinity, y: Infinity }, { x: -Infinity, y: -Infinity }]; // prettier-ignore
  for (const box of boxes)
    for (const axis of ['x', 'y'] as const) {
      from[axis] = Math.min(from[axis], box[axis]);
      to[axis] = Math.max(to[axis], box[axis] + box[sizes[axis]]);
    }
  return { from, to };
}

/** The boxes in groups with streets between them. */
function apart(boxes: readonly Box[], axis: Axis): Box[][] {
  const groups: Box[][] = [];
  let reach = -Infinity;
  for (const box of boxes.toSorted((a, b) => a[axis] - b[axis])) {
    if (box[axis] - reach >= LEAST) groups.push([]);
    groups.at(-1)!.push(box);
    reach = Math.max(reach, box[axis] + box[sizes[axis]]);
  }
  return groups;
}

function meetsIn(region: Region, a: MapPoint, b: MapPoint, ends: readonly Box[]): boolean {
  const { axis, parts, boxes } = region;
  if (!axis) return boxes.some((box) => !ends.includes(box) && meetsBox(box, a, b));
  const [least, most] = [Math.min(a[axis], b[axis]), Math.max(a[axis], b[axis])];
  for (let at = firstAfter(parts, axis, least); at < parts.length && parts[at]!.from[axis] < most; at++)
    if (meetsIn(parts[at]!, a, b, ends)) return true;
  return false;
}

/** Which of the parts, in their order, is the first that ends behind a point. */
function firstAfter(parts: readonly Region[], axis: Axis, point: number): number {
  let [least, most] = [0, parts.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (parts[middle]!.to[axis] > point) most = middle;
    else least = middle + 1;
  }
  return least;
}

/** Whether a straight line enters a box. */
function meetsBox(box: Box, a: MapPoint, b: MapPoint): boolean {
  let [first, last] = [0, 1];
  for (const axis of ['x', 'y'] as const) {
    const [least, most, by] = [box[axis] - a[axis], box[axis] + box[sizes[axis]] - a[axis], b[axis] - a[axis]];
    if (by === 0) {
      if (least >= 0 || most <= 0) return false;
      continue;
    }
    first = Math.max(first, Math.min(least / by, most / by));
    last = Math.min(last, Math.max(least / by, most / by));
  }
  return first < last;
}

/** Only where one turns. */
function cornersOf(points: readonly Corner[]): Corner[] {
  const corners: Corner[] = [];
  for (const point of points) {
    const [before, last] = [corners.at(-2), corners.at(-1)];
    if (last && last.x === point.x && last.y === point.y) {
      last.room = Math.min(last.room, point.room);
      continue;
    }
    const isUp = last?.x === point.x && before?.x === point.x;
    const isOn = isUp || (last?.y === point.y && before?.y === point.y);
    if (isOn) corners[corners.length - 1] = { ...point, room: isUp ? Math.min(last!.room, point.room) : point.room };
    else corners.push({ ...point });
  }
  return corners;
}

/** How round corners are where there is no room for more. */
const ROUND = 8;

/** A way as a path: from one level to another along the whole width of a street, else with round corners. */
export function drawn(corners: readonly Corner[]): string {
  const start = corners[0]!;
  let path = `M${start.x},${start.y}`;
  for (let at = 1; at < corners.length - 1; at++) {
    const [before, here, next, after] = [corners[at - 1]!, corners[at]!, corners[at + 1]!, corners[at + 2]];
    const isLevel = after && before.y === here.y && here.x === next.x && next.y === after.y;
    const way = Math.sign(here.x - before.x);
    if (isLevel && Math.sign(after.x - next.x) === way) {
      const room = Math.min(here.room, next.room, Math.abs(here.x - before.x), Math.abs(after.x - next.x));
      path += `L${here.x - way * room},${here.y}C${here.x},${here.y} ${next.x},${next.y} ${next.x + way * room},${next.y}`;
      at++;
      continue;
    }
    const round = (to: MapPoint) => {
      const long = Math.abs(to.x - here.x) + Math.abs(to.y - here.y);
      const share = Math.min(ROUND, long / 2) / long;
      return `${here.x + (to.x - here.x) * share},${here.y + (to.y - here.y) * share}`;
    };
    path += `L${round(before)}Q${here.x},${here.y} ${round(next)}`;
  }
  const end = corners.at(-1)!;
  return `${path}L${end.x},${end.y}`;
}

/** The middle of the longest part of a way. */
export function middleOfWay(corners: readonly Corner[]): MapPoint {
  let [best, most] = [corners[0]! as MapPoint, -1];
  for (const [at, here] of corners.entries()) {
    const before = corners[at - 1];
    if (!before) continue;
    const long = Math.abs(here.x - before.x) + Math.abs(here.y - before.y);
    if (long > most) [best, most] = [{ x: (here.x + before.x) / 2, y: (here.y + before.y) / 2 }, long];
  }
  return best;
}
