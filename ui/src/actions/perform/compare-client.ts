import Scale from '@lucide/svelte/icons/scale';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.compare-client',
  label: 'Compare with installed client',
  group: 'Library',
  icon: Scale,
  words: 'capture run claude codex copilot gemini opencode qwen kimi pi list sandbox',
  when: () => app.library !== null,
  perform: () => {
    const { view, selected } = app;
    const isOne = view === 'library' && selected !== null;
    app.openComparison({ scope: isOne ? { kind: 'skill', skill_id: selected.id } : { kind: 'library' } });
  },
};

export default action;
