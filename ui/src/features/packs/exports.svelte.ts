/** The exports of the open pack that were written, and two of them side by side. */
import type { PackExport, PackExportChange, PackExportFileRequest, PackFileDiff, PackHistory } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

export interface ExportsBackend {
  listPackExports(packId: string): Promise<PackHistory>;
  comparePackExports(before: string, after: string): Promise<PackExportChange[]>;
  getPackExportFile(request: PackExportFileRequest): Promise<PackFileDiff>;
}

export class Exports {
  readonly history = new Part<PackHistory>();
  readonly changes = new Part<PackExportChange[]>();
  readonly diff = new Part<PackFileDiff>();
  /** Ids of the two that are compared. */
  before = $state('');
  after = $state('');
  /** The file one looks at. */
  chosen = $state.raw<PackExportChange | null>(null);

  readonly list: readonly PackExport[] = $derived(this.history.value?.exports ?? []);

  constructor(private readonly backend: ExportsBackend) {}

  async read(packId: string): Promise<void> {
    await this.history.load(() => this.backend.listPackExports(packId));
  }

  /** Compares an export with the one before it. */
  async open(id: string): Promise<void> {
    const at = this.list.findIndex((one) => one.id === id);
    await this.compare(this.list[at + 1]?.id ?? id, id);
  }

  async compare(before: string, after: string): Promise<void> {
    [this.before, this.after] = [before, after];
    this.chosen = null;
    this.diff.clear();
    const changes = await this.changes.load(() => this.backend.comparePackExports(before, after));
    const first = changes?.find(({ change }) => change !== 'unchanged');
    if (first) await this.look(first);
  }

  async look(change: PackExportChange): Promise<void> {
    this.chosen = change;
    const { before, after } = this;
    const { folder, path } = change;
    await this.diff.load(() => this.backend.getPackExportFile({ before, after, folder, path }));
  }
}
