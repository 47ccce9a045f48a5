/**
 * The servers of the library: how they are, the one that is open with what is written on its page, its log. What is written
 * is kept for each server until it is stored or given up, whichever one looks at meanwhile.
 */
import { count, plural } from '$kit/labels';
import type {
  CredentialChoice,
  LogLine,
  NamedValue,
  SecretList,
  ServerDetail,
  ServerEdit,
  ServerImport,
  ServerTest,
  StudioEvent,
  ToolDetail,
  ToolInfo,
  Toolbox,
  ToolboxEdit,
  UndoHistory,
  UndoScope,
  TrashRef,
  WhenNeeded,
} from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Kept } from '$lib/state/kept';
import { NEW, Pages } from '$lib/state/pages.svelte';
import { Part } from '$lib/state/part.svelte';
import { reference, references } from '$lib/state/secret';
import { Working } from '$lib/state/working.svelte';
import { type ServerFields, ServerForm } from './form.svelte';

/** What servers ask of the studio. */
export interface ServersBackend {
  listServers(): Promise<ServerDetail[]>;
  readServers(text: string): Promise<ServerImport>;
  splitCommand(text: string): Promise<string[]>;
  findCredentials(values: NamedValue[]): Promise<boolean[]>;
  testServer(server: ServerEdit): Promise<ServerTest>;
  saveServer(server: ServerEdit, credentials: CredentialChoice): Promise<ServerDetail>;
  importToolbox(toolbox: ToolboxEdit): Promise<Toolbox>;
  trashItem(item: TrashRef, when: WhenNeeded): Promise<TrashRef>;
  restoreItem(item: TrashRef, name: string | null): Promise<unknown>;
  startServer(id: string): Promise<ServerDetail>;
  stopServer(id: string): Promise<ServerDetail>;
  refuseServer(id: string): Promise<ServerDetail>;
  checkServers(): Promise<ServerDetail[]>;
  getServerLog(id: string): Promise<LogLine[]>;
  importServerTools(id: string, names: string[]): Promise<ToolInfo[]>;
  acceptDrift(toolId: string): Promise<ToolDetail>;
  askConsent(hash: string): Promise<boolean>;
  listSecrets(): Promise<SecretList>;
  saveSecret(name: string, value: string): Promise<SecretList>;
  getUndoHistory(scope: UndoScope): Promise<UndoHistory>;
  saveUndoHistory(scope: UndoScope, history: UndoHistory): Promise<unknown>;
}

export { NEW };
/** Milliseconds between two looks at the log of the server that is shown. */
export const LOOK = 1000;

export class Servers {
  readonly all = new Part<ServerDetail[]>();
  readonly log = new Part<LogLine[]>();
  readonly secrets = new Part<SecretList>();
  selectedId = $state<string | null>(null);
  isPasting = $state(false);
  readonly #forms: Pages<ServerFields, ServerForm>;
  readonly #working = new Working();

