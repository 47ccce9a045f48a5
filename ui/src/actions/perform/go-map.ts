import Network from '@lucide/svelte/icons/network';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.map',
  label: 'Go to Map',
  group: 'Go to',
  keys: '$mod+2',
  icon: Network,
  words: 'agents skills tools servers dependencies picture',
  perform: () => app.go('map'),
};

export default action;
