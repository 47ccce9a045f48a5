import Scale from '@lucide/svelte/icons/scale';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.licenses',
  label: 'Licenses',
  group: 'View',
  icon: Scale,
  words: 'help open source licences legal',
  perform: () => (app.overlay = 'licenses'),
};

export default action;
