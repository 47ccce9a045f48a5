/**
 * The tools of the library: the list, the page that is open with what is written on it, its earlier versions. What is
 * written is kept for each tool until it is stored or given up, whichever one looks at meanwhile.
 */
import type {
  CredentialChoice,
  SignatureDialect,
  SpecEdit,
  StudioEvent,
  ToolDetail,
  ToolEdit,
  ToolImplementation,
  ToolImport,
  ToolInfo,
  ToolSpec,
  ToolVersionInfo,
  TrashRef,
  Toolbox,
  ToolboxEdit,
  UndoHistory,
  UndoScope,
  WhenNeeded,
} from '$lib/ipc';
import { groupBy, unique } from '$lib/group';
import type { Kind } from './implementations';
import { StudioError } from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Kept } from '$lib/state/kept';
import { NEW, Pages } from '$lib/state/pages.svelte';
import { Part } from '$lib/state/part.svelte';
import { trashRef } from '$lib/state/trashing.svelte';
import { Typed } from '$lib/state/typed.svelte';
import { Working } from '$lib/state/working.svelte';
import { type ToolFields, ToolPage } from './page.svelte';

/** What tools ask of the studio. */
export interface ToolsBackend {
  listTools(): Promise<ToolInfo[]>;
  getTool(id: string): Promise<ToolDetail>;
  convertSpec(spec: SpecEdit): Promise<ToolSpec>;
  respellSignature(signature: string, dialect: SignatureDialect): Promise<ToolSpec>;
  saveTool(tool: ToolEdit, credentials: CredentialChoice): Promise<ToolDetail>;
  trashItem(item: TrashRef, when: WhenNeeded): Promise<TrashRef>;
  restoreItem(item: TrashRef, name: string | null): Promise<unknown>;
  listToolVersions(id: string): Promise<ToolVersionInfo[]>;
  restoreToolVersion(id: string, versionId: string): Promise<ToolDetail>;
  acceptDrift(toolId: string): Promise<ToolDetail>;
  readTools(text: string): Promise<ToolImport>;
  importToolbox(toolbox: ToolboxEdit): Promise<Toolbox>;
  implementInToolLibrary(library: string, toolId: string, implementation: ToolImplementation): Promise<unknown>;
  getUndoHistory(scope: UndoScope): Promise<UndoHistory>;
  saveUndoHistory(scope: UndoScope, history: UndoHistory): Promise<unknown>;
}

/** Tools of one server, package or host. */
export interface ToolGroup {
  title: string;
  /** How they are carried out. */
  kinds: Kind[];
  tools: ToolInfo[];
}

export { NEW };

export class Tools {
  readonly all = new Part<ToolInfo[]>();
  /** The tool that is open, while it is read or could not be. */
  readonly opening = new Part<ToolDetail>();
  readonly versions = new Part<ToolVersionInfo[]>();
  readonly #words = new Typed();
  selectedId = $state<string | null>(null);
  isImporting = $state(false);
  /** Whether the versions of the open tool are shown. */
  showsVersions = $state(false);
  readonly #pages: Pages<ToolFields, ToolPage>;
  readonly #working = new Working();

  readonly list: ToolInfo[] = $derived(this.all.value ?? []);
  readonly shown: ToolInfo[] = $derived.by(() => {
    const wanted = this.#words.settled.trim().toLowerCase();
    if (!wanted) return this.list;
    return this.list.filter(({ name, group, description }) =>
      [name, group, description].some((text) => text.toLowerCase().includes(wanted)),
    );
  });
  readonly groups: ToolGroup[] = $derived(
    [...groupBy(this.shown, ({ group }) => group)].map(([title, tools]) => ({
      title: title || 'Description only',
      kinds: unique(tools.map(({ implementation }) => implementation).filter((kind) => kind !== null)),
      tools,
    })),
  );

