import Keyboard from '@lucide/svelte/icons/keyboard';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.shortcuts',
  label: 'Keyboard shortcuts',
  group: 'View',
  keys: 'Shift+?',
  icon: Keyboard,
  words: 'show keys bindings help',
  perform: () => (app.overlay = 'shortcuts'),
};

export default action;
