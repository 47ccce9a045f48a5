/**
 * Another wording of one skill, scored as it is typed and kept only when the author says so. The ranks of the query of the
 * moment come at once, in every column but a chat model's; the labelled queries, which may be thousands, follow once typing
 * pauses. Of each kind and column one call is in flight at a time and the newest wording wins. The attempt itself is remembered
 * until it is kept or discarded.
 */
import {
  type CandidateState,
  type Host,
  type Policy,
  type ScoreReport,
  type Scorer,
  type SkillDetail,
  type SkillWording,
  StudioError,
  type WhatIfReport,
  type WhatIfRequest,
} from '$lib/ipc';
import { type Attempt, type Attempts, type WordingField, changedFields, sameField } from './attempts';
import { unique } from '$lib/group';
import { Latest } from '$lib/latest';
import { forEachScorer } from './settings';
import type { Pace } from '$lib/pace';

/** How long typing rests before it is scored, in milliseconds. */
export const WHAT_IF_REST = 4;
/** How long it rests before labelled queries are compared. */
export const COMPARE_REST = 80;
/** How long to wait for vectors that are still being made, in milliseconds. */
export const WAITING_REST = 400;

export interface WhatIfBackend {
  getSkillWording(skillId: string): Promise<SkillWording>;
  getSkill(id: string): Promise<SkillDetail>;
  askWhatIf(request: WhatIfRequest): Promise<WhatIfReport>;
  saveWhatIf(skillId: string, wording: SkillWording, aggregateVersion: number): Promise<SkillDetail>;
}

/** A skill in these states has no score, whatever its words. */
const never: ReadonlySet<CandidateState> = new Set<CandidateState>(['dropped', 'only_by_name']);

/** What a wording is tried against. */
export interface WhatIfOwner {
  readonly query: string;
  readonly focus: Scorer;
  /** Those that are shown, the one in focus among them. */
  readonly columns: readonly Scorer[];
  readonly watchSet: string | null;
  /** Through whose list the skills are seen; none where they are seen whole. */
  readonly seenBy: Host | null;
  /** How long typing has to rest. */
  readonly pace: Pace;
  policy(scorer: Scorer): Policy;
  /** Another wording is tried, or none any more. */
  reworded(): void;
  /** The skill is another one now. */
  kept(): void;
}

/** What came of trying it with one scorer. */
interface Tried {
  scorer: Scorer;
  report: WhatIfReport | null;
  /** Why the scorer leaves the skill out, however it is worded. */
  leftOut: string | null;
  /** Why it could not be scored. */
  error: StudioError | null;
}
const untried = { report: null, leftOut: null, error: null };

/** One skill, as stored and as tried. */
interface Trial {
  skillId: string;
  version: number;
  stored: SkillWording;
}

export class WhatIf {
  /** The skill whose panel is open. */
  skillId = $state<string | null>(null);
  trial = $state.raw<Trial | null>(null);
  wording = $state.raw<SkillWording | null>(null);
  /** What came of it by column. */
  #tried = $state.raw<readonly Tried[]>([]);
  /** The labelled queries under it; those of an earlier wording until the newest are compared. */
  compared = $state.raw<WhatIfReport | null>(null);
  /** Whether labelled queries are still to be compared under the newest wording. */
  isComparing = $state(false);
  /** Why the skill could not be read, or the labelled queries not be compared. */
  #failed = $state.raw<StudioError | null>(null);
  /** Why the wording could not be kept. */
  keepError = $state.raw<StudioError | null>(null);
  isKeeping = $state(false);
  /** Fields that were tried here and changed elsewhere meanwhile. */
  clashes = $state.raw<WordingField[]>([]);
  attempts = $state.raw<readonly Attempt[]>([]);

  readonly isOpen: boolean = $derived(this.skillId !== null);
  readonly changed: WordingField[] = $derived(
    this.trial && this.wording ? changedFields(this.trial.stored, this.wording) : [],
  );
  /** Who stands first: the labelled queries are compared by the one in focus, else by the next that can load the skill. */
  readonly scorer: Scorer = $derived.by(() => {
    const wanted: Scorer[] = [this.owner.focus, ...this.owner.columns, 'hybrid'];
    const asked = wanted.filter((scorer) => scorer !== 'model');
    return asked.find((scorer) => this.triedWith(scorer).leftOut === null) ?? asked[0]!;
  });
  /** Who tries it: every column. A chat model is never asked while one types. */
  readonly scorers: Scorer[] = $derived.by(() =>
    unique([...this.owner.columns.filter((scorer) => scorer !== 'model'), this.scorer]),
  );

  #kept: Attempts;
  #ranks = forEachScorer((scorer) => new Latest(() => this.#score(scorer), WHAT_IF_REST));
  #flips = new Latest(() => this.#compare(), COMPARE_REST);