  readonly list: ServerDetail[] = $derived(this.all.value ?? []);
  readonly selected: ServerDetail | null = $derived(this.list.find(({ id }) => id === this.selectedId) ?? null);
  readonly isChecking: boolean = $derived(this.#working.has('check'));
  readonly waiting: number = $derived(this.list.filter(({ state }) => state === 'needs_consent').length);

  constructor(
    readonly backend: ServersBackend,
    kept = new Kept<ServerFields>('server'),
  ) {
    this.#forms = new Pages(kept, {
      read: (id) => backend.getUndoHistory({ kind: 'server', id }),
      keep: (id, history) => backend.saveUndoHistory({ kind: 'server', id }, history),
    });
  }

  get form(): ServerForm | null {
    return this.#forms.get(this.selectedId);
  }

  get canUndo(): boolean {
    return this.#forms.canUndo(this.selectedId);
  }

  get canRedo(): boolean {
    return this.#forms.canRedo(this.selectedId);
  }

  undo() {
    this.#forms.undo(this.selectedId);
  }

  redo() {
    this.#forms.redo(this.selectedId);
  }

  async load(): Promise<void> {
    const list = await this.all.load(() => this.backend.listServers());
    if (list) this.#followed(list);
  }

  /** Ends with the library its servers are of. */
  end() {
    this.#forms.stop();
  }

  async follow(event: StudioEvent): Promise<void> {
    if (event.kind === 'servers_changed' || event.kind === 'tools_changed') await this.load();
  }

  isWorking(id: string): boolean {
    return this.#working.has(id);
  }

  /** Whether something is written on a server's page that is not stored. */
  hasUnsaved(id: string): boolean {
    return this.#forms.hasUnsaved(id);
  }

  /** Opens a server's page, or none. */
  select(id: string | null) {
    if (id !== null && id !== this.selectedId) this.log.clear();
    this.selectedId = id;
    this.#open();
  }

  /** Opens an empty page. */
  add() {
    this.select(NEW);
  }

  /** Gives up what is written; returns how to bring it back. */
  discard(): () => void {
    const { form, selected, selectedId } = this;
    if (!form || selectedId === null) return () => {};
    const { fields } = form;
    if (selected) form.take(selected);
    else {
      this.#forms.close(selectedId);
      this.selectedId = null;
    }
    return () => {
      this.select(selectedId);
      this.form?.write(fields);
    };
  }

  /** Stores what is written; one that was changed meanwhile stays as it is, and the page says so. */
  async save(): Promise<void> {
    const { form, selectedId } = this;
    if (!form || selectedId === null) return;
    try {
      const saved = await saveAsking((choice) =>
        this.#working.run(selectedId, () => this.backend.saveServer(form.edit, choice)),
      );
      form.take(saved);
      this.#forms.stored(selectedId, saved.id);
      if (this.selectedId === selectedId) this.selectedId = saved.id;
    } catch (thrown) {
      if (StudioError.from(thrown).code !== 'stale') throw thrown;
      await this.load();
      form.newer ??= this.list.find(({ id }) => id === selectedId) ?? null;
      return;
    }
    await this.load();
  }

  /** Makes arguments of what follows the program. */
  async splitCommand(): Promise<void> {
    const { form } = this;
    if (form) form.takeWords(await this.backend.splitCommand(form.command));
  }

  /** Tries what is written, without storing it. */
  async test(): Promise<void> {
    const { form } = this;
    if (!form) return;
    const tried = form.edit;
    // An answer that was overtaken is of another test than the one that is shown.
    if (await form.test.load(() => this.backend.testServer(tried))) form.tested = tried;
  }

  /** Moves a server to the trash, whoever depends on it; returns how to bring it back. */
  async trash(item: TrashRef): Promise<() => Promise<void>> {
    const { id } = item;
    const there = await this.#working.run(id, () => this.backend.trashItem(item, 'trash'));
    this.#forms.close(id);
    if (this.selectedId === id) this.selectedId = null;
    await this.load();
    return async () => {
      await this.backend.restoreItem(there, null);
      await this.load();
      this.select(id);
    };
  }

  run(id: string): Promise<ServerDetail> {
    return this.#change(id, () => this.backend.startServer(id));
  }

  stop(id: string): Promise<ServerDetail> {
    return this.#change(id, () => this.backend.stopServer(id));
  }

  /** Does not allow what a server asks for; it asks again when somebody starts it. */
  refuse(id: string): Promise<ServerDetail> {
    return this.#change(id, () => this.backend.refuseServer(id));
  }

  restart(id: string): Promise<ServerDetail> {
    return this.#change(id, async () => {
      await this.backend.stopServer(id);
      return this.backend.startServer(id);
    });
  }

  /** Asks the author to allow what a server asks for; starts it where they do. */
  async allow(id: string, hash: string): Promise<ServerDetail> {
    return (await this.backend.askConsent(hash)) ? this.run(id) : this.refuse(id);
  }

  /** Asks the author to allow what a test asks for; tries again where they do. */
  async allowTest(hash: string): Promise<void> {
    if (await this.backend.askConsent(hash)) await this.test();
  }

  /** Asks every running server how it is and what it offers. */
  async checkAll(): Promise<void> {
    this.all.set(await this.#working.run('check', () => this.backend.checkServers()));
    this.#followed(this.list);
  }

  /** Takes over what a server offers. One that cannot be, such as for its name, keeps no other from it; it is told of. */
  async importTools(id: string, names: string[]): Promise<ToolInfo[]> {
    const take = (some: string[]) => this.backend.importServerTools(id, some);
    try {
      return await this.#working.run(`tools ${id}`, () =>
        take(names).catch((thrown) => this.#singly(take, names, thrown)),
      );
    } finally {
      await this.load();
    }
  }

  async #singly(take: (names: string[]) => Promise<ToolInfo[]>, names: string[], thrown: unknown): Promise<ToolInfo[]> {
    if (names.length < 2) throw thrown;
    const taken: ToolInfo[] = [];
    const failures: StudioError[] = [];
    for (const name of names)
      await take([name]).then(
        (tools) => taken.push(...tools),
        (why: unknown) => failures.push(StudioError.from(why)),
      );
    const [first] = failures;
    if (!first) return taken;
    const done = `${count(names.length - failures.length)} of ${plural(names.length, 'tool')} imported. `;
    throw new StudioError(first.code, done + failures.map(({ message }) => message).join(' '), first.detail);
  }

  /** Starts a server and takes over all it offers; where it has to be allowed first, its page asks. */
  async startAndImport(id: string): Promise<void> {
    const { state, tools } = await this.run(id);
    if (state === 'running')
      await this.importTools(
        id,
        tools.filter(({ tool_id }) => tool_id === null).map(({ name }) => name),
      );
  }

  async acceptDrift(toolId: string): Promise<void> {
    await this.#working.run(`drift ${toolId}`, () => this.backend.acceptDrift(toolId));
    await this.load();
  }

  /** Keeps a value apart under a name; what stands for it from then on. */
  async keepSecret(name: string, value: string): Promise<string> {
    this.secrets.set(await this.backend.saveSecret(name, value));
    return reference(name);
  }

  async loadSecrets(): Promise<void> {
    await this.secrets.load(() => this.backend.listSecrets());
  }

  isSecretTaken(name: string): boolean {
    return this.secrets.value?.secrets.some((secret) => secret.name === name && secret.is_set) ?? false;
  }

  /** The first secret a value refers to that has no value yet, as far as is known. */
  missingSecret(value: string): string | null {
    if (!this.secrets.value) return null;
    return references(value).find((name) => !this.isSecretTaken(name)) ?? null;
  }

  /** Reads a server's log now and again, while it is shown; returns how to stop. */
  watchLog(id: string, isShown: () => boolean = () => true): () => void {
    const look = async () => {
      if (document.hidden || !isShown()) return;
      const known = this.log.value;
      await this.log.load(async () => {
        const lines = await this.backend.getServerLog(id);
        return known && isSame(known, lines) ? known : lines;
      });
    };
    void look();
    const timer = setInterval(() => void look(), LOOK);
    return () => clearInterval(timer);
  }

  /** Opens the page of what is selected. One that is not in the list yet, such as just added, waits for it. */
  #open() {
    const { selectedId: id, selected } = this;
    if (id === null || this.#forms.get(id)) return;
    if (selected || id === NEW) this.#forms.open(id, new ServerForm(selected));
  }

  /** Replaces one server of the list by its newer state. */
  async #change(id: string, work: () => Promise<ServerDetail>): Promise<ServerDetail> {
    const server = await this.#working.run(id, work);
    if (this.all.value) this.all.set(this.list.map((each) => (each.id === id ? server : each)));
    return server;
  }

  /** Pages follow their servers; the page of one that is gone goes, or follows its name where that was set up meanwhile. */
  #followed(list: ServerDetail[]) {
    this.#open();
    for (const server of list) this.#forms.get(server.id)?.follow(server);
    for (const [id, form] of this.#forms.all()) {
      if (id === NEW || list.some((server) => server.id === id)) continue;
      this.#forms.leave(id);
      if (this.selectedId === id) this.select(list.find(({ name }) => name === form.name)?.id ?? null);
    }
    this.#forms.forget(list);
  }
}

/** Lines are only ever added at the end and dropped at the beginning. */
const isSame = (a: LogLine[], b: LogLine[]) =>
  a.length === b.length &&
  a.at(-1)?.written_at === b.at(-1)?.written_at &&
  a.at(-1)?.text === b.at(-1)?.text &&
  a[0]?.written_at === b[0]?.written_at;
