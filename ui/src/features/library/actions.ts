/** What an author can do in the list, for palette, menus and shortcuts. */
import ArrowDownNarrowWide from '@lucide/svelte/icons/arrow-down-narrow-wide';
import BrainCircuit from '@lucide/svelte/icons/brain-circuit';
import ChevronsDownUp from '@lucide/svelte/icons/chevrons-down-up';
import Copy from '@lucide/svelte/icons/copy';
import FileText from '@lucide/svelte/icons/file-text';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import FolderSymlink from '@lucide/svelte/icons/folder-symlink';
import FolderSync from '@lucide/svelte/icons/folder-sync';
import Funnel from '@lucide/svelte/icons/funnel';
import History from '@lucide/svelte/icons/history';
import Link from '@lucide/svelte/icons/link';
import Pencil from '@lucide/svelte/icons/pencil';
import Search from '@lucide/svelte/icons/search';
import SquareCheck from '@lucide/svelte/icons/square-check';
import Tag from '@lucide/svelte/icons/tag';
import Trash from '@lucide/svelte/icons/trash-2';
import Unlink from '@lucide/svelte/icons/unlink';
import Wrench from '@lucide/svelte/icons/wrench';
import type { Action } from '$actions/types';
import { app } from '$lib/state/app.svelte';
import { followHeldLinks } from '$lib/state/links';
import type { Show, Sort } from './filter';
import type { Library } from './library.svelte';
import { type MenuItem, entryIn, groupMenu, oneMenu, selectionMenu } from './menus';
import { duplicate, rename, trash } from './perform.svelte';

const shows: Record<Show, string> = {
  all: 'Show all skills',
  problems: 'Show skills with problems',
  drafts: 'Show skills with drafts',
  errors: 'Show skills with errors',
  warnings: 'Show skills with warnings',
  duplicates: 'Show skills that share a name',
  linked: 'Show linked skills',
  unlinked: "Show imported skills that aren't linked",
  none: 'Show skills created here',
  changed: 'Show skills changed on disk',
  missing: 'Show skills missing on disk',
  held: "Show skills that aren't synced",
};
const sorts: Record<Sort, string> = {
  name: 'Sort skills by name',
  tokens: 'Sort skills by tokens',
  problems: 'Sort skills by problems',
  recent: 'Sort skills by last change',
};

/** What the menu of the open skill offers and nothing here does already, by its id in the menu. */
const ofMenu = {
  text: { label: 'Open the skill as text', icon: FileText, words: 'broken unreadable' },
  simulate: { label: 'Simulate the skill', icon: History, words: 'session conversation client run' },
  path: { label: "Copy the skill's path", icon: Copy, words: 'clipboard file' },
  link: { label: 'Link the skill to its folder', icon: Link, words: 'disk' },
  relink: { label: 'Relink the skill to another folder…', icon: FolderSync, words: 'moved missing' },
  unlink: { label: 'Unlink the skill from its folder', icon: Unlink, words: 'disk' },
  reveal: { label: 'Show the skill in the file manager', icon: FolderOpen, words: 'folder open finder' },
  mark: { label: 'Select or deselect the skill', icon: SquareCheck, words: 'mark several batch' },
  fix: { label: 'Fix problems in the skill…', icon: Wrench, words: 'quick repair' },
  tags: { label: "Change the skill's tags…", icon: Tag, words: 'label' },
  move: { label: 'Move the skill to a group…', icon: FolderSymlink, words: 'folder' },
} as const;

/** What the menu of several selected skills offers, as it is called there; found by these words too. */
const ofSelection = {
  simulate: 'selected session conversation client run',
  pack: 'selected export several bundle plugin',
  unlink: 'selected disk folder',
  link: 'selected disk folder',
  mark: 'selected clear selection',
  fix: 'selected quick repair',
  tags: 'selected label',
  move: 'selected folder',
  trash: 'selected delete remove',
} as const;

/** What the menu of a group offers, for the group of the skill that is open. */
const ofGroup = {
  select: { label: 'Select all skills in the group', icon: SquareCheck, words: 'mark several batch' },
  rename: { label: 'Rename the group…', icon: Pencil, words: 'folder' },
  move: { label: "Move the group's skills to another group…", icon: FolderSymlink, words: 'folder merge' },
  fix: { label: 'Fix problems in the group…', icon: Wrench, words: 'quick repair' },
  tags: { label: 'Change tags for the group…', icon: Tag, words: 'label' },
  fold: { label: 'Expand or collapse the group', icon: ChevronsDownUp, words: 'fold unfold' },
} as const;

