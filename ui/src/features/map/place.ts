/**
 * Where nodes stand that nobody has placed: in columns by kind, ordered so that links cross little; where there are too many
 * for that, on tiles by group. Deterministic, so that a library looks the same each time it is opened.
 */
import { plural } from '$kit/labels';
import type { MapLink, MapNodeKind, MapPoint } from '$lib/ipc';
import { type ShownNode, columnOf, columns, findingsOf, groupOf, isAbsent, kindLabels } from './model';
import { byName } from './names';
import { meets } from './sight';
import { type TileNodes, type TileSize, rowsFor as tileRows, tileSize, tilesOf } from './tiles';

/** How wide and high nodes are, by column and by kind. */
export const nodeWidth: readonly number[] = [180, 236, 240, 200];
const heights = { agent: 48, skill: 52, tool: 34, server: 46, client: 46, missing: 34 } as const;
const GAP = 22;
/** Room for the links between two kinds. */
const BETWEEN = 104;
/** Room between the columns of a kind whose nodes are linked to each other, and for the words of those links. */
const WITHIN = 112;
const ROUNDS = 4;
/** More nodes of a kind stand on tiles. */
const COLUMNS_UP_TO = 64;
const TILE_GAP = 48;
/** Width to height of a large map. */
const ASPECT = 1.45;
const MOST_SHELVES = 60;

export const nodeHeight = (node: ShownNode): number => heights[node.kind];
export const widthOf = (node: ShownNode): number => nodeWidth[columnOf(node.kind)] ?? 200;

/** Most nodes one below the other: many nodes stand in several columns of their kind. */
const rowsFor = (nodes: number): number => Math.min(COLUMNS_UP_TO, Math.max(16, Math.ceil(Math.sqrt(nodes) * 1.2)));

/** A kind's columns, with the left edge and the heading of the first. */
export interface Heading {
  kind: MapNodeKind;
  count: number;
  /** How many more are only named. */
  missing: number;
  x: number;
  y: number;
}

export interface Area extends MapPoint {
  width: number;
  height: number;
}

/** Nodes that stand together, and where: what is seen of them from afar. */
export interface Tile extends Area {
  key: string;
  kind: MapNodeKind;
  name: string;
  detail: string;
  keys: string[];
  errors: number;
  warnings: number;
  /** Whether its nodes stand scattered, as they were moved: then the area is only where its name is written. */
  isLoose: boolean;
}

export interface Placing {
  places: Map<string, MapPoint>;
  headings: Heading[];
  tiles: Tile[];
  /** All of it. */
  bounds: Area;
}

/** Nodes of one kind in an area of their own, seen from its upper left corner. */
interface Block {
  kind: MapNodeKind;
  count: number;
  width: number;
  height: number;
  places: [ShownNode, MapPoint][];
  tiles: Tile[];
}

