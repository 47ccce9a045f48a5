/**
 * Where nodes stand that nobody has placed: in columns by kind, ordered so that links cross little. Deterministic, so
 * that a library looks the same each time it is opened.
 */
import type { MapLink, MapNodeKind, MapPoint } from '$lib/ipc';
import { type ShownNode, columnOf, columns } from './model';

/** How wide and high nodes are, by column and by kind. */
export const nodeWidth: readonly number[] = [180, 236, 240, 200];
const heights = { agent: 48, skill: 52, tool: 34, server: 46, missing: 34 } as const;
const GAP = 22;
/** Room for the links between two kinds. */
const BETWEEN = 104;
const ROUNDS = 4;

export const nodeHeight = (node: ShownNode): number => heights[node.kind];
export const widthOf = (node: ShownNode): number => nodeWidth[columnOf(node.kind)] ?? 200;

/** Most nodes one below the other: many nodes stand in several columns of their kind. */
const rowsFor = (nodes: number): number => Math.max(16, Math.ceil(Math.sqrt(nodes) * 1.2));

/** A kind's columns, with the left edge and the heading of the first. */
export interface Heading {
  kind: MapNodeKind;
  count: number;
  x: number;
  y: number;
}

export interface Placing {
  places: Map<string, MapPoint>;
  headings: Heading[];
}

/** A place for each node; those that have one keep it. */
export function place(nodes: readonly ShownNode[], links: readonly MapLink[]): Placing {
  const rows = rowsFor(nodes.length);
  const places = new Map<string, MapPoint>();
  const headings: Heading[] = [];
  const heightOf = (column: readonly ShownNode[]) => column.reduce((sum, node) => sum + nodeHeight(node) + GAP, 0);
  const split = ordered(nodes, links).map((column) =>
    Array.from({ length: Math.ceil(column.length / rows) }, (_, at) => column.slice(at * rows, (at + 1) * rows)),
  );
  const tallest = Math.max(0, ...split.flat().map(heightOf));
  let x = 0;
  split.forEach((parts, at) => {
    const count = parts.reduce((sum, part) => sum + part.length, 0);
    if (count > 0) headings.push({ kind: columns[at] ?? 'agent', count, x, y: 0 });
    for (const part of parts) {
      // Servers stand at the top, clear of the overview in the lower corner.
      let y = at === columns.length - 1 ? 0 : (tallest - heightOf(part)) / 2;
      for (const node of part) {
        places.set(node.key, node.position ?? { x, y: Math.round(y) });
        y += nodeHeight(node) + GAP;
      }
      x += (nodeWidth[at] ?? 200) + (part === parts.at(-1) ? BETWEEN : GAP);
    }
  });
  return { places, headings };
}

/** The columns, each sorted by the mean place of what its nodes are linked to in the one before and behind. */
function ordered(nodes: readonly ShownNode[], links: readonly MapLink[]): ShownNode[][] {
  const sorted: ShownNode[][] = [[], [], [], []];
  for (const node of nodes) sorted[columnOf(node.kind)]?.push(node);
  const neighbours = new Map<string, string[]>();
  const add = (from: string, to: string) => neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
  for (const link of links) {
    if (link.kind === 'overlap') continue;
    add(link.from, link.to);
    add(link.to, link.from);
  }
  for (const column of sorted) column.sort((a, b) => (a.group + a.name).localeCompare(b.group + b.name));
  const rank = new Map<string, number>();
  const number = (column: ShownNode[]) => column.forEach((node, at) => rank.set(node.key, (at + 0.5) / column.length));
  sorted.forEach(number);
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of round % 2 ? sorted.toReversed() : sorted) {
      const mean = (node: ShownNode) => {
        const near = (neighbours.get(node.key) ?? []).map((key) => rank.get(key) ?? 0.5);
        return near.length ? near.reduce((a, b) => a + b, 0) / near.length : (rank.get(node.key) ?? 0.5);
      };
      const means = new Map(column.map((node) => [node.key, mean(node)]));
      column.sort((a, b) => (means.get(a.key) ?? 0) - (means.get(b.key) ?? 0) || a.name.localeCompare(b.name));
      number(column);
    }
  }
  return sorted.map((column) => together(column, links));
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
