import Trash from '@lucide/svelte/icons/trash-2';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.trash',
  label: 'Show trash',
  group: 'Library',
  icon: Trash,
  words: 'deleted restore bin',
  when: () => app.library !== null,
  perform: () => (app.overlay = 'trash'),
};

export default action;
