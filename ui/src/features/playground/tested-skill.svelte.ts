/**
 * The skill under test: its queries as a list, each with its result, as the skill is saved or with the draft of it that is
 * typed. One batch is under way at a time and one waits; what was overtaken meanwhile is dropped. What a query expects, and how
 * it goes, the studio says.
 */
import {
  type CredentialChoice,
  type Host,
  type LabelledQuery,
  type NewQuery,
  type Policy,
  type QueryExpectation,
  type QueryImport,
  type Scorer,
  type SkillQueries,
  type SkillQuery,
  type SkillQueryResult,
  type SkillQueryResults,
  type SkillQueryTest,
  type SkillWording,
  StudioError,
} from '$lib/ipc';
import { Latest } from '$lib/latest';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Turn } from '$lib/turn';

/** How long typing rests before the queries are tested, in milliseconds. */
export const TEST_REST = 4;
/** How long changes of the library rest before the queries are read anew, in milliseconds. */
export const READ_REST = 120;

export interface TestedSkillBackend {
  listSkillQueries(skillId: string): Promise<SkillQueries>;
  testSkillQueries(test: SkillQueryTest): Promise<SkillQueryResults>;
  saveSkillQuery(
    skillId: string,
    id: string | null,
    query: string,
    expectation: QueryExpectation,
    credentials: CredentialChoice,
  ): Promise<LabelledQuery>;
  writeSkillQueries(skillId: string): Promise<SkillQueries>;
  importFoundEvals(keys: string[]): Promise<QueryImport[]>;
  saveQuery(query: NewQuery, credentials: CredentialChoice): Promise<LabelledQuery>;
  deleteQueries(ids: string[]): Promise<unknown>;
}

/** What the queries are tested with. */
export interface TestedSkillOwner {
  /** Who says how they go. */
  readonly testScorer: Scorer;
  /** Through whose list the skills are seen; none where they are seen whole. */
  readonly seenBy: Host | null;
  policy(scorer: Scorer): Policy;
  /** The draft of a skill, while one is typed. */
  draftOf(skillId: string): SkillWording | null;
}

/** How to take back what was done. */
export type Undo = () => Promise<void>;

export class TestedSkill {
  skillId = $state<string | null>(null);
  list = $state.raw<SkillQueries | null>(null);
  /** How they go with the draft, or as the skill is saved. */
  results = $state.raw<SkillQueryResults | null>(null);
  /** How they go as the skill is saved. */
  saved = $state.raw<SkillQueryResults | null>(null);
  /** Why the queries could not be read or tested. */
  error = $state.raw<StudioError | null>(null);
  isTesting = $state(false);
  /** What they were tested with last. */
  #limits = '';
  #draft: SkillWording | null = null;
  readonly #reading = new Turn();
  readonly #testing = new Turn();
  /** What the skill as it is saved is tested with; no draft is a part of it. */
  readonly #basis = new Turn();
  readonly #batch = new Latest(() => this.#test(), TEST_REST);
  readonly #rereading = new Latest(() => this.read(), READ_REST);

  constructor(
    private readonly backend: TestedSkillBackend,
    private readonly owner: TestedSkillOwner,
  ) {}

  get queries(): readonly SkillQuery[] {
    return this.list?.queries ?? [];
  }

  resultOf(query: SkillQuery): SkillQueryResult | null {
    return find(this.results, query);
  }

  savedResultOf(query: SkillQuery): SkillQueryResult | null {
    return find(this.saved, query);
  }

  /** Puts a skill to the test, and reads its queries. */
  async open(skillId: string): Promise<void> {
    if (this.skillId !== skillId) this.close();
    this.skillId = skillId;
    await this.read();
  }

  close() {
    this.#reading.end();
    this.#testing.end();
    this.#basis.end();
    this.#batch.stop();
    this.#rereading.stop();
    this.skillId = null;
    this.list = null;
    this.results = null;
    this.saved = null;
    this.error = null;
    this.isTesting = false;
  }

  /** Reads the queries, and tests them. */
  async read(): Promise<void> {
    const { skillId } = this;
    if (skillId === null) return;
    const isNewest = this.#reading.begin();
    try {
      const list = await this.backend.listSkillQueries(skillId);
      if (isNewest()) this.#take(list);
    } catch (thrown) {
      if (!isNewest()) return;
      const error = StudioError.from(thrown);
      // The skill was deleted, or another library is open.
      if (error.code === 'not_found') this.close();
      else this.error = error;
    }
  }

