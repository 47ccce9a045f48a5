/**
 * Every threshold the open run could have had, and the one that is held: the suggestion, else the
 * one in use, where the author has not moved it.
 */
import type { Sweep } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { defaults } from './settings';
import { nearest } from './sweep';

export interface SweepingBackend {
  sweepRun(id: string, mostFalseFires: number | null): Promise<Sweep>;
}

export interface SweepingOwner {
  /** The run that is open. */
  readonly runId: string | null;
  /** A setting was changed. */
  keep(): void;
}

export class Sweeping extends Part<Sweep> {
  /** Largest share of false fires a picked threshold may have. */
  mostFalseFires = $state(defaults.mostFalseFires);
  #held = $state<number | null>(null);
  readonly #unmoved: number = $derived(this.value?.pick ?? this.value?.now ?? 0);
  readonly held: number = $derived(this.#held ?? this.#unmoved);
  /** Whether the author moved it. */
  readonly isMoved: boolean = $derived(this.held !== this.#unmoved);
  readonly threshold: number | null = $derived(this.value?.tuning[this.held]?.threshold ?? null);

  constructor(
    private readonly backend: SweepingBackend,
    private readonly owner: SweepingOwner,
  ) {
    super();
  }

  async read(): Promise<void> {
    const id = this.owner.runId;
    if (id === null) this.clear();
    else await this.load(() => this.backend.sweepRun(id, this.mostFalseFires));
  }

  /** Holds a place of it. */
  hold(at: number) {
    const last = (this.value?.tuning.length ?? 1) - 1;
    this.#held = Math.max(0, Math.min(last, at));
  }

  holdThreshold(threshold: number) {
    this.hold(nearest(this.value?.tuning ?? [], threshold));
  }

  /** Gives the held place back to the pick. */
  letGo() {
    this.#held = null;
  }

  async setMostFalseFires(share: number): Promise<void> {
    this.mostFalseFires = share;
    this.letGo();
    this.owner.keep();
    await this.read();
  }
}
