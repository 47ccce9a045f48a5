import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.problems',
  label: 'Go to Problems',
  group: 'Go to',
  keys: '$mod+Shift+m',
  icon: TriangleAlert,
  words: 'errors warnings hints lint fix all ignore history undo',
  perform: () => app.go('problems'),
};

export default action;
