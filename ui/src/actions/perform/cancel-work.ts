import CircleStop from '@lucide/svelte/icons/circle-stop';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'library.cancel',
  label: 'Cancel running tasks',
  group: 'Library',
  icon: CircleStop,
  words: 'stop abort',
  when: () => app.running.length > 0,
  perform: () => app.cancelRunning(),
};

export default action;
