import ListChecks from '@lucide/svelte/icons/list-checks';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.first-run',
  label: 'First steps',
  group: 'View',
  icon: ListChecks,
  words: 'help getting started walkthrough tour tutorial welcome',
  perform: () => (app.overlay = 'first-run'),
};

export default action;
