/** What can be done with skills of the list. */
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
import { unique } from '$lib/group';
import { commands, type SkillRow } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { isLinked, link, relinkSkill, reveal, unlink } from '$lib/state/links';
import { exportSkill, exportWays } from '$lib/state/skill-export';
import { mayTrashSkills, type OnDisk, trashRef } from '$lib/state/trashing.svelte';
import { asking, askToFix, trashAll } from './batch.svelte';
import type { Library } from './library.svelte';

/** The skill that is being given another name. */
export const renaming = $state<{ row: SkillRow | null }>({ row: null });

/** Shows a broken skill as the text it is, at the line that cannot be read. */
export function openAsText(row: SkillRow) {
  app.openSkill(row.id, { path: 'SKILL.md', line: row.broken?.line ?? 1 });
}

/** Leads to where a session with these skills is set up. */
export function simulate(ids: readonly string[]) {
  app.openSimulation(unique(app.rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name)));
}

export function rename(id: string | null) {
  renaming.row = app.rows.find((row) => row.id === id) ?? null;
}

export async function duplicate(id: string) {
  await app.attempt('Duplicating the skill', async () => {
    const copy = await commands.duplicateSkill(id);
    await app.reloadRows();
    app.openSkill(copy.id);
    app.notify(`Duplicated as ${copy.name}`);
  });
}

/** Moves skills to the trash; the toast brings them back. */
export async function trash(library: Library, ids: readonly string[]) {
  const rows = app.rows.filter((row) => ids.includes(row.id));
  if (rows.length === 0) return;
  const next = neighbour(library, ids);
  const [first] = rows;
  const named = rows.length === 1 && first ? first.name : plural(rows.length, 'skill');
  const refs = rows.map((row) => trashRef('skill', row.id, row.aggregate_version));
  const names = rows.map((row) => row.name);
  const linked = rows.filter(({ link }) => link === 'linked' || link === 'changed').map(({ id }) => id);
  const unseen = ids.some((id) => library.marked.has(id)) ? library.hiddenMarks : 0;
  let onDisk = null as OnDisk | null;
  await app.attempt('Moving to trash', async () => {
    onDisk = await mayTrashSkills(refs, named, names, linked, unseen);
  });
  if (!onDisk) return;
  const leave = () => {
    for (const id of ids) library.marked.delete(id);
    if (!app.selectedId || !ids.includes(app.selectedId)) return;
    if (next) app.history.replace({ ...app.history.current, skillId: next, path: null });
    else app.closeSkill();
  };
  await trashAll(refs, named, leave, onDisk);
}

/** The skill to show when these are gone: the next one down, or the last one above. */
function neighbour(library: Library, ids: readonly string[]): string | null {
  const shown = library.items.flatMap((item) => (item.kind === 'skill' ? [item.key] : []));
  const at = shown.findIndex((id) => ids.includes(id));
  const left = (id: string) => !ids.includes(id);
  return shown.slice(Math.max(0, at)).find(left) ?? shown.slice(0, Math.max(0, at)).findLast(left) ?? null;
}

async function copyPath(id: string) {
  await app.attempt('Copying the path', async () => {
    const detail = await commands.getSkill(id);
    const path = detail.link ? `${detail.link.folder}/SKILL.md` : `${detail.name}/SKILL.md`;
    await navigator.clipboard.writeText(path);
    app.notify(`Copied ${path}`);
  });
}

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
  const change: MenuEntry = isLinked[row.link]
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

/** Where skills can go: one by itself, several as a pack. */
function exportEntries(row: SkillRow, marked: readonly string[]): MenuEntry[] {
  if (marked.length > 1) {
    const label = `New pack from ${plural(marked.length, 'skill')}…`;
    return ['-', { id: 'pack', label, icon: Package, perform: () => app.openNewPack(marked) }];
  }
  const { archive, 'client-folder': folder } = exportWays;
  return [
    '-',
    { id: 'export', label: archive.label, icon: FileArchive, perform: () => void exportSkill(row, 'archive') },
    { id: 'copy', label: folder.label, icon: FolderOutput, perform: () => void exportSkill(row, 'client-folder') },
  ];
}

/** The menu of a skill. */
export function skillMenu(library: Library, id: string | null): MenuEntry[] {
  const row = app.rows.find((each) => each.id === id);
  if (!row) return [{ id: 'new', label: 'New skill', kbd: 'Ctrl N', perform: () => (app.overlay = 'new-skill') }];
  const marked = library.marked.has(row.id) && library.marked.size > 1 ? [...library.marked] : [row.id];
  return [
    { id: 'open', label: 'Open', icon: FileText, kbd: 'Enter', perform: () => app.openSkill(row.id) },
    ...(row.broken ? [{ id: 'text', label: 'Open as text', icon: FileText, perform: () => openAsText(row) }] : []),
    {
      id: 'test',
      label: 'Test in Playground',
      icon: Crosshair,
      perform: () => app.openPlayground({ skillId: row.id }),
    },
    {
      id: 'simulate',
      label: marked.length > 1 ? `Simulate these ${plural(marked.length, 'skill')}` : 'Simulate',
      icon: History,
      perform: () => simulate(marked),
    },
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
    ...exportEntries(row, marked),
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
    { id: 'fix', label: 'Fix problems…', icon: Wrench, perform: () => void askToFix(marked) },
    { id: 'tags', label: 'Change tags', icon: Tag, perform: () => (asking.now = { what: 'tags', ids: marked }) },
    {
      id: 'group',
      label: 'Move to group',
      icon: FolderSymlink,
      perform: () => (asking.now = { what: 'group', ids: marked }),
    },
    '-',
    {
      id: 'trash',
      label: marked.length > 1 ? `Move ${plural(marked.length, 'skill')} to trash` : 'Move to trash',
      icon: Trash,
      kbd: 'Del',
      danger: true,
      perform: () => void trash(library, marked),
    },
  ];
}

/** The menu of a group's head. */
export function groupMenu(library: Library, name: string): MenuEntry[] {
  const of = app.rows.filter((row) => row.group === name).map((row) => row.id);
  return [
    { id: 'select', label: 'Select group', icon: SquareCheck, perform: () => library.markGroup(name) },
    {
      id: 'rename',
      label: 'Rename group',
      icon: Pencil,
      perform: () => (asking.now = { what: 'rename', group: name }),
    },
    {
      id: 'move',
      label: 'Move to another group',
      icon: FolderSymlink,
      perform: () => (asking.now = { what: 'group', ids: of }),
    },
    { id: 'fix', label: 'Fix problems in the group…', icon: Wrench, perform: () => void askToFix(of) },
    {
      id: 'tags',
      label: 'Change tags for the group',
      icon: Tag,
      perform: () => (asking.now = { what: 'tags', ids: of }),
    },
    '-',
    {
      id: 'fold',
      label: library.closed.has(name) ? 'Expand' : 'Collapse',
      icon: ChevronsDownUp,
      perform: () => library.toggleGroup(name),
    },
  ];
}