/** A place for each node; those that have one keep it. */
export function place(nodes: readonly ShownNode[], links: readonly MapLink[]): Placing {
  const rows = rowsFor(nodes.length);
  const size = tileSize(nodes.length);
  const parts = ordered(nodes, links).flatMap((column, at) => {
    const kind = columns[at] ?? 'agent';
    if (column.length === 0) return [];
    return [column.length > COLUMNS_UP_TO ? racked(column, kind, size) : inColumns(column, kind, rows, links)];
  });
  const wide = shelfWidths(parts);
  const blocks = parts.map((part, at) => ('shelf' in part ? filled(part, wide[at] ?? 0) : part));
  const tallest = Math.max(0, ...blocks.map(({ height }) => height));
  const places = new Map<string, MapPoint>();
  const tiles: Tile[] = [];
  const headings: Heading[] = [];
  // Seen as a whole, a large map needs room for what is written beside small blocks.
  const between = Math.max(BETWEEN, blocks.reduce((sum, { width }) => sum + width, 0) * 0.05);
  // One line for all of them, clear of the names above tiles.
  const headingsAt = blocks.some((block) => block.tiles.length > 1 && block.height === tallest) ? -TILE_GAP : 0;
  let x = 0;
  for (const block of blocks) {
    // Servers stand at the top, clear of the overview in the lower corner.
    const y = block.kind === 'server' ? 0 : Math.round((tallest - block.height) / 2);
    const missing = block.places.reduce((sum, [node]) => sum + (isAbsent(node) ? Math.max(1, node.folded) : 0), 0);
    // The client's tools stand among the servers, and are none.
    const own = block.places.filter(([node]) => node.kind === 'client').length;
    const isOwn = own > 0 && own === block.count;
    headings.push({
      kind: isOwn ? 'client' : block.kind,
      count: block.count - missing - (isOwn ? 0 : own),
      missing,
      x,
      y: headingsAt,
    });
    for (const [node, at] of block.places) places.set(node.key, node.position ?? { x: x + at.x, y: y + at.y });
    tiles.push(...block.tiles.map((tile) => ({ ...tile, x: x + tile.x, y: y + tile.y })));
    x = Math.round(x + block.width + between);
  }
  const known = new Map(nodes.map((node) => [node.key, node]));
  const settledTiles = tiles.map((tile) => settled(tile, known, places));
  const bounds = [boundsOf(nodes, places), ...settledTiles.filter(({ isLoose }) => !isLoose)].reduce(union);
  return { places, headings, tiles: settledTiles, bounds };
}

function union(a: Area, b: Area): Area {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { x, y, width: right - x, height: bottom - y };
}

/** The area some nodes take. */
export function boundsOf(nodes: readonly ShownNode[], places: ReadonlyMap<string, MapPoint>): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const node of nodes) {
    const at = places.get(node.key);
    if (!at) continue;
    [left, top] = [Math.min(left, at.x), Math.min(top, at.y)];
    [right, bottom] = [Math.max(right, at.x + widthOf(node)), Math.max(bottom, at.y + nodeHeight(node))];
  }
  if (right < left) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** A tile whose nodes were moved stands where they are now; those that were scattered have no area of their own. */
function settled(tile: Tile, known: ReadonlyMap<string, ShownNode>, places: ReadonlyMap<string, MapPoint>): Tile {
  const nodes = tile.keys.flatMap((key) => known.get(key) ?? []);
  const moved = nodes.filter((node) => node.position !== null);
  if (moved.length * 2 <= nodes.length) return tile;
  const area = boundsOf(nodes, places);
  const least = nodes.reduce((sum, node) => sum + (widthOf(node) + GAP) * (nodeHeight(node) + GAP), 0);
  if (area.width * area.height <= 4 * least) return { ...tile, ...area };
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  return { ...tile, x: x - tile.width / 2, y: y - tile.height / 2, isLoose: true };
}

function tileOf(kind: MapNodeKind, name: string, detail: string, nodes: readonly ShownNode[], area: Area): Tile {
  return {
    key: `tile:${kind}:${name}`,
    kind,
    name,
    detail,
    keys: nodes.map((node) => node.key),
    errors: nodes.reduce((sum, node) => sum + findingsOf(node).errors, 0),
    warnings: nodes.reduce((sum, node) => sum + findingsOf(node).warnings, 0),
    isLoose: false,
    ...area,
  };
}

/** Few nodes: one below the other. From afar they are one tile. */
function inColumns(column: readonly ShownNode[], kind: MapNodeKind, rows: number, links: readonly MapLink[]): Block {
  const keys = new Set(column.map((node) => node.key));
  const isWithin = links.some((link) => keys.has(link.from) && keys.has(link.to));
  const across = (nodeWidth[columns.indexOf(kind)] ?? 200) + (isWithin ? WITHIN : GAP);
  const many = Math.ceil(column.length / rows);
  const size = Math.ceil(column.length / many);
  const parts = Array.from({ length: many }, (_, at) => column.slice(at * size, (at + 1) * size));
  const heightOf = (part: readonly ShownNode[]) => part.reduce((sum, node) => sum + nodeHeight(node) + GAP, -GAP);
  const height = Math.max(...parts.map(heightOf));
  const places: Block['places'] = [];
  parts.forEach((part, at) => {
    let y = (height - heightOf(part)) / 2;
    for (const node of part) {
      places.push([node, { x: at * across, y: Math.round(y) }]);
      y += nodeHeight(node) + GAP;
    }
  });
  const width = parts.length * across - (isWithin ? WITHIN : GAP);
  const area = { x: -GAP / 2, y: -GAP / 2, width: width + GAP, height: height + GAP };
  const name = kindLabels[kind];
  return {
    kind,
    count: column.length,
    width,
    height,
    places,
    tiles: [tileOf(kind, name, plural(column.length, kind), column, area)],
  };
}

