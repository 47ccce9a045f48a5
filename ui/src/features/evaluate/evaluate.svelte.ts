/**
 * The Evaluate place: a set of labelled queries, a run of it, what that run says, and what it was before. Every part is
 * read on its own and fails on its own. A run goes on in the studio; here its events are followed.
 */
import type {
  Host,
  HostBudgets,
  HostList,
  LabelledQuery,
  Metrics,
  ModelCost,
  NearMiss,
  NewQuery,
  OverlapReport,
  QueryImport,
  RepeatedLabels,
  QueryResult,
  QuerySet,
  QuerySource,
  RunComparison,
  RunChange,
  RunDetail,
  RunInfo,
  RunList,
  RunProgress,
  RunRequest,
  Scorer,
  ScorerInfo,
  StudioEvent,
  Sweep,
  UnreadableRow,
} from '$lib/ipc';
import { indexBy } from '$lib/group';
import { type Cell, type Matrix, fold, worst } from './matrix';
import { isSameProposal } from './near-misses';
import { Part } from '$lib/state/part.svelte';
import { nearest } from './sweep';
import type { Memory } from '$lib/memory';
import { type Settings, readSettings } from './settings';

/** What the place asks of the studio. */
export interface EvaluateBackend {
  listQuerySets(): Promise<QuerySet[]>;
  listQueries(set: string | null): Promise<LabelledQuery[]>;
  putQuery(query: NewQuery): Promise<LabelledQuery>;
  deleteQueries(ids: string[]): Promise<unknown>;
  deleteQuerySet(name: string): Promise<unknown>;
  renameQuerySet(from: string, to: string): Promise<unknown>;
  importQueries(path: string, set: string | null, labels: RepeatedLabels): Promise<QueryImport>;
  scorers(): Promise<ScorerInfo[]>;
  setThreshold(scorer: Scorer, minScore: number | null): Promise<ScorerInfo[]>;
  startRun(request: RunRequest): Promise<string>;
  cancelActivity(id: string): Promise<unknown>;
  listRuns(): Promise<RunList>;
  getRun(id: string): Promise<RunDetail>;
  deleteRun(id: string): Promise<unknown>;
  labelRun(id: string, label: string): Promise<unknown>;
  compareRuns(before: string, after: string): Promise<RunComparison>;
  sweepRun(id: string, mostFalseFires: number | null): Promise<Sweep>;
  overlap(limit: number): Promise<OverlapReport>;
  dismissOverlap(aId: string, bId: string, dismissed: boolean): Promise<unknown>;
  nearMisses(skillId: string | null, limit: number): Promise<NearMiss[]>;
  hostBudgets(): Promise<HostBudgets>;
  setHostBudgets(budgets: HostBudgets): Promise<HostBudgets>;
  hostList(host: Host): Promise<HostList>;
  modelCost(set: string | null, queries: string[], host: Host | null): Promise<ModelCost>;
}

export type LeftTab = 'confusion' | 'queries' | 'changes';
export type LowerTab = 'pairs' | 'heat' | 'hosts';

/** Seed of the intervals and of the split in halves; one for all runs, so that they stay comparable. */
export const SEED = 7;
const NEAR_MISSES = 60;
/** How long changes of skills rest before what depends on them is read anew, in milliseconds. */
export const REST = 1000;
/** Set a first query goes to where there is none. */
export const FIRST_SET = 'queries';

export class Evaluate {
  readonly sets = new Part<QuerySet[]>();
  readonly scorers = new Part<ScorerInfo[]>();
  readonly runs = new Part<RunInfo[]>();
  unreadableRuns = $state.raw<UnreadableRow[]>([]);
  readonly run = new Part<RunDetail>();
  readonly comparison = new Part<RunComparison>();
  readonly sweep = new Part<Sweep>();
  readonly queries = new Part<LabelledQuery[]>();
  readonly overlap = new Part<OverlapReport>();
  readonly budgets = new Part<HostBudgets>();
  readonly hostList = new Part<HostList>();
  readonly nearMisses = new Part<NearMiss[]>();

  set = $state<string | null>(null);
  scorer = $state<Scorer>('hybrid');
  host = $state<Host>('whole');
  mostFalseFires = $state(0.05);
  /** Lowest similarity of a pair that is listed. */
  overlapLimit = $state(0.4);
  /** The run compared with; none where there is none to compare with. */
  beforeId = $state<string | null>(null);
  /** How the run that goes on stands. */
  progress = $state.raw<RunProgress | null>(null);
  /** Why the last run came to nothing. */
  failure = $state<string | null>(null);
  isStarting = $state(false);
  /** What asking a model would cost, while the author is asked. */
  cost = $state.raw<ModelCost | null>(null);

