import SunMoon from '@lucide/svelte/icons/sun-moon';
import { app } from '$lib/state/app.svelte';
import { theme } from '$lib/theme.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.theme',
  label: 'Switch between light and dark',
  group: 'View',
  keys: '$mod+Shift+l',
  icon: SunMoon,
  words: 'theme colour mode',
  worksInDialogs: true,
  perform: () => app.attempt('Saving the theme', () => theme.toggle()),
};

export default action;
