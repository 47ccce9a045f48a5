/** A studio of labelled queries and runs in memory, for tests: it changes what it is told to, and never runs anything. */
import type {
  FoundEvals,
  HostBudgets,
  HostEntry,
  HostList,
  LabelledQuery,
  NearMiss,
  QueryImport,
  RunInfo,
} from '$lib/ipc';
import { Evaluate, type EvaluateBackend } from './evaluate.svelte';
import { comparison, detail, overlap, query, runInfo, scorer, set, sweep } from './fixtures';

export const near = (query: string, leak: string | null = null): NearMiss => ({
  query,
  skill: 'gas',
  neighbour: 'water',
  terms: ['drip'],
  leak,
});

const entry = (name: string, state: HostEntry['state'], shown: string): HostEntry =>
  ({ skill_id: `id-${name}`, name, state, shown, whole_chars: 20 }) as HostEntry;

/** A file of queries beside a skill. */
export const foundFile = (skill: string, some: Partial<FoundEvals> = {}): FoundEvals => ({
  key: `${skill}/evals/evals.json`,
  skill,
  path: 'evals/evals.json',
  format: 'evals',
  queries: 3,
  skipped: 0,
  problem: null,
  set: skill,
  state: 'new',
  ...some,
});

const imported = (file: FoundEvals): QueryImport => ({
  set: file.set,
  format: file.format,
  imported: file.queries,
  duplicates: 0,
  relabelled: 0,
  repeated: 0,
  conflicting: 0,
  problems: [],
});

export class RunStudio {
  sets = [set('calls'), set('letters')];
  runs: RunInfo[] = [runInfo('run-2', {}, 5), runInfo('run-1', { label: 'before' }, 10)];
  queries: LabelledQuery[] = [query('1', ['gas']), query('2', ['water']), query('3', [])];
  misses: NearMiss[] = [near('a drip')];
  found: FoundEvals[] = [];
  budgets = { context_tokens: 0, codex_per_mille: 20, codex_fallback_chars: 8000 } as HostBudgets;
  /** What was asked for, in order. */
  asked: unknown[][] = [];

  readonly backend: EvaluateBackend = {
    listQuerySets: async () => this.sets,
    listQueries: async () => this.queries,
    saveQuery: async (put) => (this.#ask('put', put), { ...put, id: put.id ?? 'new', unknown: [] }),
    deleteQueries: async (ids) => this.#ask('delete', ids),
    deleteQuerySet: async (name) => {
      this.#ask('delete set', name);
      this.sets = this.sets.filter((other) => other.name !== name);
    },
    renameQuerySet: async (from, to) => {
      this.#ask('rename set', from, to);
      this.sets = this.sets.map((other) => (other.name === from ? { ...other, name: to } : other));
    },
    listFoundEvals: async () => this.found,
    importFoundEvals: async (keys) => {
      this.#ask('import found', keys);
      const taken = this.found.filter(({ key }) => keys.includes(key));
      this.sets = [...this.sets, ...taken.map((file) => set(file.set, file.queries))];
      this.found = this.found.map((file) => (keys.includes(file.key) ? { ...file, state: 'imported' } : file));
      return taken.map(imported);
    },
    importQueries: () => Promise.reject(new Error('No test asks for it.')),
    listScorers: async () => [scorer(), scorer({ scorer: 'model', label: 'model' })],
    setThreshold: async (name, value) => (this.#ask('threshold', name, value), [scorer({ min_score: value ?? 0.35 })]),
    startRun: async (request) => (this.#ask('run', request.scorer, request.host), 'run-9'),
    cancelActivity: async (id) => this.#ask('cancel', id),
    listRuns: async () => ({ runs: this.runs, unreadable: [] }),
    getRun: async (id) => detail(this.#run(id)),
    deleteRun: async (id) => {
      this.#ask('delete run', id);
      this.runs = this.runs.filter((run) => run.id !== id);
    },
    labelRun: async (id, label) => this.#ask('label', id, label),
    compareRuns: async (before, after) => comparison(this.#run(before), this.#run(after)),
    sweepRun: async () => sweep(),
    listOverlaps: async () => overlap(),
    dismissOverlap: async (a, b, isDismissed) => this.#ask('dismiss', a, b, isDismissed),
    listNearMisses: async (skill) => (this.#ask('near misses', skill), this.misses),
    getHostBudgets: async () => this.budgets,
    setHostBudgets: async (budgets) => (this.budgets = budgets),
    getHostList: async (host): Promise<HostList> => ({
      host,
      rule: 'Cuts the longest first.',
      entries: [
        entry('gas', 'whole', 'Finds gas leaks.....'),
        entry('water', 'shortened', 'Finds water'),
        entry('fire', 'absent', ''),
      ],
      version: '2.1',
      measured_on: '2026-11-22',
      unit: 'columns',
      whole: 60,
      shown: 31,
      budget: 40,
    }),
    estimateModelCost: async () => ({
      model: 'gpt',
      calls: 3,
      cached: 1,
      input_tokens: 900,
      output_tokens: 30,
      dollars: null,
      unavailable: null,
    }),
  };

  /** The place as it is opened. */
  async open(): Promise<Evaluate> {
    const evaluate = new Evaluate(this.backend, { read: () => null, write: () => {} });
    await evaluate.start();
    return evaluate;
  }

  #ask(...what: unknown[]) {
    this.asked.push(what);
  }

  #run(id: string): RunInfo {
    return this.runs.find((run) => run.id === id)!;
  }
}
