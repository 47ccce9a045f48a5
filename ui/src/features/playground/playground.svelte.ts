/**
 * The playground: one query under two scorers, and what resolves. Whatever changes is scored anew after a short rest;
 * answers that were overtaken are dropped. A threshold that moves is shown at once from the scores at hand.
 */
import {
  type Candidate,
  type Policy,
  type ResolveRequest,
  type Resolution,
  type ScoreReport,
  type Scorer,
  type Strategy,
  type StrategyOutcome,
  StudioError,
  type ToolInfo,
  type ValidationMode,
} from '$lib/ipc';
import { type Axis, type RowState, axis, firstPassing, restate, rowState } from './candidates';
import { defaults, readSettings, type Memory, type Settings, type StrategyCard, type StrategyKind } from './settings';

/** What the playground asks of the studio. */
export interface PlaygroundBackend {
  score(query: string, scorer: Scorer, policy: Policy): Promise<ScoreReport>;
  resolve(request: ResolveRequest): Promise<Resolution>;
  listTools(): Promise<ToolInfo[]>;
}

export const scorers: readonly Scorer[] = ['adk', 'embedding'];

/** How long typing rests before it is scored, in milliseconds. */
export const REST = 120;
const RECENT = 12;

/** What a strategy's card says came of it. */
export interface CardOutcome {
  state: 'won' | 'failed' | 'not_tried' | 'off' | 'blank';
  text: string;
}

/** One scorer's side: its report and everything drawn from it. */
export class ScorerSide {
  report = $state.raw<ScoreReport | null>(null);
  error = $state.raw<StudioError | null>(null);
  /** The axis stays as it is while the threshold is dragged. */
  frozen = $state.raw<Axis | null>(null);
  readonly candidates: Candidate[] = $derived.by(() => this.#restated());
  readonly first: string | null = $derived(firstPassing(this.candidates));
  readonly axis: Axis = $derived.by(() => this.frozen ?? axis(this.candidates, this.scorer, this.minScore));
  readonly minScore: number = $derived.by(() => this.owner.minScore[this.scorer]);

  constructor(
    readonly scorer: Scorer,
    private readonly owner: Playground,
  ) {}

  stateOf(candidate: Candidate): RowState {
    return rowState(candidate, this.scorer, this.first, this.owner.resolution?.resolved ?? null);
  }

  #restated(): Candidate[] {
    return restate(this.report?.candidates ?? [], {
      topK: this.owner.topK,
      minScore: this.owner.minScore[this.scorer],
    });
  }
}

export class Playground {
  query = $state('');
  recent = $state.raw<string[]>([]);
  topK = $state(defaults.topK);
  minScore = $state.raw(defaults.minScore);
  includeTags = $state.raw<string[]>([]);
  excludeTags = $state.raw<string[]>([]);
  strategies = $state.raw<StrategyCard[]>(defaults.strategies);
  mode = $state<ValidationMode>('strict');
  lacking = $state.raw<string[]>([]);
  extra = $state.raw<string[]>([]);
  maxChars = $state(defaults.maxChars);

  tools = $state.raw<ToolInfo[]>([]);
  resolution = $state.raw<Resolution | null>(null);
  resolveError = $state.raw<StudioError | null>(null);
  isRunning = $state(false);

