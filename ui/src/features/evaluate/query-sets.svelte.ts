/** The sets of labelled queries, and the queries of the one that is open: written, mended, imported. */
import type {
  CredentialChoice,
  LabelledQuery,
  NewQuery,
  QueryImport,
  QuerySet,
  QuerySource,
  RepeatedLabels,
  RunInfo,
} from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { Part } from '$lib/state/part.svelte';

/** Set a first query goes to where there is none. */
export const FIRST_SET = 'queries';

export interface QuerySetsBackend {
  listQuerySets(): Promise<QuerySet[]>;
  listQueries(set: string | null): Promise<LabelledQuery[]>;
  saveQuery(query: NewQuery, credentials: CredentialChoice): Promise<LabelledQuery>;
  deleteQueries(ids: string[]): Promise<unknown>;
  deleteQuerySet(name: string): Promise<unknown>;
  renameQuerySet(from: string, to: string): Promise<unknown>;
  importQueries(path: string, set: string | null, labels: RepeatedLabels): Promise<QueryImport>;
}

export interface QuerySetsOwner {
  /** The set that is open. */
  set: string | null;
  /** Runs of all sets, newest first. */
  readonly allRuns: readonly RunInfo[];
  /** Another set is open: what depends on it is to be read. */
  opened(): Promise<void>;
  /** The open set has another name. */
  renamed(): Promise<void>;
  /** Queries are not what they were in the open run. */
  changed(): void;
}

export class QuerySets {
  readonly sets = new Part<QuerySet[]>();
  readonly queries = new Part<LabelledQuery[]>();
  readonly current: QuerySet | null = $derived.by(
    () => this.sets.value?.find(({ name }) => name === this.owner.set) ?? null,
  );

  constructor(
    private readonly backend: QuerySetsBackend,
    private readonly owner: QuerySetsOwner,
  ) {}

  /** Reads the sets; where the open one is not among them any more, another one is opened. */
  async read(): Promise<void> {
    const sets = await this.sets.load(() => this.backend.listQuerySets());
    if (!sets || sets.some(({ name }) => name === this.owner.set)) return;
    this.owner.set = this.likeliest;
    await this.owner.opened();
  }

  /** Reads the sets before anything is open. */
  async start(): Promise<void> {
    await this.sets.load(() => this.backend.listQuerySets());
  }

  /** The set of the newest run, else the first. */
  get likeliest(): string | null {
    const sets = this.sets.value ?? [];
    const run = this.owner.allRuns.find(({ request }) => sets.some(({ name }) => name === request.set));
    return run?.request.set ?? sets[0]?.name ?? null;
  }

  has(name: string | null): boolean {
    return (this.sets.value ?? []).some((set) => set.name === name);
  }

  async readQueries(): Promise<void> {
    const { set } = this.owner;
    if (set === null) this.queries.set([]);
    else await this.queries.load(() => this.backend.listQueries(set));
  }

  /** Keeps a query and shows it in the list. */
  async put(query: Omit<NewQuery, 'set' | 'source'> & { source?: QuerySource }): Promise<LabelledQuery> {
    const set = this.owner.set ?? FIRST_SET;
    const asked: NewQuery = { source: { kind: 'written' }, ...query, set };
    const kept = await saveAsking((choice) => this.backend.saveQuery(asked, choice), { what: 'query' });
    const others = this.queries.value ?? [];
    const isKnown = others.some(({ id }) => id === kept.id);
    this.queries.set(isKnown ? others.map((other) => (other.id === kept.id ? kept : other)) : [...others, kept]);
    this.owner.set ??= kept.set;
    this.owner.changed();
    await this.read();
    return kept;
  }

  async delete(ids: string[]): Promise<void> {
    await this.backend.deleteQueries(ids);
    this.queries.set((this.queries.value ?? []).filter(({ id }) => !ids.includes(id)));
    this.owner.changed();
    await this.read();
  }

  async rename(to: string): Promise<void> {
    if (this.owner.set === null) return;
    await this.backend.renameQuerySet(this.owner.set, to);
    this.owner.set = to;
    await Promise.all([this.read(), this.owner.renamed()]);
  }

  async deleteSet(): Promise<void> {
    if (this.owner.set === null) return;
    await this.backend.deleteQuerySet(this.owner.set);
    await this.read();
  }

  /** Imports a file of labelled queries into a set, or one named after the file, and shows it. */
  async import(path: string, set: string | null, labels: RepeatedLabels): Promise<QueryImport> {
    const report = await this.backend.importQueries(path, set, labels);
    await this.show(report.set);
    return report;
  }

  /** Reads the sets anew, and opens one of them. */
  async show(set: string): Promise<void> {
    await this.start();
    if (!this.has(set)) return;
    this.owner.set = set;
    await this.owner.opened();
  }
}
