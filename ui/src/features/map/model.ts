/** The map's words and rules: what links to what, how a link is named, what a group of nodes collapses to. */
import { plural } from '$kit/labels';
import { byName } from './names';
import type {
  BlastRadius,
  ImplementationKind,
  LinkFacts,
  MapData,
  MapLink,
  MapLinkKind,
  MapNode,
  MapNodeKind,
  MapPosition,
  MapProvider,
  ServerState,
} from '$lib/ipc';

/** A node of one kind. */
export type NodeOf<Kind extends MapNodeKind> = Extract<MapNode, { kind: Kind }>;

/** A link of one kind. */
export type LinkOf<Kind extends MapLinkKind> = Extract<MapLink, { kind: Kind }>;

/** Kinds of nodes in the order of their columns; a missing tool stands among the tools. */
export const columns: readonly MapNodeKind[] = ['agent', 'skill', 'tool', 'server'];

/** All kinds in the order they are listed: the client's own tools stand below the servers. */
export const kinds: readonly MapNodeKind[] = [...columns, 'client', 'missing'];

export const kindLabels: Record<MapNodeKind, string> = {
  agent: 'Agents',
  skill: 'Skills',
  tool: 'Tools',
  server: 'Servers',
  client: 'Client tools',
  missing: 'Missing tools',
};

export const linkWords: Record<MapLinkKind, string> = {
  assigned: 'loads',
  uses: 'uses',
  names: 'references missing tool',
  depends: 'requires',
  parent: 'is a child of',
  provided: 'is provided by',
  needs: 'needs',
  given: 'has tool',
  component: 'has a component with',
  brought: 'uses',
  overlap: 'overlaps with',
};

export const implementationLabels: Record<ImplementationKind, string> = {
  mcp_server: 'MCP server',
  rest: 'HTTP request',
  python: 'Python script',
  javascript: 'JavaScript',
  java: 'Java class',
};

export const providerLabels: Record<MapProvider, string> = {
  mcp: 'MCP',
  mcp_stdio: 'MCP, stdio',
  mcp_http: 'MCP, HTTP',
  scripts: 'Sandboxed scripts',
  java: 'Java classes',
  rest: 'HTTP requests',
};

export const serverStateWords: Record<ServerState, string> = {
  running: 'running',
  starting: 'starting',
  stopped: 'stopped',
  failed: 'failed',
  needs_consent: 'needs permission',
  unknown: 'not set up',
};

/** What is said of a node beside its name. */
export function detailOf(node: MapNode): string {
  switch (node.kind) {
    case 'agent':
      return node.model;
    case 'skill':
      return node.group;
    case 'tool':
      return node.implementation ? implementationLabels[node.implementation] : 'Description only';
    case 'server':
      return providerLabels[node.provider];
    case 'client':
      return plural(node.tools.length, 'tool');
    case 'missing':
      return 'Missing';
  }
}

/** What a node is gathered with: a skill's group, what provides a tool. */
export const groupOf = (node: MapNode): string =>
  node.kind === 'skill' || node.kind === 'tool' ? node.group : node.kind === 'server' ? node.name : '';

const NOTHING_FOUND = { errors: 0, warnings: 0 };

/** What lint found in a skill; nothing in what has no text. */
export const findingsOf = (node: MapNode): { errors: number; warnings: number } =>
  node.kind === 'skill' ? node : NOTHING_FOUND;

export const tokensOf = (node: MapNode) => (node.kind === 'skill' ? node.tokens : null);

export const serverStateOf = (node: MapNode) => (node.kind === 'server' ? node.state : null);

/** Column a node stands in. */
export const columnOf = (kind: MapNodeKind): number =>
  kind === 'missing' ? 2 : columns.indexOf(kind === 'client' ? 'server' : kind);

/** Whether a node stands for something that is needed and not there: a tool nobody provides, or something in the trash. */
export const isAbsent = (node: Pick<MapNode, 'kind' | 'is_trashed'>): boolean =>
  node.kind === 'missing' || node.is_trashed;

/** The links an author may draw from one kind of node to another; the first is what a drop makes. */
export function drawable(from: MapNodeKind, to: MapNodeKind): MapLinkKind[] {
  if (from === 'agent' && to === 'skill') return ['assigned'];
  if (from === 'agent' && to === 'tool') return ['given'];
  if (from === 'skill' && to === 'tool') return ['uses'];
  if (from === 'skill' && to === 'skill') return ['depends', 'parent'];
  if (from === 'tool' && to === 'tool') return ['needs'];
  return [];
}

/** Whether a link is a row of the library, and not read off something else. */
export const isStored = (kind: MapLinkKind): boolean =>
  !['names', 'provided', 'component', 'brought', 'overlap'].includes(kind);

export const linkKey = (kind: MapLinkKind, from: string, to: string): string => `${kind}:${from}>${to}`;

/** A link as it would be made. */
export const newLink = (kind: MapLinkKind, from: string, to: string): MapLink => ({
  key: linkKey(kind, from, to),
  from,
  to,
  aggregate_version: 0,
  ...newFacts(kind),
});

