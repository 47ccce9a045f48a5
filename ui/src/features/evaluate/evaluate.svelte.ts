/**
 * The Evaluate place: the run that is open, what it says, and what it was before. Labelled queries, a run that goes on,
 * the sweep, overlaps and hosts' lists are parts of their own; every part is read on its own and fails on its own.
 */
import type {
  Host,
  Metrics,
  QueryResult,
  RunChange,
  RunComparison,
  RunDetail,
  RunInfo,
  RunList,
  Scorer,
  ScorerInfo,
  StudioEvent,
  UnreadableRow,
} from '$lib/ipc';
import { indexBy } from '$lib/group';
import { STANDARD } from '$lib/hosts';
import type { Memory } from '$lib/memory';
import { firstRun } from '$lib/state/first-run.svelte';
import { Part } from '$lib/state/part.svelte';
import { FoundFiles, type FoundFilesBackend } from './found-files.svelte';
import { HostLists, type HostListsBackend } from './host-lists.svelte';
import { type Cell, type Matrix, fold, worst } from './matrix';
import { Overlaps, type OverlapsBackend } from './overlaps.svelte';
import { QuerySets, type QuerySetsBackend } from './query-sets.svelte';
import { Runner, type RunnerBackend } from './runner.svelte';
import { type Settings, readSettings } from './settings';
import { Sweeping, type SweepingBackend } from './sweeping.svelte';

/** What the place asks of the studio. */
export interface EvaluateBackend
  extends QuerySetsBackend, FoundFilesBackend, RunnerBackend, SweepingBackend, OverlapsBackend, HostListsBackend {
  listScorers(): Promise<ScorerInfo[]>;
  setThreshold(scorer: Scorer, minScore: number | null): Promise<ScorerInfo[]>;
  listRuns(): Promise<RunList>;
  getRun(id: string): Promise<RunDetail>;
  deleteRun(id: string): Promise<unknown>;
  labelRun(id: string, label: string): Promise<unknown>;
  compareRuns(before: string, after: string): Promise<RunComparison>;
}

export type LeftTab = 'confusion' | 'queries' | 'changes';
export type LowerTab = 'pairs' | 'heat' | 'hosts';

/** How long changes of skills rest before what depends on them is read anew, in milliseconds. */
export const REST = 1000;

export class Evaluate {
  readonly scorers = new Part<ScorerInfo[]>();
  readonly runs = new Part<RunInfo[]>();
  unreadableRuns = $state.raw<UnreadableRow[]>([]);
  readonly run = new Part<RunDetail>();
  readonly comparison = new Part<RunComparison>();

  set = $state<string | null>(null);
  scorer = $state<Scorer>('hybrid');
  host = $state<Host>(STANDARD);
  /** The run compared with; none where there is none to compare with. */
  beforeId = $state<string | null>(null);
  /** Skills changed or queries did since the run: its numbers are of yesterday. */
  isStale = $state(false);

  tab = $state<LeftTab>('confusion');
  lower = $state<LowerTab>('pairs');
  #cell = $state.raw<{ row: string; column: string } | null>(null);

  readonly labelled: QuerySets;
  readonly found: FoundFiles;
  readonly runner: Runner;
  readonly sweep: Sweeping;
  readonly overlap: Overlaps;
  readonly hosts: HostLists;

  readonly detail: RunDetail | null = $derived(this.run.value);
  readonly info: RunInfo | null = $derived(this.run.value?.info ?? null);
  readonly isRunning: boolean = $derived.by(() => this.runner.isRunning);
  /** What the cards show: the run that goes on, else the one that is open. */
  readonly metrics: Metrics | null = $derived.by(() => this.runner.progress?.metrics ?? this.info?.metrics ?? null);
  readonly before: RunInfo | null = $derived(
    this.beforeId === null ? null : (this.runs.value?.find(({ id }) => id === this.beforeId) ?? null),
  );
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

  constructor(
    private readonly backend: EvaluateBackend,
    private readonly memory: Memory,
  ) {
    this.labelled = new QuerySets(backend, this);
    this.found = new FoundFiles(backend, (set) => this.labelled.show(set));
    this.runner = new Runner(backend, this);
    this.sweep = new Sweeping(backend, this);
    this.overlap = new Overlaps(backend, this);
    this.hosts = new HostLists(backend);
    const { set, scorer, host, mostFalseFires, overlapLimit } = readSettings(memory.read());
    Object.assign(this, { set, scorer, host });
    this.sweep.mostFalseFires = mostFalseFires;
    this.overlap.limit = overlapLimit;
  }

  /** Reads everything the place shows first. */
  async start(): Promise<void> {
    this.runner.forget();
    this.overlap.nearMisses.clear();
    this.hosts.list.clear();
    // What lies beside skills is only offered: nobody waits for it.
    void this.found.read();
    await Promise.all([this.labelled.start(), this.scorers.load(() => this.backend.listScorers()), this.readRuns()]);
    if (this.labelled.sets.value && !this.labelled.has(this.set)) this.set = this.labelled.likeliest;
    await Promise.all([this.labelled.readQueries(), this.openLatest(), this.overlap.read()]);
  }

