import PencilLine from '@lucide/svelte/icons/pencil-line';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.drafts',
  label: 'Show drafts',
  group: 'Library',
  icon: PencilLine,
  words: 'unsaved recover crash',
  when: () => app.library !== null,
  perform: () => (app.overlay = 'drafts'),
};

export default action;
