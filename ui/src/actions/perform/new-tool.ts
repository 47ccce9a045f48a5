import Plus from '@lucide/svelte/icons/plus';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'tools.new',
  label: 'New tool',
  group: 'Tools',
  icon: Plus,
  words: 'create add function schema',
  when: () => app.library !== null,
  perform: () => app.openTool({ newTool: '' }),
};

export default action;
