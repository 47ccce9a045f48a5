/**
 * The playground: one query under the scorers the author puts side by side. What is typed is scored as soon as drawing the
 * answer holds up no key (`Pace`), by one request at a time and column, with at most one waiting; an answer to what is no
 * longer typed is dropped. Whatever else changes is scored after a short rest. A threshold that moves is shown at once from
 * the scores at hand. Thresholds, what resolves, why a skill stands where it stands, another wording of it, and the query's
 * label are parts of their own.
 */
import { STANDARD } from '$lib/hosts';
import type { Memory } from '$lib/memory';
import {
  type Host,
  type Policy,
  type ScoreReport,
  type Scorer,
  type SkillWording,
  StudioError,
  type TriggerRule,
  type ValidationMode,
} from '$lib/ipc';
import { Attempts } from './attempts';
import { ChatModel, type ChatModelBackend } from './chat-model.svelte';
import { Labels, type LabelsBackend } from './labels.svelte';
import { Latest } from '$lib/latest';
import { Pace } from '$lib/pace';
import { Together } from '$lib/together';
import { Turn } from '$lib/turn';
import { libraryClient } from '$lib/state/client.svelte';
import { firstRun } from '$lib/state/first-run.svelte';
import { Resolving, type ResolvingBackend } from './resolving.svelte';
import {
  columnLimits,
  defaults,
  forEachScorer,
  knownScorers,
  predicting,
  predictionLimits,
  readSettings,
  type Settings,
  type StrategyCard,
} from './settings';
import { ScorerSide } from './side.svelte';
import { Sight, type SightBackend } from './sight.svelte';
import { Suggestions, type SuggestionsBackend } from './suggestions.svelte';
import { TestedSkill, type TestedSkillBackend } from './tested-skill.svelte';
import { Thresholds, type ThresholdsBackend } from './thresholds.svelte';
import { WhatIf, type WhatIfBackend } from './what-if.svelte';
import { Why, type WhyBackend } from './why.svelte';

/** What the playground asks of the studio. */
export interface PlaygroundBackend
  extends
    ThresholdsBackend,
    ResolvingBackend,
    WhyBackend,
    WhatIfBackend,
    LabelsBackend,
    ChatModelBackend,
    SightBackend,
    SuggestionsBackend,
    TestedSkillBackend {
  /** Of a chat model only an answer that is kept. */
  score(query: string, scorer: Scorer, policy: Policy, host: Host | null, listed: number | null): Promise<ScoreReport>;
  askModel(query: string, policy: Policy, host: Host | null): Promise<ScoreReport>;
}

/** How long settings rest before they are scored, in milliseconds. */
export const REST = 120;
/** How long an answer waits for those of other columns, in milliseconds; each is drawn by itself otherwise. */
export const TOGETHER = 40;
/** Candidates and rejected skills that are listed at first, and on demand. */
export const LISTED = 50;
export const REJECTED = 50;
export const MORE_LISTED = 1000;
const RECENT = 12;
/** Longer queries are not remembered among the recent ones, in characters. */
const LONGEST_RECENT = 2000;

/** Changes that ask for no new scores. */
const withoutScores: ReadonlySet<keyof Settings> = new Set([
  'strategies',
  'mode',
  'triggers',
  'lacking',
  'extra',
  'maxChars',
  'columns',
  'predictions',
  'labelSet',
  'watchSet',
]);

export class Playground {
  query = $state('');
  recent = $state.raw<string[]>([]);
  #columns = $state.raw<Scorer[]>(defaults.columns);
  predictions = $state.raw<Scorer[]>(defaults.predictions);
  topK = $state(defaults.topK);
  includeTags = $state.raw<string[]>([]);
  excludeTags = $state.raw<string[]>([]);
  #host = $state<Host>(defaults.host);
  /** Whose list is looked at in a library of a client, where that is another one. */
  #otherHost = $state<Host | null>(null);
  strategies = $state.raw<StrategyCard[]>(defaults.strategies);
  mode = $state<ValidationMode>('strict');
  triggers = $state<TriggerRule>(defaults.triggers);
  lacking = $state.raw<string[]>([]);
  extra = $state.raw<string[]>([]);
  maxChars = $state(defaults.maxChars);
  labelSet = $state(defaults.labelSet);
  watchSet = $state.raw<string | null>(null);

