/** What an author can do on the map, for palette, menus and shortcuts. */
import Bot from '@lucide/svelte/icons/bot';
import ChevronsDownUp from '@lucide/svelte/icons/chevrons-down-up';
import CircleX from '@lucide/svelte/icons/circle-x';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import FileDown from '@lucide/svelte/icons/file-down';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import ListFilter from '@lucide/svelte/icons/list-filter';
import ListTree from '@lucide/svelte/icons/list-tree';
import Maximize from '@lucide/svelte/icons/maximize';
import Network from '@lucide/svelte/icons/network';
import Search from '@lucide/svelte/icons/search';
import Trash from '@lucide/svelte/icons/trash-2';
import Undo from '@lucide/svelte/icons/undo-2';
import type { Action } from '$actions';
import type { LibraryMap, Trouble } from '$features/map/map.svelte';
import { lastUndo } from '$kit/last-undo.svelte';
import { type Format, formats } from '$lib/picture/picture';
import { app } from '$lib/state/app.svelte';

/** The actions that a mounted component carries out. */
export interface MapParts {
  find: () => void;
  arrange: () => void;
  newAgent: () => void;
  exportAs: (format: Format) => void;
  /** What can be done with the agent whose page is open; nothing where none is. */
  agent: () => { saveAsGram: () => void; trash: () => void } | null;
}

const troubles: Record<Trouble, { label: string; words: string }> = {
  missing: { label: 'Go to next missing tool', words: 'problem error unknown' },
  overlap: { label: 'Go to next overlap', words: 'similar duplicate skills' },
  cycle: { label: 'Go to next cycle', words: 'problem loop depends' },
};

export function mapActions(map: LibraryMap, parts: MapParts): Action[] {
  const isHere = () => app.view === 'map' && app.isInFront;
  const isCanvas = () => isHere() && map.mode === 'canvas';
  const showAs = (mode: 'canvas' | 'list') => {
    map.mode = mode;
    map.remember();
  };
  const actions: Omit<Action, 'group'>[] = [
    { id: 'map.find', label: 'Find on the map', keys: '/', icon: Search, when: isHere, perform: parts.find },
    {
      id: 'map.undo',
      label: 'Undo on the map',
      keys: '$mod+z',
      leavesFields: true,
      icon: Undo,
      // A step of the map takes the place of what could be taken back before it.
      when: () => isHere() && map.steps.canUndo && lastUndo.current === null,
      perform: () => map.undo(),
    },
    {
      id: 'map.redo',
      label: 'Redo on the map',
      keys: '$mod+Shift+z',
      leavesFields: true,
      when: () => isHere() && map.steps.canRedo,
      perform: () => map.redo(),
    },
    {
      id: 'map.lay-out',
      label: 'Auto-layout the map',
      icon: LayoutGrid,
      words: 'arrange tidy lay out',
      when: isHere,
      perform: parts.arrange,
    },
    {
      id: 'map.fit',
      label: 'Fit the whole map',
      icon: Maximize,
      words: 'zoom all view',
      when: isCanvas,
      perform: () => map.fit(),
    },
    {
      id: 'map.fold',
      label: 'Collapse all groups and servers',
      icon: ChevronsDownUp,
      words: 'fold',
      when: () => isHere() && map.collapsed.size === 0 && map.groups.length > 0,
      perform: () => map.toggleGroup(null),
    },
    {
      id: 'map.unfold',
      label: 'Expand all groups and servers',
      icon: ChevronsDownUp,
      words: 'unfold',
      when: () => isHere() && map.collapsed.size > 0,
      perform: () => map.toggleGroup(null),
    },
    {
      id: 'map.canvas',
      label: 'View the map as a canvas',
      icon: Network,
      when: () => isHere() && map.mode === 'list',
      perform: () => showAs('canvas'),
    },
    {
      id: 'map.list',
      label: 'View the map as a list',
      icon: ListTree,
      when: isCanvas,
      perform: () => showAs('list'),
    },
    {
      id: 'map.problems',
      label: 'Show only problems on the map',
      icon: ListFilter,
      words: 'filter',
      when: () => isHere() && !map.onlyProblems,
      perform: () => (map.onlyProblems = true),
    },
    {
      id: 'map.everything',
      label: 'Show everything on the map',
      icon: ListFilter,
      words: 'filter all clear',
      when: () => isHere() && (map.onlyProblems || map.hidden.size > 0),
      perform: () => {
        map.onlyProblems = false;
        map.hidden = new Set();
      },
    },
    ...(Object.keys(troubles) as Trouble[]).map((trouble) => ({
      id: `map.next-${trouble}`,
      icon: trouble === 'overlap' ? Copy : CircleX,
      ...troubles[trouble],
      when: () => isHere() && map.counts[trouble] > 0,
      perform: () => map.step(trouble),
    })),
    ...formats.map(({ value, label }) => ({
      id: `map.export-${value}`,
      label: `Export the map as ${label}`,
      icon: Download,
      words: 'picture image save',
      when: isHere,
      perform: () => parts.exportAs(value),
    })),
    {
      id: 'map.agent-gram',
      label: 'Export agent as Gram…',
      icon: FileDown,
      words: 'save file',
      when: () => isHere() && parts.agent() !== null,
      perform: () => parts.agent()?.saveAsGram(),
    },
    {
      id: 'map.agent-trash',
      label: 'Move agent to trash',
      icon: Trash,
      words: 'delete remove',
      when: () => isHere() && parts.agent() !== null,
      perform: () => parts.agent()?.trash(),
    },
    {
      id: 'map.new-agent',
      label: 'New agent',
      icon: Bot,
      words: 'create add',
      when: isHere,
      perform: parts.newAgent,
    },
  ];
  return actions.map((action) => ({ ...action, group: 'Map' }));
}
