/**
 * Where nodes stand that nobody has placed: in columns by kind, ordered so that links cross little. Deterministic, so
 * that a library looks the same each time it is opened.
 */
import type { MapLink, MapPoint } from '$lib/ipc';
import { type ShownNode, columnOf } from './model';

/** Left edge of each column, and the heights nodes take. */
export const columnX: readonly number[] = [0, 260, 620, 960];
export const nodeWidth: readonly number[] = [180, 236, 240, 176];
const heights = { agent: 48, skill: 52, tool: 34, server: 46, missing: 34 } as const;
const GAP = 22;
const ROUNDS = 4;

export const nodeHeight = (node: ShownNode): number => heights[node.kind];
export const widthOf = (node: ShownNode): number => nodeWidth[columnOf(node.kind)] ?? 200;

/** A place for each node; those that have one keep it. */
export function place(nodes: readonly ShownNode[], links: readonly MapLink[]): Map<string, MapPoint> {
  const order = ordered(nodes, links);
  const places = new Map<string, MapPoint>();
  const heights = order.map((column) => column.reduce((sum, node) => sum + nodeHeight(node) + GAP, 0));
  const tallest = Math.max(0, ...heights);
  order.forEach((column, at) => {
    let y = (tallest - (heights[at] ?? 0)) / 2;
    for (const node of column) {
      places.set(node.key, node.position ?? { x: columnX[at] ?? 0, y: Math.round(y) });
      y += nodeHeight(node) + GAP;
    }
  });
  return places;
}

/** The columns, each sorted by the mean place of what its nodes are linked to in the one before and behind. */
function ordered(nodes: readonly ShownNode[], links: readonly MapLink[]): ShownNode[][] {
  const columns: ShownNode[][] = [[], [], [], []];
  for (const node of nodes) columns[columnOf(node.kind)]?.push(node);
  const neighbours = new Map<string, string[]>();
  const add = (from: string, to: string) => neighbours.set(from, [...(neighbours.get(from) ?? []), to]);
  for (const link of links) {
    if (link.kind === 'overlap') continue;
    add(link.from, link.to);
    add(link.to, link.from);
  }
  for (const column of columns) column.sort((a, b) => (a.group + a.name).localeCompare(b.group + b.name));
  const rank = new Map<string, number>();
  const number = (column: ShownNode[]) => column.forEach((node, at) => rank.set(node.key, (at + 0.5) / column.length));
  columns.forEach(number);
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of round % 2 ? columns.toReversed() : columns) {
      const mean = (node: ShownNode) => {
        const near = (neighbours.get(node.key) ?? []).map((key) => rank.get(key) ?? 0.5);
        return near.length ? near.reduce((a, b) => a + b, 0) / near.length : (rank.get(node.key) ?? 0.5);
      };
      const means = new Map(column.map((node) => [node.key, mean(node)]));
      column.sort((a, b) => (means.get(a.key) ?? 0) - (means.get(b.key) ?? 0) || a.name.localeCompare(b.name));
      number(column);
    }
  }
  return columns;
}