  /** Why nothing can be scored at all. */
  error = $state.raw<StudioError | null>(null);
  isRunning = $state(false);
  /** The skill that is looked at, in every column. */
  chosen = $state<string | null>(null);
  #focus = $state<Scorer>('hybrid');
  /** The column it is looked at in: who explains, and who tries another wording. */
  readonly focus: Scorer = $derived.by(() =>
    this.columns.includes(this.#focus) ? this.#focus : this.columns[this.columns.length - 1]!,
  );

  readonly thresholds: Thresholds;
  readonly resolving: Resolving;
  readonly sides: Record<Scorer, ScorerSide> = forEachScorer((scorer) => new ScorerSide(scorer, this));
  readonly why: Why;
  readonly whatIf: WhatIf;
  readonly labels: Labels;
  readonly chatModel: ChatModel;
  readonly sight: Sight;
  readonly suggestions: Suggestions;
  readonly tested: TestedSkill;

  /** Nothing to score: no word was typed, and no tag asked for. */
  readonly isBlank: boolean = $derived(this.query.trim() === '' && this.includeTags.length === 0);

  /** How many candidates, and how many rejected skills, are asked for. */
  listed = $state(LISTED);
  rejected = $state(REJECTED);

  readonly #lanes: Record<Scorer | 'resolve', Latest> = {
    ...forEachScorer((scorer) => new Latest(() => this.#score(scorer), 0)),
    resolve: new Latest(() => this.resolving.ask(this.rejected, this.#landing()), 0),
  };
  readonly #answers = new Together(TOGETHER);
  readonly pace = new Pace();
  readonly #turns: Record<Scorer, Turn> = forEachScorer(() => new Turn());
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The query that a test began with: another test may put its own in its place. */
  #proposed: string | null = null;
  #rescoring = false;
  #followed: Host | null = null;

  /** `fail` hears of what could not be kept in the background. */
  constructor(
    private readonly backend: PlaygroundBackend,
    private readonly memory: Memory,
    attempts: Memory,
    fail: (what: string, thrown: unknown) => void = () => {},
  ) {
    const { columns, host, ...others } = readSettings(memory.read());
    Object.assign(this, others);
    [this.#columns, this.#host] = [columns, host];
    this.thresholds = new Thresholds(backend, fail);
    this.resolving = new Resolving(backend, this);
    this.why = new Why(backend, this);
    this.whatIf = new WhatIf(backend, this, new Attempts(attempts));
    this.labels = new Labels(backend, this);
    this.chatModel = new ChatModel(backend);
    this.sight = new Sight(backend, this);
    this.suggestions = new Suggestions(backend, fail);
    this.tested = new TestedSkill(backend, this);
  }

  /** The client the library is for; none where it is for adk-rust or for all of them. */
  get client(): Host | null {
    return libraryClient.isForAdk ? null : libraryClient.current;
  }

  /** The scorers that stand side by side. */
  get columns(): Scorer[] {
    return this.client === null ? this.#columns : this.predictions;
  }
  set columns(columns: Scorer[]) {
    if (this.client === null) this.#columns = columns;
    else this.predictions = columns;
  }

  /** Through whose eyes the library is scored: those of its client, unless another is looked at. */
  get host(): Host {
    return this.client === null ? this.#host : (this.#otherHost ?? this.client);
  }
  set host(host: Host) {
    if (this.client === null) this.#host = host;
    else this.#otherHost = host;
  }

  /** The host whose list the scorers are given; none where they are given whole texts. */
  get seenBy(): Host | null {
    return this.host === STANDARD ? null : this.host;
  }

  /** Scorers that a column may have. */
  get offered(): readonly Scorer[] {
    return this.client === null ? knownScorers : predicting;
  }
  get limits(): typeof columnLimits {
    return this.client === null ? columnLimits : predictionLimits;
  }

  /** How many skills pass: a client has no `top_k`, its model picks one. */
  get mostPassing(): number {
    return this.client === null ? this.topK : 1;
  }

  /** The library is for another client, or for none any more: what that one sees is shown and scored. */
  followClient() {
    if (this.client === this.#followed) return;
    this.#followed = this.client;
    this.#otherHost = null;
    this.#dropTried();
    if (this.client !== null) this.resolving.clear();
    void this.sight.read();
    void this.refresh();
  }

  /** Reads what the scorers and the library are, and scores what was asked last. */
  async start(): Promise<void> {
    // How long the place itself takes to be drawn tells of the machine before anything is typed.
    this.pace.drawn();
    void this.#readQueries();
    void this.sight.read();
    try {
      await this.thresholds.read();
      this.error = null;
    } catch (thrown) {
      this.error = StudioError.from(thrown);
      return;
    }
    void this.refresh();
    await this.resolving.readTools();
  }

  /** Takes a change: kept at once, scored and resolved after a rest. */
  set(change: Partial<Settings>) {
    Object.assign(this, change);
    const keys = Object.keys(change) as (keyof Settings)[];
    if (keys.includes('query') || keys.includes('host')) this.#dropTried();
    if (keys.includes('host')) void this.sight.read();
    if (keys.includes('labelSet')) void this.labels.read();
    if (keys.includes('watchSet')) this.whatIf.follow();
    if (keys.includes('query')) this.#typed();
    else this.#later(!keys.every((key) => withoutScores.has(key)));
    this.#keep();
  }

  /** Scores and resolves now, and remembers the query. */
  async run(): Promise<void> {
    const query = this.query.trim();
    if (query && query.length <= LONGEST_RECENT)
      this.recent = [query, ...this.recent.filter((other) => other !== query)].slice(0, RECENT);
    this.#keep();
    await this.refresh();
  }

  /** Scores and resolves now: each column by itself, so that a slow one holds up no other. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#rescoring = false;
    if (this.thresholds.infos.length === 0) return;
    this.isRunning = true;
    this.thresholds.keep();
    this.why.follow();
    this.whatIf.follow();
    this.tested.sync();
    // A client is left to itself: nothing resolves before its model has picked.
    const lanes: (Scorer | 'resolve')[] = this.client === null ? [...this.columns, 'resolve'] : this.columns;
    await Promise.all(lanes.map((lane) => this.#lanes[lane].now()));
    this.isRunning = false;
  }

  /** Lists more of the candidates, or of the skills that were not chosen. */
  more(of: 'candidates' | 'rejected') {
    if (of === 'candidates') {
      this.listed = MORE_LISTED;
      for (const scorer of this.columns) void this.#lanes[scorer].now();
    } else {
      this.rejected = MORE_LISTED;
      void this.#lanes.resolve.now();
    }
  }

  /** Scores again once things have settled, as after a change of the library. */
  refreshLater() {
    this.#later(true);
    this.sight.follow();
    this.tested.readLater();
    if (this.labels.examples.length === 0) this.suggestions.follow();
  }

  /** The wording of the chosen skill that is tried, where it differs from what is stored. */
  get triedWording(): SkillWording | null {
    return this.draftOf(this.chosen);
  }

  /** The draft of a skill, where it differs from what is stored. */
  draftOf(skill: string | null): SkillWording | null {
    const { skillId, changed, wording } = this.whatIf;
    return skillId === skill && changed.length > 0 ? wording : null;
  }

  /** Who says how the queries of the skill under test go. */
  get testScorer(): Scorer {
    return this.whatIf.scorer;
  }

  /**
   * Puts a skill to the test: its queries are listed, and one that should trigger it is asked, where nothing is. What the
   * author typed stays; the queries listed or suggested are a press away.
   */
  async testSkill(skillId: string): Promise<void> {
    this.choose(skillId);
    await this.tested.open(skillId);
    const { queries } = this.tested;
    const first = queries.find(({ expectation }) => expectation === 'this_skill') ?? queries[0];
    if (first) this.suggestions.close();
    else await this.suggestions.of(skillId);
    const query = first?.labelled.query ?? this.suggestions.own[0]?.query;
    const isFree = this.query.trim() === '' || this.query === this.#proposed;
    if (query === undefined || this.tested.skillId !== skillId || !isFree) return;
    this.#proposed = query;
    this.set({ query });
    await this.run();
  }

  /** Another wording is tried: what is explained and tested is of it. */
  reworded() {
    this.why.follow();
    this.tested.sync();
  }

  /** A wording was kept: the skill is another one now. */
  kept() {
    this.tested.follow();
    void this.refresh();
  }

  triedBy(scorer: Scorer): ScoreReport | null {
    return this.whatIf.triedBy(scorer);
  }

  /** Moves a threshold; none puts the shipped one back. */
  setMinScore(scorer: Scorer, value: number | null) {
    if (this.thresholds.set(scorer, value)) this.#later(true);
  }

  /** Looks at a skill, under one of the scorers. */
  choose(skillId: string | null, scorer: Scorer = this.focus) {
    if (this.chosen === skillId && this.focus === scorer) return;
    this.chosen = skillId;
    this.#focus = scorer;
    this.why.follow();
    this.whatIf.follow();
    this.tested.sync();
  }

  /** Opens the explanation of the skill that is looked at. */
  explain(skillId: string, scorer: Scorer = this.focus) {
    this.choose(skillId, scorer);
    this.why.open();
  }

  /** Tries another wording of the chosen skill, else of the best one. */
  async tryWording(skillId = this.chosen ?? this.sides[this.focus].candidates[0]?.id): Promise<void> {
    if (!skillId) return;
    this.choose(skillId);
    await this.whatIf.open(skillId);
  }

  /** Puts another scorer into a column; one that stands elsewhere changes places with it. */
  setColumn(at: number, scorer: Scorer) {
    if (!this.offered.includes(scorer)) return;
    const before = this.columns[at]!;
    const columns = this.columns.map((other, place) => (place === at ? scorer : other === scorer ? before : other));
    if (this.#focus === before) this.#focus = scorer;
    this.#setColumns(columns);
  }

  /** Adds a column with a scorer that has none yet; the chat model comes last. */
  addColumn() {
    const next = (['hybrid', 'adk', 'embedding', 'bm25', 'model'] as const).find(
      (scorer) => this.offered.includes(scorer) && !this.columns.includes(scorer),
    );
    if (next && this.columns.length < this.limits.most) this.#setColumns([...this.columns, next]);
  }

  removeColumn(scorer: Scorer) {
    if (this.columns.length > this.limits.fewest) this.#setColumns(this.columns.filter((other) => other !== scorer));
  }

  /** Asks the chat model, which may cost. */
  async askModel(): Promise<void> {
    this.chatModel.isAsking = true;
    await this.#take('model', (policy, host) => this.backend.askModel(this.query, policy, host));
    this.chatModel.isAsking = false;
  }

  policy(scorer: Scorer): Policy {
    return {
      top_k: this.mostPassing,
      min_score: this.thresholds.min[scorer],
      include_tags: this.includeTags,
      exclude_tags: this.excludeTags,
    };
  }

  /** Labelled queries are what to try first; only where there are none something is suggested. */
  async #readQueries() {
    await this.labels.read();
    if (this.labels.examples.length === 0) await this.suggestions.read();
  }

  async #score(scorer: Scorer) {
    const side = this.sides[scorer];
    if (this.isBlank) {
      this.#turns[scorer].end();
      side.report = null;
      side.error = null;
      return;
    }
    // Of a chat model only an answer that is kept is shown; it is asked when told to, with the cost before its eyes.
    const estimate = scorer === 'model' ? this.chatModel.estimate(this.query, this.host) : null;
    await this.#take(scorer, (policy, host) => this.backend.score(this.query, scorer, policy, host, this.listed));
    await estimate;
  }

  /** Takes an answer over together with those of other columns, unless something else is typed by then. */
  #landing(): (take: () => void) => void {
    const { query } = this;
    const land = this.#answers.ask();
    return (take) =>
      land(() => {
        if (this.query !== query) return;
        this.pace.drawn();
        take();
      });
  }

  /** Takes a scorer's answer; one that a later one has overtaken is dropped. */
  async #take(scorer: Scorer, ask: (policy: Policy, host: Host | null) => Promise<ScoreReport>) {
    const land = this.#landing();
    const isNewest = this.#turns[scorer].begin();
    const side = this.sides[scorer];
    const take = (change: () => void) => land(() => isNewest() && change());
    try {
      const report = await ask(this.policy(scorer), this.seenBy);
      take(() => {
        side.report = report;
        side.error = null;
        if (this.query.trim()) firstRun.take('query');
      });
    } catch (thrown) {
      take(() => (side.error = StudioError.from(thrown)));
    }
  }

  #setColumns(columns: Scorer[]) {
    const added = columns.filter((scorer) => !this.columns.includes(scorer));
    this.columns = columns;
    this.#keep();
    this.why.follow();
    this.whatIf.follow();
    this.tested.sync();
    for (const scorer of added) if (this.thresholds.infos.length > 0) void this.#lanes[scorer].now();
  }

  /** A wording that is tried is scored anew for another query; until then the columns show the skills as they are. */
  #dropTried() {
    this.whatIf.dropReports();
  }

  #typed() {
    [this.listed, this.rejected] = [LISTED, REJECTED];
    this.#later(true, this.pace.rest);
  }

  #later(rescore: boolean, rest = REST) {
    this.#rescoring ||= rescore;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#rescoring) void this.refresh();
      else if (this.client === null) void this.#lanes.resolve.now();
    }, rest);
  }

  #keep() {
    const kept = Object.fromEntries(Object.keys(defaults).map((key) => [key, this[key as keyof Settings]]));
    this.memory.write(JSON.stringify({ ...kept, columns: this.#columns, host: this.#host }));
  }
}
