/**
 * Moving things to the trash: what others depend on goes only after the author has seen who they are, and more than a
 * handful only after the author has seen what they are.
 */
import { type Dependent, type TrashKind, type TrashRef, commands } from '$lib/ipc';
import { Question } from './question.svelte';

interface Asked {
  /** What is to go, in words. */
  name: string;
  dependents: readonly Dependent[];
  /** Names of what is to go, where they are many; otherwise none. */
  many: readonly string[];
}

/** So many go without a question. */
export const HANDFUL = 5;

export const trashing = new Question<Asked, boolean>(false);

export const trashRef = (kind: TrashKind, id: string, aggregate_version: number): TrashRef => ({
  kind,
  id,
  aggregate_version,
});

/** Whether these may go to the trash: asks where others depend on them, and where `names` are more than a handful. */
export async function mayTrash(items: TrashRef[], name: string, names: readonly string[] = []): Promise<boolean> {
  const dependents = await commands.listDependents(items);
  const many = names.length > HANDFUL ? names : [];
  return (dependents.length === 0 && many.length === 0) || trashing.ask({ name, dependents, many });
}
