import FolderOutput from '@lucide/svelte/icons/folder-output';
import { app } from '$lib/state/app.svelte';
import { exportSkill, exportWays } from '$lib/state/skill-export';
import type { Action } from '../types';

const { label, words } = exportWays['client-folder'];

const action: Action = {
  id: 'skill.copy',
  label,
  words,
  group: 'Skill',
  icon: FolderOutput,
  when: () => app.selected !== null && app.isInFront,
  perform: () => app.selected && exportSkill(app.selected, 'client-folder'),
};

export default action;
