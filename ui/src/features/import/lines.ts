/** What the preview's table and the report draw, line by line: pure, so that ten thousand stay a matter of milliseconds. */
import type { Tone } from '$kit';
import { groupBy } from '$lib/group';
import type { ImportItem, ImportState, ImportTwin, ImportWarning, Skipped } from '$lib/ipc';
import type { Way } from './import.svelte';
import { isWithin } from '$lib/path';

/** How a state is named, and how good it is. */
export const states: Record<ImportState, { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'ok' },
  update: { label: 'Changed', tone: 'accent' },
  differs: { label: 'Changed in both places', tone: 'warn' },
  same: { label: 'Linked', tone: 'neutral' },
  unlinked: { label: 'In library', tone: 'neutral' },
  identical: { label: 'Identical', tone: 'neutral' },
  same_name: { label: 'Same name', tone: 'warn' },
};

const of = ({ is_stored, name, path }: ImportTwin) =>
  is_stored ? `${name} in this library${path ? ` (${path})` : ''}` : path;

/** What an item's state means for it; empty where there is nothing to say. */
const meanings: Record<ImportState, (twin: ImportTwin, way: Way) => string> = {
  new: () => '',
  update: () => "The file changed since it was imported. The library's version is kept in the history.",
  differs: (_, way) =>
    way === 'link'
      ? "Changed here and in the folder. You'll be asked to merge."
      : "Changed here and in the folder. Importing replaces the library's version, which is kept in the history.",
  same: () => 'Already linked to this file. Nothing to import.',
  unlinked: (twin, way) =>
    way === 'link' ? `Identical to ${of(twin)}, which will be linked to this file.` : `Identical to ${of(twin)}.`,
  identical: (twin) => `Identical to ${of(twin)}.`,
  same_name: (twin) => `Same name as ${of(twin)}, different content. Both are kept.`,
};

/** The remark of an item: what it is a copy of, else what is wrong with it, else what it is for. */
export function remark(item: ImportItem, way: Way): string {
  const said = item.twin ? meanings[item.state](item.twin, way) : '';
  return said || item.problem || item.description;
}

/** A path below a folder, without the skill file's name where it tells nothing. */
export function below(folder: string, path: string): string {
  const rest = isWithin(path, folder) ? path.slice(folder.length).replace(/^[/\\]/, '') : path;
  return rest.replace(/[/\\]SKILL\.md$/i, '') || rest;
}

/** What an import says of one path: why it was left out, or what is wrong with it. */
export type Remark = Skipped | ImportWarning;

/** The skill file that a link leads to which was left out; null for all else. */
export const leadsTo = (remark: Remark): string | null => ('leads_to' in remark ? (remark.leads_to ?? null) : null);

/** One reason with everything it stands for. */
export interface Reason {
  title: string;
  code: string;
  list: Remark[];
}

/** Remarks with the same code, as one. */
export function byReason(list: readonly Remark[]): Reason[] {
  return [...groupBy(list, ({ code }) => code)].map(([code, of]) => ({ code, title: of[0]?.title ?? code, list: of }));
}

export type Line =
  | { kind: 'group'; key: string; name: string; items: ImportItem[]; isOpen: boolean }
  | { kind: 'item'; key: string; item: ImportItem }
  | { kind: 'reason'; key: string; reason: Reason; isOpen: boolean }
  | { kind: 'skipped'; key: string; skipped: Remark };

/** What the table can be narrowed to. */
export type Show = ImportState | 'all' | 'broken' | 'skipped';

export const meets = (item: ImportItem, show: Show) =>
  show === 'all' || (show === 'broken' ? item.is_broken : show === item.state);

/** The preview's lines: what cannot be imported by reason, then every skill under its group. */
export function previewLines(
  items: readonly ImportItem[],
  skipped: readonly Skipped[],
  show: Show,
  toggled: ReadonlySet<string>,
): Line[] {
  const shown = items.filter((item) => meets(item, show));
  const groups = [...groupBy(shown, ({ group }) => group)].flatMap(([name, of]): Line[] => {
    const key = `group:${name}`;
    const isOpen = !toggled.has(key);
    const head: Line = { kind: 'group', key, name, items: of, isOpen };
    return [head, ...(isOpen ? of.map((item): Line => ({ kind: 'item', key: item.path, item })) : [])];
  });
  return [...(show === 'all' || show === 'skipped' ? reasonLines('left', skipped, toggled) : []), ...groups];
}

/** Each reason as one line, its paths below the ones that are open: links that may be followed are, until they are folded. */
export function reasonLines(prefix: string, list: readonly Remark[], toggled: ReadonlySet<string>): Line[] {
  return byReason(list).flatMap((reason): Line[] => {
    const key = `${prefix}:${reason.code}`;
    const isOpen = toggled.has(key) !== (reason.code === 'linked-skill');
    const head: Line = { kind: 'reason', key, reason, isOpen };
    const paths = isOpen
      ? reason.list.map((skipped, at): Line => ({ kind: 'skipped', key: `${key}:${at}`, skipped }))
      : [];
    return [head, ...paths];
  });
}
