/** The menus of the list: of one skill, of all that are selected, and of a group. Each entry acts on what its words say. */
import ChevronsDownUp from '@lucide/svelte/icons/chevrons-down-up';
import Copy from '@lucide/svelte/icons/copy';
import Crosshair from '@lucide/svelte/icons/crosshair';
import FileArchive from '@lucide/svelte/icons/file-archive';
import FileText from '@lucide/svelte/icons/file-text';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import FolderOutput from '@lucide/svelte/icons/folder-output';
import FolderSync from '@lucide/svelte/icons/folder-sync';
import FolderSymlink from '@lucide/svelte/icons/folder-symlink';
import History from '@lucide/svelte/icons/history';
import Link from '@lucide/svelte/icons/link';
import Network from '@lucide/svelte/icons/network';
import Package from '@lucide/svelte/icons/package';
import Pencil from '@lucide/svelte/icons/pencil';
import SquareCheck from '@lucide/svelte/icons/square-check';
import Tag from '@lucide/svelte/icons/tag';
import Trash from '@lucide/svelte/icons/trash-2';
import Unlink from '@lucide/svelte/icons/unlink';
import Wrench from '@lucide/svelte/icons/wrench';
import type { MenuEntry } from '$kit';
import { plural } from '$kit/labels';
import { commands, type SkillRow } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { link, relinkSkill, reveal, unlink } from '$lib/state/links';
import { exportSkill, exportWays } from '$lib/state/skill-export';
import { asking, askToFix, unlinkAll } from './batch.svelte';
import type { Library } from './library.svelte';
import { copyPath, duplicate, openAsText, rename, simulate, trash } from './perform.svelte';

export type MenuItem = Extract<MenuEntry, { id: string }>;

/** An entry that can be chosen, by its id. */
export const entryIn = (menu: readonly MenuEntry[], id: string): MenuItem | undefined =>
  menu
    .filter((entry): entry is MenuItem => typeof entry === 'object' && 'id' in entry)
    .find((entry) => entry.id === id && !entry.disabled);

const several = (of: readonly unknown[]) => plural(of.length, 'skill');

/** What can be done with the folder a skill is linked to, or was imported from. */
function linkEntries(row: SkillRow): MenuEntry[] {
  if (row.link === 'none') return [];
  const show: MenuEntry = {
    id: 'reveal',
    label: 'Show in file manager',
    icon: FolderOpen,
    disabled: row.link === 'missing',
    perform: () => void reveal({ kind: 'skill', id: row.id }),
  };
  const relink: MenuEntry = {
    id: 'relink',
    label: 'Relink to another folder…',
    icon: FolderSync,
    perform: () => void relinkSkill(row.id, row.name),
  };
  const change: MenuEntry = row.is_linked
    ? {
        id: 'unlink',
        label: 'Unlink from folder',
        icon: Unlink,
        perform: () => void unlink(row.name, () => commands.unlinkSkills([row.id])),
      }
    : {
        id: 'link',
        label: 'Link to its folder',
        hint: 'Saving will write to the file',
        icon: Link,
        perform: () => void link(row.name, () => commands.linkSkills([row.id])),
      };
  return ['-', change, relink, show];
}

const idsOf = (rows: readonly SkillRow[]) => rows.map(({ id }) => id);

/** Fixing what can be fixed of skills; nothing where that is nothing. */
function fixEntries(rows: readonly SkillRow[], label: (fixable: readonly SkillRow[]) => string): MenuEntry[] {
  const fixable = rows.filter((row) => row.is_fixable);
  if (fixable.length === 0) return [];
  return [{ id: 'fix', label: label(fixable), icon: Wrench, perform: () => void askToFix(idsOf(fixable)) }];
}

const fixesIn = (fixable: readonly SkillRow[]) => `Fix problems in ${several(fixable)}…`;

/** What is asked about skills before it is done: of all of them, named so that one knows how many that are. */
const changeEntries = (ids: readonly string[], labels: Record<'tags' | 'move', string>): MenuEntry[] => [
  { id: 'tags', label: labels.tags, icon: Tag, perform: () => (asking.now = { what: 'tags', ids }) },
  { id: 'move', label: labels.move, icon: FolderSymlink, perform: () => (asking.now = { what: 'group', ids }) },
];

