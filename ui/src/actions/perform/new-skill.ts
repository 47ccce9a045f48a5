import Plus from '@lucide/svelte/icons/plus';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'skill.new',
  label: 'New skill',
  group: 'Skill',
  keys: '$mod+n',
  icon: Plus,
  words: 'create add',
  when: () => app.library !== null,
  perform: () => (app.overlay = 'new-skill'),
};

export default action;
