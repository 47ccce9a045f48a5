import ZoomIn from '@lucide/svelte/icons/zoom-in';
import { app } from '$lib/state/app.svelte';
import { zoom } from '$lib/zoom.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.zoom-in',
  label: 'Zoom in',
  group: 'View',
  keys: '$mod++',
  otherKeys: ['$mod+=', '$mod+Shift++'],
  icon: ZoomIn,
  words: 'larger bigger text size',
  worksInDialogs: true,
  perform: () => app.attempt('Zooming', () => zoom.change('in')),
};

export default action;
