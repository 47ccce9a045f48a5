import Settings from '@lucide/svelte/icons/settings';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.settings',
  label: 'Open settings',
  group: 'View',
  keys: '$mod+,',
  icon: Settings,
  words: 'preferences theme model',
  perform: () => (app.overlay = 'settings'),
};

export default action;
