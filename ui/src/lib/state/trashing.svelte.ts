/**
 * Moving things to the trash: what others depend on goes only after the author has seen who they are, more than a handful, or
 * what is selected and out of sight, only after the author has seen what they are, and what lies in a folder on disk only after
 * the author has said what becomes of that.
 */
import {
  type Dependent,
  type FolderOnDisk,
  type FoldersOnDisk,
  type TrashKind,
  type TrashRef,
  commands,
} from '$lib/ipc';
import { Question } from './question.svelte';

interface Asked {
  /** What is to go, in words. */
  name: string;
  /** How many go. */
  amount: number;
  dependents: readonly Dependent[];
  /** Names of what is to go, where they are many or not all of them are seen; otherwise none. */
  many: readonly string[];
  /** Where what is to go lies on disk. */
  folders: readonly FolderOnDisk[];
}

/** So many go without a question. */
export const HANDFUL = 5;

export const trashing = new Question<Asked, boolean | 'with_folders'>(false);

export const trashRef = (kind: TrashKind, id: string, aggregate_version: number): TrashRef => ({
  kind,
  id,
  aggregate_version,
});

async function ask(
  items: TrashRef[],
  name: string,
  names: readonly string[],
  folders: readonly FolderOnDisk[] = [],
  unseen = 0,
) {
  const dependents = await commands.listDependents(items);
  const many = names.length > HANDFUL || unseen > 0 ? names : [];
  const isAsked = dependents.length > 0 || many.length > 0 || folders.length > 0;
  return !isAsked || trashing.ask({ name, amount: items.length, dependents, many, folders });
}

/** Whether these may go to the trash: asks where others depend on them, and where `names` are more than a handful. */
export const mayTrash = async (items: TrashRef[], name: string, names: readonly string[] = []): Promise<boolean> =>
  (await ask(items, name, names)) !== false;

/** The folders of skills that go to the trash, and what becomes of them. */
export interface OnDisk {
  fate: FoldersOnDisk;
  folders: readonly FolderOnDisk[];
}

/** The same for skills, those of `linked` in folders on disk, `unseen` of them selected and not shown; none where they stay. */
export async function mayTrashSkills(
  items: TrashRef[],
  name: string,
  names: readonly string[],
  linked: readonly string[],
  unseen = 0,
): Promise<OnDisk | null> {
  const folders = linked.length > 0 ? await commands.listFoldersOnDisk([...linked]) : [];
  const answer = await ask(items, name, names, folders, unseen);
  return answer === false ? null : { fate: answer === 'with_folders' ? 'trash' : 'keep', folders };
}
