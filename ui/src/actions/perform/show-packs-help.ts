import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.packs-help',
  label: 'Help on packs',
  group: 'View',
  icon: CircleQuestionMark,
  words: 'export targets gates scan signature manifest',
  perform: () => (app.overlay = 'packs-help'),
};

export default action;