  constructor(
    private readonly backend: WhatIfBackend,
    private readonly owner: WhatIfOwner,
    attempts: Attempts,
  ) {
    this.#kept = attempts;
    this.attempts = attempts.list();
  }

  /** What came of trying it with a scorer. */
  triedWith(scorer: Scorer): Tried {
    return this.#tried.find((tried) => tried.scorer === scorer) ?? { scorer, ...untried };
  }

  /** The query of the moment under the scorer that stands first. */
  get report(): WhatIfReport | null {
    return this.triedWith(this.scorer).report;
  }

  get error(): StudioError | null {
    return this.#failed ?? this.triedWith(this.scorer).error;
  }

  /** Every candidate under the wording that is tried, where that is another one and the scorer can load the skill. */
  triedBy(scorer: Scorer): ScoreReport | null {
    const { report: tried, leftOut } = this.triedWith(scorer);
    const report = tried?.report;
    if (this.changed.length === 0 || leftOut !== null || !report || report.unavailable) return null;
    return report.query === this.owner.query ? report : null;
  }

  /** Another query is asked: what was scored is of the one before. */
  dropReports() {
    this.#tried = this.#tried.map((tried) => ({ ...tried, report: null }));
  }

  /** Opens the panel for a skill; an attempt at it that was left is taken up again. */
  async open(skillId: string): Promise<void> {
    if (this.skillId === skillId) return;
    this.#forgetTrial();
    this.skillId = skillId;
    const trial = await this.#read(skillId);
    if (!trial || this.skillId !== skillId) return;
    const attempt = this.#kept.find(skillId);
    this.#take(attempt ? { ...trial, stored: attempt.base } : trial, attempt?.wording ?? trial.stored);
    this.#meet(trial);
    this.#ask(0);
  }

  /** Closes the panel; the attempt is left for later. */
  close() {
    this.#forgetTrial();
    this.skillId = null;
    this.owner.reworded();
  }

  /** Takes another wording, and remembers it. */
  edit(change: Partial<SkillWording>) {
    if (!this.trial || !this.wording) return;
    this.wording = { ...this.wording, ...change };
    this.keepError = null;
    this.#remember();
    this.#ask();
  }

  /** Something else that it is scored with changed. */
  follow() {
    if (this.trial) this.#ask();
  }

  /** Goes back to the stored wording; returns how to take that back. */
  discard(): () => void {
    const { trial, wording } = this;
    if (!trial || !wording) return () => {};
    this.edit(trial.stored);
    this.clashes = [];
    return () => {
      if (this.trial?.skillId === trial.skillId) this.edit(wording);
      else this.#put({ skillId: trial.skillId, name: trial.stored.name, base: trial.stored, wording });
    };
  }

  /** Saves the wording as a new version of the skill; returns how to take that back, and none where it failed. */
  async keep(): Promise<(() => Promise<void>) | null> {
    const { trial, wording } = this;
    if (!trial || !wording || this.isKeeping) return null;
    this.isKeeping = true;
    this.keepError = null;
    try {
      const { aggregate_version: version } = await this.backend.saveWhatIf(trial.skillId, wording, trial.version);
      const later = this.trial?.skillId === trial.skillId && this.wording !== wording ? this.wording : null;
      this.#forget(trial.skillId);
      if (this.trial?.skillId === trial.skillId) {
        this.#take({ ...trial, version, stored: wording }, later ?? wording);
        if (later) this.#remember();
      }
      this.owner.kept();
      return () => this.#takeBack({ ...trial, version }, wording);
    } catch (thrown) {
      this.keepError = StudioError.from(thrown);
      return null;
    } finally {
      this.isKeeping = false;
    }
  }

