import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.availability',
  label: 'Tool availability',
  group: 'View',
  icon: CircleQuestionMark,
  words: 'help tools available enabled disabled component global skill runtime',
  perform: () => (app.overlay = 'availability'),
};

export default action;
