import Wrench from '@lucide/svelte/icons/wrench';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.tools',
  label: 'Go to Tools',
  group: 'Go to',
  keys: '$mod+6',
  icon: Wrench,
  words: 'tool server mcp schema call test run',
  perform: () => app.go('tools'),
};

export default action;
