import History from '@lucide/svelte/icons/history';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.simulate',
  label: 'Go to Simulate',
  group: 'Go to',
  keys: '$mod+5',
  icon: History,
  words: 'session step context timeline runtime mock',
  perform: () => app.go('simulate'),
};

export default action;