  tab = $state<LeftTab>('confusion');
  lower = $state<LowerTab>('pairs');
  /** Which host's list is shown. */
  shownHost = $state<Host>('codex');
  /** The place in the sweep that is held; the pick where the author has not moved it. */
  #held = $state<number | null>(null);
  #cell = $state.raw<{ row: string; column: string } | null>(null);
  /** Latest word on each run, since it may come before the run's id does. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
  readonly #heard = new Map<string, RunProgress>();
  #watched: string | null = null;

  readonly detail: RunDetail | null = $derived(this.run.value);
  readonly info: RunInfo | null = $derived(this.run.value?.info ?? null);
  readonly isRunning: boolean = $derived(this.isStarting || this.progress !== null);
  /** What the cards show: the run that goes on, else the one that is open. */
  readonly metrics: Metrics | null = $derived(this.progress?.metrics ?? this.info?.metrics ?? null);
  readonly before: RunInfo | null = $derived(
    this.beforeId === null ? null : (this.runs.value?.find(({ id }) => id === this.beforeId) ?? null),
  );
  readonly currentSet: QuerySet | null = $derived(this.sets.value?.find(({ name }) => name === this.set) ?? null);
  readonly scorerInfo: ScorerInfo | null = $derived(
    this.scorers.value?.find(({ scorer }) => scorer === this.scorer) ?? null,
  );
  /** The highest score of the open run's scorer, where there is one. */
  readonly maxScore: number | null = $derived(
    this.scorers.value?.find(({ scorer }) => scorer === (this.info?.request.scorer ?? this.scorer))?.max_score ?? null,
  );
  /** Runs of the set, newest first. */
  readonly ofSet: RunInfo[] = $derived((this.runs.value ?? []).filter(({ request }) => request.set === this.set));
  /** Runs one can compare with. */
  readonly earlier: RunInfo[] = $derived(this.ofSet.filter(({ id }) => id !== this.info?.id));
  readonly results: ReadonlyMap<string, QueryResult> = $derived(indexBy(this.detail?.results ?? [], ({ id }) => id));
  readonly changes: ReadonlyMap<string, RunChange> = $derived(
    indexBy(this.comparison.value?.changes ?? [], ({ id }) => id),
  );
  readonly matrix: Matrix | null = $derived(this.detail && fold(this.detail.confusion));
  readonly cell: Cell | null = $derived.by(() => this.#selectedCell());
  readonly cellResults: QueryResult[] = $derived(
    [...(this.cell?.wrong ?? []), ...(this.cell?.right ?? [])].flatMap((id) => this.results.get(id) ?? []),
  );
  readonly held: number = $derived(this.#held ?? this.sweep.value?.pick ?? 0);
  readonly heldThreshold: number | null = $derived(this.sweep.value?.tuning[this.held]?.threshold ?? null);
  /** Skills changed or queries did since the run: its numbers are of yesterday. */
  isStale = $state(false);

  constructor(
    private readonly backend: EvaluateBackend,
    private readonly memory: Memory,
  ) {
    Object.assign(this, readSettings(memory.read()));
  }

  /** Reads everything the place shows first. */
  async start(): Promise<void> {
    this.progress = null;
    this.failure = null;
    this.#watched = null;
    this.nearMisses.clear();
    this.hostList.clear();
    const [sets] = await Promise.all([
      this.sets.load(() => this.backend.listQuerySets()),
      this.scorers.load(() => this.backend.scorers()),
      this.readRuns(),
    ]);
    if (sets && !sets.some(({ name }) => name === this.set)) this.set = this.#likeliest(sets);
    await Promise.all([this.readQueries(), this.openLatest(), this.readOverlap()]);
  }

  /** Reads the runs, and says which of them cannot be read. */
  async readRuns(): Promise<void> {
    await this.runs.load(async () => {
      const { runs, unreadable } = await this.backend.listRuns();
      this.unreadableRuns = unreadable;
      return runs;
    });
  }

  /** The set of the newest run, else the first. */
  #likeliest(sets: readonly QuerySet[]): string | null {
    const run = (this.runs.value ?? []).find(({ request }) => sets.some(({ name }) => name === request.set));
    return run?.request.set ?? sets[0]?.name ?? null;
  }

  /** Takes another set, scorer or host, and shows the latest run of it. */
  async choose(change: Partial<Pick<Settings, 'set' | 'scorer' | 'host'>>): Promise<void> {
    const isOtherSet = change.set !== undefined && change.set !== this.set;
    Object.assign(this, change);
    this.failure = null;
    this.#keep();
    await Promise.all([isOtherSet ? this.readQueries() : null, this.openLatest()]);
  }

  /** Shows the newest run of what is chosen; none where there is none. */
  async openLatest(): Promise<void> {
    const { ofSet, scorer, host } = this;
    const latest = ofSet.find(({ request }) => request.scorer === scorer && request.host === host);
    if (latest) await this.open(latest.id);
    else this.#close();
  }

  /** Shows a run, beside the one before it unless another is named. */
  async open(id: string, beforeId?: string | null): Promise<void> {
    this.#cell = null;
    this.#held = null;
    const detail = await this.run.load(() => this.backend.getRun(id));
    if (!detail) return;
    this.isStale = false;
    const { scorer, host } = detail.info.request;
    this.scorer = scorer;
    this.host = host;
    await Promise.all([
      this.compareWith(beforeId === undefined ? this.#previous(detail.info) : beforeId),
      this.readSweep(),
    ]);
  }

  /** Compares the open run with another, or with none. */
  async compareWith(id: string | null): Promise<void> {
    this.beforeId = id;
    const after = this.info?.id;
    if (id === null || after === undefined) {
      this.comparison.clear();
      if (this.tab === 'changes') this.tab = 'confusion';
    } else await this.comparison.load(() => this.backend.compareRuns(id, after));
  }

  async readSweep(): Promise<void> {
    const id = this.info?.id;
    if (id === undefined) this.sweep.clear();
    else await this.sweep.load(() => this.backend.sweepRun(id, this.mostFalseFires));
  }

  async readQueries(): Promise<void> {
    const { set } = this;
    if (set === null) this.queries.set([]);
    else await this.queries.load(() => this.backend.listQueries(set));
  }

  async readOverlap(): Promise<void> {
    await this.overlap.load(() => this.backend.overlap(this.overlapLimit));
  }

  async setOverlapLimit(limit: number): Promise<void> {
    this.overlapLimit = limit;
    this.#keep();
    await this.readOverlap();
  }

  async readSets(): Promise<void> {
    const sets = await this.sets.load(() => this.backend.listQuerySets());
    if (sets && !sets.some(({ name }) => name === this.set)) await this.choose({ set: this.#likeliest(sets) });
  }

  async readHosts(): Promise<void> {
    const host = this.shownHost;
    await Promise.all([
      this.budgets.load(() => this.backend.hostBudgets()),
      this.hostList.load(() => this.backend.hostList(host)),
    ]);
  }

  /** Shows pairs, the heat map, or what hosts make of the list. */
  showLower(lower: LowerTab) {
    this.lower = lower;
    if (lower === 'hosts') void this.readHosts();
  }

  async showHost(host: Host): Promise<void> {
    this.shownHost = host;
    await this.hostList.load(() => this.backend.hostList(host));
  }

  async setBudgets(change: Partial<HostBudgets>): Promise<void> {
    const now = this.budgets.value;
    if (!now) return;
    this.budgets.set(await this.backend.setHostBudgets({ ...now, ...change }));
    await this.showHost(this.shownHost);
  }

  /** Starts a run of what is chosen. A model that costs something is asked only once the author has said so. */
  async begin({ isPaidFor = false, host = this.host, beforeId }: RunOptions = {}): Promise<void> {
    const { set } = this;
    if (set === null || this.isRunning) return;
    this.failure = null;
    this.isStarting = true;
    try {
      if (this.scorer === 'model' && !isPaidFor) {
        const cost = await this.backend.modelCost(set, [], host);
        if (cost.calls > 0 || cost.unavailable) {
          this.cost = cost;
          return;
        }
      }
      this.cost = null;
      this.host = host;
      this.#next = { beforeId };
      await this.#begin(set);
    } finally {
      this.isStarting = false;
    }
  }

  #next: { beforeId: string | null | undefined } = { beforeId: undefined };

  async #begin(set: string) {
    const policy = {
      top_k: 5,
      min_score: this.scorerInfo?.min_score ?? 0,
      include_tags: [],
      exclude_tags: [],
    };
    const { scorer, host } = this;
    this.#heard.clear();
    const id = await this.backend.startRun({ set, scorer, policy, host, seed: SEED, limit: null, label: '' });
    this.#watched = id;
    await this.#settle(
      this.#heard.get(id) ?? {
        id,
        done: 0,
        total: this.currentSet?.queries ?? 0,
        metrics: nothing,
        state: 'running',
        message: null,
      },
    );
  }

  /** Asks the run to stop; the studio says when it has. */
  async cancel(): Promise<void> {
    if (this.progress) await this.backend.cancelActivity(this.progress.id);
  }

  /** Follows what the studio says. */
  async follow(event: StudioEvent): Promise<void> {
    if (event.kind === 'run') {
      this.#heard.set(event.run.id, event.run);
      if (event.run.id === this.#watched) await this.#settle(event.run);
    } else if (event.kind === 'queries_changed') {
      this.isStale = this.info !== null;
      await Promise.all([this.readSets(), this.readQueries()]);
    } else if (event.kind === 'library_changed' || event.kind === 'skill_changed') {
      this.isStale = this.info !== null;
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => void this.#readSkills(), REST);
      this.#isBehind = true;
    }
  }

  /** Reads anew what depends on the skills: which labels are known, what overlaps, what hosts show. */
  async #readSkills() {
    if (!this.#isShown) return;
    this.#isBehind = false;
    const reads = [this.readSets(), this.readQueries(), this.readOverlap()];
    if (this.hostList.value) reads.push(this.readHosts());
    await Promise.all(reads);
  }

  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Skills have changed since what depends on them was read. */
  #isBehind = false;
  #isShown = true;

  /** Tells whether the place is on screen; away from it nothing is compared, and on coming back what was missed is. */
  show(isShown: boolean) {
    this.#isShown = isShown;
    if (isShown && this.#isBehind) void this.#readSkills();
  }

  async #settle(run: RunProgress) {
    if (run.state === 'running') {
      this.progress = run;
      return;
    }
    this.#watched = null;
    if (run.state === 'finished') await this.#finish(run.id);
    if (run.state === 'failed') this.failure = run.message ?? 'The run could not go on.';
    this.progress = null;
  }

  /** Shows the run that ended beside the one that was on screen. */
  async #finish(id: string) {
    const shown = this.info?.request.set === this.set ? (this.info?.id ?? null) : undefined;
    const { beforeId } = this.#next;
    await this.readRuns();
    // Who was taken for whom counts for the pairs too, but nobody waits for it.
    void this.readOverlap();
    await this.open(id, beforeId !== undefined ? beforeId : (shown ?? undefined));
  }

  /** Runs the set as a host sees the library, beside the newest run that saw it whole. */
  async measureHost(host: Host): Promise<void> {
    const whole = this.ofSet.find(({ request }) => request.host === 'whole' && request.scorer === this.scorer);
    await this.begin({ host, beforeId: whole?.id ?? null });
  }

  /** The newest run through a host's eyes with the scorer chosen, and the newest that saw the library whole. */
  hostEffect(host: Host): { whole: RunInfo | null; seen: RunInfo | null } {
    const of = (wanted: Host) =>
      this.ofSet.find(({ request }) => request.host === wanted && request.scorer === this.scorer) ?? null;
    return { whole: of('whole'), seen: of(host) };
  }

  async labelRun(id: string, label: string): Promise<void> {
    await this.backend.labelRun(id, label);
    await this.readRuns();
  }

  async deleteRun(id: string): Promise<void> {
    await this.backend.deleteRun(id);
    await this.readRuns();
    if (this.info?.id === id) await this.openLatest();
    else if (this.beforeId === id) await this.compareWith(this.info && this.#previous(this.info));
  }

  /** Keeps a query and shows it in the list. */
  async put(query: Omit<NewQuery, 'set' | 'source'> & { source?: QuerySource }): Promise<LabelledQuery> {
    const kept = await this.backend.putQuery({ source: { kind: 'written' }, ...query, set: this.set ?? FIRST_SET });
    const others = this.queries.value ?? [];
    const isKnown = others.some(({ id }) => id === kept.id);
    this.queries.set(isKnown ? others.map((other) => (other.id === kept.id ? kept : other)) : [...others, kept]);
    this.set ??= kept.set;
    this.isStale = this.info !== null;
    await this.readSets();
    return kept;
  }

  async delete(ids: string[]): Promise<void> {
    await this.backend.deleteQueries(ids);
    this.queries.set((this.queries.value ?? []).filter(({ id }) => !ids.includes(id)));
    this.isStale = this.info !== null;
    await this.readSets();
  }

  async renameSet(to: string): Promise<void> {
    if (this.set === null) return;
    await this.backend.renameQuerySet(this.set, to);
    this.set = to;
    this.#keep();
    await Promise.all([this.readSets(), this.readRuns(), this.readQueries()]);
    await this.openLatest();
  }

  async deleteSet(): Promise<void> {
    if (this.set === null) return;
    await this.backend.deleteQuerySet(this.set);
    await this.readSets();
  }

  /** Imports a file of labelled queries into a set, or one named after the file, and shows it. */
  async importFile(path: string, set: string | null, labels: RepeatedLabels): Promise<QueryImport> {
    const report = await this.backend.importQueries(path, set, labels);
    await this.sets.load(() => this.backend.listQuerySets());
    if (this.sets.value?.some(({ name }) => name === report.set)) {
      this.set = report.set;
      this.#keep();
      await Promise.all([this.readQueries(), this.openLatest()]);
    }
    return report;
  }

  async readNearMisses(skillId: string | null): Promise<void> {
    await this.nearMisses.load(() => this.backend.nearMisses(skillId, NEAR_MISSES));
  }

  /** Takes a proposal into the set: it should wake the neighbour, not the skill it was made for. */
  async accept(miss: NearMiss): Promise<void> {
    await this.put({ id: null, query: miss.query, expected: [miss.neighbour], source: { kind: 'proposed' } });
    this.nearMisses.set((this.nearMisses.value ?? []).filter((other) => !isSameProposal(other, miss)));
  }

  async dismiss(aId: string, bId: string, dismissed: boolean): Promise<void> {
    await this.backend.dismissOverlap(aId, bId, dismissed);
    const report = this.overlap.value;
    if (!report) return;
    const pairs = report.pairs.map((pair) =>
      pair.a_id === aId && pair.b_id === bId ? { ...pair, is_dismissed: dismissed } : pair,
    );
    this.overlap.set({ ...report, pairs });
  }

  select(cell: Cell) {
    const lines = this.matrix?.lines;
    if (lines) this.#cell = { row: lines[cell.row]!.label, column: lines[cell.column]!.label };
  }

  /** Holds a place in the sweep. */
  hold(at: number) {
    const last = (this.sweep.value?.tuning.length ?? 1) - 1;
    this.#held = Math.max(0, Math.min(last, at));
  }

  holdThreshold(threshold: number) {
    this.hold(nearest(this.sweep.value?.tuning ?? [], threshold));
  }

  /** Gives the held threshold back to the pick. */
  letGo() {
    this.#held = null;
  }

  async setMostFalseFires(share: number): Promise<void> {
    this.mostFalseFires = share;
    this.#held = null;
    this.#keep();
    await this.readSweep();
  }

  /** Makes a threshold the scorer's own; null gives it back the shipped one. */
  async useThreshold(value: number | null): Promise<void> {
    const scorer = this.info?.request.scorer ?? this.scorer;
    this.scorers.set(await this.backend.setThreshold(scorer, value));
  }

  #selectedCell(): Cell | null {
    const { matrix } = this;
    if (!matrix) return null;
    const at = (label: string) => matrix.lines.findIndex((line) => line.label === label);
    const chosen = this.#cell && matrix.cells[at(this.#cell.row)]?.[at(this.#cell.column)];
    return chosen ?? worst(matrix);
  }

  /** The run made before this one, of the same set; one that saw and scored alike where there is one. */
  #previous(run: RunInfo): string | null {
    const older = this.ofSet.filter(({ id, finished_at }) => id !== run.id && finished_at <= run.finished_at);
    const alike = older.find(
      ({ request }) => request.scorer === run.request.scorer && request.host === run.request.host,
    );
    return (alike ?? older[0])?.id ?? null;
  }

  #close() {
    this.run.clear();
    this.comparison.clear();
    this.sweep.clear();
    this.beforeId = null;
    this.#cell = null;
    this.#held = null;
    this.isStale = false;
    if (this.tab === 'changes') this.tab = 'confusion';
  }

  #keep() {
    const { set, scorer, host, mostFalseFires, overlapLimit } = this;
    this.memory.write(JSON.stringify({ set, scorer, host, mostFalseFires, overlapLimit } satisfies Settings));
  }
}

interface RunOptions {
  /** The author has seen what it costs. */
  isPaidFor?: boolean;
  host?: Host;
  /** What to compare with once it is done; the run on screen where not given. */
  beforeId?: string | null;
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
