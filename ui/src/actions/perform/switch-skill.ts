import FileSearch from '@lucide/svelte/icons/file-search';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.skill',
  label: 'Switch to skill',
  group: 'Go to',
  keys: '$mod+p',
  icon: FileSearch,
  words: 'open find',
  when: () => app.rows.length > 0,
  perform: () => (app.overlay = 'skills'),
};

export default action;
