/** The first start: which of the author's own skill folders are opened, and how. */
import { SvelteSet } from 'svelte/reactivity';
import type { ImportReport, LibraryInfo, SkillFolder } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** What it asks of the studio. */
export interface WelcomeBackend {
  listSkillFolders(): Promise<SkillFolder[]>;
  openOwnLibrary(): Promise<LibraryInfo>;
  importPaths(paths: string[], isLinked: boolean): Promise<ImportReport>;
}

export type Keeping = 'linked' | 'copied';

/** What saving does, said before anything is opened. */
export const consequence: Record<Keeping, string> = {
  linked: 'Skills stay in their folders. When you save a skill here, its files in that folder change.',
  copied: "Skills are copied into a library. Changes you make here don't affect the folders.",
};

export class Welcome {
  readonly folders = new Part<SkillFolder[]>();
  /** Paths of the folders that are opened. */
  readonly chosen = new SvelteSet<string>();
  keeping = $state<Keeping>('linked');
  isOpening = $state(false);
  readonly skills = $derived(
    (this.folders.value ?? []).reduce((sum, folder) => sum + (this.chosen.has(folder.path) ? folder.skills : 0), 0),
  );
  readonly #backend: WelcomeBackend;

  constructor(backend: WelcomeBackend) {
    this.#backend = backend;
  }

  /** Looks for the folders; all that hold skills are chosen. */
  async look(): Promise<void> {
    const found = await this.folders.load(() => this.#backend.listSkillFolders());
    for (const { path } of found ?? []) this.chosen.add(path);
  }

  toggle(path: string) {
    if (!this.chosen.delete(path)) this.chosen.add(path);
  }

  /** Opens the author's own library with the chosen folders in it. */
  async open(paths: readonly string[]): Promise<{ info: LibraryInfo; report: ImportReport }> {
    const info = await this.#backend.openOwnLibrary();
    const report = await this.#backend.importPaths([...paths], this.keeping === 'linked');
    return { info, report };
  }
}
