/** Two sessions side by side: which they are, and the step one looks at in both. */
import {
  type CredentialChoice,
  type SimulationComparison,
  type SimulationPace,
  type SimulationRow,
  type SimulationSetup,
  type SimulationView,
  StudioError,
} from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Part } from '$lib/state/part.svelte';
import { Turn } from '$lib/turn';
import { conversation } from './chat';

/** What comparing asks of the studio. */
export interface ComparingBackend {
  getSimulation(id: string): Promise<SimulationView>;
  forkSimulation(
    id: string,
    events: number,
    changes: SimulationSetup | null,
    credentials: CredentialChoice,
  ): Promise<SimulationView>;
  sayInSimulation(
    id: string,
    text: string,
    pace: SimulationPace,
    credentials: CredentialChoice,
  ): Promise<SimulationRow>;
  compactSimulation(id: string): Promise<SimulationRow>;
  compareSimulations(a: string, b: string): Promise<SimulationComparison>;
}

export class Comparing {
  a = $state.raw<SimulationView | null>(null);
  b = $state.raw<SimulationView | null>(null);
  error = $state.raw<StudioError | null>(null);
  /** The other session is read or run. */
  isWorking = $state(false);
  isOpen = $state(false);
  /** What differs, turn by turn. */
  readonly result = new Part<SimulationComparison>();
  #chosen = $state<number | null>(null);

  /** The most steps one of both has. */
  readonly steps: number = $derived(Math.max(this.a?.steps.length ?? 0, this.b?.steps.length ?? 0));
  readonly at: number = $derived(Math.min(this.#chosen ?? Infinity, this.steps - 1));

  readonly #turn = new Turn();

  constructor(private readonly backend: ComparingBackend) {}

  /** Puts another session beside one. */
  async with(a: SimulationView, id: string): Promise<void> {
    await this.#open(a, () => this.backend.getSimulation(id));
  }

  /** Says the same messages in a session with other settings, compacted where this one was, and puts it beside this one. */
  async rerun(a: SimulationView, setup: SimulationSetup): Promise<void> {
    const items = conversation(a.events);
    const first = items.find((item) => item.kind === 'user')?.event ?? 0;
    await this.#open(a, async () => {
      let other = await saveAsking((choice) => this.backend.forkSimulation(a.row.id, first, setup, choice), {
        what: 'replies',
      });
      for (const item of items) {
        if (other.state.kind !== 'waiting_for_user') break;
        const { id } = other.row;
        if (item.kind === 'user') await this.backend.sayInSimulation(id, item.text, 'run', 'plain');
        // Under other settings no rule may be known.
        else if (item.kind === 'compacted' && other.compaction !== null) await this.backend.compactSimulation(id);
        else continue;
        // Nobody follows this one: what happened is read.
        other = await this.backend.getSimulation(id);
      }
      return other;
    });
  }

  choose(step: number) {
    this.#chosen = Math.max(0, Math.min(this.steps - 1, step));
  }

  swap() {
    [this.a, this.b] = [this.b, this.a];
    void this.compare();
  }

  /** Reads what differs. */
  async compare(): Promise<void> {
    const { a, b } = this;
    if (a && b) await this.result.load(() => this.backend.compareSimulations(a.row.id, b.row.id));
  }

  leave() {
    this.#turn.end();
    this.isOpen = false;
    this.isWorking = false;
    this.a = this.b = null;
    this.result.clear();
    this.error = null;
    this.#chosen = null;
  }

  async #open(a: SimulationView, read: () => Promise<SimulationView>) {
    const isNewest = this.#turn.begin();
    this.a = a;
    this.b = null;
    this.result.clear();
    this.error = null;
    this.isOpen = true;
    this.isWorking = true;
    this.#chosen = null;
    try {
      const other = await read();
      if (!isNewest()) return;
      this.b = other;
      void this.compare();
    } catch (thrown) {
      if (isNewest()) this.error = StudioError.from(thrown);
    } finally {
      if (isNewest()) this.isWorking = false;
    }
  }
}
