/** The files of labelled queries that lie beside skills: read, offered, imported. */
import { offered } from '$lib/evals';
import type { FoundEvals, QueryImport } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

export interface FoundFilesBackend {
  listFoundEvals(): Promise<FoundEvals[]>;
  importFoundEvals(keys: string[]): Promise<QueryImport[]>;
}

export class FoundFiles extends Part<FoundEvals[]> {
  /** Those that an import would take something new from. */
  readonly offered: FoundEvals[] = $derived(offered(this.value ?? []));

  constructor(
    private readonly backend: FoundFilesBackend,
    /** Opens a set that has new queries. */
    private readonly onset: (set: string) => Promise<void>,
  ) {
    super();
  }

  async read(): Promise<void> {
    await this.load(() => this.backend.listFoundEvals());
  }

  /** Imports files, and opens the set that got most of their queries. */
  async import(keys: string[]): Promise<QueryImport[]> {
    const imports = await this.backend.importFoundEvals(keys);
    const most = imports.toSorted((a, b) => b.imported - a.imported)[0];
    await Promise.all([this.read(), most && this.onset(most.set)]);
    return imports;
  }
}
