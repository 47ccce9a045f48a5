/** The map as lines of a list: kinds, their nodes, and under each node the links that start there, in words. */
import { groupBy, indexBy } from '$lib/group';
import type { MapLink, MapLinkKind, MapNode, MapNodeKind } from '$lib/ipc';
import { plural } from '$kit/labels';
import {
  type Shown,
  type ShownNode,
  detailOf,
  findingsOf,
  isAbsent,
  kinds,
  linkWords,
  serverStateOf,
  serverStateWords,
} from '../model';

export type Row =
  | { type: 'kind'; key: string; kind: MapNodeKind; count: number; isOpen: boolean }
  | { type: 'node'; key: string; node: ShownNode; words: string; isOpen: boolean; links: number }
  | { type: 'link'; key: string; link: MapLink; to: MapNode; words: string };

const incoming: Record<MapLinkKind, string> = {
  assigned: 'loaded by',
  uses: 'used by',
  names: 'referenced by',
  depends: 'required by',
  parent: 'parent of',
  provided: 'provides',
  needs: 'required by',
  given: 'given to',
  component: 'in a component of',
  brought: 'used by',
  overlap: 'overlaps with',
};

/** What a link says of the node it starts at, without the name of the other end. */
export function before(link: MapLink): string {
  return link.kind === 'depends' && !link.is_required ? 'works better with' : linkWords[link.kind];
}

/** What is said behind the name of the other end. */
export function behind(link: MapLink): string {
  if (link.kind === 'uses')
    return [link.access, link.tool_version === null ? '' : `version ${link.tool_version}`].filter(Boolean).join(', ');
  if (link.kind === 'assigned') return `sequence ${link.sequence}, priority ${link.priority}`;
  if (link.kind === 'brought') return link.tools.join(', ');
  if (link.kind === 'overlap') return `similarity ${link.similarity.toFixed(2)}`;
  return '';
}

/** By kind, agents' skills as they load, then by name. */
function inOrder(a: Row, b: Row): number {
  if (a.type !== 'link' || b.type !== 'link') return 0;
  return (
    a.link.kind.localeCompare(b.link.kind) ||
    (a.link.kind === 'assigned' && b.link.kind === 'assigned'
      ? a.link.sequence - b.link.sequence || b.link.priority - a.link.priority
      : 0) ||
    a.to.name.localeCompare(b.to.name)
  );
}

const list = new Intl.ListFormat('en');
const MOST = 4;

const absence = (node: ShownNode) => (node.is_trashed ? 'in trash' : 'missing');

/** What leads to a node: "used by emergency and triage, provides …". */
function wordsOf(node: ShownNode, to: readonly MapLink[], names: ReadonlyMap<string, MapNode>): string {
  const own = node.folded > 0 ? `${node.folded} collapsed` : isAbsent(node) ? absence(node) : detailOf(node);
  const standing = serverStateOf(node);
  const state = standing ? serverStateWords[standing] : '';
  const { errors, warnings } = findingsOf(node);
  const found = [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''];
  const ways = [...groupBy(to, (link) => incoming[link.kind])].map(([word, links]) => {
    const from = links.map((link) => names.get(link.from)?.name ?? '').sort();
    const shown = from.length > MOST ? [...from.slice(0, MOST - 1), `${from.length - MOST + 1} others`] : from;
    return `${word} ${list.format(shown)}`;
  });
  const words = [own, state, ...found, ...ways].filter(Boolean).join('; ');
  // A group and a model are written as they are called.
  const isName = own !== '' && own === detailOf(node) && (node.kind === 'skill' || node.kind === 'agent');
  return isName ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The lines, without those of nodes that are not lit and of what is closed. */
export function rowsOf(shown: Shown, lit: ReadonlySet<string> | null, closed: ReadonlySet<string>): Row[] {
  const names = indexBy(shown.nodes, (node) => node.key);
  const from = groupBy(shown.links, (link) => link.from);
  const to = groupBy(shown.links, (link) => link.to);
  const rows: Row[] = [];
  for (const kind of kinds) {
    const nodes = shown.nodes
      .filter((node) => node.kind === kind && (!lit || lit.has(node.key)))
      .sort((a, b) => a.name.localeCompare(b.name));
    if (nodes.length === 0) continue;
    const isOpen = !closed.has(kind);
    rows.push({ type: 'kind', key: kind, kind, count: nodes.length, isOpen });
    if (isOpen) for (const node of nodes) rows.push(...rowsOfNode(node));
  }
  return rows;

  function rowsOfNode(node: ShownNode): Row[] {
    const links = (from.get(node.key) ?? [])
      .flatMap((link): Row[] => {
        const other = names.get(link.to);
        return other ? [{ type: 'link', key: link.key, link, to: other, words: before(link) }] : [];
      })
      .sort(inOrder);
    const isOpen = !closed.has(node.key);
    const words = wordsOf(node, to.get(node.key) ?? [], names);
    const line: Row = { type: 'node', key: node.key, node, words, isOpen, links: links.length };
    return isOpen ? [line, ...links] : [line];
  }
}

/** Whether a line can be opened and closed, and is open; null where it cannot. */
export const expanded = (row: Row): boolean | null =>
  row.type === 'link' || (row.type === 'node' && row.links === 0) ? null : row.isOpen;

export const levels = { kind: 1, node: 2, link: 3 } as const;

/** The line a line stands under. */
export function parentOf(rows: readonly Row[], at: number): number {
  const level = levels[rows[at]?.type ?? 'kind'];
  for (let before = at - 1; before >= 0; before--) if (levels[rows[before]!.type] < level) return before;
  return at;
}
