/** Chat models in Simulate: those that can be chosen, what a session would send first, and what went over the wire. */
import type { ModelExchange, ModelList, ModelSettings, SimulationCost, SimulationSetup } from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Part } from '$lib/state/part.svelte';

/** What they ask of the studio. */
export interface RealModelsBackend {
  listModels(): Promise<ModelList>;
  estimateSimulationCost(setup: SimulationSetup): Promise<SimulationCost | null>;
  listSimulationExchanges(id: string, event: number): Promise<ModelExchange[]>;
}

/** What a session may take where nothing else was typed. */
export const usualCap = { max_tokens: 200_000, max_cents: 100 } as const;

/** How long what is typed may rest before the cost is asked for, in milliseconds. */
const REST = 200;

export class RealModels {
  readonly list = new Part<ModelList>();
  readonly cost = new Part<SimulationCost | null>();
  #setup: SimulationSetup | null = null;
  readonly #estimate = new Latest(() => this.#readCost(), REST);

  constructor(private readonly backend: RealModelsBackend) {}

  get models(): readonly ModelSettings[] {
    return this.list.value?.models ?? [];
  }

  async read(): Promise<void> {
    await this.list.load(() => this.backend.listModels());
  }

  /** Asks what a session of this setup would send first. */
  estimate(setup: SimulationSetup) {
    this.#setup = setup;
    this.#estimate.soon();
  }

  exchanges(id: string, event: number): Promise<ModelExchange[]> {
    return this.backend.listSimulationExchanges(id, event);
  }

  async #readCost() {
    const setup = this.#setup;
    if (setup?.model.kind === 'real' || setup?.model.kind === 'agent')
      await this.cost.load(() => this.backend.estimateSimulationCost(setup));
  }
}
