/**
 * Find and replace in files: what is looked for and where, what was found, what is chosen to be replaced. Lives as long
 * as the window.
 */
import { SvelteSet } from 'svelte/reactivity';
import { count, plural } from '$kit/labels';
import {
  type ChangeRefusal,
  type ChangeReport,
  type ChangeSetInfo,
  commands,
  type EntityUses,
  type FindFile,
  type FindMatch,
  type FindOptions,
  type FindRequest,
  type FindResult,
  type FindScope,
  type NamedKind,
  type ReplaceFile,
  StudioError,
} from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Pace } from '$lib/pace';
import { Turn } from '$lib/turn';

/** How many matches are listed at most. */
const LISTED = 2000;

/** What the list draws: the head of a file, or a match in it. */
export type Item =
  | { kind: 'file'; key: string; file: FindFile; isOpen: boolean }
  | { kind: 'match'; key: string; file: FindFile; match: FindMatch };

/** What the panel asks of the studio. */
export type SearchBackend = Pick<
  typeof commands,
  'findInFiles' | 'replaceInFiles' | 'listChangeSets' | 'undoChangeSet' | 'findUses'
>;

const fileKey = ({ skill_id, path }: { skill_id: string; path: string }) => `${skill_id}\n${path}`;
const matchKey = (file: FindFile, { range }: FindMatch) => `${fileKey(file)}\n${range.from}`;

export class FileSearch {
  isOpen = $state(false);
  query = $state('');
  options = $state.raw<FindOptions>({ is_case_sensitive: false, is_whole_word: false, is_regex: false });
  scope = $state.raw<FindScope>({ kind: 'library' });
  hasBundledFiles = $state(true);
  isReplacing = $state(false);
  replacement = $state('');
  result = $state.raw<FindResult | null>(null);
  error = $state.raw<StudioError | null>(null);
  isSearching = $state(false);
  isWriting = $state(false);
  /** What uses a tool or skill, while that is shown. */
  uses = $state.raw<EntityUses | null>(null);
  /** What the last replacement left alone. */
  refused = $state.raw<readonly ChangeRefusal[]>([]);
  /** The newest replacement that can be undone. */
  last = $state.raw<ChangeSetInfo | null>(null);
  /** Matches that stay as they are, and files that are folded. */
  readonly excluded = new SvelteSet<string>();
  readonly closed = new SvelteSet<string>();

  readonly items: Item[] = $derived.by(() =>
    (this.result?.files ?? []).flatMap((file): Item[] => {
      const key = fileKey(file);
      const isOpen = !this.closed.has(key);
      const matches = isOpen ? file.matches : [];
      return [
        { kind: 'file', key, file, isOpen },
        ...matches.map((match): Item => ({ kind: 'match', key: matchKey(file, match), file, match })),
      ];
    }),
  );
  /** The matches that would be replaced, by file. */
  readonly chosen: ReplaceFile[] = $derived.by(() =>
    (this.result?.files ?? []).flatMap((file): ReplaceFile[] => {
      if (file.has_draft) return [];
      const { skill_id, path, hash } = file;
      const starts = file.matches.filter((match) => this.isChosen(file, match)).map(({ range }) => range.from);
      return starts.length > 0 ? [{ skill_id, path, hash, starts }] : [];
    }),
  );
  readonly chosenCount = $derived(this.chosen.reduce((sum, { starts }) => sum + starts.length, 0));
  readonly drafts = $derived((this.result?.files ?? []).filter((file) => file.has_draft).length);
  /** What the search came to, in one line. */
  readonly summary = $derived.by(() => {
    if (!this.result || this.result.total === 0) return '';
    const { shown, total, total_files } = this.result;
    const found = `${plural(total, 'result')} in ${plural(total_files, 'file')}`;
    return shown < total ? `${found}, showing the first ${count(shown)}` : found;
  });

  readonly #pace = new Pace();
  readonly #search = new Latest(() => this.#ask(), this.#pace);
  readonly #asked = new Turn();

  constructor(private readonly studio: SearchBackend = commands) {}

  open() {
    this.isOpen = true;
    this.uses = null;
    void this.readLast();
    this.refresh();
  }

  /** Shows what uses a tool or skill. */
  async showUses(kind: NamedKind, id: string) {
    this.uses = await this.studio.findUses(kind, id);
    this.isOpen = true;
  }

  /** Closes what is shown: uses first. */
  close() {
    this.uses = null;
    this.isOpen = false;
  }

  /** What is looked for changed: every match is chosen again. */
  search() {
    this.excluded.clear();
    this.refresh();
  }

  /** Searches again for the same: the library changed, or what matches would become. */
  refresh() {
    this.#asked.end();
    if (this.query === '') {
      this.#search.stop();
      this.result = this.error = null;
      this.isSearching = false;
      return;
    }
    this.isSearching = true;
    this.#search.soon();
  }

  toggle(option: keyof FindOptions) {
    this.options = { ...this.options, [option]: !this.options[option] };
    this.search();
  }

  toggleFile(file: FindFile) {
    const key = fileKey(file);
    if (!this.closed.delete(key)) this.closed.add(key);
  }

  isChosen(file: FindFile, match: FindMatch): boolean {
    return !file.has_draft && !this.excluded.has(matchKey(file, match));
  }

  exclude(file: FindFile, match: FindMatch) {
    const key = matchKey(file, match);
    if (!this.excluded.delete(key)) this.excluded.add(key);
  }

  /** Leaves out all matches of a file, or takes them all in again. */
  excludeFile(file: FindFile) {
    const keys = file.matches.map((match) => matchKey(file, match));
    const isAny = keys.some((key) => !this.excluded.has(key));
    for (const key of keys)
      if (isAny) this.excluded.add(key);
      else this.excluded.delete(key);
  }

  /** Replaces what is chosen; says what was done, or null where it failed. */
  async replace(): Promise<ChangeReport | null> {
    const { query, options, replacement, chosen: files } = this;
    return this.#write(() => this.studio.replaceInFiles({ query, options, replacement, files }));
  }

  /** Takes the newest replacement back. */
  async undo(): Promise<ChangeReport | null> {
    const { last } = this;
    return last && this.#write(() => this.studio.undoChangeSet(last.id));
  }

  /** Reads which replacement can be undone; it may be of an earlier start. */
  async readLast() {
    try {
      const sets = await this.studio.listChangeSets();
      this.last = sets.find(({ kind, undone, changes }) => kind === 'replace' && undone < changes) ?? null;
    } catch {
      // Without it there is no button; what was searched for is found nevertheless.
      this.last = null;
    }
  }

  async #write(work: () => Promise<ChangeReport>): Promise<ChangeReport | null> {
    this.isWriting = true;
    this.error = null;
    try {
      const report = await work();
      this.refused = report.refused;
      await this.readLast();
      this.refresh();
      return report;
    } catch (thrown) {
      this.error = StudioError.from(thrown);
      return null;
    } finally {
      this.isWriting = false;
    }
  }

  #request(): FindRequest {
    return {
      query: this.query,
      options: this.options,
      scope: this.scope,
      has_bundled_files: this.hasBundledFiles,
      replacement: this.isReplacing ? this.replacement : null,
      limit: LISTED,
    };
  }

  async #ask() {
    const isNewest = this.#asked.now();
    try {
      const result = await this.studio.findInFiles(this.#request());
      if (!isNewest()) return;
      this.#pace.drawn();
      this.result = result;
      this.error = null;
    } catch (thrown) {
      if (!isNewest()) return;
      this.result = null;
      this.error = StudioError.from(thrown);
    } finally {
      if (isNewest()) this.isSearching = false;
    }
  }
}
