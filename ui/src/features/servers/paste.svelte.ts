/**
 * Servers out of pasted `mcpServers` JSON: read while it is written, stored all or none, then started and their tools
 * imported. One server that does not start keeps no other from starting.
 */
import { SvelteSet } from 'svelte/reactivity';
import { plural } from '$kit/labels';
import { type ServerDetail, type ServerEdit, type ServerImport, StudioError } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import type { Servers } from './servers.svelte';

/** Milliseconds the text rests before it is read. */
export const REST = 150;

/** A server that was added, on its way to having its tools imported. */
export interface Added {
  /** As it was pasted. */
  name: string;
  /** As it is now; none where it could not be stored. */
  server: ServerDetail | null;
  state: 'added' | 'working' | 'imported' | 'asks' | 'failed';
  message: string;
}

export class Paste {
  text = $state('');
  readonly found = new Part<ServerImport>();
  readonly left = new SvelteSet<string>();
  added = $state.raw<Added[] | null>(null);
  isAdding = $state(false);
  /** Why nothing was stored. */
  failure = $state.raw<StudioError | null>(null);
  readonly #servers: Servers;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly servers: ServerEdit[] = $derived(this.found.value?.servers ?? []);
  readonly chosen: ServerEdit[] = $derived(this.servers.filter(({ name }) => !this.left.has(name)));
  readonly isWorking: boolean = $derived(this.isAdding || (this.added ?? []).some(({ state }) => state === 'working'));
  readonly isAsking: boolean = $derived((this.added ?? []).some(({ state }) => state === 'asks'));
  /** Added servers whose tools are not imported yet. */
  readonly open: Added[] = $derived(
    (this.added ?? []).filter(({ server, state }) => server && (state === 'added' || state === 'failed')),
  );

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  /** The server that one of that name would take the place of. */
  taken(name: string): ServerDetail | null {
    return this.#servers.list.find((server) => server.name === name && server.state !== 'unknown') ?? null;
  }

  write(text: string) {
    this.text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), REST);
  }

  async read(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.text.trim() === '') return this.found.clear();
    const known = this.servers.map(({ name }) => name);
    const found = await this.found.load(async () => {
      // Without the list nobody knows what would be replaced.
      if (!this.#servers.all.value) await this.#servers.load();
      return this.#servers.backend.readServers(this.text);
    });
    // What is there already is only replaced when the author says so.
    for (const { name } of found?.servers ?? []) if (!known.includes(name) && this.taken(name)) this.left.add(name);
  }

  pick(name: string, isPicked: boolean) {
    if (isPicked) this.left.delete(name);
    else this.left.add(name);
  }

  /** Stores the chosen servers, all or none; why they could not be stored is told. */
  async add(): Promise<void> {
    this.isAdding = true;
    this.failure = null;
    try {
      const servers = this.chosen.map((edit) => {
        const there = this.taken(edit.name);
        return there ? { ...edit, id: there.id, aggregate_version: there.aggregate_version } : edit;
      });
      const stored = await this.#servers.backend.importToolbox({ servers, tools: [], agents: [] });
      this.took(stored.servers);
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
    } finally {
      this.isAdding = false;
    }
    await this.#servers.load();
  }

  /** Goes on with servers that were stored. */
  took(servers: ServerDetail[]) {
    this.added = servers.map((server) => ({ name: server.name, server, state: 'added', message: 'Added' }));
  }

  /** Starts every added server and imports what it offers; each goes as far as it can. */
  async importAll(): Promise<void> {
    await Promise.all(this.open.map((added) => this.#import(added, (id) => this.#servers.run(id))));
  }

  /** Allows what a server asks for and goes on. */
  async allow(added: Added, hash: string): Promise<void> {
    await this.#import(added, (id) => this.#servers.allow(id, hash));
  }

  /** Does not allow what a server asks for. */
  async refuse(added: Added): Promise<void> {
    this.#put({ ...added, state: 'added', message: "Not allowed. You'll be asked again when it starts." });
    if (added.server) await this.#servers.refuse(added.server.id);
  }

  async #import(added: Added, start: (id: string) => Promise<ServerDetail>): Promise<void> {
    if (!added.server) return;
    const working: Added = { ...added, state: 'working', message: 'Starting' };
    this.#put(working);
    try {
      const server = await start(added.server.id);
      if (server.consent) return this.#put({ ...working, server, state: 'asks', message: 'Waiting for permission' });
      if (server.state !== 'running')
        return this.#put({
          ...working,
          server,
          state: 'failed',
          message: server.message || "The server didn't start.",
        });
      const names = server.tools.filter(({ tool_id }) => tool_id === null).map(({ name }) => name);
      this.#put({ ...working, server, message: `Importing ${plural(names.length, 'tool')}` });
      const tools = names.length > 0 ? await this.#servers.importTools(server.id, names) : [];
      const message = `${plural(tools.length, 'tool')} imported`;
      this.#put({ ...working, server, state: 'imported', message });
    } catch (thrown) {
      this.#put({ ...working, state: 'failed', message: StudioError.from(thrown).message });
    }
  }

  #put(added: Added) {
    this.added = (this.added ?? []).map((each) => (each.name === added.name ? added : each));
  }
}
