import ChartLine from '@lucide/svelte/icons/chart-line';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'go.evaluate',
  label: 'Go to Evaluate',
  group: 'Go to',
  keys: '$mod+4',
  icon: ChartLine,
  words: 'test queries accuracy confusion threshold overlap trigger',
  perform: () => app.go('evaluate'),
};

export default action;
