import Crosshair from '@lucide/svelte/icons/crosshair';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.playground',
  label: 'Go to Playground',
  group: 'Go to',
  keys: '$mod+3',
  icon: Crosshair,
  words: 'query score test',
  perform: () => app.go('playground'),
};

export default action;