  /** Stores the wording before again, unless the skill has changed since; what was kept is then tried as before. */
  async #takeBack(trial: Trial, wording: SkillWording) {
    const { aggregate_version: version } = await this.backend.saveWhatIf(trial.skillId, trial.stored, trial.version);
    if (this.trial?.skillId === trial.skillId) {
      this.#take({ ...trial, version }, wording);
      this.#remember();
      this.#ask();
    } else this.#put({ skillId: trial.skillId, name: trial.stored.name, base: trial.stored, wording });
    this.owner.kept();
  }

  /** Reads the skill anew, as when it changed elsewhere: what was not tried here takes the new text. */
  async reread(): Promise<void> {
    const skillId = this.skillId;
    const trial = skillId && (await this.#read(skillId));
    if (!trial || this.skillId !== skillId) return;
    if (!this.trial || !this.wording) this.#take(trial, this.#kept.find(trial.skillId)?.wording ?? trial.stored);
    else this.#meet(trial);
    this.keepError = null;
    this.#ask();
  }

  async #read(skillId: string): Promise<Trial | null> {
    try {
      // The version first: a change between the two readings is then refused rather than overwritten.
      const { aggregate_version: version } = await this.backend.getSkill(skillId);
      return { skillId, version, stored: await this.backend.getSkillWording(skillId) };
    } catch (thrown) {
      if (this.skillId === skillId) this.#failed = StudioError.from(thrown);
      return null;
    }
  }

  #take(trial: Trial, wording: SkillWording) {
    this.trial = trial;
    this.wording = wording;
    this.#failed = null;
    this.clashes = [];
    this.#tried = this.#tried.map((tried) => ({ ...tried, leftOut: null }));
  }

  /** Brings the trial to what is stored now. */
  #meet(now: Trial) {
    const { stored: before } = this.trial!;
    const wording = { ...this.wording! };
    const moved = changedFields(before, now.stored);
    const untouched = moved.filter((field) => sameField(wording, before, field));
    this.clashes = moved.filter((field) => !untouched.includes(field) && !sameField(wording, now.stored, field));
    Object.assign(wording, Object.fromEntries(untouched.map((field) => [field, now.stored[field]])));
    this.trial = now;
    this.wording = wording;
    this.#remember();
  }

  #ask(rest = Math.max(WHAT_IF_REST, this.owner.pace.rest)) {
    this.owner.reworded();
    this.isComparing = true;
    for (const scorer of this.scorers) this.#ranks[scorer].soon(rest);
    this.#flips.soon(Math.max(COMPARE_REST, this.owner.pace.rest));
  }

  /** The query of the moment under the newest wording, in one column; what was typed over meanwhile is dropped. */
  async #score(scorer: Scorer) {
    const asked = this.wording;
    const answer = await this.#request(scorer, false);
    if (!answer) return;
    const { scorer: first } = this;
    const [before, after] = [answer.report?.before, answer.report?.after];
    const isLeftOut = before && after && never.has(before.state) && never.has(after.state);
    const leftOut = isLeftOut ? (after.reason ?? '') : null;
    const isTypedOver = !asked || !this.wording || changedFields(asked, this.wording).length > 0;
    if (leftOut === null && isTypedOver) return;
    this.owner.pace.drawn();
    this.#tried = [...this.#tried.filter((tried) => tried.scorer !== scorer), { scorer, leftOut, ...answer }];
    // Another column compares the labelled queries from now on.
    if (this.scorer !== first) this.#ask(0);
  }

  /** The labelled queries under the newest wording. */
  async #compare() {
    const answer = await this.#request(this.scorer, true);
    if (answer) this.#failed = answer.error;
    if (answer?.report) this.compared = answer.report;
    if (!this.#flips.isOvertaken) this.isComparing = false;
    if (answer?.report && answer.report.waiting > 0) setTimeout(() => this.follow(), WAITING_REST);
  }

  /** Asks; nothing where the answer was overtaken by another skill, scorer or query. */
  async #request(scorer: Scorer, hasQueries: boolean): Promise<Pick<Tried, 'report' | 'error'> | null> {
    const { trial, wording } = this;
    if (!trial || !wording) return null;
    const { query, watchSet: set, seenBy: host } = this.owner;
    const policy = this.owner.policy(scorer);
    const isOfNow = () =>
      this.trial?.skillId === trial.skillId &&
      (hasQueries ? this.scorer === scorer : this.scorers.includes(scorer)) &&
      this.owner.query === query &&
      this.owner.seenBy === host;
    try {
      const request = { skill_id: trial.skillId, wording, query, scorer, policy, host, set, has_queries: hasQueries };
      const report = await this.backend.askWhatIf(request);
      return isOfNow() ? { report, error: null } : null;
    } catch (thrown) {
      return isOfNow() ? { report: null, error: StudioError.from(thrown) } : null;
    }
  }

  /** Keeps the attempt while it differs from what is stored, and forgets it when it does not. */
  #remember() {
    const { trial, wording } = this;
    if (!trial || !wording) return;
    if (this.changed.length === 0) this.#forget(trial.skillId);
    else this.#put({ skillId: trial.skillId, name: trial.stored.name, base: trial.stored, wording });
  }

  #put(attempt: Attempt) {
    this.#kept.put(attempt);
    this.attempts = this.#kept.list();
  }

  #forget(skillId: string) {
    if (!this.#kept.find(skillId)) return;
    this.#kept.forget(skillId);
    this.attempts = this.#kept.list();
  }

  #forgetTrial() {
    for (const lane of Object.values(this.#ranks)) lane.stop();
    this.#flips.stop();
    this.isComparing = false;
    this.trial = null;
    this.wording = null;
    this.#tried = [];
    this.compared = null;
    this.#failed = null;
    this.keepError = null;
    this.clashes = [];
  }
}
