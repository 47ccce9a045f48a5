/** A run that goes on: started, paid for where it costs something, followed and stopped. It goes on in the studio. */
import type { Host, Metrics, ModelCost, RunProgress, RunRequest, Scorer } from '$lib/ipc';

/** Seed of the intervals and of the split in halves; one for all runs, so that they stay comparable. */
export const SEED = 7;
const TOP_K = 5;

export interface RunnerBackend {
  startRun(request: RunRequest): Promise<string>;
  cancelActivity(id: string): Promise<unknown>;
  estimateModelCost(set: string | null, queries: string[], host: Host | null): Promise<ModelCost>;
}

/** What is run, and who is told. */
export interface RunnerOwner {
  readonly set: string | null;
  readonly scorer: Scorer;
  /** The scorer's threshold in force. */
  readonly minScore: number;
  /** How many queries will be asked. */
  readonly toAsk: number;
  host: Host;
  /** A run has ended well. */
  finished(id: string, beforeId: string | null | undefined): Promise<void>;
}

export interface RunOptions {
  /** The author has seen what it costs. */
  isPaidFor?: boolean;
  host?: Host;
  /** What to compare with once it is done; the run on screen where not given. */
  beforeId?: string | null;
}

export class Runner {
  /** How the run that goes on stands. */
  progress = $state.raw<RunProgress | null>(null);
  /** Why the last run came to nothing. */
  failure = $state<string | null>(null);
  #isStarting = $state(false);
  /** What asking a model would cost, while the author is asked. */
  cost = $state.raw<ModelCost | null>(null);
  readonly isRunning: boolean = $derived(this.#isStarting || this.progress !== null);
  /** Latest word on each run, since it may come before the run's id does. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
  readonly #heard = new Map<string, RunProgress>();
  #watched: string | null = null;
  #beforeId: string | null | undefined;

  constructor(
    private readonly backend: RunnerBackend,
    private readonly owner: RunnerOwner,
  ) {}

  /** Follows nothing any more, as in another library. */
  forget() {
    this.progress = null;
    this.failure = null;
    this.#watched = null;
  }

  /** Starts a run of what is chosen. A model that costs something is asked only once the author has said so. */
  async begin({ isPaidFor = false, host = this.owner.host, beforeId }: RunOptions = {}): Promise<void> {
    const { set, scorer } = this.owner;
    if (set === null || this.isRunning) return;
    this.failure = null;
    this.#isStarting = true;
    try {
      if (scorer === 'model' && !isPaidFor) {
        const cost = await this.backend.estimateModelCost(set, [], host);
        if (cost.calls > 0 || cost.unavailable) {
          this.cost = cost;
          return;
        }
      }
      this.cost = null;
      this.owner.host = host;
      this.#beforeId = beforeId;
      await this.#begin(set);
    } finally {
      this.#isStarting = false;
    }
  }

  async #begin(set: string) {
    const { scorer, host, minScore, toAsk } = this.owner;
    const policy = { top_k: TOP_K, min_score: minScore, include_tags: [], exclude_tags: [] };
    this.#heard.clear();
    const id = await this.backend.startRun({ set, scorer, policy, host, seed: SEED, limit: null, label: '' });
    this.#watched = id;
    const begun = { id, done: 0, total: toAsk, metrics: nothing, state: 'running' as const, message: null };
    await this.#settle(this.#heard.get(id) ?? begun);
  }

  /** Asks the run to stop; the studio says when it has. */
  async cancel(): Promise<void> {
    if (this.progress) await this.backend.cancelActivity(this.progress.id);
  }

  /** Follows what the studio says of a run. */
  async follow(run: RunProgress): Promise<void> {
    this.#heard.set(run.id, run);
    if (run.id === this.#watched) await this.#settle(run);
  }

  async #settle(run: RunProgress) {
    if (run.state === 'running') {
      this.progress = run;
      return;
    }
    this.#watched = null;
    if (run.state === 'finished') await this.owner.finished(run.id, this.#beforeId);
    if (run.state === 'failed') this.failure = run.message ?? "The run couldn't continue.";
    this.progress = null;
  }
}

const nothing: Metrics = {
  top1: null,
  top3: null,
  mrr: null,
  precision: null,
  recall: null,
  f1: null,
  auroc: null,
  false_fires: null,
};
