import Bug from '@lucide/svelte/icons/bug';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.report',
  label: 'Report a problem…',
  group: 'View',
  icon: Bug,
  words: 'help issue feedback support diagnostics log',
  perform: () => (app.overlay = 'report'),
};

export default action;
