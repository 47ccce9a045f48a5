import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'view.clients-help',
  label: 'Help on clients',
  group: 'View',
  icon: CircleQuestionMark,
  words: 'agent host compare installed compaction evals servers list sees',
  perform: () => (app.overlay = 'clients-help'),
};

export default action;