/** Many nodes: tiles of one height, to stand on shelves one below the other. */
interface Rack {
  kind: MapNodeKind;
  tiles: readonly TileNodes[];
  /** Width of each tile, and height of a shelf. */
  wide: readonly number[];
  shelf: number;
  rows: number;
  /** Of a node, with the room about it. */
  cell: { width: number; height: number };
}

function racked(column: readonly ShownNode[], kind: MapNodeKind, size: TileSize): Rack {
  const tiles = tilesOf(column, kind, kind === 'skill' ? 'group' : 'server', size);
  const cell = {
    width: (nodeWidth[columns.indexOf(kind)] ?? 200) + GAP,
    height: Math.max(...column.map(nodeHeight)) + GAP,
  };
  const rows = tileRows(tiles, size);
  const wide = tiles.map(({ nodes }) => Math.ceil(nodes.length / rows) * cell.width - GAP);
  return { kind, tiles, wide, shelf: rows * cell.height - GAP + TILE_GAP, rows, cell };
}

/** Where tiles start when shelves are filled up to a width one after the other; a shelf is told by its number. */
function starts(wide: readonly number[], most: number): { x: number; shelf: number }[] {
  let [x, shelf] = [0, 0];
  return wide.map((width) => {
    if (x > 0 && x + width > most) [x, shelf] = [0, shelf + 1];
    const start = { x, shelf };
    x += width + TILE_GAP;
    return start;
  });
}

/** How wide the shelves of each rack are so that all of the map is as large as can be in a window of the usual shape. */
function shelfWidths(parts: readonly (Rack | Block)[]): number[] {
  const options = parts.map((part) => {
    if (!('shelf' in part)) return [{ most: 0, width: part.width, height: part.height }];
    const all = part.wide.reduce((sum, width) => sum + width + TILE_GAP, 0);
    return Array.from({ length: Math.min(part.tiles.length, MOST_SHELVES) }, (_, at) => {
      const most = Math.max(...part.wide, all / (at + 1));
      const begin = starts(part.wide, most);
      const width = Math.max(...begin.map(({ x }, tile) => x + (part.wide[tile] ?? 0)));
      return { most, width, height: ((begin.at(-1)?.shelf ?? 0) + 1) * part.shelf };
    });
  });
  let best = { size: Infinity, widths: options.map((of) => of[0]?.most ?? 0) };
  for (const high of new Set(options.flatMap((of) => of.map(({ height }) => height)))) {
    // Of each rack the highest that is not above this one.
    const chosen = options.map((of) => of.filter(({ height }) => height <= high).at(-1) ?? of[0]!);
    const width = chosen.reduce((sum, { width }) => sum + width, 0) * 1.05 + BETWEEN * (chosen.length - 1);
    const size = Math.max(width / ASPECT, ...chosen.map(({ height }) => height));
    if (size < best.size) best = { size, widths: chosen.map(({ most }) => most) };
  }
  return best.widths;
}

