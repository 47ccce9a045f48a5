/** Test cases of sessions: what is said, what should come of it, and what came of it last; run one by one. */
import {
  type ConsentRequest,
  type CredentialChoice,
  type SimulationCase,
  type SimulationCaseFile,
  type SimulationCaseImport,
  type SimulationCaseRun,
  type SimulationCases,
  type SimulationSetup,
  StudioError,
  type UnreadableRow,
} from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Part } from '$lib/state/part.svelte';

/** What test cases ask of the studio. */
export interface CasesBackend {
  listSimulationCases(): Promise<SimulationCases>;
  saveSimulationCase(kept: SimulationCase, credentials: CredentialChoice): Promise<SimulationCase>;
  runSimulationCase(id: string): Promise<SimulationCaseRun>;
  deleteSimulationCase(id: string): Promise<unknown>;
  readSimulationCases(path: string): Promise<SimulationCaseFile>;
  importSimulationCases(path: string, setup: SimulationSetup): Promise<SimulationCaseImport>;
  cancelCall(callId: string): Promise<unknown>;
  askConsent(hash: string): Promise<boolean>;
}

/** How a case stands. */
export type Standing = 'running' | 'queued' | 'passed' | 'failed' | 'problem' | 'new';
/** Which cases are listed. */
export type Shown = 'all' | 'failed';

export class Cases {
  readonly list = new Part<SimulationCase[]>();
  /** Cases that are listed but cannot be read. */
  unreadable = $state.raw<readonly UnreadableRow[]>([]);
  /** The case one looks at. */
  chosen = $state<string | null>(null);
  search = $state('');
  shown = $state<Shown>('all');
  /** What is run now, in its order; empty where nothing is. */
  batch = $state.raw<readonly string[]>([]);
  /** How many of the batch are done. */
  done = $state(0);
  isCancelling = $state(false);
  /** Why cases could not be run at all, by id. */
  problems = $state.raw<Readonly<Record<string, StudioError>>>({});
  /** What the author has to allow before a case can run, and those that wait for it. */
  waiting = $state.raw<{ request: ConsentRequest; ids: readonly string[] } | null>(null);
  isAllowing = $state(false);

  readonly isRunning: boolean = $derived(this.batch.length > 0);
  readonly passed: number = $derived((this.list.value ?? []).filter((one) => this.standing(one) === 'passed').length);
  readonly failed: number = $derived((this.list.value ?? []).filter((one) => this.isFailing(one)).length);
  readonly found: SimulationCase[] = $derived.by(() => {
    const wanted = this.search.trim().toLowerCase();
    const has = (one: SimulationCase) =>
      [one.name, one.setup.agent, ...one.messages].some((text) => text.toLowerCase().includes(wanted));
    return (this.list.value ?? []).filter((one) => has(one) && (this.shown === 'all' || this.isFailing(one)));
  });
  readonly current: SimulationCase | null = $derived(
    this.found.find(({ id }) => id === this.chosen) ?? this.found[0] ?? null,
  );

  constructor(private readonly backend: CasesBackend) {}

  standing(one: SimulationCase): Standing {
    const at = this.batch.indexOf(one.id);
    if (at >= this.done) return at === this.done ? 'running' : 'queued';
    if (this.problems[one.id]) return 'problem';
    return one.last ? (one.last.is_passed ? 'passed' : 'failed') : 'new';
  }

  isFailing(one: SimulationCase): boolean {
    return ['failed', 'problem'].includes(this.standing(one));
  }

  async read(): Promise<void> {
    await this.list.load(async () => {
      const { cases, unreadable } = await this.backend.listSimulationCases();
      this.unreadable = unreadable;
      return cases;
    });
  }

  async save(kept: SimulationCase): Promise<void> {
    const saved = await saveAsking((choice) => this.backend.saveSimulationCase(kept, choice), { what: 'case' });
    this.#take(saved);
  }

  /** Runs some cases, one after the other, up to the first that needs the author's permission. */
  async run(ids: readonly string[]): Promise<void> {
    if (this.isRunning || ids.length === 0) return;
    [this.batch, this.done, this.isCancelling, this.waiting] = [ids, 0, false, null];
    this.problems = Object.fromEntries(Object.entries(this.problems).filter(([id]) => !ids.includes(id)));
    try {
      for (const id of ids) {
        const asks = await this.#runOne(id);
        if (this.isCancelling) return;
        if (asks) {
          this.waiting = { request: asks, ids: ids.slice(this.done) };
          return;
        }
        this.done += 1;
      }
    } finally {
      [this.batch, this.done, this.isCancelling] = [[], 0, false];
    }
  }

  async runAll(): Promise<void> {
    await this.run(this.found.map(({ id }) => id));
  }

  /** Stops the case that runs, and those after it. What came of cases before stays. */
  async cancel(): Promise<void> {
    const running = this.batch[this.done];
    if (running === undefined) return;
    this.isCancelling = true;
    await this.backend.cancelCall(running);
  }

  /** Asks the author to allow what the case that waits would run; goes on where they do. */
  async allow(): Promise<void> {
    const { waiting } = this;
    if (!waiting) return;
    this.isAllowing = true;
    try {
      if (await this.backend.askConsent(waiting.request.hash)) await this.run(waiting.ids);
    } finally {
      this.isAllowing = false;
    }
  }

  async delete(id: string): Promise<void> {
    await this.backend.deleteSimulationCase(id);
    this.list.set((this.list.value ?? []).filter((one) => one.id !== id));
    this.unreadable = this.unreadable.filter((one) => one.id !== id);
  }

  /** What an evals.json holds. */
  look(path: string): Promise<SimulationCaseFile> {
    return this.backend.readSimulationCases(path);
  }

  /** Takes an evals.json in as cases of a setup. */
  async import(path: string, setup: SimulationSetup): Promise<SimulationCaseImport> {
    const imported = await this.backend.importSimulationCases(path, setup);
    imported.cases.forEach((one) => this.#take(one));
    [this.search, this.shown] = ['', 'all'];
    this.chosen = imported.cases[0]?.id ?? this.chosen;
    return imported;
  }

  /** Puts a case where the list has it, or last. */
  #take(kept: SimulationCase) {
    const list = this.list.value ?? [];
    const isKnown = list.some(({ id }) => id === kept.id);
    this.list.set(isKnown ? list.map((one) => (one.id === kept.id ? kept : one)) : [...list, kept]);
  }

  async #runOne(id: string): Promise<ConsentRequest | null> {
    try {
      const { case: ran, asks } = await this.backend.runSimulationCase(id);
      if (!asks) this.#take(ran);
      return asks;
    } catch (thrown) {
      // One that cannot be run (its agent is gone) keeps nobody from running the others.
      this.problems = { ...this.problems, [id]: StudioError.from(thrown) };
      return null;
    }
  }
}
