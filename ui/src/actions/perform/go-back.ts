import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.back',
  label: 'Go back',
  group: 'Go to',
  keys: 'Alt+ArrowLeft',
  icon: ArrowLeft,
  when: () => app.history.canGoBack,
  perform: () => app.history.back(),
};

export default action;
