/** The folders skills were imported from: read anew whenever the library changes. */
import type { ImportRoot } from '$lib/ipc';
import { count, plural } from '$kit/labels';
import { Part } from '$lib/state/part.svelte';

export interface RootsBackend {
  listImportRoots(): Promise<ImportRoot[]>;
}

export class Roots {
  readonly list = new Part<ImportRoot[]>();

  constructor(private readonly backend: RootsBackend) {}

  load = () => this.list.load(() => this.backend.listImportRoots());
}

/** `40 of 42 skills linked, 1 changed on disk, 1 missing`. */
export function standing({ skills, linked, changed, missing, held }: ImportRoot): string {
  const unlinked = held > 0 ? plural(skills, 'skill') : `${plural(skills, 'skill')}, not linked`;
  return [
    linked === 0 ? unlinked : `${linked} of ${plural(skills, 'skill')} linked`,
    ...(changed > 0 ? [`${changed} changed on disk`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(held > 0 ? [`${count(held)} not synced`] : []),
  ].join(', ');
}
