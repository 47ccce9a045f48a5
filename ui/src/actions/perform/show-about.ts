import Info from '@lucide/svelte/icons/info';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.about',
  label: 'About Skill Studio',
  group: 'View',
  icon: Info,
  words: 'help what is this version',
  perform: () => (app.overlay = 'about'),
};

export default action;
