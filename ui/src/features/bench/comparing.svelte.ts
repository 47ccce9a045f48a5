/** Two libraries on the same calls: which, on what, and where they differ. */
import type { LibraryComparison, StudioError } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import type { BenchBackend } from './bench.svelte';

/** Which calls are made: the one on the bench, the kept ones, or both. */
export type Scope = 'call' | 'cases' | 'both';

export interface NamedCall {
  name: string;
  arguments: string;
}

export class Comparing {
  a = $state('own');
  b = $state('mock');
  scope = $state<Scope>('call');
  /** The comparison that is under way, to be cancelled by this id. */
  callId = $state.raw<string | null>(null);
  readonly result = new Part<LibraryComparison>();
  /** Why the one that is asked for could not be allowed, or the one that goes on not be cancelled. */
  failure = $state.raw<StudioError | null>(null);
  /** The rows that tell the same or different; those whose call waits for consent tell nothing yet. */
  readonly compared = $derived(this.result.value?.rows.filter(({ is_same }) => is_same !== null) ?? []);
  readonly different = $derived(this.compared.filter(({ is_same }) => !is_same).length);

  constructor(private readonly backend: Pick<BenchBackend, 'compareToolLibraries'>) {}

  /** The libraries there are; a chosen one that went gives way. */
  offer(names: readonly string[]) {
    if (!names.includes(this.a)) this.a = names[0] ?? 'own';
    if (!names.includes(this.b)) this.b = names.find((name) => name !== this.a) ?? this.a;
  }

  /** Makes the calls in both; each row is named after its call. */
  async run(toolId: string, call: NamedCall, cases: readonly NamedCall[]) {
    const calls = this.scope === 'call' ? [call] : this.scope === 'cases' ? [...cases] : [call, ...cases];
    if (calls.length === 0) return;
    const { a, b } = this;
    this.failure = null;
    const callId = (this.callId = crypto.randomUUID());
    await this.result.load(async () => {
      const texts = calls.map((one) => one.arguments);
      const comparison = await this.backend.compareToolLibraries(toolId, a, b, texts, callId);
      const named = comparison.rows.map((row, at) => ({ ...row, name: calls[at]?.name ?? row.name }));
      return { ...comparison, rows: named };
    });
    if (this.callId === callId) this.callId = null;
  }

  clear() {
    this.failure = null;
    this.scope = 'call';
    this.result.clear();
  }
}
