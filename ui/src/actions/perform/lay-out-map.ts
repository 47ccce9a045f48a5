import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

/** On the map itself the place has an action of its own. */
const action: Action = {
  id: 'map.go-lay-out',
  label: 'Auto-layout the map',
  group: 'Map',
  icon: LayoutGrid,
  words: 'lay out arrange tidy',
  when: () => app.view !== 'map' && app.library !== null,
  perform: () => app.openMap('lay-out'),
};

export default action;
