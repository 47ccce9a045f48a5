import SunMoon from '@lucide/svelte/icons/sun-moon';
import { app } from '$lib/state/app.svelte';
import { theme } from '$lib/theme.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.theme',
  label: 'Toggle light and dark theme',
  group: 'View',
  keys: '$mod+Shift+l',
  icon: SunMoon,
  words: 'color colour mode',
  worksInDialogs: true,
  perform: () => app.attempt('Saving the theme', () => theme.toggle()),
};

export default action;
