import Package from '@lucide/svelte/icons/package';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.packs',
  label: 'Go to Packs',
  group: 'Go to',
  keys: '$mod+7',
  icon: Package,
  words: 'export target plugin zip loss gate scan verify sign',
  perform: () => app.go('packs'),
};

export default action;
