import Search from '@lucide/svelte/icons/search';
import { app } from '$lib/state/app.svelte';
import { zoom } from '$lib/zoom.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.reset-zoom',
  label: 'Reset zoom',
  group: 'View',
  keys: '$mod+0',
  icon: Search,
  words: '100 percent usual size',
  worksInDialogs: true,
  perform: () => app.attempt('Zooming', () => zoom.change('reset')),
};

export default action;
