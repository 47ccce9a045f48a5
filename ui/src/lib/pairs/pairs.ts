/** Two skills that are alike: what tells them apart, and moving one to the trash. */
import { type OverlapPair, type SkillPlace, commands } from '$lib/ipc';
import { readablePath } from '$lib/path';
import { app } from '$lib/state/app.svelte';
import { mayTrashSkills, trashRef } from '$lib/state/trashing.svelte';

export const sidesOf = (pair: OverlapPair): [SkillPlace, SkillPlace] => [
  { id: pair.a_id, name: pair.a, group: pair.a_group, path: pair.a_path },
  { id: pair.b_id, name: pair.b, group: pair.b_group, path: pair.b_path },
];

/** By what one is told from another of its name: its group, or its folder where both are in one group. */
export function tellingApart(one: SkillPlace, other: SkillPlace): string {
  if (one.name !== other.name) return '';
  return one.group !== other.group ? one.group : readablePath(one.path) || one.group;
}

/** Its name, with what tells it from the other. */
export function named(one: SkillPlace, other: SkillPlace): string {
  const where = tellingApart(one, other);
  return where ? `${one.name} in ${where}` : one.name;
}

/** Moves one of two to the trash; the toast brings it back. */
export async function trashSkill(one: SkillPlace, words: string): Promise<void> {
  const row = app.rows.find(({ id }) => id === one.id);
  if (!row) return;
  const refs = [trashRef('skill', row.id, row.aggregate_version)];
  await app.attempt('Moving to trash', async () => {
    const onDisk = await mayTrashSkills(refs, words, [row.name], row.is_linked ? [row.id] : []);
    if (!onDisk) return;
    const { set, refused } = await commands.trashSkills(refs, 'trash', onDisk.fate);
    await app.reloadRows();
    if (set) app.notify(`Moved ${words} to trash`, { label: 'Undo', perform: () => void undo(set.id) });
    for (const { skill, message } of refused) app.notify(`${skill} wasn't moved: ${message}`);
  });
}

async function undo(set: string) {
  await app.attempt('Undoing', async () => {
    await commands.undoChangeSet(set);
    await app.reloadRows();
  });
}
