import ZoomOut from '@lucide/svelte/icons/zoom-out';
import { app } from '$lib/state/app.svelte';
import { zoom } from '$lib/zoom.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.zoom-out',
  label: 'Zoom out',
  group: 'View',
  keys: '$mod+-',
  otherKeys: ['$mod+Shift+_'],
  icon: ZoomOut,
  words: 'smaller text size',
  worksInDialogs: true,
  perform: () => app.attempt('Zooming', () => zoom.change('out')),
};

export default action;
