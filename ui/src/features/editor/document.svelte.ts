/**
 * One file open for editing: its text with one undo history, its draft and its analysis. Works with or without a view,
 * so that everything it promises can be tested without a window.
 */
import { history, isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import {
  EditorState,
  Text,
  Transaction,
  type Extension,
  type StateEffect,
  type TransactionSpec,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import {
  type Analysis,
  type FileContent,
  type Finding,
  type FixAction,
  type FrontmatterEdit,
  type Host,
  StudioError,
  type TextEdit,
  type UndoHistory,
  type UndoScope,
} from '$lib/ipc';
import { lintedOf } from '$lib/hosts';
import { libraryClient } from '$lib/state/client.svelte';
import { Analyst, ANALYSIS_PAUSE } from './analyst';
import { type Cut, setCuts } from './codemirror/cut';
import { changesOf, showFindings } from './codemirror/findings';
import { openRepairs } from './codemirror/quick-fix';
import { bodyStart, formChange, frontmatterBlock, setHidden } from './codemirror/frontmatter';
import { isPlain } from './codemirror/long-lines';
import { DraftKeeper, type DraftState } from './drafts';
import { difference, moved } from './difference';
import { concerns } from './problems';
import { keptOf, PAUSE, restored } from './undo';

/** What a document needs of the studio. */
export interface DocumentBackend {
  analyze(skillId: string, path: string, text: string): Promise<Analysis>;
  analyzeForClient(skillId: string, text: string, client: Host): Promise<Finding[]>;
  editFrontmatter(text: string, edit: FrontmatterEdit): Promise<TextEdit[]>;
  saveDraft(skillId: string, path: string, text: string): Promise<unknown>;
  deleteDraft(skillId: string, path: string): Promise<unknown>;
  saveUndoHistory(scope: UndoScope, history: UndoHistory): Promise<unknown>;
  ignoreProblem(skillId: string, code: string, subject: string, reason: string): Promise<unknown>;
  stopIgnoring(skillId: string, code: string, subject: string): Promise<unknown>;
  applyFixAction(skillId: string, action: FixAction): Promise<unknown>;
}

/** What the header says about saving. */
export type SaveState = 'saved' | 'unsaved' | 'kept' | 'saving' | 'failed';

export class OpenDocument {
  readonly isText: boolean;
  /** Newest analysis; may lag behind the text by a moment. */
  analysis = $state.raw<Analysis | null>(null);
  analysisError = $state.raw<unknown>(null);
  isDirty = $state(false);
  isSaving = $state(false);
  draft = $state<DraftState>('none');
  draftError = $state.raw<unknown>(null);
  /** Whether the text came from a draft of an earlier session. */
  isRestored = $state(false);
  /** Whether a very long line keeps the text from being coloured and wrapped. */
  isPlain = $state(false);
  canUndo = $state(false);
  canRedo = $state(false);
  cursor = $state.raw({ line: 1, column: 1 });
  /** Counts changes of the text. */
  revision = $state(0);
  readonly saveState: SaveState = $derived.by(() => {
    if (this.isSaving) return 'saving';
    if (!this.isDirty) return 'saved';
    if (this.draft === 'failed') return 'failed';
    return this.draft === 'kept' ? 'kept' : 'unsaved';
  });
  /** The client that the library is for, where it is known what that makes of a skill. */
  readonly client: Host | null = $derived(lintedOf(libraryClient.current));
  #chosenTarget = $state<string | null>(null);
  /** The target whose problems are shown: the client, unless another was chosen. */
  readonly target: string = $derived(this.#chosenTarget ?? this.client ?? 'agent-skills');
  /** What was found for every target, but for what is ignored. */
  readonly allFindings: readonly Finding[] = $derived(
    (this.analysis?.findings ?? []).filter((finding) => finding.ignored === null),
  );
  /** What the author chose to ignore. */
  readonly ignored: readonly Finding[] = $derived(
    (this.analysis?.findings ?? []).filter((finding) => finding.ignored !== null),
  );
  /** What was found for the chosen target. */
  readonly findings: readonly Finding[] = $derived(
    this.allFindings.filter((finding) => concerns(finding, this.target)),
  );
  /** Whether there is a repair of any of it. */
  readonly hasRepairs: boolean = $derived(this.findings.some(({ fix, actions }) => fix !== null || actions.length > 0));

  /** What was found for other targets alone, while the client's problems are shown. */
  readonly others: readonly Finding[] = $derived(
    this.client !== null && this.target === this.client
      ? this.allFindings.filter((finding) => !concerns(finding, this.target))
      : [],
  );

  /** Told when what was asked for from within the text could not be done. */
  onfailure: ((error: unknown) => void) | null = null;
  /** Row version of the skill this text was read at. */
  version: number;
  /** Whether the frontmatter is shown as a form or as the YAML it is. */
  mode = $state<'form' | 'yaml'>('form');
  /** Where it was scrolled to, while no view shows it. */
  scroll: StateEffect<unknown> | null = null;
  #state: EditorState;
  #stored: Text;
  #view: EditorView | null = null;
  #keeper: DraftKeeper;
  #analyst: Analyst<Analysis>;
  #formEdits: Promise<unknown> = Promise.resolve();
  #undoTimer: ReturnType<typeof setTimeout> | undefined;
  #hasCut = false;
  /** The client that the newest analysis was asked for. */
  #judgedFor: Host | null = null;

  constructor(
    readonly skillId: string,
    readonly path: string,
    content: FileContent,
    private readonly backend: DocumentBackend,
    setup: Extension = history(),
    undo: UndoHistory | null = null,
  ) {
    this.isText = content.is_text;
    this.version = content.aggregate_version;
    const asLeft = restored(content.draft ?? content.text, undo, setup);
    this.#state = asLeft ?? EditorState.create({ doc: content.text, extensions: setup });
    this.#stored = asDoc(content.text);
    this.canUndo = undoDepth(this.#state) > 0;
    this.canRedo = redoDepth(this.#state) > 0;
    this.isPlain = isPlain(this.#state);
    this.#keeper = new DraftKeeper(
      (text) => (text === null ? backend.deleteDraft(skillId, path) : backend.saveDraft(skillId, path, text)),
      (state, error) => {
        this.draft = state;
        this.draftError = error ?? null;
      },
    );
    this.#analyst = new Analyst(
      (text) => this.#analyse(text),
      (analysis) => this.#accept(analysis),
      (error) => (this.analysisError = error),
    );
    if (content.draft !== null && content.draft !== content.text) this.#restore(content.draft);
    if (asLeft) this.#compare();
    this.analyseNow();
  }

  get state() {
    return this.#view?.state ?? this.#state;
  }

  /** The text; every line ends with a line feed, the studio gives the file its own endings back. */
  get text() {
    return this.state.doc.toString();
  }

  /** The text as it was read or last saved. */
  get storedText() {
    return this.#stored.toString();
  }

  /** Lets a view show the document; every change then goes through it. */
  attach(view: EditorView) {
    this.#view = view;
  }

  detach(view: EditorView) {
    if (this.#view !== view) return;
    this.#state = view.state;
    this.#view = null;
  }

  /** Applies one transaction. */
  dispatch(spec: TransactionSpec) {
    if (this.#view) this.#view.dispatch(spec);
    else this.apply(this.#state.update(spec));
  }

  /** Follows a transaction, whether it came from here or from a view. */
  apply(tr: Transaction) {
    this.#state = tr.state;
    const { head } = tr.state.selection.main;
    const line = tr.state.doc.lineAt(head);
    this.cursor = { line: line.number, column: head - line.from + 1 };
    this.isPlain = isPlain(tr.state);
    this.canUndo = undoDepth(tr.state) > 0;
    this.canRedo = redoDepth(tr.state) > 0;
    if (tr.docChanged) this.#changed(tr);
  }

  undo = () => undo({ state: this.state, dispatch: (tr) => this.#run(tr) });
  redo = () => redo({ state: this.state, dispatch: (tr) => this.#run(tr) });

  /** Applies a change of the form as one step of the history; later changes wait for earlier ones. */
  editFrontmatter(edit: FrontmatterEdit, options: { isTyping?: boolean } = {}): Promise<void> {
    const run = this.#formEdits.then(() => this.#editFrontmatter(edit, options.isTyping ?? false));
    this.#formEdits = run.catch(() => undefined);
    return run;
  }

  /** Applies edits of the backend (a quick fix) as one step. */
  applyEdits(edits: readonly TextEdit[]) {
    if (edits.length === 0) return;
    const bounds = edits.every(({ to }) => to <= this.state.doc.length);
    if (!bounds) return;
    this.dispatch({
      changes: changesOf(edits),
      annotations: [formChange.of(true), isolateHistory.of('full')],
      userEvent: 'fix',
      scrollIntoView: false,
    });
    this.analyseNow();
  }

  /** Opens the repairs of what the cursor is on; false where there are none. */
  openRepairs(): boolean {
    return this.#view !== null && openRepairs(this.#view);
  }

  /** Replaces the text by the smallest change; `isUndoable` makes it a step of the history. */
  replaceText(text: string, isUndoable: boolean) {
    const changes = difference(this.text, text);
    if (!changes) return;
    this.dispatch({
      changes,
      annotations: [formChange.of(true), isUndoable ? isolateHistory.of('full') : Transaction.addToHistory.of(false)],
      userEvent: 'replace',
    });
    this.analyseNow();
  }

  /**
   * Takes over what is stored now. Where something was typed over an older text, nothing moves: saving will then be
   * refused as stale and lead to a merge. Says whether the text shown changed.
   */
  follow(content: FileContent): boolean {
    const isSame = content.text === this.storedText;
    if (!isSame && this.isDirty) return false;
    this.version = content.aggregate_version;
    if (isSame) return false;
    this.#stored = asDoc(content.text);
    this.replaceText(content.text, false);
    this.#compare();
    return true;
  }

  /** Notes that `text` is what is stored now. */
  stored(text: string, version: number) {
    this.version = version;
    this.isRestored = false;
    this.#stored = asDoc(text);
    this.#compare();
    if (this.isDirty) this.#touch();
    else this.draft = 'none';
  }

  /** Puts back what is stored; undo brings the draft back. */
  async deleteDraft() {
    this.replaceText(this.storedText, true);
    this.isRestored = false;
    await this.#keeper.flush();
  }

  /** Writes a waiting draft at once. */
  flush = () => Promise.all([this.#keeper.flush(), this.#keepUndo()]);

  /** Lets every change of the form land, and resolves when the text is on disk: the window is about to close. */
  secure = async () => {
    for (let edits: unknown; edits !== this.#formEdits;) {
      edits = this.#formEdits;
      await edits;
      // The form hands over its next change only now.
      await new Promise((resolve) => setTimeout(resolve));
    }
    await this.flush();
  };

  /** Lets a change of the form land, stops drafts and waits for those under way; the caller is about to save. */
  settle = async () => {
    await this.#formEdits;
    await this.#keeper.settle();
  };

  /** Keeps the draft again after a save that did not happen. */
  keepAgain() {
    if (this.isDirty) this.#touch();
  }

  hideFrontmatter(isHidden: boolean) {
    this.dispatch({ effects: setHidden.of(isHidden) });
    const first = bodyStart(this.state);
    if (this.state.selection.main.head < first) this.dispatch({ selection: { anchor: first } });
  }

  get hasFrontmatter() {
    return frontmatterBlock(this.state.doc) !== null;
  }

  /** Ignores a problem from now on; the library keeps the reason. */
  async ignore({ code, subject }: Finding, reason: string) {
    await this.backend.ignoreProblem(this.skillId, code, subject, reason);
    this.analyseNow();
  }

  async stopIgnoring({ code, subject }: Finding) {
    await this.backend.stopIgnoring(this.skillId, code, subject);
    this.analyseNow();
  }

  /** Ends a problem by what lies beyond the text; a new name is a change of the text, so that it can be undone here. */
  async act(action: FixAction) {
    if (action.kind === 'rename_skill')
      await this.editFrontmatter({ kind: 'set_text', key: 'name', value: action.name });
    else await this.backend.applyFixAction(this.skillId, action);
    this.analyseNow();
  }

  analyseNow() {
    if (this.isText) this.#analyst.changed(() => this.text, 0);
  }

  /** Takes up that the library is for another client since this was last looked at. */
  followClient() {
    if (this.#judgedFor === this.client) return;
    this.#chosenTarget = null;
    this.analyseNow();
  }

  /** Marks where lists cut the description; each place is one of the text as it is saved. */
  markCuts(cuts: readonly Cut[]) {
    if (cuts.length === 0 && !this.#hasCut) return;
    const change = difference(this.storedText, this.text);
    const now = cuts.flatMap(({ at, words }) => {
      const place = moved(at, change);
      return place === null ? [] : [{ at: place, words }];
    });
    this.#hasCut = now.length > 0;
    this.dispatch({ effects: setCuts.of(now) });
  }

  close() {
    this.#analyst.stop();
    return this.#keeper.flush();
  }

  #run(tr: Transaction) {
    if (this.#view) this.#view.dispatch(tr);
    else this.apply(tr);
    this.analyseNow();
  }

  #changed(tr: Transaction) {
    this.revision += 1;
    this.#compare();
    this.#touch();
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => this.#keepUndo(), PAUSE);
    const pause = tr.annotation(formChange) ? 0 : ANALYSIS_PAUSE;
    this.#analyst.changed(() => this.text, pause);
  }

  /** Keeps the steps for the next start; what is not kept is only missing then. */
  async #keepUndo() {
    clearTimeout(this.#undoTimer);
    if (this.#undoTimer === undefined) return;
    this.#undoTimer = undefined;
    const { skillId: skill_id, path } = this;
    await this.backend.saveUndoHistory({ kind: 'file', skill_id, path }, keptOf(this.state)).catch(() => {});
  }

  #compare() {
    this.isDirty = !this.state.doc.eq(this.#stored);
  }

  #touch() {
    this.#keeper.touch(() => (this.isDirty ? this.text : null));
  }

  #restore(draft: string) {
    // With its undo it is there already.
    this.replaceText(draft, true);
    this.#compare();
    this.isRestored = true;
    void this.#keeper.settle();
    this.draft = 'kept';
  }

  /** Shows the problems of another export target. */
  chooseTarget(target: string) {
    this.#chosenTarget = target;
    this.#show();
  }

  /** What is found in a text, what the client makes of it among that. */
  async #analyse(text: string): Promise<Analysis> {
    const { skillId, path, client, backend } = this;
    this.#judgedFor = client;
    if (client === null || path !== 'SKILL.md') return backend.analyze(skillId, path, text);
    const [analysis, own] = await Promise.all([
      backend.analyze(skillId, path, text),
      backend.analyzeForClient(skillId, text, client),
    ]);
    return { ...analysis, findings: [...analysis.findings, ...own].sort((a, b) => a.from - b.from) };
  }

  #accept(analysis: Analysis) {
    this.analysis = analysis;
    this.analysisError = null;
    this.#show();
  }

  #show() {
    this.dispatch(
      showFindings(this.state, this.findings, {
        fix: (finding) => this.applyEdits(finding.fix?.edits ?? []),
        act: (action) => void this.act(action).catch((error: unknown) => this.onfailure?.(error)),
      }),
    );
  }

  async #editFrontmatter(edit: FrontmatterEdit, isTyping: boolean) {
    // The text may change while the backend thinks; its offsets then belong to another text, so it is asked again.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const doc = this.state.doc;
      const edits = await this.backend.editFrontmatter(doc.toString(), edit);
      if (this.state.doc !== doc) continue;
      if (edits.length === 0) return;
      this.dispatch({
        changes: changesOf(edits),
        annotations: isTyping ? [formChange.of(true)] : [formChange.of(true), isolateHistory.of('full')],
        userEvent: isTyping ? 'input.type.form' : 'input.form',
      });
      return;
    }
    throw new StudioError('stale', 'the text kept changing while the form was being updated; try again');
  }
}

const asDoc = (text: string) => Text.of(text.split('\n'));
