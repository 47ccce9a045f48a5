/** The nodes as the canvas takes them, with sizes and ports known beforehand, so that nothing is measured. */
import { type Node, Position } from '@xyflow/svelte';
import type { BlastRadius, MapPoint } from '$lib/ipc';
import type { Shown, ShownNode } from './model';
import { nodeHeight, widthOf } from './place';

export type FlowNode = Node<{ node: ShownNode; distance: number | null; access: Access[] }, 'library'>;

/** What skills may do with a tool: one chip a link, at the tool's port. */
export interface Access {
  key: string;
  level: string;
  skill: string;
}

/** Most chips at a tool's side; more would reach its neighbours'. */
const CHIPS = 3;

interface Options {
  places: ReadonlyMap<string, MapPoint>;
  lit: ReadonlySet<string> | null;
  blast: BlastRadius | null;
  /** What skills may do with each tool, as [`accessOf`] gives it. */
  access: ReadonlyMap<string, Access[]>;
  selected: string | null;
}

const port = (type: 'source' | 'target', position: Position, id: string, x: number, y: number) => ({
  type,
  position,
  id,
  x: x - 1,
  y: y - 1,
  width: 2,
  height: 2,
});

/** Nodes as the canvas takes them. What did not change stays the very same object, so that nothing of it is drawn anew. */
export class FlowNodes {
  #made = new Map<string, { from: string; node: FlowNode }>();

  of(shown: readonly ShownNode[], options: Options): FlowNode[] {
    const made = new Map<string, { from: string; node: FlowNode }>();
    for (const node of flowNodes(shown, options)) {
      const from = JSON.stringify(node);
      const known = this.#made.get(node.id);
      made.set(node.id, known?.from === from ? known : { from, node });
    }
    this.#made = made;
    return [...made.values()].map(({ node }) => node);
  }
}

function flowNodes(shown: readonly ShownNode[], { places, lit, blast, access, selected }: Options): FlowNode[] {
  const distances = new Map(blast?.hit.map((hit) => [hit.key, hit.distance]));
  if (blast) distances.set(blast.key, 0);
  return shown.map((node) => {
    const [width, height] = [widthOf(node), nodeHeight(node)];
    return {
      id: node.key,
      type: 'library',
      position: places.get(node.key) ?? { x: 0, y: 0 },
      width,
      height,
      measured: { width, height },
      handles: [
        port('target', Position.Left, 'in', 0, height / 2),
        port('source', Position.Right, 'out', width, height / 2),
      ],
      selected: selected === node.key,
      deletable: false,
      class: lit && !lit.has(node.key) ? 'faded' : '',
      ariaLabel: label(node),
      data: { node, distance: distances.get(node.key) ?? null, access: access.get(node.key) ?? [] },
    };
  });
}

/** What skills may do with each tool, by its key. */
export function accessOf({ nodes, links }: Shown): Map<string, Access[]> {
  const names = new Map(nodes.map((node) => [node.key, node.name]));
  const access = new Map<string, Access[]>();
  for (const link of links) {
    if (link.kind !== 'uses' && link.kind !== 'names') continue;
    const chips = access.get(link.to) ?? [];
    chips.push({ key: link.key, level: link.access, skill: names.get(link.from) ?? '' });
    access.set(link.to, chips);
  }
  return access;
}

/** The chips that fit a tool's side: a letter each, the rest as a number. */
export function lettersOf(access: readonly Access[]): string[] {
  const letters: Record<string, string> = { read: 'R', write: 'W', execute: 'X' };
  const all = access.map(({ level }) => letters[level] ?? '?');
  return all.length > CHIPS ? [...all.slice(0, CHIPS - 1), `+${all.length - CHIPS + 1}`] : all;
}

/** What a screen reader says of a node. */
export function label(node: ShownNode): string {
  if (node.folded) return `${node.name}, ${node.folded} folded`;
  const what = node.kind === 'missing' ? 'missing tool' : node.kind;
  const troubles = node.errors ? `, ${node.errors} errors` : node.warnings ? `, ${node.warnings} warnings` : '';
  return `${node.name}, ${what}${node.detail && node.kind !== 'missing' ? `, ${node.detail}` : ''}${node.state ? `, ${node.state}` : ''}${troubles}`;
}
