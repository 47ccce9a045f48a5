/**
 * The list of skills: what is searched, filtered, sorted, folded and selected. Lives as long as the window, so that a look
 * at another place changes nothing.
 */
import { SvelteSet } from 'svelte/reactivity';
import { indexBy } from '$lib/group';
import {
  commands,
  StudioError,
  type SearchHit,
  type SearchMode,
  type SearchRequest,
  type SearchResult,
  type SkillRow,
} from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Pace } from '$lib/pace';
import { choose, countTags, doubledNames, grouped, groupNames, meterScale, onlyOf, shows, sorts } from './filter';
import type { Item, Only, Show, Sort } from './filter';

/** How many hits are shown at first; more are shown when they are asked for. */
export const SHOWN = 100;

export class Library {
  query = $state('');
  mode = $state<SearchMode>('words');
  show = $state<Show>('all');
  only = $state.raw<Only | null>(null);
  #sort = $state<Sort>('name');
  readonly tags = new SvelteSet<string>();
  /** Groups that are folded. */
  readonly closed = new SvelteSet<string>();
  /** Skills selected for one action on all of them. */
  readonly marked = new SvelteSet<string>();
  /** What the last search found, until the next one has; null while nothing is searched for. */
  found = $state.raw<SearchResult | null>(null);
  /** What those are the hits of; empty while nothing is searched for. */
  answered = $state('');
  isSearching = $state(false);
  searchError = $state.raw<StudioError | null>(null);
  limit = $state(SHOWN);

