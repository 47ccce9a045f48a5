/** Moving things to the trash: what others depend on goes only after the author has seen who they are. */
import { type Dependent, type TrashKind, type TrashRef, commands } from '$lib/ipc';

interface Asked {
  /** What is to go, in words. */
  name: string;
  dependents: readonly Dependent[];
  answer: (may: boolean) => void;
}

class Trashing {
  /** What is being asked; none where nothing is. */
  asked = $state.raw<Asked | null>(null);

  answer(may: boolean) {
    const { asked } = this;
    this.asked = null;
    asked?.answer(may);
  }
}
export const trashing = new Trashing();

export const trashRef = (kind: TrashKind, id: string, aggregate_version: number): TrashRef => ({
  kind,
  id,
  aggregate_version,
});

/** Whether these may go to the trash: asks where others depend on them. */
export async function mayTrash(items: TrashRef[], name: string): Promise<boolean> {
  const dependents = await commands.dependents(items);
  if (dependents.length === 0) return true;
  return new Promise((answer) => (trashing.asked = { name, dependents, answer }));
}
