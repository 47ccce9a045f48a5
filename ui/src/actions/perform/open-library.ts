import FolderOpen from '@lucide/svelte/icons/folder-open';
import { commands, openLibraryFile } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.open',
  label: 'Open library',
  group: 'Library',
  keys: '$mod+o',
  icon: FolderOpen,
  words: 'file database switch',
  perform: async () => {
    const path = await openLibraryFile();
    if (path) await app.switchTo(() => commands.openLibrary(path), path);
  },
};

export default action;
