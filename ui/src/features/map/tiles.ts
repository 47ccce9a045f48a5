/**
 * Nodes of a kind that are too many for a column: tiles of a group each, that can be told by name from afar. A large group
 * is parted by name, and groups of a few nodes share a tile, so that no tile is too small for its name.
 */
import { plural } from '$kit/labels';
import { groupBy } from '$lib/group';
import type { MapNodeKind } from '$lib/ipc';
import { type ShownNode, groupOf } from './model';
import { byName } from './names';

/** Nodes of one group that stand together. */
export interface TileNodes {
  key: string;
  kind: MapNodeKind;
  name: string;
  /** How much is in it, in words. */
  detail: string;
  nodes: ShownNode[];
}

/** How large the tiles of a map are. */
export interface TileSize {
  /** Most nodes on one. */
  most: number;
  /** Nodes one below the other. */
  rows: number;
  /** Groups of fewer nodes share one: it would be too small for a name. */
  few: number;
}

/** Width to height of nodes on a tile so that it is a good place for a name. */
const SHAPE = 0.46;
/** About how many tiles there are at most, so that each can be told apart with all of the map in view. */
const TILES = 60;
/** Width of a name on the screen, and of a column of nodes with all of a map of one node in view. */
const [NAME, COLUMN] = [64, 1000];

/** The size of tiles on a map of so many nodes. */
export function tileSize(nodes: number): TileSize {
  const most = Math.max(96, Math.ceil(nodes / TILES));
  const rows = Math.ceil(Math.sqrt(most / SHAPE));
  return { most, rows, few: rows * (Math.ceil((NAME * Math.sqrt(nodes)) / COLUMN) - 1) + 1 };
}

/** The rows, no more than on the largest tile and no fewer than half of them, that leave the least room free. */
export function rowsFor(tiles: readonly TileNodes[], { rows: most }: TileSize): number {
  const room = (rows: number) => tiles.reduce((sum, { nodes }) => sum + Math.ceil(nodes.length / rows) * rows, 0);
  let best = most;
  for (let rows = most - 1; rows >= most / 2; rows--) if (room(rows) < room(best)) best = rows;
  return best;
}

/** The tiles of nodes of one kind, groups by name, those that share a tile last. */
export function tilesOf(nodes: readonly ShownNode[], kind: MapNodeKind, words: string, size: TileSize): TileNodes[] {
  const groups = [...groupBy(nodes, groupOf)].sort(([a], [b]) => byName(a, b));
  for (const [, members] of groups) members.sort((a, b) => byName(a.name, b.name) || byName(a.key, b.key));
  const isAll = groups.length === 1 && groups[0]?.[0] === '';
  const isShared = ([, members]: [string, ShownNode[]]) => !isAll && members.length < size.few;
  const alone = groups.filter((group) => !isShared(group));
  return [
    ...alone.flatMap(([group, members]) => parted(isAll ? '' : group || `No ${words}`, members, kind, size)),
    ...shared(groups.filter(isShared), kind, words, size),
  ];
}

/** The tiles of one group: one, or as many of about the same size as it takes. */
function parted(group: string, members: readonly ShownNode[], kind: MapNodeKind, { most }: TileSize): TileNodes[] {
  const parts = Math.ceil(members.length / most);
  const size = Math.ceil(members.length / parts);
  return Array.from({ length: parts }, (_, at) => {
    const nodes = members.slice(at * size, (at + 1) * size);
    const range = `${nodes[0]?.name} – ${nodes.at(-1)?.name}`;
    return {
      key: `tile:${kind}:${group}:${at}`,
      kind,
      name: group === '' ? range : parts > 1 ? `${group}: ${range}` : group,
      detail: plural(nodes.length, kind),
      nodes,
    };
  });
}

function shared(
  groups: readonly [string, ShownNode[]][],
  kind: MapNodeKind,
  words: string,
  { most }: TileSize,
): TileNodes[] {
  const tiles: TileNodes[] = [];
  // What is left is shared out evenly over the tiles that are left.
  let left = groups.reduce((sum, [, members]) => sum + members.length, 0);
  let parts = Math.ceil(left / most);
  let names: string[] = [];
  let nodes: ShownNode[] = [];
  const close = () => {
    if (nodes.length === 0) return;
    const [first, last] = [names[0] || `No ${words}`, names.at(-1) ?? ''];
    const name = names.length > 1 ? `${first} – ${last}` : first;
    const detail =
      names.length > 1 ? `${plural(nodes.length, kind)}, ${plural(names.length, words)}` : plural(nodes.length, kind);
    tiles.push({ key: `tile:${kind}:shared:${first}`, kind, name, detail, nodes });
    [left, parts] = [left - nodes.length, Math.max(1, parts - 1)];
    [names, nodes] = [[], []];
  };
  for (const [group, members] of groups) {
    if (parts > 1 && nodes.length + members.length / 2 > left / parts) close();
    names.push(group);
    nodes.push(...members);
  }
  close();
  return tiles;
}
