/** What an author can do in the list, for palette, menus and shortcuts. */
import BrainCircuit from '@lucide/svelte/icons/brain-circuit';
import Copy from '@lucide/svelte/icons/copy';
import Pencil from '@lucide/svelte/icons/pencil';
import Search from '@lucide/svelte/icons/search';
import Trash from '@lucide/svelte/icons/trash-2';
import type { Action } from '$actions/types';
import { app } from '$lib/state/app.svelte';
import type { Library } from './library.svelte';
import { duplicate, rename, trash } from './perform.svelte';

export function libraryActions(library: Library, search: () => void): Action[] {
  const isHere = () => app.view === 'library' && app.overlay === null;
  const hasSkill = () => isHere() && app.selected !== null;
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
      id: 'library.meaning',
      label: 'Search skills by meaning',
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
  ];
}