  constructor(
    readonly backend: ToolsBackend,
    kept = new Kept<ToolFields>('tool'),
  ) {
    this.#pages = new Pages(kept, {
      read: (id) => backend.getUndoHistory({ kind: 'tool', id }),
      keep: (id, history) => backend.saveUndoHistory({ kind: 'tool', id }, history),
    });
  }

  /** What the list is narrowed by, as it is typed. */
  get filter(): string {
    return this.#words.text;
  }
  set filter(filter: string) {
    this.#words.text = filter;
  }

  /** The list follows what is typed at once: somebody goes into it. */
  narrow() {
    this.#words.settle();
  }

  get page(): ToolPage | null {
    return this.#pages.get(this.selectedId);
  }

  get canUndo(): boolean {
    return this.#pages.canUndo(this.selectedId);
  }

  get canRedo(): boolean {
    return this.#pages.canRedo(this.selectedId);
  }

  undo() {
    this.#pages.undo(this.selectedId);
  }

  redo() {
    this.#pages.redo(this.selectedId);
  }

  async load(): Promise<void> {
    const list = await this.all.load(() => this.backend.listTools());
    if (list) this.#pages.forget(list);
  }

  /** Ends with the library its tools are of. */
  end() {
    for (const [, page] of this.#pages.all()) page.spec.stop();
    this.#pages.stop();
  }

  async follow(event: StudioEvent): Promise<void> {
    if (!['tools_changed', 'servers_changed', 'skill_changed', 'library_changed'].includes(event.kind)) return;
    await this.load();
    await this.#reread();
  }

  /** A tool was called: its page, where there is one, tells anew how its calls went, and what is asked before one. */
  async recount(id: string): Promise<void> {
    if (!this.#pages.get(id)) return;
    const detail = await this.backend.getTool(id);
    this.#pages.get(id)?.recount(detail);
  }

  isWorking(id: string): boolean {
    return this.#working.has(id);
  }

  hasUnsaved(id: string): boolean {
    return this.#pages.hasUnsaved(id);
  }

  /** Opens a tool's page, or none; a page on which nothing is written is read anew. */
  async select(id: string | null): Promise<void> {
    this.selectedId = id;
    this.versions.clear();
    this.opening.clear();
    if (id === null || id === NEW) return;
    const page = this.#pages.get(id);
    const detail = await this.opening.load(() => this.backend.getTool(id));
    if (!detail) return;
    if (page) page.follow(detail);
    else this.#pages.open(id, new ToolPage(this.backend, detail));
  }

  /** Opens an empty page; one that is being written already stays, and keeps another name from being begun: false. */
  add(name = ''): boolean {
    const isBegun = this.#pages.hasUnsaved(NEW);
    if (!isBegun || !this.#pages.get(NEW)) this.#pages.open(NEW, this.#empty(isBegun ? '' : name));
    void this.select(NEW);
    return !isBegun || name === '' || this.page?.name === name;
  }

  /** Gives up what is written on the page that is open; returns how to bring it back. */
  discard(): () => void {
    const { page, selectedId } = this;
    if (!page || selectedId === null) return () => {};
    if (selectedId !== NEW) {
      const back = page.discard();
      return () => void this.select(selectedId).then(back);
    }
    const { fields } = page;
    page.spec.stop();
    this.#pages.close(NEW);
    this.selectedId = null;
    return () => {
      if (!this.add()) return;
      this.page?.write(fields);
    };
  }

  /** Stores what is written; a tool that was changed meanwhile stays as it is, and the page says so. */
  async save(): Promise<ToolDetail | null> {
    const { page, selectedId } = this;
    if (!page || selectedId === null || page.isSaving) return null;
    page.isSaving = true;
    try {
      const saved = await saveAsking((choice) => this.backend.saveTool(page.edit, choice));
      page.take(saved);
      this.#pages.stored(selectedId, saved.id);
      if (this.selectedId === selectedId) this.selectedId = saved.id;
      this.versions.clear();
      await this.load();
      return saved;
    } catch (thrown) {
      if (StudioError.from(thrown).code !== 'stale' || !page.stored) throw thrown;
      page.newer = await this.backend.getTool(page.stored.id);
      return null;
    } finally {
      page.isSaving = false;
    }
  }

  /** A tool as it was read, to be moved to the trash. */
  async asRead(id: string): Promise<TrashRef> {
    const stored = this.page?.stored;
    const { aggregate_version } = stored?.id === id ? stored : await this.backend.getTool(id);
    return trashRef('tool', id, aggregate_version);
  }

  /** Moves a tool to the trash, whoever depends on it; gives it as it is there. */
  async trash(item: TrashRef): Promise<TrashRef> {
    const { id } = item;
    const there = await this.#working.run(id, () => this.backend.trashItem(item, 'trash'));
    this.#pages.close(id);
    if (this.selectedId === id) this.selectedId = null;
    await this.load();
    return there;
  }

  /** Brings a tool back from the trash and opens it. */
  async restore(item: TrashRef): Promise<void> {
    await this.#working.run(item.id, () => this.backend.restoreItem(item, null));
    await this.load();
    await this.select(item.id);
  }

  async readVersions(): Promise<void> {
    const id = this.page?.stored?.id;
    if (id) await this.versions.load(() => this.backend.listToolVersions(id));
  }

  /** Puts an earlier state in this one's place; the one of now stays among the versions. */
  restoreVersion(versionId: string): Promise<void> {
    return this.#replace((id) => this.backend.restoreToolVersion(id, versionId));
  }

  /** Gives a tool library the implementation that is written on the page. */
  async implement(library: string): Promise<void> {
    const { page } = this;
    if (page?.stored) await this.backend.implementInToolLibrary(library, page.stored.id, page.implementation);
  }

  /** Takes over what the tool's server says of it now. */
  acceptDrift(): Promise<void> {
    return this.#replace((id) => this.backend.acceptDrift(id));
  }

  async #replace(work: (id: string) => Promise<ToolDetail>): Promise<void> {
    const { page } = this;
    if (!page?.stored) return;
    const { id } = page.stored;
    page.take(await this.#working.run(id, () => work(id)));
    await this.load();
  }

  /** The open page follows its tool; one that is gone is left. */
  async #reread(): Promise<void> {
    const { page, selectedId: id } = this;
    if (!page || page.isSaving || id === null || id === NEW) return;
    if (this.all.value && !this.list.some((tool) => tool.id === id)) {
      if (!page.isDirty) this.selectedId = null;
      return;
    }
    const detail = await this.opening.load(() => this.backend.getTool(id));
    if (detail && !page.isSaving) page.follow(detail);
  }

  #empty(name: string): ToolPage {
    const page = new ToolPage(this.backend, null, name);
    void page.spec.refresh();
    return page;
  }
}
