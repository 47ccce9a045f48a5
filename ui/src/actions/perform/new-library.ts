import FilePlus from '@lucide/svelte/icons/file-plus-2';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.new',
  label: 'New library',
  group: 'Library',
  icon: FilePlus,
  words: 'create empty sample samples',
  perform: () => (app.overlay = 'new-library'),
};

export default action;
