import { STANDARD } from '$lib/hosts';
import { type Host, type LibraryClient, commands } from '$lib/ipc';
import { Turn } from '$lib/turn';

/** The agent client that the open library is for: every place shows first what that client does. */
export class ClientOfLibrary {
  #said = $state.raw<LibraryClient | null>(null);
  /** Ends when every choice that was made is kept: they are kept one after another, and what is read is of the last. */
  #choosing: Promise<unknown> = Promise.resolve();
  readonly #choices = new Turn();
  readonly #readings = new Turn();

  /** The client; null where the library is for all of them. */
  readonly current: Host | null = $derived(this.#said?.client ?? null);
  /** Whether the author chose it; otherwise the folders told. */
  readonly isChosen: boolean = $derived(this.#said?.is_chosen ?? false);
  /** In whose folders the skills lie, most first. */
  readonly found: LibraryClient['found'] = $derived(this.#said?.found ?? []);
  /** Clients whose own folders hold skills, most first. The standard's folder is nobody's own. */
  readonly owners: readonly Host[] = $derived(
    this.found.map(({ client }) => client).filter((client) => client !== STANDARD),
  );
  /** Whether skills lie in clients' folders, it is not clear for which client they are, and the author has not said. */
  readonly isUndecided: boolean = $derived(this.current === null && !this.isChosen && this.owners.length > 0);
  /** Whether what only adk-rust does is shown. */
  readonly isForAdk: boolean = $derived(this.current === null || this.current === 'adk');

  async read(): Promise<void> {
    const isNewest = this.#readings.begin();
    await this.#choosing;
    if (!isNewest()) return;
    const said = await commands.getLibraryClient();
    if (isNewest()) this.#said = said;
  }

  async choose(client: Host | null): Promise<void> {
    const isNewest = this.#choices.begin();
    // What is on its way was read before the choice.
    this.#readings.end();
    const kept = this.#choosing.then(() => commands.setLibraryClient(client));
    this.#choosing = kept.catch(() => {});
    const said = await kept;
    if (isNewest()) this.#said = said;
  }

  /** Takes what is known, and forgets it with null: for tests, and where no library is open. */
  set(said: LibraryClient | null): void {
    this.#choices.end();
    this.#readings.end();
    this.#said = said;
  }
}

export const libraryClient = new ClientOfLibrary();
