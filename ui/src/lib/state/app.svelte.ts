/**
 * What every part of the window shares: the library, its skills, where one is, what is running. Features read it and ask
 * it to go places or to open a dialog; so none of them imports another.
 */
import { lastUndo } from '$kit/last-undo.svelte';
import { toast, toastError } from '$kit/toast';
import {
  type Activity,
  type DisplacedLibrary,
  type EmbeddingStatus,
  type LibraryInfo,
  type Merge,
  type SkillRow,
  StudioError,
  type StudioEvent,
  type SuggestedQuery,
  type Tokens,
  commands,
  onStudioEvent,
  type Notice,
  setWindowTitle,
  settle,
  whenListening,
} from '$lib/ipc';
import { onAction } from '$lib/ipc/actions';
import { indexBy } from '$lib/group';
import { setHome } from '$lib/path';
import { hasCrashed, placeLeft } from './crash';
import { firstRun } from './first-run.svelte';
import { History, type ViewName } from './history.svelte';
import {
  type CapturedWish,
  type ComparisonWish,
  IntentBox,
  type Intents,
  type Jump,
  type MapWish,
  type PairWish,
  type ProblemsWish,
  type SettingsSection,
  type ToolWish,
} from './intents.svelte';

/** Dialogs and sheets of the shell; one at a time. */
export type Overlay =
  | 'palette'
  | 'skills'
  | 'shortcuts'
  | 'import'
  | 'drafts'
  | 'trash'
  | 'settings'
  | 'new-skill'
  | 'new-library'
  | 'salvaged'
  | 'availability'
  | 'packs-help'
  | 'clients-help'
  | 'about'
  | 'licenses'
  | 'report'
  | 'first-run'
  | 'sharing'
  | 'compare-client';

/** What was opened at the first start, or brought into an empty library; shown above the list until it is closed. */
export interface FirstSteps {
  skills: number;
  skipped: number;
  folders: number;
  isLinked: boolean;
  query: SuggestedQuery | null;
}

/** What the status line says of the thing that is open; set by whoever shows it. */
export interface OpenMeter {
  label: string;
  tokens: Tokens & { schemas?: number };
  total: number;
}

/** Takes the text an author made of a merge. Where it tells that it could not, the merge stays open with the text. */
type Resolved = (text: string) => void | Promise<boolean>;

/** More skills than this that changed at once are read with the whole list. */
const MOST_ROWS = 200;

/** Where what is said appears. */
interface Says {
  toast: typeof toast;
  toastError: typeof toastError;
}

class App {
  library = $state.raw<LibraryInfo | null>(null);
  rows = $state.raw<SkillRow[]>([]);
  /** Why the library or its list could not be read. */
  error = $state.raw<StudioError | null>(null);
  /** The library that could not be opened, where that is known. */
  failedPath = $state<string | null>(null);
  isLoading = $state(true);
  /** Another library is being opened: `library` may not be the one the studio answers for. */
  isSwitching = $state(false);
  activities = $state.raw<Activity[]>([]);
  embedding = $state.raw<EmbeddingStatus | null>(null);
  overlay = $state.raw<Overlay | null>(null);
  /** Counts changes of tools, agents, servers and links. */
  changes = $state(0);
  /** What places ask of each other. */
  readonly intents = new IntentBox();
  /** Counts how often a skill was to be shown, be it the one that is open. */
  shown = $state(0);
  meter = $state.raw<OpenMeter | null>(null);
  merge = $state.raw<{ merge: Merge; resolved: Resolved } | null>(null);
  /** The ways out of a library whose file is gone are shown; they can be put aside, and come back. */
  asksWhereTo = $state(false);
  dismissed = $state.raw<ReadonlySet<string>>(new Set());
  firstSteps = $state.raw<FirstSteps | null>(null);
  history = new History();

