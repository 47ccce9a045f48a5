import FilePlus from '@lucide/svelte/icons/file-plus-2';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.new',
  label: 'Create library',
  group: 'Library',
  icon: FilePlus,
  words: 'new empty sample samples',
  perform: () => (app.overlay = 'new-library'),
};

export default action;
