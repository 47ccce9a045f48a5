import FolderInput from '@lucide/svelte/icons/folder-input';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.import',
  label: 'Import skills',
  group: 'Library',
  keys: '$mod+i',
  icon: FolderInput,
  words: 'folder zip archive file add link',
  perform: () => app.beginImport(),
};

export default action;
