/**
 * The editor: which skill and file are open, saving, and following what happens elsewhere. Documents stay open for the
 * session, so that their history, drafts and scroll position outlive a look at another skill.
 */
import type { Extension } from '@codemirror/state';
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type {
  Finding,
  Frontmatter,
  Merge,
  NamedEntity,
  SaveOutcome,
  SkillDetail,
  FileContent,
  Tokens,
  ToolInfo,
  UndoHistory,
  UndoScope,
} from '$lib/ipc';
import { libraryClient } from '$lib/state/client.svelte';
import { Turn } from '$lib/turn';
import { editorSetup, refuseTyping } from './codemirror/setup';
import { OpenDocument, type DocumentBackend } from './document.svelte';
import { openEntity } from './names';

export const SKILL_FILE = 'SKILL.md';

/** What the editor needs of the studio. */
export interface EditorBackend extends DocumentBackend {
  getSkill(id: string): Promise<SkillDetail>;
  getFile(skillId: string, path: string): Promise<FileContent>;
  saveFile(
    skillId: string,
    path: string,
    text: string,
    version: number,
    theirHash: string | null,
  ): Promise<SaveOutcome>;
  getOutsideChange(skillId: string, path: string): Promise<Merge | null>;
  listTools(): Promise<ToolInfo[]>;
  findEntity(skillId: string, path: string, text: string, offset: number): Promise<NamedEntity | null>;
  getUndoHistory(scope: UndoScope): Promise<UndoHistory>;
}

/** What the editor asks of the window around it. */
export interface EditorHost {
  openMerge(merge: Merge, resolved: (text: string) => void): void;
  notify(message: string): void;
  fail(what: string, error: unknown): void;
  /** Whether nothing in the library can be changed; where nobody says, everything can. */
  isReadOnly?(): boolean;
}

/** At most this many documents without unsaved text are kept open. */
const KEPT_OPEN = 40;

export class Editor {
  phase = $state<'empty' | 'loading' | 'ready' | 'error'>('empty');
  error = $state.raw<unknown>(null);
  detail = $state.raw<SkillDetail | null>(null);
  document = $state.raw<OpenDocument | null>(null);
  tools = $state.raw<ToolInfo[]>([]);
  /** What somebody asked of the files of the skill from elsewhere; the tree of files takes it up. */
  fileWish = $state.raw<'new' | 'rename' | 'delete' | null>(null);
  /** Files changed outside while there was unsaved text here, as `skill\npath`. */
  readonly changedOutside = new SvelteSet<string>();
  /** How frontmatter is shown in documents opened from now on. */
  preferredMode = $state<'form' | 'yaml'>('form');

