/** What can be done with skills of the list. */
import { plural } from '$kit/labels';
import { unique } from '$lib/group';
import { commands, type SkillRow } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { mayTrashSkills, type OnDisk, trashRef } from '$lib/state/trashing.svelte';
import { trashAll } from './batch.svelte';
import type { Library } from './library.svelte';

/** The skill that is being given another name. */
export const renaming = $state<{ row: SkillRow | null }>({ row: null });

/** Shows a broken skill as the text it is, at the line that cannot be read. */
export function openAsText(row: SkillRow) {
  app.openSkill(row.id, { path: 'SKILL.md', line: row.broken?.line ?? 1 });
}

/** Leads to where a session with these skills is set up. */
export function simulate(ids: readonly string[]) {
  app.openSimulation(unique(app.rows.filter(({ id }) => ids.includes(id)).map(({ name }) => name)));
}

export function rename(id: string | null) {
  renaming.row = app.rows.find((row) => row.id === id) ?? null;
}

export async function duplicate(id: string) {
  await app.attempt('Duplicating the skill', async () => {
    const copy = await commands.duplicateSkill(id);
    await app.reloadRows();
    app.openSkill(copy.id);
    app.notify(`Duplicated as ${copy.name}`);
  });
}

/** Moves skills to the trash; the toast brings them back. */
export async function trash(library: Library, ids: readonly string[]) {
  const rows = app.rows.filter((row) => ids.includes(row.id));
  if (rows.length === 0) return;
  const next = neighbour(library, ids);
  const [first] = rows;
  const named = rows.length === 1 && first ? first.name : plural(rows.length, 'skill');
  const refs = rows.map((row) => trashRef('skill', row.id, row.aggregate_version));
  const names = rows.map((row) => row.name);
  const linked = rows.filter(({ is_linked }) => is_linked).map(({ id }) => id);
  const unseen = ids.some((id) => library.marked.has(id)) ? library.hiddenMarks : 0;
  let onDisk = null as OnDisk | null;
  await app.attempt('Moving to trash', async () => {
    onDisk = await mayTrashSkills(refs, named, names, linked, unseen);
  });
  if (!onDisk) return;
  const leave = () => {
    for (const id of ids) library.marked.delete(id);
    if (!app.selectedId || !ids.includes(app.selectedId)) return;
    if (next) app.history.replace({ ...app.history.current, skillId: next, path: null });
    else app.closeSkill();
  };
  await trashAll(refs, named, leave, onDisk);
}

/** The skill to show when these are gone: the next one down, or the last one above. */
function neighbour(library: Library, ids: readonly string[]): string | null {
  const shown = library.items.flatMap((item) => (item.kind === 'skill' ? [item.key] : []));
  const at = shown.findIndex((id) => ids.includes(id));
  const left = (id: string) => !ids.includes(id);
  return shown.slice(Math.max(0, at)).find(left) ?? shown.slice(0, Math.max(0, at)).findLast(left) ?? null;
}

export async function copyPath(id: string) {
  await app.attempt('Copying the path', async () => {
    const detail = await commands.getSkill(id);
    const path = detail.link?.file ?? `${detail.name}/SKILL.md`;
    await navigator.clipboard.writeText(path);
    app.notify(`Copied ${path}`);
  });
}