/** The menu of one skill. */
export function oneMenu(library: Library, row: SkillRow): MenuEntry[] {
  const { archive, 'client-folder': folder } = exportWays;
  return [
    { id: 'open', label: 'Open', icon: FileText, kbd: 'Enter', perform: () => app.openSkill(row.id) },
    ...(row.broken ? [{ id: 'text', label: 'Open as text', icon: FileText, perform: () => openAsText(row) }] : []),
    {
      id: 'test',
      label: 'Test in Playground',
      icon: Crosshair,
      perform: () => app.openPlayground({ skillId: row.id }),
    },
    { id: 'simulate', label: 'Simulate', icon: History, perform: () => simulate([row.id]) },
    '-',
    { id: 'rename', label: 'Rename', icon: Pencil, kbd: 'F2', perform: () => rename(row.id) },
    { id: 'duplicate', label: 'Duplicate', icon: Copy, kbd: 'Ctrl D', perform: () => void duplicate(row.id) },
    {
      id: 'uses',
      label: 'Find uses',
      icon: Network,
      perform: () => app.findUses({ kind: 'skill', id: row.id }),
    },
    { id: 'path', label: 'Copy path', icon: Copy, perform: () => void copyPath(row.id) },
    '-',
    { id: 'export', label: archive.label, icon: FileArchive, perform: () => void exportSkill(row, 'archive') },
    { id: 'copy', label: folder.label, icon: FolderOutput, perform: () => void exportSkill(row, 'client-folder') },
    ...linkEntries(row),
    '-',
    {
      id: 'mark',
      label: library.marked.has(row.id) ? 'Deselect' : 'Select',
      icon: SquareCheck,
      kbd: 'Space',
      perform: () => library.mark(row.id),
    },
    '-',
    ...fixEntries([row], () => 'Fix problems…'),
    ...changeEntries([row.id], { tags: 'Change tags…', move: 'Move to group…' }),
    '-',
    {
      id: 'trash',
      label: 'Move to trash',
      icon: Trash,
      kbd: 'Del',
      danger: true,
      perform: () => void trash(library, [row.id]),
    },
  ];
}

/** What becomes of the links of several skills, each of those it is about. */
function linksOf(rows: readonly SkillRow[]): MenuEntry[] {
  const [linked, unlinked] = [rows.filter((row) => row.is_linked), rows.filter((row) => row.link === 'unlinked')];
  return [
    ...(linked.length > 0
      ? [
          {
            id: 'unlink',
            label:
              linked.length === 1 ? 'Unlink 1 skill from its folder' : `Unlink ${several(linked)} from their folders`,
            icon: Unlink,
            perform: () => void unlinkAll(idsOf(linked)),
          },
        ]
      : []),
    ...(unlinked.length > 0
      ? [
          {
            id: 'link',
            label: unlinked.length === 1 ? 'Link 1 skill to its folder' : `Link ${several(unlinked)} to their folders`,
            hint: 'Saving will write to the files',
            icon: Link,
            perform: () => void link(several(unlinked), () => commands.linkSkills(idsOf(unlinked))),
          },
        ]
      : []),
  ];
}

/** The menu of all that are selected: what can be done with several at once, and nothing that is done with one alone. */
export function selectionMenu(library: Library): MenuEntry[] {
  const ids = [...library.marked];
  const rows = app.rows.filter(({ id }) => library.marked.has(id));
  const links = linksOf(rows);
  return [
    { id: 'simulate', label: `Simulate ${several(ids)}`, icon: History, perform: () => simulate(ids) },
    { id: 'pack', label: `New pack from ${several(ids)}…`, icon: Package, perform: () => app.openNewPack(ids) },
    ...(links.length > 0 ? (['-', ...links] as const) : []),
    '-',
    { id: 'mark', label: `Deselect ${several(ids)}`, icon: SquareCheck, perform: () => library.marked.clear() },
    '-',
    ...fixEntries(rows, fixesIn),
    ...changeEntries(ids, {
      tags: `Change tags for ${several(ids)}…`,
      move: `Move ${several(ids)} to a group…`,
    }),
    '-',
    {
      id: 'trash',
      label: `Move ${several(ids)} to trash`,
      icon: Trash,
      kbd: 'Del',
      danger: true,
      perform: () => void trash(library, ids),
    },
  ];
}

/** The menu of a row: of all that are selected where it is one of several, else of its skill. */
export function skillMenu(library: Library, id: string | null): MenuEntry[] {
  const row = app.rows.find((each) => each.id === id);
  if (!row) return [{ id: 'new', label: 'New skill', kbd: 'Ctrl N', perform: () => (app.overlay = 'new-skill') }];
  return library.marked.has(row.id) && library.marked.size > 1 ? selectionMenu(library) : oneMenu(library, row);
}

/** The menu of a group's head: of all its skills, those that filters hide among them. */
export function groupMenu(library: Library, name: string): MenuEntry[] {
  const rows = app.rows.filter((row) => row.group === name);
  return [
    { id: 'select', label: 'Select group', icon: SquareCheck, perform: () => library.markGroup(name) },
    {
      id: 'rename',
      label: 'Rename group',
      icon: Pencil,
      perform: () => (asking.now = { what: 'rename', group: name }),
    },
    ...fixEntries(rows, fixesIn),
    ...changeEntries(idsOf(rows), {
      tags: `Change tags for ${several(rows)}…`,
      move: `Move ${several(rows)} to another group…`,
    }),
    '-',
    {
      id: 'fold',
      label: library.closed.has(name) ? 'Expand' : 'Collapse',
      icon: ChevronsDownUp,
      perform: () => library.toggleGroup(name),
    },
  ];
}
