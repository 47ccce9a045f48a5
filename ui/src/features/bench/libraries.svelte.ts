/** Libraries of implementations: made, copied, deleted; what each one does for a tool; what is bound and what differs. */
import type { Binding, LibraryTool, LibraryTools, ToolLibraryInfo } from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

export interface LibrariesBackend {
  listToolLibraries(): Promise<ToolLibraryInfo[]>;
  createToolLibrary(name: string, copyOf: string | null): Promise<ToolLibraryInfo>;
  deleteToolLibrary(name: string): Promise<unknown>;
  getToolLibrary(library: string): Promise<LibraryTools>;
  saveImplementation(library: string, tool: LibraryTool): Promise<unknown>;
  removeImplementation(library: string, name: string): Promise<unknown>;
  bindToolLibrary(library: string): Promise<Binding[]>;
}

/** The library that has every tool. */
const MOCK = 'mock';

export class Libraries {
  /** The one that is open. */
  chosen = $state<string | null>(null);
  readonly tools = new Part<LibraryTools>();
  readonly bindings = new Part<Binding[]>();
  failure = $state.raw<StudioError | null>(null);
  isBusy = $state(false);
  #shown: string | null = null;

  constructor(
    private readonly backend: LibrariesBackend,
    /** Reads the list anew after a change. */
    private readonly changed: () => Promise<void>,
  ) {}

  async open(name: string) {
    this.chosen = name;
    this.failure = null;
    if (this.#shown !== name) {
      this.tools.clear();
      this.bindings.clear();
    }
    this.#shown = name;
    await Promise.all([
      this.tools.load(() => this.backend.getToolLibrary(name)),
      this.bindings.load(() => this.backend.bindToolLibrary(name)),
    ]);
  }

  /** Makes a library and opens it. */
  async create(name: string, copyOf: string | null): Promise<boolean> {
    return this.#attempt(async () => {
      const made = await this.backend.createToolLibrary(name, copyOf);
      await this.changed();
      await this.open(made.name);
    });
  }

  async delete(name: string) {
    await this.#attempt(async () => {
      await this.backend.deleteToolLibrary(name);
      if (this.chosen === name) this.chosen = null;
      await this.changed();
    });
  }

  /** Sets what the open library does for a tool. */
  async put(tool: LibraryTool) {
    const { chosen } = this;
    if (chosen)
      await this.#attempt(() => this.backend.saveImplementation(chosen, tool).then(() => this.#reread(chosen)));
  }

  /** Puts a tool into the open library, described as it is, giving back what it is given. */
  async add(name: string) {
    const { chosen } = this;
    if (!chosen) return;
    await this.#attempt(async () => {
      const tool = (await this.backend.getToolLibrary(MOCK)).tools.find((one) => one.name === name);
      if (tool) await this.backend.saveImplementation(chosen, { ...tool, behaviour: { kind: 'echo' } });
      await this.#reread(chosen);
    });
  }

  /** Takes a tool out of the open library. */
  async remove(name: string) {
    const { chosen } = this;
    if (chosen)
      await this.#attempt(() => this.backend.removeImplementation(chosen, name).then(() => this.#reread(chosen)));
  }

  async #reread(name: string) {
    await this.changed();
    await this.open(name);
  }

  async #attempt(work: () => Promise<unknown>): Promise<boolean> {
    this.failure = null;
    this.isBusy = true;
    try {
      await work();
      return true;
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
      return false;
    } finally {
      this.isBusy = false;
    }
  }
}