  readonly sides: Record<Scorer, ScorerSide> = {
    adk: new ScorerSide('adk', this),
    embedding: new ScorerSide('embedding', this),
  };
  /** Nothing to score: no word was typed, and no tag asked for. */
  readonly isBlank: boolean = $derived(this.query.trim() === '' && this.includeTags.length === 0);
  /** What the host offers; none means every tool of the library. */
  readonly available: string[] | null = $derived.by(() => this.#available());

  #outcomes = $state.raw<Partial<Record<StrategyKind, StrategyOutcome>>>({});
  #turns = { adk: 0, embedding: 0, resolve: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rescoring = false;

  constructor(
    private readonly backend: PlaygroundBackend,
    private readonly memory: Memory,
  ) {
    Object.assign(this, readSettings(memory.read()));
  }

  /** Reads the library's tools and scores what was asked last. */
  async start(): Promise<void> {
    void this.refresh();
    this.tools = await this.backend.listTools();
  }

  /** Takes a change: kept at once, scored and resolved after a rest. */
  set(change: Partial<Settings>) {
    Object.assign(this, change);
    const only = (keys: (keyof Settings)[]) => Object.keys(change).every((key) => (keys as string[]).includes(key));
    this.#later(!only(['strategies', 'mode', 'lacking', 'extra', 'maxChars']));
    this.#keep();
  }

  /** Scores and resolves now, and remembers the query. */
  async run(): Promise<void> {
    const query = this.query.trim();
    if (query) this.recent = [query, ...this.recent.filter((other) => other !== query)].slice(0, RECENT);
    this.#keep();
    await this.refresh();
  }

  /** Scores and resolves now. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#rescoring = false;
    this.isRunning = true;
    await Promise.all([...scorers.map((scorer) => this.#score(scorer)), this.#resolve()]);
    this.isRunning = false;
  }

  /** Scores again once things have settled, as after a change of the library. */
  refreshLater() {
    this.#later(true);
  }

  setMinScore(scorer: Scorer, value: number) {
    const rounded = Math.round(Math.max(0, value) * 100) / 100;
    if (rounded !== this.minScore[scorer]) this.set({ minScore: { ...this.minScore, [scorer]: rounded } });
  }

  changeStrategy(kind: StrategyKind, change: Partial<StrategyCard>) {
    this.set({ strategies: this.strategies.map((card) => (card.kind === kind ? { ...card, ...change } : card)) });
  }

  /** Puts a strategy at another place; beyond the ends it stays at the end. */
  moveStrategy(kind: StrategyKind, to: number) {
    const card = this.strategies.find((each) => each.kind === kind);
    const others = this.strategies.filter((each) => each.kind !== kind);
    const at = Math.max(0, Math.min(others.length, to));
    if (!card || this.strategies[at]?.kind === kind) return;
    this.set({ strategies: [...others.slice(0, at), card, ...others.slice(at)] });
  }

  /** Gives a tool to the host or takes it away. */
  offer(tool: string, isThere: boolean) {
    const without = (names: string[]) => names.filter((name) => name !== tool);
    const isOfLibrary = this.tools.some(({ name }) => name === tool);
    if (isOfLibrary) this.set({ lacking: isThere ? without(this.lacking) : [...without(this.lacking), tool] });
    else this.set({ extra: isThere ? [...without(this.extra), tool] : without(this.extra) });
  }

  outcomeOf(card: StrategyCard): CardOutcome {
    if (!card.isOn) return { state: 'off', text: 'Off' };
    if (!this.#valueOf(card)) return { state: 'blank', text: blanks[card.kind] };
    const outcome = this.#outcomes[card.kind];
    return outcome ? { state: outcome.state, text: outcome.detail } : { state: 'blank', text: '' };
  }

  policy(scorer: Scorer): Policy {
    return {
      top_k: this.topK,
      min_score: this.minScore[scorer],
      include_tags: this.includeTags,
      exclude_tags: this.excludeTags,
    };
  }

  async #score(scorer: Scorer) {
    const turn = ++this.#turns[scorer];
    const side = this.sides[scorer];
    if (this.isBlank) {
      side.report = null;
      side.error = null;
      return;
    }
    try {
      const report = await this.backend.score(this.query, scorer, this.policy(scorer));
      if (turn !== this.#turns[scorer]) return;
      side.report = report;
      side.error = null;
    } catch (thrown) {
      if (turn === this.#turns[scorer]) side.error = StudioError.from(thrown);
    }
  }

  async #resolve() {
    const turn = ++this.#turns.resolve;
    const strategies = this.#wanted();
    try {
      const resolution = strategies.length > 0 ? await this.backend.resolve(this.#request(strategies)) : null;
      if (turn !== this.#turns.resolve) return;
      this.resolution = resolution;
      this.#outcomes = Object.fromEntries(
        (resolution?.strategies ?? []).map((outcome) => [outcome.strategy.kind, outcome]),
      );
      this.resolveError = null;
    } catch (thrown) {
      if (turn === this.#turns.resolve) this.resolveError = StudioError.from(thrown);
    }
  }

  #request(strategies: Strategy[]): ResolveRequest {
    return {
      strategies,
      policy: this.policy('adk'),
      mode: this.mode,
      available_tools: this.available,
      max_instruction_chars: this.maxChars,
    };
  }

  #wanted(): Strategy[] {
    const ready = this.strategies.filter((card) => card.isOn && this.#valueOf(card));
    return ready.map((card) => ({ kind: card.kind, value: card.kind === 'by_query' ? this.query : card.value.trim() }));
  }

  /** Whether a card has what it needs. A query may be empty where a tag is asked for. */
  #valueOf({ kind, value }: StrategyCard): boolean {
    return kind === 'by_query' ? !this.isBlank : value.trim() !== '';
  }

  #available(): string[] | null {
    if (this.lacking.length === 0 && this.extra.length === 0) return null;
    const offered = this.tools.map(({ name }) => name).filter((name) => !this.lacking.includes(name));
    return [...offered, ...this.extra];
  }

  #later(rescore: boolean) {
    this.#rescoring ||= rescore;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void (this.#rescoring ? this.refresh() : this.#resolve()), REST);
  }

  #keep() {
    const { query, recent, topK, minScore, includeTags, excludeTags, strategies, mode, lacking, extra, maxChars } =
      this;
    const kept: Settings = {
      query,
      recent,
      topK,
      minScore,
      includeTags,
      excludeTags,
      strategies,
      mode,
      lacking,
      extra,
      maxChars,
    };
    this.memory.write(JSON.stringify(kept));
  }
}

const blanks: Record<StrategyKind, string> = {
  by_name: 'No name given',
  by_query: 'No query yet',
  by_tag: 'No tag given',
};
