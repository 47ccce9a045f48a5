/** The map as the canvas takes it: nodes and edges with sizes and ports known beforehand, so that nothing is measured. */
import { type Edge, type Node, Position } from '@xyflow/svelte';
import type { BlastRadius, MapLink, MapPoint } from '$lib/ipc';
import { type Shown, type ShownNode, linkWords } from './model';
import { nodeHeight, widthOf } from './place';

export type FlowNode = Node<{ node: ShownNode; distance: number | null; access: Access[] }, 'library'>;
export type FlowEdge = Edge<{ link: MapLink; width: number }, 'library'>;

/** What skills may do with a tool: one chip a link, at the tool's port. */
export interface Access {
  key: string;
  level: string;
  skill: string;
}

interface Options {
  places: ReadonlyMap<string, MapPoint>;
  lit: ReadonlySet<string> | null;
  blast: BlastRadius | null;
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

/** The four ports of a node: in at the left, out at the right, above and below for links within a column. */
function ports(width: number, height: number) {
  return [
    port('target', Position.Left, 'in', 0, height / 2),
    port('source', Position.Right, 'out', width, height / 2),
    port('source', Position.Top, 'above', width / 2, 0),
    port('target', Position.Top, 'above', width / 2, 0),
    port('source', Position.Bottom, 'below', width / 2, height),
    port('target', Position.Bottom, 'below', width / 2, height),
  ];
}

export function flowNodes(shown: Shown, { places, lit, blast, selected }: Options): FlowNode[] {
  const distances = new Map(blast?.hit.map((hit) => [hit.key, hit.distance]));
  if (blast) distances.set(blast.key, 0);
  const names = new Map(shown.nodes.map((node) => [node.key, node.name]));
  const access = Map.groupBy(
    shown.links.filter((link) => link.kind === 'uses' || link.kind === 'names'),
    (link) => link.to,
  );
  return shown.nodes.map((node) => {
    const [width, height] = [widthOf(node), nodeHeight(node)];
    const chips = (access.get(node.key) ?? []).map((link) => ({
      key: link.key,
      level: link.access,
      skill: names.get(link.from) ?? '',
    }));
    return {
      id: node.key,
      type: 'library',
      position: places.get(node.key) ?? { x: 0, y: 0 },
      width,
      height,
      measured: { width, height },
      handles: ports(width, height),
      selected: selected === node.key,
      deletable: false,
      class: lit && !lit.has(node.key) ? 'faded' : '',
      ariaLabel: label(node),
      data: { node, distance: distances.get(node.key) ?? null, access: chips },
    };
  });
}

export function flowEdges(shown: Shown, { places, lit, selected }: Options): FlowEdge[] {
  const names = new Map(shown.nodes.map((node) => [node.key, node.name]));
  const widths = new Map(shown.nodes.map((node) => [node.key, widthOf(node)]));
  const edges: FlowEdge[] = shown.links.map((link) => {
    const isVertical = ['depends', 'parent', 'overlap', 'needs'].includes(link.kind);
    const isDown = (places.get(link.from)?.y ?? 0) < (places.get(link.to)?.y ?? 0);
    const [sourceHandle, targetHandle] = !isVertical ? ['out', 'in'] : isDown ? ['below', 'above'] : ['above', 'below'];
    const isFaded = lit !== null && !(lit.has(link.from) && lit.has(link.to));
    return {
      id: link.key,
      type: 'library',
      source: link.from,
      target: link.to,
      sourceHandle,
      targetHandle,
      selected: selected === link.key,
      deletable: false,
      class: `link ${link.kind}${link.kind === 'depends' && !link.required ? ' optional' : ''} ${link.access}${isFaded ? ' faded' : ''}`,
      ariaLabel: `${names.get(link.from) ?? link.from} ${linkWords[link.kind]} ${names.get(link.to) ?? link.to}`,
      data: { link, width: widths.get(link.from) ?? 0 },
    };
  });
  // What is selected is drawn last, above the others.
  return edges.sort((a, b) => Number(a.selected) - Number(b.selected));
}

/** What a screen reader says of a node. */
export function label(node: ShownNode): string {
  if (node.folded) return `${node.name}, ${node.folded} folded`;
  const what = node.kind === 'missing' ? 'missing tool' : node.kind;
  const troubles = node.errors ? `, ${node.errors} errors` : node.warnings ? `, ${node.warnings} warnings` : '';
  return `${node.name}, ${what}${node.detail && node.kind !== 'missing' ? `, ${node.detail}` : ''}${node.state ? `, ${node.state}` : ''}${troubles}`;
}
