/** What the client of the library puts before its model: the list as it is sent, who is not in it, and what it costs. */
import type { ClientView, Host, HostState } from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Part } from '$lib/state/part.svelte';
import { amounts } from './sight-rows';

/** How long changes of the library rest before the list is read anew, in milliseconds. */
export const SIGHT_REST = 120;

export interface SightBackend {
  getClientView(host: Host): Promise<ClientView>;
}

/** Whose list is looked at. */
export interface SightOwner {
  /** The client the library is for; none where no list is shown. */
  readonly client: Host | null;
  readonly host: Host;
}

export class Sight {
  readonly view = new Part<ClientView>();
  /** Only skills in this state are shown; all of them where none is named. */
  only = $state<HostState | null>(null);
  readonly amounts: Record<HostState, number> = $derived(amounts(this.view.value));
  readonly #latest = new Latest(() => this.read(), SIGHT_REST);

  constructor(
    private readonly backend: SightBackend,
    private readonly owner: SightOwner,
  ) {}

  async read(): Promise<void> {
    const { client, host } = this.owner;
    if (client === null) {
      this.view.clear();
      return;
    }
    // Another client's list is no answer to this question.
    if (this.view.value && this.view.value.host !== host) this.view.clear();
    await this.view.load(() => this.backend.getClientView(host));
    if (this.only && this.amounts[this.only] === 0) this.only = null;
  }

  /** Reads it anew once things have settled. */
  follow() {
    if (this.owner.client !== null) this.#latest.soon();
  }

  /** Shows only skills in a state; all of them when that is asked for twice. */
  narrow(state: HostState) {
    this.only = this.only === state ? null : state;
  }
}
