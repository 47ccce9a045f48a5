import Command from '@lucide/svelte/icons/command';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.palette',
  label: 'Show all actions',
  group: 'View',
  keys: '$mod+k',
  icon: Command,
  words: 'command palette',
  perform: () => (app.overlay = 'palette'),
};

export default action;
