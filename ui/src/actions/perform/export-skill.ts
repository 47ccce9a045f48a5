import FileArchive from '@lucide/svelte/icons/file-archive';
import { app } from '$lib/state/app.svelte';
import { exportSkill, exportWays } from '$lib/state/skill-export';
import type { Action } from '../types';

const { label, words } = exportWays.archive;

const action: Action = {
  id: 'skill.export',
  label,
  words,
  group: 'Skill',
  keys: '$mod+Shift+e',
  icon: FileArchive,
  when: () => app.selected !== null && app.isInFront,
  perform: () => app.selected && exportSkill(app.selected, 'archive'),
};

export default action;
