import Monitor from '@lucide/svelte/icons/monitor';
import { app } from '$lib/state/app.svelte';
import { theme } from '$lib/theme.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.system-theme',
  label: 'Use the system theme',
  group: 'View',
  icon: Monitor,
  words: 'light dark auto',
  when: () => theme.choice !== 'system',
  perform: () => app.attempt('Saving the theme', () => theme.choose('system')),
};

export default action;
