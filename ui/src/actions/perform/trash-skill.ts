import Trash from '@lucide/svelte/icons/trash-2';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'skill.trash',
  label: 'Move skill to trash',
  group: 'Skill',
  icon: Trash,
  words: 'delete remove',
  when: () => app.selected !== null,
  perform: () => app.trashSkill(app.selectedId!),
};

export default action;
