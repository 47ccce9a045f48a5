/** The library as hosts that cut it show it to their model: the numbers that decide, and the list of one host. */
import type { Host, HostBudgets, HostList } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

export interface HostListsBackend {
  getHostBudgets(): Promise<HostBudgets>;
  setHostBudgets(budgets: HostBudgets): Promise<HostBudgets>;
  getHostList(host: Host): Promise<HostList>;
}

export class HostLists {
  readonly budgets = new Part<HostBudgets>();
  readonly list = new Part<HostList>();
  /** Which host's list is shown. */
  shown = $state<Host>('codex');

  constructor(private readonly backend: HostListsBackend) {}

  async read(): Promise<void> {
    await Promise.all([this.budgets.load(() => this.backend.getHostBudgets()), this.show(this.shown)]);
  }

  async show(host: Host): Promise<void> {
    this.shown = host;
    // Another host's list is no answer to this question.
    if (this.list.value?.host !== host) this.list.clear();
    await this.list.load(() => this.backend.getHostList(host));
  }

  /** Shows another host's list, as soon as one looks at lists at all. */
  async follow(host: Host): Promise<void> {
    const isLookedAt = this.list.value !== null || this.list.isLoading || this.list.error !== null;
    if (isLookedAt) await this.show(host);
    else this.shown = host;
  }

  async setBudgets(change: Partial<HostBudgets>): Promise<void> {
    const now = this.budgets.value;
    if (!now) return;
    this.budgets.set(await this.backend.setHostBudgets({ ...now, ...change }));
    await this.show(this.shown);
  }
}