function filled({ kind, tiles, wide, shelf, rows: most, cell }: Rack, widest: number): Block {
  const count = tiles.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const block: Block = { kind, count, width: 0, height: 0, places: [], tiles: [] };
  const at = starts(wide, widest);
  tiles.forEach(({ name, detail, nodes, key }, index) => {
    const [width, start] = [wide[index] ?? 0, at[index] ?? { x: 0, shelf: 0 }];
    const [x, y] = [start.x, start.shelf * shelf];
    const rows = Math.ceil(nodes.length / Math.ceil(nodes.length / most));
    nodes.forEach((node, nth) => {
      const point = { x: x + Math.floor(nth / rows) * cell.width, y: y + (nth % rows) * cell.height };
      block.places.push([node, point]);
    });
    const area = { x: x - GAP / 2, y: y - GAP / 2, width: width + GAP, height: most * cell.height };
    block.tiles.push({ ...tileOf(kind, name, detail, nodes, area), key });
    block.width = Math.max(block.width, x + width);
    block.height = y + shelf - TILE_GAP;
  });
  return block;
}

/** The columns, each sorted by the mean place of what its nodes are linked to in the one before and behind. */
function ordered(nodes: readonly ShownNode[], links: readonly MapLink[]): ShownNode[][] {
  const sorted: ShownNode[][] = [[], [], [], []];
  for (const node of nodes) sorted[columnOf(node.kind)]?.push(node);
  const neighbours = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = neighbours.get(from);
    if (known) known.push(to);
    else neighbours.set(from, [to]);
  };
  for (const link of links) {
    if (link.kind === 'overlap') continue;
    add(link.from, link.to);
    add(link.to, link.from);
  }
  for (const column of sorted)
    column.sort((a, b) => byName(groupOf(a), groupOf(b)) || byName(a.name, b.name) || byName(a.key, b.key));
  const rank = new Map<string, number>();
  const number = (column: ShownNode[]) => column.forEach((node, at) => rank.set(node.key, (at + 0.5) / column.length));
  sorted.forEach(number);
  // What stands on tiles is in the order of its groups.
  const free = sorted.filter((column) => column.length <= COLUMNS_UP_TO);
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of round % 2 ? free.toReversed() : free) {
      const mean = (node: ShownNode) => {
        const near = (neighbours.get(node.key) ?? []).map((key) => rank.get(key) ?? 0.5);
        return near.length ? near.reduce((a, b) => a + b, 0) / near.length : (rank.get(node.key) ?? 0.5);
      };
      const means = new Map(column.map((node) => [node.key, mean(node)]));
      column.sort((a, b) => (means.get(a.key) ?? 0) - (means.get(b.key) ?? 0) || byName(a.name, b.name));
      number(column);
    }
  }
  return sorted.map((column) => (column.length > COLUMNS_UP_TO ? column : together(column, links)));
}
/** The same order, but with what is linked within the column standing together where its first one stood. */
function together(column: readonly ShownNode[], links: readonly MapLink[]): ShownNode[] {
  const keys = new Map(column.map((node) => [node.key, node]));
  const linked = new Map<string, string[]>();
  for (const { from, to } of links) {
    if (!keys.has(from) || !keys.has(to)) continue;
    linked.set(from, [...(linked.get(from) ?? []), to]);
    linked.set(to, [...(linked.get(to) ?? []), from]);
  }
  const done = new Set<string>();
  const walk = (key: string): ShownNode[] => {
    const node = keys.get(key);
    if (!node || done.has(key)) return [];
    done.add(key);
    return [node, ...(linked.get(key) ?? []).flatMap(walk)];
  };
  return column.flatMap((node) => walk(node.key));
}

/** The nodes of which something stands in an area, those nearest to its middle first. */
export function nodesIn(
  area: Area,
  nodes: readonly ShownNode[],
  places: ReadonlyMap<string, MapPoint>,
): readonly ShownNode[] {
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const near: { node: ShownNode; away: number }[] = [];
  for (const node of nodes) {
    const at = places.get(node.key);
    if (at && meets(area, { ...at, width: widthOf(node), height: nodeHeight(node) }))
      near.push({ node, away: Math.abs(at.x - x) + Math.abs(at.y - y) });
  }
  return near.sort((a, b) => a.away - b.away).map(({ node }) => node);
}
