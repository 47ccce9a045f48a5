import Server from '@lucide/svelte/icons/server';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'tools.new-server',
  label: 'New server',
  group: 'Tools',
  icon: Server,
  words: 'create add mcp program address',
  when: () => app.library !== null,
  perform: () => app.openTool({ begin: 'server' }),
};

export default action;
