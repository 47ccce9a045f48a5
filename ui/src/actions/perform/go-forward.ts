import ArrowRight from '@lucide/svelte/icons/arrow-right';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.forward',
  label: 'Go forward',
  group: 'Go to',
  keys: 'Alt+ArrowRight',
  icon: ArrowRight,
  when: () => app.history.canGoForward,
  perform: () => app.history.forward(),
};

export default action;