function newFacts(kind: MapLinkKind): LinkFacts {
  switch (kind) {
    case 'assigned':
      return { kind, priority: 0, sequence: 0, config: '{}' };
    case 'uses':
      return { kind, access: 'read', tool_version: null, config: '{}' };
    case 'depends':
      return { kind, is_required: true };
    case 'brought':
      return { kind, tools: [] };
    case 'overlap':
      return { kind, similarity: 0 };
    default:
      return { kind };
  }
}

/** Whether a link can be drawn between two nodes that is not there yet. */
export const canLink = (from: MapNode, to: MapNode, isThere: (key: string) => boolean): boolean =>
  from.key !== to.key &&
  !from.is_trashed &&
  !to.is_trashed &&
  drawable(from.kind, to.kind).some((kind) => !isThere(linkKey(kind, from.key, to.key)));

/** The nodes a node can be linked to now, by name. */
export function targetsOf(data: MapData, from: MapNode): MapNode[] {
  const linked = new Set(data.links.filter((link) => link.from === from.key).map((link) => link.key));
  return data.nodes
    .filter((node) => canLink(from, node, (key) => linked.has(key)))
    .sort((a, b) => byName(a.name, b.name));
}

/** What a group of nodes is called once it is folded into one. */
export const groupKey = (node: MapNode): string | null =>
  node.kind === 'skill' && node.group
    ? `group:skill:${node.group}`
    : node.kind === 'tool' && node.group
      ? `group:tool:${node.group}`
      : null;

/** A node of the picture: one of the library's, or a folded group of them. */
export type ShownNode = MapNode & {
  /** How many nodes are folded into it; 0 for an ordinary one. */
  folded: number;
};

export interface Shown {
  nodes: ShownNode[];
  links: MapLink[];
}

/** A node without what is its own alone: what a folded group has of its first. */
function emptied(node: MapNode): MapNode {
  if (node.kind === 'skill') return { ...node, id: '', tokens: null };
  return node.kind === 'tool' ? { ...node, id: '', implementation: null, schema_tokens: null } : node;
}

/** The map with some groups folded: their links lead to the group, each once. */
export function fold(data: MapData, collapsed: ReadonlySet<string>): Shown {
  const of = new Map<string, string>();
  const places = new Map(data.groups.map(({ key, point }) => [key, point]));
  const groups = new Map<string, ShownNode>();
  const nodes: ShownNode[] = [];
  for (const node of data.nodes) {
    const key = groupKey(node);
    if (key === null || !collapsed.has(key)) {
      nodes.push({ ...node, folded: 0 });
      continue;
    }
    of.set(node.key, key);
    const group = groups.get(key);
    if (group) {
      group.folded++;
      if (group.kind === 'skill') {
        group.errors += findingsOf(node).errors;
        group.warnings += findingsOf(node).warnings;
      }
    } else {
      const made: ShownNode = {
        ...emptied(node),
        key,
        name: groupOf(node),
        position: places.get(key) ?? null,
        folded: 1,
      };
      groups.set(key, made);
      nodes.push(made);
    }
  }
  const seen = new Set<string>();
  const links: MapLink[] = [];
  for (const link of data.links) {
    const from = of.get(link.from) ?? link.from;
    const to = of.get(link.to) ?? link.to;
    const key = from === link.from && to === link.to ? link.key : linkKey(link.kind, from, to);
    if (from === to || seen.has(key)) continue;
    seen.add(key);
    links.push(key === link.key ? link : { ...link, key, from, to, aggregate_version: 0 });
  }
  return { nodes, links };
}

/** Everything within one link of a node, itself included. */
export function around(links: readonly MapLink[], key: string): Set<string> {
  const near = new Set([key]);
  for (const link of links) {
    if (link.from === key) near.add(link.to);
    if (link.to === key) near.add(link.from);
  }
  return near;
}

/** A set with a key put in or taken out. */
export function toggled<T>(set: ReadonlySet<T>, key: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The map with some of its nodes placed otherwise. */
export function placed(data: MapData, positions: readonly MapPosition[]): MapData {
  const moved = new Map(positions.map(({ key, point }) => [key, point]));
  const nodes = data.nodes.map((node) =>
    moved.has(node.key) ? { ...node, position: moved.get(node.key) ?? null } : node,
  );
  const isGroup = ({ key }: MapPosition) => key.startsWith('group:');
  const groups = [...data.groups.filter(({ key }) => !moved.has(key)), ...positions.filter(isGroup)];
  return { ...data, nodes, groups };
}

/** The groups that can be folded. */
export const groupsOf = (nodes: readonly MapNode[]): string[] =>
  [...new Set(nodes.map(groupKey).filter((key) => key !== null))].sort();

/** How far each node that a stop would reach is from what stops, by key. */
export function distancesOf(blast: BlastRadius | null): ReadonlyMap<string, number> {
  const distances = new Map(blast?.hit.map((hit) => [hit.key, hit.distance]));
  if (blast) distances.set(blast.key, 0);
  return distances;
}
