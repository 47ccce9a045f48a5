/** The chat models of the library, as Settings show them. */
import type { ModelList, ModelSettings } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** What they ask of the studio. */
export interface ModelsBackend {
  listModels(): Promise<ModelList>;
  saveModel(settings: ModelSettings, before: string | null): Promise<ModelList>;
  deleteModel(name: string): Promise<ModelList>;
}

export class Models {
  readonly list = new Part<ModelList>();

  constructor(private readonly backend: ModelsBackend) {}

  async load(): Promise<void> {
    await this.list.load(() => this.backend.listModels());
  }

  /** Keeps a model in the place of the one that is called `before`. */
  async save(settings: ModelSettings, before: string | null): Promise<void> {
    this.list.set(await this.backend.saveModel(settings, before));
  }

  async delete(name: string): Promise<void> {
    this.list.set(await this.backend.deleteModel(name));
  }
}
