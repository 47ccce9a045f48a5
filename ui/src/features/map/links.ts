/** Links as lines: where they run, what is written on them, and what they say to a screen reader. */
import { Position, getBezierPath } from '@xyflow/svelte';
import type { MapLink, MapPoint } from '$lib/ipc';
import { type Shown, type ShownNode, linkWords } from './model';
import { nodeHeight, widthOf } from './place';

/** A link as it is drawn. */
export interface Line {
  link: MapLink;
  path: string;
  /** Where its words stand. */
  middle: MapPoint;
  words: string;
  /** Looks: kind, access, whether it is optional. */
  look: string;
  label: string;
}

/** The nodes that lines end at, and where each stands. */
export interface Ends {
  nodes: ReadonlyMap<string, ShownNode>;
  places: ReadonlyMap<string, MapPoint>;
}

interface Box extends MapPoint {
  width: number;
  height: number;
}

/** Nodes less than this apart sideways stand in one column. */
const COLUMN = 40;
/** Nodes of a column less than this apart stand next to each other. */
const NEXT = 80;

export const endsOf = ({ nodes }: Shown, places: ReadonlyMap<string, MapPoint>): Ends => ({
  nodes: new Map(nodes.map((node) => [node.key, node])),
  places,
});

/** The lines of some links; those with an end that has no place are left out. */
export function linesOf(links: readonly MapLink[], ends: Ends): Line[] {
  return links.flatMap((link) => {
    const [from, to] = [boxOf(link.from, ends), boxOf(link.to, ends)];
    if (!from || !to) return [];
    const { path, middle, isShort } = route(link, from, to);
    const name = (key: string) => ends.nodes.get(key)?.name ?? key;
    return [
      {
        link,
        path,
        middle,
        words: link.kind === 'overlap' ? `overlap ${link.similarity.toFixed(2)}` : isShort ? wordsOf(link) : '',
        look: [link.kind, link.kind === 'depends' && !link.required ? 'optional' : '', link.access]
          .filter(Boolean)
          .join(' '),
        label: `${name(link.from)} ${linkWords[link.kind]} ${name(link.to)}`,
      },
    ];
  });
}

/** What a link is called on the picture, where its stroke alone does not tell. */
export function wordsOf(link: MapLink): string {
  if (link.kind === 'overlap') return `overlap ${link.similarity.toFixed(2)}`;
  if (link.kind === 'depends') return link.required ? 'requires' : 'optional';
  return link.kind === 'parent' || link.kind === 'needs' ? link.kind : '';
}

function boxOf(key: string, { nodes, places }: Ends): Box | null {
  const [node, place] = [nodes.get(key), places.get(key)];
  return node && place ? { ...place, width: widthOf(node), height: nodeHeight(node) } : null;
}

/** From right side to left side between columns; within a column straight to the next, else round the others. */
export function route(link: MapLink, from: Box, to: Box): { path: string; middle: MapPoint; isShort: boolean } {
  const isWithin = ['depends', 'parent', 'overlap', 'needs'].includes(link.kind);
  const isColumn = Math.abs(from.x + from.width / 2 - to.x - to.width / 2) < COLUMN;
  if (!isWithin || !isColumn) {
    // Which way a link within a kind leads is said by its words: it leaves at the side that is nearer.
    const [left, right] = isWithin && to.x < from.x ? [to, from] : [from, to];
    return { ...curve(left, right), isShort: false };
  }
  const [upper, lower] = from.y < to.y ? [from, to] : [to, from];
  const gap = lower.y - upper.y - upper.height;
  if (gap < NEXT) {
    const [x1, x2] = [upper.x + upper.width / 2, lower.x + lower.width / 2];
    const [y1, y2] = [upper.y + upper.height, lower.y];
    return { path: `M${x1},${y1}L${x2},${y2}`, middle: { x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, isShort: true };
  }
  const [y1, y2] = [upper.y + upper.height / 2, lower.y + lower.height / 2];
  const left = Math.min(upper.x, lower.x);
  const bulge = left - 26 - Math.min(40, (y2 - y1) / 12);
  return {
    path: `M${upper.x},${y1}C${bulge},${y1} ${bulge},${y2} ${lower.x},${y2}`,
    middle: { x: (left + 3 * bulge) / 4, y: (y1 + y2) / 2 },
    isShort: false,
  };
}

function curve(from: Box, to: Box): { path: string; middle: MapPoint } {
  const [path, x, y] = getBezierPath({
    sourceX: from.x + from.width,
    sourceY: from.y + from.height / 2,
    sourcePosition: Position.Right,
    targetX: to.x,
    targetY: to.y + to.height / 2,
    targetPosition: Position.Left,
  });
  return { path, middle: { x, y } };
}
