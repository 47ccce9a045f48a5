import Download from '@lucide/svelte/icons/download';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'tools.import',
  label: 'Import tools',
  group: 'Tools',
  icon: Download,
  words: 'paste curl openapi mcp schema',
  when: () => app.library !== null,
  perform: () => app.openTool({ begin: 'import' }),
};

export default action;
