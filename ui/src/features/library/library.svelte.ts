/**
 * The list of skills: what is searched, filtered, sorted, folded and selected. Lives as long as the window, so that a look
 * at another place changes nothing.
 */
import { SvelteSet } from 'svelte/reactivity';
import { indexBy } from '$lib/group';
import { commands, StudioError, type SearchHit, type SearchMode, type SkillRow } from '$lib/ipc';
import { choose, countTags, doubledNames, grouped, groupNames, meterScale, shows, sorts } from './filter';
import type { Item, Show, Sort } from './filter';

/** Milliseconds without a key before the full text is searched. */
const PAUSE = 150;

export class Library {
  query = $state('');
  mode = $state<SearchMode>('words');
  show = $state<Show>('all');
  #sort = $state<Sort>('name');
  readonly tags = new SvelteSet<string>();
  /** Groups that are folded. */
  readonly closed = new SvelteSet<string>();
  /** Skills selected for one action on all of them. */
  readonly marked = new SvelteSet<string>();
  /** What the last search by full text or meaning found. */
  hits = $state.raw<readonly SearchHit[]>([]);
  isSearching = $state(false);
  searchError = $state.raw<StudioError | null>(null);

  readonly byMeaning = $derived(this.mode === 'meaning' && this.query.trim() !== '');
  readonly chosen: SkillRow[] = $derived.by(() =>
    choose(this.rows(), {
      show: this.show,
      tags: this.tags,
      query: this.byMeaning ? '' : this.query,
      found: indexBy(this.byMeaning ? [] : this.hits, ({ id }) => id),
      sort: this.#sort,
    }),
  );
  readonly items: Item[] = $derived.by(() => {
    if (!this.byMeaning) return grouped(this.chosen, this.groups, this.closed);
    const rows = indexBy(this.chosen, ({ id }) => id);
    return this.hits.flatMap((hit): Item[] => {
      const row = rows.get(hit.id);
      return row ? [{ kind: 'skill', key: row.id, row, score: hit.score }] : [];
    });
  });
  readonly shown = $derived(this.byMeaning ? this.items.length : this.chosen.length);
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
  readonly isFiltered = $derived(this.show !== 'all' || this.tags.size > 0 || this.query.trim() !== '');

  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest = 0;

  constructor(
    private readonly rows: () => readonly SkillRow[],
    private readonly find: (query: string, mode: SearchMode) => Promise<SearchHit[]> = commands.searchSkills,
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

  /** The query changed: the list narrows at once, the full text or the vectors follow after a pause. */
  type(query: string) {
    this.query = query;
    this.#search(PAUSE);
  }

  setMode(mode: SearchMode) {
    this.mode = mode;
    this.hits = [];
    this.#search(0);
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
    this.tags.clear();
    this.#search(0);
  }

  /** Selects every skill of a group that is shown, or none of them where all are. */
  markGroup(name: string) {
    const ids = this.chosen.filter((row) => row.group === name).map((row) => row.id);
    const isAll = ids.every((id) => this.marked.has(id));
    for (const id of ids)
      if (isAll) this.marked.delete(id);
      else this.marked.add(id);
  }

  /** Selects every skill that is shown. */
  markAll() {
    for (const row of this.chosen) this.marked.add(row.id);
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

  #search(pause: number) {
    this.#newest += 1;
    clearTimeout(this.#timer);
    const [asked, query, mode] = [this.#newest, this.query.trim(), this.mode];
    this.searchError = null;
    this.isSearching = query !== '';
    if (query === '') this.hits = [];
    else this.#timer = setTimeout(() => void this.#ask(asked, query, mode), pause);
  }

  async #ask(asked: number, query: string, mode: SearchMode) {
    try {
      const hits = await this.find(query, mode);
      if (asked === this.#newest) this.hits = hits;
    } catch (thrown) {
      if (asked !== this.#newest) return;
      this.hits = [];
      this.searchError = StudioError.from(thrown);
    } finally {
      if (asked === this.#newest) this.isSearching = false;
    }
  }
}