  readonly isQueried = $derived(this.query.trim() !== '');
  readonly byMeaning = $derived(this.mode === 'meaning' && this.isQueried);
  /** What the filters leave, in order. */
  readonly chosen: SkillRow[] = $derived.by(() =>
    choose(this.rows(), { show: this.show, only: this.only, tags: this.tags, sort: this.#sort }),
  );
  readonly #byId = $derived.by(() => indexBy(this.rows(), ({ id }) => id));
  readonly items: Item[] = $derived.by(() => {
    if (this.found) return this.#itemsOf(this.found.hits);
    return grouped(this.chosen, this.groups, this.closed);
  });
  readonly #listedRows: readonly SkillRow[] = $derived.by(() =>
    this.found ? this.items.flatMap((item) => (item.kind === 'skill' ? [item.row] : [])) : this.chosen,
  );
  /** Skills that search and filters show, those of folded groups among them. */
  readonly listed: string[] = $derived(this.#listedRows.map(({ id }) => id));
  readonly shown = $derived(this.listed.length);
  /** Whether all that is listed is selected. */
  readonly isAllMarked = $derived(this.shown > 0 && this.listed.every((id) => this.marked.has(id)));
  /** How many of the selected skills search and filters hide. */
  readonly hiddenMarks = $derived.by(() => {
    const listed = indexBy(this.listed, (id) => id);
    return [...this.marked].filter((id) => !listed.has(id)).length;
  });
  /** How many were found, shown or not. */
  readonly total = $derived(this.found?.total ?? this.chosen.length);
  readonly groups: string[] = $derived.by(() => groupNames(this.rows()));
  readonly tagCounts = $derived.by(() => countTags(this.rows()));
  readonly scale = $derived.by(() => meterScale(this.rows()));
  /** How many skills each choice would show. */
  readonly counts: Record<Show, number> = $derived.by(() => {
    const doubled = doubledNames(this.rows());
    const count = (show: Show) => this.rows().filter((row) => shows[show](row, doubled)).length;
    return Object.fromEntries((Object.keys(shows) as Show[]).map((show) => [show, count(show)])) as Record<
      Show,
      number
    >;
  });
  readonly #isNarrowed = $derived(this.show !== 'all' || this.only !== null || this.tags.size > 0);
  readonly isFiltered = $derived(this.#isNarrowed || this.query.trim() !== '');

  /** Where the library lies that is shown. */
  #path: string | null = null;
  /** The rows and the request that the newest search was for. */
  #asked: { rows: readonly SkillRow[]; request: string } | null = null;
  readonly #pace = new Pace();
  readonly #search = new Latest(() => this.#ask(), this.#pace);

  constructor(
    private readonly rows: () => readonly SkillRow[],
    private readonly find: (request: SearchRequest) => Promise<SearchResult> = commands.searchSkills,
    private readonly kept: { sort: string | null } = { sort: null },
  ) {
    const sort = sorts.find((known) => known === kept.sort);
    if (sort) this.#sort = sort;
  }

  get sort(): Sort {
    return this.#sort;
  }
  set sort(sort: Sort) {
    this.#sort = sort;
    this.kept.sort = sort;
  }

  /** The query changed: the studio is asked, and what was found before stands until it has answered. */
  type(query: string) {
    this.query = query;
    this.limit = SHOWN;
    this.search();
  }

  setMode(mode: SearchMode) {
    this.mode = mode;
    this.found = null;
    this.search();
  }

  /** Shows more of what was found. */
  showMore() {
    this.limit *= 5;
    this.search();
  }

  toggleTag(tag: string) {
    if (!this.tags.delete(tag)) this.tags.add(tag);
  }

  toggleGroup(name: string) {
    if (!this.closed.delete(name)) this.closed.add(name);
  }

  clear() {
    this.query = '';
    this.mode = 'words';
    this.show = 'all';
    this.only = null;
    this.tags.clear();
    this.search();
  }

  /** Shows these skills and no others, whatever was searched for and folded before. */
  showOnly(label: string, ids: readonly string[]) {
    this.clear();
    this.closed.clear();
    this.only = onlyOf(label, ids);
  }

  /** The library that is open: in another one, what only the one before was asked for is forgotten. */
  follow(path: string | null) {
    if (path === null || path === this.#path) return;
    if (this.#path !== null) this.only = null;
    this.#path = path;
  }

  /** Selects every skill of a group that is shown, or none of them where all are. */
  markGroup(name: string) {
    const ids = this.#listedRows.filter((row) => row.group === name).map((row) => row.id);
    const isAll = ids.every((id) => this.marked.has(id));
    for (const id of ids)
      if (isAll) this.marked.delete(id);
      else this.marked.add(id);
  }

  /** Selects every skill that search and filters show, and no other. */
  markAll() {
    this.marked.clear();
    for (const id of this.listed) this.marked.add(id);
  }

  /** Selects all that is listed, or nothing any more where all of it is. */
  toggleAll() {
    if (this.isAllMarked) this.marked.clear();
    else this.markAll();
  }

  /** Forgets selected skills that are gone. */
  prune() {
    const ids = indexBy(this.rows(), ({ id }) => id);
    for (const id of this.marked) if (!ids.has(id)) this.marked.delete(id);
  }

  /** Selects a skill, or takes it out of the selection; `from` selects everything between. */
  mark(id: string, from: string | null = null) {
    const ids = this.items.flatMap((item) => (item.kind === 'skill' ? [item.key] : []));
    const [a, b] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(id)];
    if (a >= 0 && b >= 0) for (const each of ids.slice(Math.min(a, b), Math.max(a, b) + 1)) this.marked.add(each);
    else if (!this.marked.delete(id)) this.marked.add(id);
  }

  /** The next skill whose name starts with what was typed, after the one that is selected. */
  startingWith(letters: string, after: string | null): SkillRow | undefined {
    const rows = this.items.flatMap((item) => (item.kind === 'skill' ? [item.row] : []));
    const at = rows.findIndex((row) => row.id === after);
    const from = letters.length > 1 ? at : at + 1;
    const turned = [...rows.slice(Math.max(0, from)), ...rows.slice(0, Math.max(0, from))];
    return turned.find((row) => row.name.toLowerCase().startsWith(letters));
  }

  /** Searches where something was typed, filters changed or the library did; otherwise there is nothing to do. */
  search() {
    this.searchError = null;
    if (!this.isQueried) {
      this.#search.stop();
      this.#asked = null;
      this.found = null;
      this.answered = '';
      this.isSearching = false;
      return;
    }
    const asked = { rows: this.rows(), request: JSON.stringify(this.#request()) };
    if (asked.rows === this.#asked?.rows && asked.request === this.#asked.request) return;
    this.#asked = asked;
    this.isSearching = true;
    this.#search.soon();
  }

  #request(): SearchRequest {
    const among = this.#isNarrowed ? this.chosen.map(({ id }) => id) : null;
    return { query: this.query.trim(), mode: this.mode, limit: this.limit, among };
  }

  async #ask() {
    const asked = this.#asked;
    if (!asked) return;
    try {
      const request = JSON.parse(asked.request) as SearchRequest;
      const found = await this.find(request);
      if (asked !== this.#asked) return;
      this.#pace.drawn();
      this.found = found;
      this.answered = `${request.mode} ${request.query}`;
    } catch (thrown) {
      if (asked !== this.#asked) return;
      this.found = { hits: [], total: 0 };
      this.searchError = StudioError.from(thrown);
    } finally {
      if (asked === this.#asked) this.isSearching = false;
    }
  }

  #itemsOf(hits: readonly SearchHit[]): Item[] {
    return hits.flatMap((hit): Item[] => {
      const row = this.#byId.get(hit.id);
      return row ? [{ kind: 'skill', key: row.id, row, hit }] : [];
    });
  }
}
