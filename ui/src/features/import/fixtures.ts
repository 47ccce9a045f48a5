/** Items of a preview for tests. */
import type { ImportInspection, ImportItem, ImportState } from '$lib/ipc';

const copied: readonly ImportState[] = ['new', 'update', 'same_name'];

export function foundItem(name: string, state: ImportState = 'new', part: Partial<ImportItem> = {}): ImportItem {
  const isCopied = copied.includes(state);
  return {
    name,
    description: `What ${name} is for.`,
    path: `/skills/${name}/SKILL.md`,
    group: 'skills',
    state,
    twin: null,
    is_copied: isCopied,
    is_linked: isCopied || state === 'unlinked' || state === 'differs',
    files: 1,
    problem: null,
    is_broken: false,
    ...part,
  };
}

/** An import nothing is to be said of beforehand. */
export const nothing: ImportInspection = {
  manifests: [],
  strays: [],
  scan: { findings: [], files: 1, binary: 0, unread: 0, is_cut: false },
};
