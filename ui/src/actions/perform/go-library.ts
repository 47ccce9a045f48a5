import LibraryBig from '@lucide/svelte/icons/library-big';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.library',
  label: 'Go to Library',
  group: 'Go to',
  keys: '$mod+1',
  icon: LibraryBig,
  perform: () => app.go('library'),
};

export default action;
