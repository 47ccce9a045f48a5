import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.choose-client',
  label: 'Choose client…',
  group: 'Library',
  keys: '$mod+Shift+c',
  icon: SquareTerminal,
  words: 'agent host target claude codex copilot gemini opencode qwen kimi pi cursor antigravity vscode adk all',
  when: () => app.library !== null,
  perform: () => app.chooseClient(),
};

export default action;