  /** Reads the queries anew once things have settled, as after a change of the library. */
  readLater() {
    if (this.skillId !== null) this.#rereading.soon();
  }

  /** The library or the queries have changed. */
  follow() {
    this.#basis.end();
    this.#limits = '';
    this.sync();
  }

  /** Follows what the queries are tested with; nothing is asked where that is as it was. */
  sync() {
    if (this.skillId === null || this.list === null) return;
    const { testScorer: scorer, seenBy } = this.owner;
    const limits = JSON.stringify([scorer, this.owner.policy(scorer), seenBy]);
    const draft = this.owner.draftOf(this.skillId);
    if (limits !== this.#limits) {
      this.#basis.end();
      this.saved = null;
    } else if (draft === this.#draft) return;
    this.#limits = limits;
    this.#draft = draft;
    this.#testing.end();
    this.isTesting = true;
    this.#batch.soon();
  }

  async add(text: string, expectation: QueryExpectation): Promise<void> {
    await this.#change((skillId) => this.#save(skillId, null, text, expectation));
  }

  /** Says what a query expects; returns how to take that back. */
  async expect({ labelled }: SkillQuery, expectation: QueryExpectation): Promise<Undo> {
    await this.#change((skillId) => this.#save(skillId, labelled.id, labelled.query, expectation));
    return () => this.#restore(labelled);
  }

  /** Gives a query another text; returns how to take that back. */
  async edit({ labelled }: SkillQuery, query: string): Promise<Undo> {
    await saveAsking((choice) => this.#restore({ ...labelled, query }, choice), { what: 'query' });
    return () => this.#restore(labelled);
  }

  /** Removes a query; returns how to take that back. */
  async remove({ labelled }: SkillQuery): Promise<Undo> {
    await this.#change(() => this.backend.deleteQueries([labelled.id]));
    return () => this.#restore(labelled);
  }

  /** Imports the files found beside the skill. */
  async importFound(): Promise<void> {
    const keys = (this.list?.found ?? []).map(({ key }) => key);
    await this.#change(() => this.backend.importFoundEvals(keys));
  }

  /** Writes the queries into the skill's folder. */
  async write(): Promise<void> {
    await this.#change((skillId) => this.backend.writeSkillQueries(skillId));
  }

  #save(skillId: string, id: string | null, text: string, expectation: QueryExpectation): Promise<LabelledQuery> {
    return saveAsking((choice) => this.backend.saveSkillQuery(skillId, id, text, expectation, choice), {
      what: 'query',
    });
  }

  /** Keeps a query as it is told here, whatever is under test by then. What was there before was settled then. */
  async #restore(
    { id, set, query, expected, unwanted, source }: LabelledQuery,
    credentials: CredentialChoice = 'plain',
  ): Promise<void> {
    await this.backend.saveQuery({ id, set, query, expected, unwanted, source }, credentials);
    await this.read();
  }

  async #change(work: (skillId: string) => Promise<unknown>): Promise<void> {
    if (this.skillId === null) return;
    await work(this.skillId);
    await this.read();
  }

  #take(list: SkillQueries) {
    this.list = list;
    this.error = null;
    this.follow();
  }

  async #test() {
    const { skillId } = this;
    if (skillId === null) return;
    const isNewest = this.#testing.now();
    const isOfNow = this.#basis.now();
    const { testScorer: scorer, seenBy: host } = this.owner;
    const [draft, policy] = [this.owner.draftOf(skillId), this.owner.policy(scorer)];
    const test = (wording: SkillWording | null) =>
      this.backend.testSkillQueries({ skill_id: skillId, wording, scorer, policy, host });
    try {
      const saved = this.saved ?? (await test(null));
      // A draft that was typed meanwhile changes nothing about it.
      if (isOfNow()) this.saved = saved;
      if (!isNewest()) return;
      const results = draft === null ? saved : await test(draft);
      if (!isNewest()) return;
      this.results = results;
      this.error = null;
    } catch (thrown) {
      if (!isNewest()) return;
      this.error = StudioError.from(thrown);
    }
    this.isTesting = false;
  }
}

const find = (results: SkillQueryResults | null, { labelled }: SkillQuery): SkillQueryResult | null =>
  results?.results.find(({ id }) => id === labelled.id) ?? null;