  /** Reads the runs, and says which of them cannot be read. */
  async readRuns(): Promise<void> {
    await this.runs.load(async () => {
      const { runs, unreadable } = await this.backend.listRuns();
      this.unreadableRuns = unreadable;
      return runs;
    });
  }

  /** Takes another set, scorer or host, and shows the latest run of it. */
  async choose(change: Partial<Pick<Settings, 'set' | 'scorer' | 'host'>>): Promise<void> {
    const isOtherSet = change.set !== undefined && change.set !== this.set;
    Object.assign(this, change);
    if (isOtherSet) return this.opened();
    this.runner.failure = null;
    this.keep();
    await this.openLatest();
  }

  #followed: Host | null = null;

  /** Runs stand for the client that the library is for, and its list is shown, until the author takes another host. */
  async followClient(client: Host | null): Promise<void> {
    if (client === this.#followed) return;
    this.#followed = client;
    await Promise.all([this.choose({ host: client ?? STANDARD }), client && this.hosts.follow(client)]);
  }

  /** Another set is open: shows its queries and its latest run. */
  async opened(): Promise<void> {
    this.runner.failure = null;
    this.keep();
    await Promise.all([this.labelled.readQueries(), this.openLatest()]);
  }

  /** The open set has another name, in its runs too. */
  async renamed(): Promise<void> {
    this.keep();
    await Promise.all([this.readRuns(), this.labelled.readQueries()]);
    await this.openLatest();
  }

  /** Queries or skills are not what they were in the open run. */
  changed() {
    this.isStale = this.info !== null;
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
    this.sweep.letGo();
    const detail = await this.run.load(() => this.backend.getRun(id));
    if (!detail) return;
    this.isStale = false;
    const { scorer, host } = detail.info.request;
    this.scorer = scorer;
    this.host = host;
    await Promise.all([
      this.compareWith(beforeId === undefined ? this.#previous(detail.info) : beforeId),
      this.sweep.read(),
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

  /** Shows pairs, the heat map, or what hosts make of the list. */
  showLower(lower: LowerTab) {
    this.lower = lower;
    if (lower === 'hosts') void this.hosts.read();
  }

  /** Follows what the studio says. */
  async follow(event: StudioEvent): Promise<void> {
    if (event.kind === 'run') await this.runner.follow(event.run);
    else if (event.kind === 'queries_changed') {
      this.changed();
      await Promise.all([this.labelled.read(), this.labelled.readQueries(), this.found.read()]);
    } else if (event.kind === 'library_changed' || event.kind === 'skill_changed') {
      this.changed();
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => void this.#readSkills(), REST);
      this.#isBehind = true;
    }
  }

  /** Reads anew what depends on the skills: which labels are known, what overlaps, what hosts show. */
  async #readSkills() {
    if (!this.#isShown) return;
    this.#isBehind = false;
    const reads = [this.labelled.read(), this.labelled.readQueries(), this.overlap.read(), this.found.read()];
    if (this.hosts.list.value) reads.push(this.hosts.read());
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

  /** Shows the run that ended beside the one that was on screen, or the one it was made to be compared with. */
  async finished(id: string, beforeId: string | null | undefined): Promise<void> {
    firstRun.take('test');
    const shown = this.info?.request.set === this.set ? (this.info?.id ?? null) : undefined;
    await this.readRuns();
    // Who was taken for whom counts for the pairs too, but nobody waits for it.
    void this.overlap.read();
    await this.open(id, beforeId !== undefined ? beforeId : (shown ?? undefined));
  }

  /** Runs the set as a host sees the library, beside the newest run that saw it whole. */
  async measureHost(host: Host): Promise<void> {
    const whole = this.ofSet.find(({ request }) => request.host === STANDARD && request.scorer === this.scorer);
    await this.runner.begin({ host, beforeId: whole?.id ?? null });
  }

  /** The newest run through a host's eyes with the scorer chosen, and the newest that saw the library whole. */
  hostEffect(host: Host): { whole: RunInfo | null; seen: RunInfo | null } {
    const of = (wanted: Host) =>
      this.ofSet.find(({ request }) => request.host === wanted && request.scorer === this.scorer) ?? null;
    return { whole: of(STANDARD), seen: of(host) };
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

  select(cell: Cell) {
    const lines = this.matrix?.lines;
    if (lines) this.#cell = { row: lines[cell.row]!.label, column: lines[cell.column]!.label };
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
    this.sweep.letGo();
    this.isStale = false;
    if (this.tab === 'changes') this.tab = 'confusion';
  }

  /** Remembers what is chosen. */
  keep() {
    const { set, scorer, host, sweep, overlap } = this;
    const settings = { set, scorer, host, mostFalseFires: sweep.mostFalseFires, overlapLimit: overlap.limit };
    this.memory.write(JSON.stringify(settings satisfies Settings));
  }

  // What a run is started with.
  get minScore(): number {
    return this.scorerInfo?.min_score ?? 0;
  }
  get toAsk(): number {
    return this.labelled.current?.queries ?? 0;
  }
  get runId(): string | null {
    return this.info?.id ?? null;
  }
  get allRuns(): readonly RunInfo[] {
    return this.runs.value ?? [];
  }
}
