import LayoutDashboard from '@lucide/svelte/icons/layout-dashboard';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.overview',
  label: 'Go to Overview',
  group: 'Go to',
  keys: '$mod+Shift+o',
  icon: LayoutDashboard,
  words: 'dashboard groups teams duplicates identical near tokens stale links queries summary',
  perform: () => app.go('overview'),
};

export default action;
