import Search from '@lucide/svelte/icons/search';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

/** On the map itself the place has an action of its own. */
const action: Action = {
  id: 'map.go-find',
  label: 'Find on the map',
  group: 'Map',
  icon: Search,
  words: 'search node agent skill tool',
  when: () => app.view !== 'map' && app.library !== null,
  perform: () => app.openMap('find'),
};

export default action;
