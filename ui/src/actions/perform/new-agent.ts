import Bot from '@lucide/svelte/icons/bot';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

/** While the map is shown, its own `map.new-agent` takes over. */
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