  readonly view: ViewName = $derived(this.history.current.view);
  /** What became of the library's file, where it is not at its path any more. */
  readonly displaced = $derived(this.library?.displaced ?? null);
  readonly selectedId: string | null = $derived(this.history.current.skillId);
  readonly selectedPath: string | null = $derived(this.history.current.path);
  readonly selected: SkillRow | null = $derived(this.rows.find((row) => row.id === this.selectedId) ?? null);
  /** No dialog lies over the place; the palette does not count, it is gone before it does what it found. */
  readonly isInFront: boolean = $derived(this.overlay === null || this.overlay === 'palette');
  readonly running: Activity[] = $derived(this.activities.filter((activity) => !activity.is_finished));
  readonly errors = $derived(this.rows.reduce((sum, row) => sum + row.errors, 0));
  readonly warnings = $derived(this.rows.reduce((sum, row) => sum + row.warnings, 0));
  readonly notices = $derived((this.library?.notices ?? []).filter((notice) => !this.dismissed.has(notice.message)));

  readonly #says: Says;
  /** What is imported once a new library is there. */
  #importing: string[] | null = null;
  /** How often the studio has told where the vectors stand. */
  #timesTold = 0;
  #listing: Promise<void> | null = null;
  #again = false;
  /** Ends when every switch that was asked for is done. */
  #switching: Promise<void> = Promise.resolve();
  readonly #changed = new Set<string>();
  #reading: Promise<void> | null = null;

  constructor(says: Says) {
    this.#says = says;
  }

  /** Reads what the window shows first and follows the studio's events from then on; returns how to stop. */
  start(): () => void {
    const stop = onStudioEvent((event) => this.follow(event));
    const opening = hasCrashed() ? this.#comeBack() : this.load();
    void opening.then(() => this.greet());
    return stop;
  }

