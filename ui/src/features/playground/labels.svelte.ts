/** The label of the query of the moment: which skills should wake, in which set. */
import { unique } from '$lib/group';
import { type CredentialChoice, type LabelledQuery, type NewQuery, type QuerySet, StudioError } from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Turn } from '$lib/turn';

export interface LabelsBackend {
  listQuerySets(): Promise<QuerySet[]>;
  listQueries(set: string | null): Promise<LabelledQuery[]>;
  saveQuery(query: NewQuery, credentials: CredentialChoice): Promise<LabelledQuery>;
  deleteQueries(ids: string[]): Promise<unknown>;
}

/** What is labelled, and into which set. */
export interface LabelsOwner {
  readonly query: string;
  readonly labelSet: string;
}

export class Labels {
  sets = $state.raw<QuerySet[]>([]);
  /** The labelled queries of the set. */
  queries = $state.raw<LabelledQuery[]>([]);
  error = $state.raw<StudioError | null>(null);
  /** Labelled queries to try, of the set that labels go into, else of the largest one. */
  examples = $state.raw<string[]>([]);
  isSaving = $state(false);
  readonly labelled: number = $derived(this.sets.reduce((sum, set) => sum + set.queries, 0));
  /** The label of the query of the moment, where it has one. */
  readonly current: LabelledQuery | null = $derived.by(() => this.#find());
  readonly #turn = new Turn();

  constructor(
    private readonly backend: LabelsBackend,
    private readonly owner: LabelsOwner,
  ) {}

  /** Reads the sets and the queries of the one that labels go into. */
  async read(): Promise<void> {
    const isNewest = this.#turn.begin();
    try {
      const [sets, queries] = await Promise.all([
        this.backend.listQuerySets(),
        this.backend.listQueries(this.owner.labelSet),
      ]);
      if (!isNewest()) return;
      this.sets = sets;
      this.queries = queries;
      this.error = null;
      const largest = sets.toSorted((a, b) => b.queries - a.queries)[0];
      const offered = queries.length > 0 || !largest ? queries : await this.backend.listQueries(largest.name);
      if (isNewest()) this.examples = examplesOf(offered);
    } catch (thrown) {
      if (isNewest()) this.error = StudioError.from(thrown);
    }
  }

  /** Says which skills this query should wake; none means that no skill should. */
  save(expected: string[]): Promise<boolean> {
    const { id = null, source = { kind: 'playground' }, unwanted = [] } = this.current ?? {};
    const set = this.owner.labelSet;
    const query = this.owner.query.trim();
    // That no skill should wake says more than that some should not.
    const kept = expected.length > 0 ? unwanted.filter((name) => !expected.includes(name)) : [];
    const labelled: NewQuery = { id, set, query, expected, unwanted: kept, source };
    return this.#change(() => saveAsking((choice) => this.backend.saveQuery(labelled, choice), { what: 'query' }));
  }

  /** Takes the label of this query away. */
  remove(): Promise<boolean> {
    const id = this.current?.id;
    return this.#change(async () => id && this.backend.deleteQueries([id]));
  }

  async #change(work: () => Promise<unknown>): Promise<boolean> {
    this.isSaving = true;
    try {
      await work();
      await this.read();
      return this.error === null;
    } catch (thrown) {
      this.error = StudioError.from(thrown);
      return false;
    } finally {
      this.isSaving = false;
    }
  }

  #find(): LabelledQuery | null {
    const query = this.owner.query.trim();
    return (query && this.queries.find((labelled) => labelled.query.trim() === query)) || null;
  }
}

/** So many are offered to try. */
const OFFERED = 5;

/** Queries that should wake a skill first, each once, none of them long. */
function examplesOf(queries: readonly LabelledQuery[]): string[] {
  const short = queries.filter(({ query }) => query.length <= 120);
  const ordered = [...short.filter(({ expected }) => expected.length > 0), ...short];
  return unique(ordered.map(({ query }) => query.trim()).filter(Boolean)).slice(0, OFFERED);
}