  readonly isSkillFile = $derived(this.document?.path === SKILL_FILE);
  readonly frontmatter: Frontmatter | null = $derived(
    (this.isSkillFile && this.document?.analysis?.frontmatter) || null,
  );
  readonly isForm = $derived(this.isSkillFile && this.document?.mode === 'form' && !this.frontmatter?.unreadable);
  readonly errors = $derived(amount(this.document, 'error'));
  readonly warnings = $derived(amount(this.document, 'warning'));
  readonly hints = $derived(amount(this.document, 'info'));
  readonly tokens: Tokens = $derived(this.#tokens());
  readonly isChangedOutside = $derived(this.document !== null && this.changedOutside.has(keyOf(this.document)));

  readonly #documents = new SvelteMap<string, OpenDocument>();
  readonly #opening = new Turn();
  #wanted = '';

  constructor(
    private readonly backend: EditorBackend,
    private readonly host: EditorHost,
    private readonly setup: (path: string, editor: Editor, text: string) => Extension = studioSetup,
  ) {}

  /** Opens a file; drafts of the file left behind are on disk at once. */
  async open(skillId: string, path = SKILL_FILE, mode?: 'form' | 'yaml') {
    const isNewest = this.#opening.begin();
    this.#wanted = skillId;
    void this.document?.flush();
    if (this.detail?.id !== skillId) this.phase = 'loading';
    try {
      const [detail, content, undo] = await Promise.all([
        this.backend.getSkill(skillId),
        this.backend.getFile(skillId, path),
        this.#undoOf(skillId, path),
      ]);
      if (!isNewest()) return;
      this.#show(detail, content, undo, mode);
    } catch (error) {
      if (!isNewest()) return;
      this.phase = 'error';
      this.error = error;
      this.detail = this.document = null;
    }
  }

  retry = () => (this.#wanted ? this.open(this.#wanted, this.document?.path) : undefined);

  /** Shows nothing; what was open stays safe. */
  leave() {
    this.#opening.end();
    void this.document?.flush();
    this.phase = 'empty';
    this.detail = this.document = null;
  }

  /** Saves the document; a stale save leads to a merge. */
  async save(document = this.document, theirs?: { version: number; hash: string }) {
    if (!document || document.isSaving || (!document.isDirty && !theirs)) return;
    document.isSaving = true;
    try {
      await document.settle();
      const text = document.text;
      const version = theirs?.version ?? document.version;
      const outcome = await this.backend.saveFile(document.skillId, document.path, text, version, theirs?.hash ?? null);
      if (outcome.kind === 'saved') this.#saved(document, text, outcome.detail, theirs !== undefined);
      else this.#merge(outcome.merge);
    } catch (error) {
      this.host.fail(`Saving ${document.path}`, error);
    } finally {
      document.isSaving = false;
      document.keepAgain();
    }
  }

  /** Takes over a skill as a command returned it: files added, renamed, removed, a version restored. */
  async adopt(detail: SkillDetail) {
    for (const document of this.#of(detail.id)) {
      if (document.version === this.detail?.aggregate_version) document.version = detail.aggregate_version;
    }
    if (this.detail?.id !== detail.id) return;
    this.detail = detail;
    await this.#follow();
  }

  /** A file got another name: its document goes with it. */
  async renamed(detail: SkillDetail, from: string, to: string) {
    const key = `${detail.id}\n${from}`;
    const document = this.#documents.get(key);
    await document?.close();
    this.#documents.delete(key);
    await this.adopt(detail);
    if (this.document?.path === from) await this.open(detail.id, to);
  }

  /** A file is gone. */
  async removed(detail: SkillDetail, path: string) {
    await this.#documents.get(`${detail.id}\n${path}`)?.settle();
    this.#documents.delete(`${detail.id}\n${path}`);
    const wasOpen = this.document?.path === path;
    this.detail = detail;
    if (wasOpen) await this.open(detail.id);
  }

  /** Another part of the program, or another process, changed a skill. */
  async skillChanged(skillId: string) {
    if (this.detail?.id !== skillId || this.document?.isSaving) return;
    try {
      const detail = await this.backend.getSkill(skillId);
      if (this.detail?.id !== skillId) return;
      this.detail = detail;
      await this.#follow();
    } catch (error) {
      if (this.detail?.id === skillId) this.host.fail('Reloading the skill', error);
    }
  }

  /** A linked file changed outside: it was taken over, or waits for a merge. */
  async outsideChange(event: { skill_id: string; skill_name: string; path: string; is_applied: boolean }) {
    const key = `${event.skill_id}\n${event.path}`;
    if (event.is_applied) {
      this.#setOutside(key, false);
      if (this.#documents.has(key)) {
        this.host.notify(`${event.skill_name}/${event.path} changed on disk and was reloaded. To undo, open Versions.`);
      }
      await this.skillChanged(event.skill_id);
    } else {
      this.#setOutside(key, true);
    }
  }

  /** Shows the merge of an outside change. */
  async reviewOutside(document = this.document) {
    if (!document) return;
    await document.flush();
    try {
      const merge = await this.backend.getOutsideChange(document.skillId, document.path);
      if (merge) this.#merge(merge);
      else {
        this.#setOutside(keyOf(document), false);
        await this.skillChanged(document.skillId);
      }
    } catch (error) {
      this.host.fail('Loading the change', error);
    }
  }

  /** What the name at an offset of the open skill's text stands for. */
  findEntity(path: string, text: string, offset: number): Promise<NamedEntity | null> {
    return this.backend.findEntity(this.detail?.id ?? '', path, text, offset);
  }

  async loadTools() {
    try {
      this.tools = await this.backend.listTools();
    } catch (error) {
      this.host.fail('Loading the tools', error);
    }
  }

  /** Resolves when everything typed is on disk: the window is about to close. */
  secure = () => Promise.all([...this.#documents.values()].map((document) => document.secure()));

  /** Writes every waiting draft at once: the window loses focus. */
  flush = () => Promise.all([...this.#documents.values()].map((document) => document.flush()));

  setMode(mode: 'form' | 'yaml') {
    this.preferredMode = mode;
    if (this.document) this.document.mode = mode;
  }

  /** What the file tree knows of a file's problems; only files opened in this session are known. */
  problems(path: string): { errors: number; warnings: number } {
    const document = this.#opened(path);
    return { errors: amount(document, 'error'), warnings: amount(document, 'warning') };
  }

  isUnsaved(path: string) {
    return this.#opened(path)?.isDirty ?? false;
  }

  /** A file of the open skill, if it was opened. */
  #opened(path: string): OpenDocument | null {
    return this.detail ? (this.#documents.get(`${this.detail.id}\n${path}`) ?? null) : null;
  }

  /** The undo that was kept of a file that was not opened since the start; without it undo begins here. */
  async #undoOf(skill_id: string, path: string): Promise<UndoHistory | null> {
    if (this.#documents.has(`${skill_id}\n${path}`)) return null;
    return this.backend.getUndoHistory({ kind: 'file', skill_id, path }).catch(() => null);
  }

  #show(detail: SkillDetail, content: FileContent, undo: UndoHistory | null, mode?: 'form' | 'yaml') {
    this.detail = detail;
    this.document = this.#documentOf(detail.id, content, undo);
    if (mode) this.document.mode = mode;
    this.phase = 'ready';
    this.error = null;
    for (const path of detail.link?.changed ?? []) this.#setOutside(`${detail.id}\n${path}`, true);
  }

  get isReadOnly(): boolean {
    return this.host.isReadOnly?.() ?? false;
  }

  #documentOf(skillId: string, content: FileContent, undo: UndoHistory | null): OpenDocument {
    const key = `${skillId}\n${content.path}`;
    let document = this.#documents.get(key);
    if (document) document.follow(content);
    else {
      const setup = this.setup(content.path, this, content.text);
      document = new OpenDocument(skillId, content.path, content, this.backend, setup, undo);
      document.mode = this.preferredMode;
      document.onfailure = (error) => this.host.fail('Fixing the problem', error);
    }
    this.#documents.delete(key);
    this.#documents.set(key, document);
    this.#closeOldest();
    return document;
  }

  #closeOldest() {
    const spare = [...this.#documents].filter(([, document]) => !document.isDirty && document !== this.document);
    for (const [key, document] of spare.slice(0, Math.max(0, this.#documents.size - KEPT_OPEN))) {
      void document.close();
      this.#documents.delete(key);
    }
  }

  /** Other files of the skill were current before this save, so they still are; after a merge they are read anew. */
  #saved(document: OpenDocument, text: string, detail: SkillDetail, isMerge: boolean) {
    const before = document.version;
    for (const other of isMerge ? [] : this.#of(detail.id)) {
      if (other.version === before) other.version = detail.aggregate_version;
    }
    document.stored(text, detail.aggregate_version);
    this.#setOutside(keyOf(document), false);
    if (this.detail?.id === detail.id) this.detail = detail;
  }

  #merge(merge: Merge) {
    this.host.openMerge(merge, (text) => void this.#resolve(merge, text));
  }

  async #resolve(merge: Merge, text: string) {
    const document = this.#documents.get(`${merge.skill_id}\n${merge.path}`);
    if (!document) return;
    document.replaceText(text, true);
    await this.save(document, { version: merge.aggregate_version, hash: merge.their_hash });
  }

  async #follow() {
    const document = this.document;
    if (!document || document.isSaving) return;
    const content = await this.backend.getFile(document.skillId, document.path);
    if (!document.isSaving) document.follow(content);
  }

  #of(skillId: string) {
    return [...this.#documents.values()].filter((document) => document.skillId === skillId);
  }

  #setOutside(key: string, isChanged: boolean) {
    if (isChanged) this.changedOutside.add(key);
    else this.changedOutside.delete(key);
  }

  #tokens(): Tokens {
    const stored = this.detail?.tokens ?? { description: 0, body: 0, files: 0 };
    const live = this.document?.analysis?.tokens;
    if (!live) return stored;
    if (this.isSkillFile) return { ...live, files: stored.files };
    const before = this.detail?.files.find((file) => file.path === this.document?.path)?.tokens ?? 0;
    return { ...stored, files: Math.max(0, stored.files - before + live.description + live.body + live.files) };
  }
}

const keyOf = (document: OpenDocument) => `${document.skillId}\n${document.path}`;

const amount = (document: OpenDocument | null, severity: Finding['severity']) =>
  (document?.findings ?? []).filter((finding) => finding.severity === severity).length;

function studioSetup(path: string, editor: Editor, text: string): Extension {
  const vocabulary = {
    tools: () => editor.tools.map(({ name, description }) => ({ label: name, detail: shorten(description) })),
    files: () =>
      (editor.detail?.files ?? [])
        .filter((file) => file.path !== path)
        .map((file) => ({ label: file.path, detail: file.is_text ? '' : 'binary' })),
    first: path === SKILL_FILE ? () => libraryClient.current : null,
  };
  const names = {
    // A card that cannot be read is no card.
    at: (now: string, offset: number) => editor.findEntity(path, now, offset).catch(() => null),
    open: openEntity,
  };
  return [editorSetup(path, vocabulary, names, text), refuseTyping(() => editor.isReadOnly)];
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