  /** Loads the library as after a start, in the place where the page crashed, and says that it did. */
  async #comeBack(): Promise<void> {
    const left = placeLeft();
    if (left) this.history.replace(left.place);
    await this.load();
    if (left && left.library !== this.library?.path) this.history = new History();
    this.notify('The window crashed and was reloaded. Your drafts are kept.');
  }

  /** Reads the library and its skills anew. */
  async load(): Promise<void> {
    this.isLoading = true;
    try {
      const [library] = await Promise.all([commands.getLibrary(), this.reloadRows()]);
      setHome(library.home);
      this.library = library;
      this.error = null;
      setWindowTitle(`${library.name} · Skill Studio`).catch(() => {});
    } catch (thrown) {
      this.error = StudioError.from(thrown);
      this.library = null;
      this.rows = [];
    } finally {
      this.isLoading = false;
    }
  }

  /** Reads the list of skills; calls that overlap share one reading and one more after it. */
  reloadRows(): Promise<void> {
    if (this.#listing) {
      this.#again = true;
      return this.#listing;
    }
    this.#listing = this.#list().finally(() => (this.#listing = null));
    return this.#listing;
  }

  /**
   * Reads the rows of skills that changed, and leaves the others as they are: a list of ten thousand takes long to read.
   * A new or renamed skill needs the whole list, since only that has the order.
   */
  reloadRow(id: string): Promise<void> {
    this.#changed.add(id);
    this.#reading ??= this.#readChanged().finally(() => (this.#reading = null));
    return this.#reading;
  }

  async #readChanged() {
    while (this.#changed.size > 0) {
      // A list that is still being read may be older than the change, and would land over the row.
      if (this.#listing) await this.#listing.catch(() => {});
      const ids = [...this.#changed];
      this.#changed.clear();
      const known = new Set(this.rows.map((row) => row.id));
      if (ids.length > MOST_ROWS || ids.some((id) => !known.has(id))) {
        await this.reloadRows();
        continue;
      }
      const fresh = indexBy(await commands.getSkillRows(ids), (row) => row.id);
      const before = new Map(this.rows.map((row) => [row.id, row.name]));
      if ([...fresh.values()].some((row) => before.get(row.id) !== row.name)) await this.reloadRows();
      else {
        const asked = new Set(ids);
        this.rows = this.rows.flatMap((row) => (asked.has(row.id) ? (fresh.get(row.id) ?? []) : row));
      }
    }
  }

  async #list() {
    do {
      this.#again = false;
      try {
        this.rows = await commands.listSkills();
      } catch (thrown) {
        // The one who asked meanwhile asked of the library that is open now; this failure is of the one before.
        if (!this.#again) throw thrown;
      }
    } while (this.#again);
  }

  /**
   * Puts another library in this one's place; when that fails, says why, and offers a rescue where none is left open.
   * Several go one after another: the one asked for last is open in the end.
   */
  switchTo(open: () => Promise<LibraryInfo>, path: string | null = null): Promise<void> {
    const done = this.#switching.then(() => this.#switch(open, path));
    this.#switching = done.catch(() => {});
    return done;
  }

  async #switch(open: () => Promise<LibraryInfo>, path: string | null) {
    // What was typed belongs to the library it was typed in.
    await settle();
    this.isSwitching = true;
    this.failedPath = null;
    try {
      await open();
    } catch (thrown) {
      await this.load();
      this.isSwitching = false;
      this.failedPath = path;
      if (this.error) this.error = StudioError.from(thrown);
      else this.fail('Opening the library', thrown);
      return;
    }
    lastUndo.forget();
    this.history.clear();
    this.intents.clear();
    this.meter = null;
    this.firstSteps = null;
    this.dismissed = new Set();
    this.asksWhereTo = false;
    await this.load();
    this.isSwitching = false;
    // Nobody waits for this: the dialog that asked for the library would lie over it meanwhile, and swallow keys.
    void this.greet();
  }

  /** What an opened library has to say: the state of its index, and drafts that were never saved. */
  async greet(): Promise<void> {
    if (this.error) return;
    await this.attempt('Reading the index status', async () => {
      await this.#readEmbedding();
    });
    await this.attempt('Looking for drafts', async () => {
      if ((await commands.listDrafts()).length > 0 && this.overlay === null) this.overlay = 'drafts';
    });
  }

  go(view: ViewName) {
    this.history.push({ ...this.history.current, view });
  }

  /** Opens a tool, a server, the page of a new one, or a dialog that brings some in. */
  openTool(wish: ToolWish) {
    this.intents.put('tool', wish);
    this.go('tools');
  }

  /** Shows a node on the map. */
  showOnMap(key: string) {
    this.intents.put('node', key);
    this.go('map');
  }

  /** Goes to the map to do something there. */
  openMap(wish: MapWish) {
    this.intents.put('map', wish);
    this.go('map');
  }

  /** Lists what uses a tool or skill. */
  findUses(wish: Intents['uses']) {
    this.intents.put('uses', wish);
    this.go('library');
  }

  /** Shows a skill in the library's editor; `browsing`, it is one of the list that one moves through, and stays at. */
  openSkill(
    id: string,
    { path, line, focus, browsing, ...rest }: Partial<Omit<Jump, 'skillId'>> & { focus?: true; browsing?: true } = {},
  ) {
    if (focus) this.intents.put('focus', id);
    else this.intents.take('focus');
    if (!browsing) this.shown++;
    this.history.push({ view: 'library', skillId: id, path: path ?? null });
    if (line) this.intents.put('jump', { skillId: id, path: path ?? 'SKILL.md', line, ...rest });
  }

  /** Shows a problem in the library's editor. */
  showProblem(
    skillId: string,
    at: { path: string; line: number; column: number; end_line: number; end_column: number },
  ) {
    this.shown++;
    this.history.push({ view: 'library', skillId, path: at.path === 'SKILL.md' ? null : at.path });
    const range = { column: at.column, endLine: at.end_line, endColumn: at.end_column };
    this.intents.put('jump', { skillId, path: at.path, line: at.line, range });
  }

  /** Shows a skill's first or last problem in the library's editor. */
  showProblemOf(skillId: string, problem: 'first' | 'last') {
    this.shown++;
    this.history.push({ view: 'library', skillId, path: null });
    this.intents.put('jump', { skillId, path: 'SKILL.md', line: 1, problem });
  }

  /** Shows another file of the open skill. */
  openFile(path: string) {
    this.history.push({ ...this.history.current, path });
  }

  /** Opens the skill that is worth a look first, unless the author has one open. */
  async openFirstSkill(): Promise<void> {
    const path = this.library?.path;
    const skillId = await commands.suggestSkill();
    if (skillId === null || this.selectedId !== null || this.library?.path !== path) return;
    this.history.replace({ ...this.history.current, skillId, path: null });
  }

  /** Shows the overview of a library that is looked at as a whole first, unless the author has gone somewhere already. */
  startAtOverview(): boolean {
    if (this.library?.opens_on !== 'overview' || this.view !== 'library' || this.selectedId !== null) return false;
    this.history.replace({ ...this.history.current, view: 'overview' });
    return true;
  }

  /** Goes to what is worth a look first in a library that was filled. */
  async #begin(): Promise<void> {
    const library = await commands.getLibrary();
    if (this.library?.path !== library.path) return;
    this.library = library;
    if (!this.startAtOverview()) await this.openFirstSkill();
  }

  /** Opens the samples: with the skill to look at first, and the first run's next step. */
  async openSamples(): Promise<void> {
    await this.switchTo(() => commands.openSamples());
    if (this.error) return;
    firstRun.offer();
    await this.attempt('Choosing the skill to open first', () => this.openFirstSkill());
  }

  /** Shows above the list what was brought into an empty library, with a query to try, and opens what to look at first. */
  async showOpened(opened: Omit<FirstSteps, 'query'>): Promise<void> {
    const path = this.library?.path;
    // Without a query there is none to try; the rest stays.
    const query = await commands.suggestQuery().catch(() => null);
    if (this.library?.path !== path) return;
    this.firstSteps = { ...opened, query };
    firstRun.offer();
    await this.attempt('Choosing what to open first', () => this.#begin());
  }

  /** Leaves the editor empty, as when its skill went to the trash. */
  closeSkill() {
    this.history.replace({ ...this.history.current, skillId: null, path: null });
    this.meter = null;
  }

  /** Shows the playground, with a query or for a skill. */
  openPlayground(wanted: Intents['query'] = {}) {
    if (wanted.query !== undefined || wanted.skillId !== undefined) this.intents.put('query', wanted);
    this.go('playground');
  }

  /** Lists skills and no others, under what they are. */
  showSkills(label: string, ids: readonly string[]) {
    this.intents.put('listed', { label, ids });
    this.go('library');
  }

  /** Lists the problems of a rule, group or severity. */
  openProblems(wish: ProblemsWish) {
    this.intents.put('problems', wish);
    this.go('problems');
  }

  /** Shows a pair among the skills that overlap. */
  openPair(wish: PairWish) {
    this.intents.put('pair', wish);
    this.go('evaluate');
  }

  /** Shows labelled queries and their runs. */
  openQueries() {
    this.intents.put('evaluate', 'selection');
    this.go('evaluate');
  }

  /** Shows the test cases of sessions. */
  openCases() {
    this.intents.put('evaluate', 'cases');
    this.go('evaluate');
  }

  /** Opens a simulated session, with what is to be said next. */
  openSession(id: string, message: string) {
    this.intents.put('session', { id, message });
    this.go('simulate');
  }

  /** Starts a simulated session whose model sees the list of skills that an installed client sent. */
  openCaptured(wish: CapturedWish) {
    this.overlay = null;
    this.intents.put('captured', wish);
    this.go('simulate');
  }

  /** Goes to where a simulated session with these skills is set up. */
  openSimulation(skills: readonly string[]) {
    this.intents.put('skills', skills);
    this.go('simulate');
  }

  /** Goes to Packs to make one of these skills. */
  openNewPack(ids: readonly string[]) {
    this.intents.put('pack', ids);
    this.go('packs');
  }

  /** Puts a three-way merge to the author; `resolved` gets the text they chose, nothing is called when they leave. */
  openMerge(merge: Merge, resolved: Resolved) {
    this.merge = { merge, resolved };
  }

  /** Opens the menu of clients in the top bar. */
  chooseClient() {
    this.intents.put('client', true);
  }

  /** Opens Settings at a section. */
  openSettings(section: SettingsSection) {
    this.intents.put('settings', section);
    this.overlay = 'settings';
  }

  /** Opens the sheet that compares skills with an installed client. */
  openComparison(wish: ComparisonWish) {
    this.intents.put('comparison', wish);
    this.overlay = 'compare-client';
  }

  /** Opens the import dialog, with paths that were dropped or none. */
  openImport(paths: string[] = []) {
    if (paths.length > 0) this.intents.put('paths', paths);
    this.overlay = 'import';
  }

  /** Asks what to import; where no library is there yet, into one of the author's own. */
  async beginImport(): Promise<void> {
    const isFirst = this.error?.code === 'no_library';
    if (isFirst) await this.switchTo(() => commands.openOwnLibrary());
    if (!isFirst || this.error === null) this.openImport();
  }

  /** Asks for a new library to import into; the import goes on when that is left, with the same paths. */
  newLibraryForImport(paths: string[]) {
    this.#importing = paths;
    this.overlay = 'new-library';
  }

  /** Closes the dialog of a new library: back to the import it was asked for by, if there is one. */
  leaveNewLibrary() {
    const paths = this.#importing;
    this.#importing = null;
    if (paths) this.openImport(paths);
    else this.overlay = null;
  }

  /** Stops everything that runs; what was done by then stays. */
  async cancelRunning(): Promise<void> {
    await this.attempt('Canceling', () =>
      Promise.all(this.running.map((activity) => commands.cancelActivity(activity.id))),
    );
  }

  dismissNotice(message: string) {
    this.dismissed = new Set([...this.dismissed, message]);
  }

  /** Runs what may fail and says so when it does; true when it went well. */
  async attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (thrown) {
      this.fail(what, thrown);
      return false;
    }
  }

  /** Says that something failed; a cancellation is no failure. */
  fail(what: string, thrown: unknown) {
    const error = StudioError.from(thrown);
    if (error.code === 'displaced_library') void this.#lookForLibrary();
    if (error.code !== 'cancelled') this.#says.toastError(error, what);
  }

  /** Says that something failed which nobody was watching. */
  unexpected(thrown: unknown) {
    const error = StudioError.from(thrown);
    if (error.code === 'displaced_library') void this.#lookForLibrary();
    if (error.code !== 'cancelled') this.#says.toastError(error);
  }

  notify(message: string, action?: { label: string; perform: () => void }) {
    this.#says.toast(message, { action });
  }

  follow(event: StudioEvent) {
    if (event.kind === 'activity') this.#track(event.activity);
    else if (event.kind === 'embedding') this.#told(event.status);
    else if (event.kind === 'notice') this.#addNotice(event.notice);
    else if (event.kind === 'library_displaced') this.#displaced(event.displaced);
    else if (event.kind === 'library_changed') void this.attempt('Reading the list of skills', () => this.reloadRows());
    else if (event.kind === 'skill_changed')
      void this.attempt('Reading the list of skills', () => this.reloadRow(event.skill_id));
    else if (event.kind === 'tools_changed' || event.kind === 'servers_changed') this.changes += 1;
  }

  /** Asks where the vectors stand; news that came while the answer was on its way is newer than the answer. */
  async #readEmbedding() {
    await whenListening();
    const told = this.#timesTold;
    const status = await commands.getEmbeddingStatus();
    if (told === this.#timesTold) this.embedding = status;
  }

  #told(status: EmbeddingStatus) {
    this.#timesTold += 1;
    this.embedding = status;
  }

  /** A new count of typed files alone must not reopen the question while the author works. */
  #displaced(displaced: DisplacedLibrary | null, isNews = displaced?.how !== this.displaced?.how) {
    if (this.library) this.library = { ...this.library, displaced };
    if (isNews) this.asksWhereTo = displaced !== null;
  }

  /** Reads what became of the library, as soon as a change, or what was asked of it, was refused because of that. */
  async #lookForLibrary() {
    const found = await commands.getLibrary().catch(() => null);
    if (found) this.#displaced(found.displaced, true);
  }

  #addNotice(notice: Notice) {
    if (!this.library || this.library.notices.some(({ message }) => message === notice.message)) return;
    this.library = { ...this.library, notices: [...this.library.notices, notice] };
  }

  #track(activity: Activity) {
    const others = this.activities.filter((other) => other.id !== activity.id);
    this.activities = activity.is_finished ? others : [...others, activity];
  }
}

export const app = new App({ toast, toastError });

// What was done before can't be taken back out of turn: an action has its own Undo, offered once it is done, or none.
onAction(() => lastUndo.forget());

/** Another one, for tests: what it says is said to them. */
export const appThatSays = (says: Says) => new App(says);
