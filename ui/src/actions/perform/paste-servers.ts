import ClipboardPaste from '@lucide/svelte/icons/clipboard-paste';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'tools.paste-servers',
  label: 'Import MCP servers',
  group: 'Tools',
  icon: ClipboardPaste,
  words: 'mcpServers json settings add paste',
  when: () => app.library !== null,
  perform: () => app.openTool({ begin: 'paste' }),
};

export default action;
