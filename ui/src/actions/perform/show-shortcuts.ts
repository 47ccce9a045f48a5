import Keyboard from '@lucide/svelte/icons/keyboard';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.shortcuts',
  label: 'Show shortcuts',
  group: 'View',
  keys: 'Shift+?',
  icon: Keyboard,
  words: 'keys keyboard help',
  perform: () => (app.overlay = 'shortcuts'),
};

export default action;
