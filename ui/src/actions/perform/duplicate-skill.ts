import Copy from '@lucide/svelte/icons/copy';
import { commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import type { Action } from '../types';

const action: Action = {
  id: 'skill.duplicate',
  label: 'Duplicate skill',
  group: 'Skill',
  keys: '$mod+d',
  icon: Copy,
  words: 'copy',
  when: () => app.selected !== null && app.overlay === null,
  perform: () =>
    app.attempt('Duplicating the skill', async () => {
      const copy = await commands.duplicateSkill(app.selectedId!);
      await app.reloadRows();
      app.openSkill(copy.id);
      app.notify(`Duplicated as ${copy.name}`);
    }),
};

export default action;
