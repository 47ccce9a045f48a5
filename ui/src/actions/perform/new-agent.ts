import Bot from '@lucide/svelte/icons/bot';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

/** On the map itself the place has an action of its own. */
const action: Action = {
  id: 'map.go-new-agent',
  label: 'New agent',
  group: 'Map',
  icon: Bot,
  words: 'create add map',
  when: () => app.view !== 'map' && app.library !== null,
  perform: () => app.openMap('new-agent'),
};

export default action;
