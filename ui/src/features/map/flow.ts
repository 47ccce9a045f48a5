/** The nodes as the canvas takes them, with sizes and ports known beforehand, so that nothing is measured. */
import { type Node, Position } from '@xyflow/svelte';
import { plural } from '$kit/labels';
import type { Access as Level, BlastRadius, MapPoint } from '$lib/ipc';
import {
  type Shown,
  type ShownNode,
  detailOf,
  distancesOf,
  findingsOf,
  serverStateOf,
  serverStateWords,
} from './model';
import { nodeHeight, widthOf } from './place';

export type FlowNode = Node<{ node: ShownNode; distance: number | null; access: Access[] }, 'library'>;

/** What skills may do with a tool: one chip a link, at the tool's port. */
export interface Access {
  key: string;
  /** None where the tool is only named. */
  level: Level | null;
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

/** What of a node is drawn; equal looks are drawn once. */
interface Look {
  node: ShownNode;
  at: MapPoint;
  isSelected: boolean;
  isFaded: boolean;
  distance: number | null;
  access: Access[];
}

interface Made {
  slot: number;
  look: Look;
  flow: FlowNode;
}

const NO_ACCESS: Access[] = [];

/**
 * Nodes as the canvas takes them. What did not change stays the very same object, so that nothing of it is drawn anew. A
 * node that comes takes the slot of one that went, and with it the elements: making new ones takes most of the time, and
 * the old ones stay in memory for long.
 */
export class FlowNodes {
  #made = new Map<string, Made>();

  of(shown: readonly ShownNode[], { places, lit, blast, access, selected }: Options): FlowNode[] {
    const distances = distancesOf(blast);
    const next = new Map<string, Made>();
    const slots = this.#slots(shown);
    for (const node of shown) {
      const look = {
        node,
        at: places.get(node.key) ?? { x: 0, y: 0 },
        isSelected: selected === node.key,
        isFaded: lit !== null && !lit.has(node.key),
        distance: distances.get(node.key) ?? null,
        access: access.get(node.key) ?? NO_ACCESS,
      };
      const known = this.#made.get(node.key);
      const slot = slots(node.key);
      next.set(node.key, known && looksLike(known.look, look) ? known : { slot, look, flow: flowNode(slot, look) });
    }
    this.#made = next;
    return [...next.values()].sort((a, b) => a.slot - b.slot).map(({ flow }) => flow);
  }

  /** Gives each node its slot: its own where it has one, else one that is free now, else a new one. */
  #slots(shown: readonly ShownNode[]): (key: string) => number {
    const kept = new Set(shown.map(({ key }) => key));
    const all = [...this.#made];
    const free = all.flatMap(([key, { slot }]) => (kept.has(key) ? [] : [slot])).sort((a, b) => b - a);
    let last = Math.max(-1, ...all.map(([, { slot }]) => slot));
    return (key) => this.#made.get(key)?.slot ?? free.pop() ?? ++last;
  }
}

/** The key of what stands in a place of the canvas. */
export const keyOf = (node: FlowNode): string => node.data.node.key;

function looksLike(one: Look, other: Look): boolean {
  return (
    one.at.x === other.at.x &&
    one.at.y === other.at.y &&
    one.isSelected === other.isSelected &&
    one.isFaded === other.isFaded &&
    one.distance === other.distance &&
    isEqual(one.node, other.node) &&
    isEqual(one.access, other.access)
  );
}

/** Whether two say the same; most of the time they are the same. */
const isEqual = (one: object, other: object) => one === other || JSON.stringify(one) === JSON.stringify(other);

function flowNode(slot: number, { node, at, isSelected, isFaded, distance, access }: Look): FlowNode {
  const [width, height] = [widthOf(node), nodeHeight(node)];
  return {
    id: `slot-${slot}`,
    type: 'library',
    position: at,
    width,
    height,
    measured: { width, height },
    handles: [
      port('target', Position.Left, 'in', 0, height / 2),
      port('source', Position.Right, 'out', width, height / 2),
    ],
    selected: isSelected,
    deletable: false,
    class: isFaded ? 'faded' : '',
    ariaLabel: label(node),
    data: { node, distance, access },
  };
}

/** What skills may do with each tool, by its key. */
export function accessOf({ nodes, links }: Shown): Map<string, Access[]> {
  const names = new Map(nodes.map((node) => [node.key, node.name]));
  const access = new Map<string, Access[]>();
  for (const link of links) {
    if (link.kind !== 'uses' && link.kind !== 'names') continue;
    const chips = access.get(link.to) ?? [];
    chips.push({ key: link.key, level: link.kind === 'uses' ? link.access : null, skill: names.get(link.from) ?? '' });
    access.set(link.to, chips);
  }
  return access;
}

/** The chips that fit a tool's side: a letter each, the rest as a number. */
export function lettersOf(access: readonly Access[]): string[] {
  const letters: Record<Level, string> = { read: 'R', write: 'W', execute: 'X' };
  const all = access.map(({ level }) => (level ? letters[level] : '?'));
  return all.length > CHIPS ? [...all.slice(0, CHIPS - 1), `+${all.length - CHIPS + 1}`] : all;
}

/** What a screen reader says of a node. */
export function label(node: ShownNode): string {
  if (node.folded) return `${node.name}, ${node.folded} collapsed`;
  const what = node.kind === 'missing' ? 'missing tool' : node.is_trashed ? `${node.kind} in the trash` : node.kind;
  const { errors, warnings } = findingsOf(node);
  const troubles = errors ? `, ${plural(errors, 'error')}` : warnings ? `, ${plural(warnings, 'warning')}` : '';
  const [detail, state] = [node.kind === 'missing' ? '' : detailOf(node), serverStateOf(node)];
  return `${node.name}, ${what}${detail && `, ${detail}`}${state ? `, ${serverStateWords[state]}` : ''}${troubles}`;
}
