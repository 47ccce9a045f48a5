/** Moving things to the trash: what others depend on goes only after the author has seen who they are. */
import { type Dependent, type TrashKind, type TrashRef, commands } from '$lib/ipc';
import { Question } from './question.svelte';

interface Asked {
  /** What is to go, in words. */
  name: string;
  dependents: readonly Dependent[];
}

export const trashing = new Question<Asked, boolean>(false);

export const trashRef = (kind: TrashKind, id: string, aggregate_version: number): TrashRef => ({
  kind,
  id,
  aggregate_version,
});

/** Whether these may go to the trash: asks where others depend on them. */
export async function mayTrash(items: TrashRef[], name: string): Promise<boolean> {
  const dependents = await commands.listDependents(items);
  return dependents.length === 0 || trashing.ask({ name, dependents });
}