/** An action on all that are selected: its label says how many they are by now. */
function selectionAction(id: string, words: string, entry: () => MenuItem | undefined): Action {
  return {
    id: `library.selected-${id}`,
    get label() {
      return entry()?.label ?? '';
    },
    get icon() {
      return entry()?.icon;
    },
    group: 'Library',
    words,
    when: () => entry() !== undefined,
    perform: () => entry()?.perform(),
  };
}

export function libraryActions(library: Library, search: () => void): Action[] {
  const hasHeldLinks = () => app.rows.some(({ link }) => link === 'held');
  const isHere = () => app.view === 'library' && app.isInFront;
  const hasSkill = () => isHere() && app.selected !== null;
  const entryOf = (id: string) => app.selected && entryIn(oneMenu(library, app.selected), id);
  const groupEntry = (id: string) => {
    const group = isHere() ? (app.selected?.group ?? '') : '';
    return group === '' ? undefined : entryIn(groupMenu(library, group), id);
  };
  const selectedEntry = (id: string) =>
    isHere() && library.marked.size > 1 ? entryIn(selectionMenu(library), id) : undefined;
  return [
    {
      id: 'library.search',
      label: 'Search skills',
      group: 'Library',
      keys: '/',
      icon: Search,
      when: isHere,
      perform: search,
    },
    {
      id: 'library.select-all',
      label: 'Select all listed skills',
      group: 'Library',
      icon: SquareCheck,
      words: 'mark several batch',
      when: () => isHere() && library.shown > 0,
      perform: () => library.markAll(),
    },
    {
      id: 'library.follow-links',
      label: "Sync linked folders that aren't synced…",
      group: 'Library',
      icon: Link,
      words: 'linked folders held',
      when: hasHeldLinks,
      perform: () => void followHeldLinks(),
    },
    {
      id: 'library.meaning',
      label: 'Semantic search for skills',
      group: 'Library',
      icon: BrainCircuit,
      words: 'semantic vectors embedding',
      when: isHere,
      perform: () => {
        library.setMode('meaning');
        search();
      },
    },
    {
      id: 'skill.rename',
      label: 'Rename skill',
      group: 'Skill',
      keys: 'F2',
      icon: Pencil,
      when: hasSkill,
      perform: () => rename(app.selectedId),
    },
    {
      id: 'skill.duplicate',
      label: 'Duplicate skill',
      group: 'Skill',
      keys: '$mod+d',
      icon: Copy,
      words: 'copy',
      when: hasSkill,
      perform: () => app.selectedId && duplicate(app.selectedId),
    },
    {
      id: 'skill.trash',
      label: 'Move skill to trash',
      group: 'Skill',
      icon: Trash,
      words: 'delete remove',
      when: hasSkill,
      perform: () => app.selectedId && trash(library, [app.selectedId]),
    },
    ...Object.entries(ofMenu).map(([id, what]) => ({
      id: `skill.menu-${id}`,
      group: 'Skill' as const,
      ...what,
      when: () => hasSkill() && Boolean(entryOf(id)),
      perform: () => entryOf(id)?.perform(),
    })),
    ...Object.entries(ofSelection).map(([id, words]) => selectionAction(id, words, () => selectedEntry(id))),
    ...Object.entries(ofGroup).map(([id, what]) => ({
      id: `library.group-${id}`,
      group: 'Library' as const,
      ...what,
      when: () => groupEntry(id) !== undefined,
      perform: () => groupEntry(id)?.perform(),
    })),
    ...(Object.keys(shows) as Show[]).map((show) => ({
      id: `library.show-${show}`,
      label: shows[show],
      group: 'Library' as const,
      icon: Funnel,
      words: 'filter list errors warnings unsaved',
      when: () => isHere() && app.rows.length > 0,
      perform: () => (show === 'all' ? library.clear() : (library.show = show)),
    })),
    ...(Object.keys(sorts) as Sort[]).map((sort) => ({
      id: `library.sort-${sort}`,
      label: sorts[sort],
      group: 'Library' as const,
      icon: ArrowDownNarrowWide,
      words: 'order list',
      when: () => isHere() && library.sort !== sort,
      perform: () => (library.sort = sort),
    })),
  ];
}
