/**
 * The servers that clients on this computer have in their settings, file by file: offered while the library lacks some, and
 * added as the author chooses.
 */
import { SvelteSet } from 'svelte/reactivity';
import type { FoundServer, FoundServerFile, FoundServerRef, FoundServers, StudioEvent, Toolbox } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { Paste } from './paste.svelte';
import type { Servers } from './servers.svelte';

/** What is asked of the studio. */
export interface FoundBackend {
  listFoundServers(): Promise<FoundServers>;
  importFoundServers(chosen: FoundServerRef[]): Promise<Toolbox>;
}

const refOf = ({ path, project }: FoundServerFile, { name }: FoundServer): FoundServerRef => ({ path, project, name });
const keyOf = ({ path, project, name }: FoundServerRef) => JSON.stringify([path, project, name]);

/** Offers that were put aside, for as long as the window is open. */
const aside = new SvelteSet<string>();

export class Found {
  readonly all = new Part<FoundServers>();
  isOpen = $state(false);
  isAdding = $state(false);
  /** The servers that were added, on their way to their tools; none while they are chosen. */
  added: Paste | null = $state.raw(null);
  /** What the author ticked or unticked. */
  readonly #turned = new SvelteSet<string>();
  readonly #servers: Servers;

  readonly files: FoundServerFile[] = $derived(this.all.value?.files ?? []);
  readonly #rows = $derived(
    this.files.flatMap((file) => file.servers.map((server) => ({ server, ref: refOf(file, server) }))),
  );
  readonly #new: FoundServerRef[] = $derived(
    this.#rows.filter(({ server }) => server.standing === 'new').map(({ ref }) => ref),
  );
  readonly chosen: FoundServerRef[] = $derived(
    this.#rows.filter(({ server, ref }) => this.#isChosen(server, ref)).map(({ ref }) => ref),
  );
  readonly isOffered: boolean = $derived(this.#new.some((ref) => !aside.has(keyOf(ref))));

  constructor(
    servers: Servers,
    readonly backend: FoundBackend,
  ) {
    this.#servers = servers;
  }

  async load(): Promise<void> {
    await this.all.load(() => this.backend.listFoundServers());
  }

  async follow(event: StudioEvent): Promise<void> {
    if (event.kind === 'servers_changed' || event.kind === 'library_changed') await this.load();
  }

  /** Shows what was found, looked at anew. */
  async open(): Promise<void> {
    this.added = null;
    this.#turned.clear();
    this.isOpen = true;
    await this.load();
  }

  close() {
    this.isOpen = false;
  }

  /** Puts the offer aside. */
  dismiss() {
    for (const ref of this.#new) aside.add(keyOf(ref));
  }

  /** Whether a server can be added. */
  canChoose({ standing }: FoundServer): boolean {
    return standing === 'new' || standing === 'name_taken' || standing === 'elsewhere';
  }

  isChosen(file: FoundServerFile, server: FoundServer): boolean {
    return this.#isChosen(server, refOf(file, server));
  }

  choose(file: FoundServerFile, server: FoundServer, isPicked: boolean) {
    const key = keyOf(refOf(file, server));
    if (isPicked === (server.standing === 'new')) this.#turned.delete(key);
    else this.#turned.add(key);
  }

  /** Adds all that the library does not have, and shows how far each is. */
  async addAll(): Promise<void> {
    await this.#add(this.#new);
    this.isOpen = true;
  }

  /** Adds what is chosen. */
  async add(): Promise<void> {
    await this.#add(this.chosen);
  }

  async #add(chosen: FoundServerRef[]): Promise<void> {
    this.isAdding = true;
    try {
      const added = new Paste(this.#servers);
      added.took((await this.backend.importFoundServers(chosen)).servers);
      this.added = added;
    } finally {
      this.isAdding = false;
    }
    await Promise.all([this.#servers.load(), this.load()]);
  }

  #isChosen(server: FoundServer, ref: FoundServerRef): boolean {
    return this.canChoose(server) && (server.standing === 'new') !== this.#turned.has(keyOf(ref));
  }
}
