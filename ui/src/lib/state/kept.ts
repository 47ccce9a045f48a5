/**
 * What was written on rows and not stored, kept by the studio over the end of the window: encrypted, in the library, since a
 * form may hold what will become a secret. It goes there shortly after a key press.
 */
import { SvelteMap } from 'svelte/reactivity';
import { type FormDraft, type FormDrafts, type FormKind, beforeClosing, commands } from '$lib/ipc';
import { takeOver } from './old-drafts';
import { app } from './app.svelte';

/** Stands for the id of a row that is being written for the first time. */
export const NEW = 'new';

/** What is written over a row. */
export interface Written<F extends object> {
  /** The row's version it is written over; 0 for a new one. */
  version: number;
  fields: F;
  /** The fields as they are stored. */
  base: F;
}

/** What keeping asks of the studio. */
export interface DraftBackend {
  listFormDrafts(kind: FormKind): Promise<FormDrafts>;
  saveFormDraft(draft: FormDraft): Promise<unknown>;
  deleteFormDraft(kind: FormKind, id: string | null): Promise<unknown>;
}

/** What keeping asks of the window. */
export interface DraftHost {
  readonly library: { path: string } | null;
  /** Another library is being opened: nothing may be written to it. */
  readonly isSwitching: boolean;
  fail(what: string, thrown: unknown): void;
  notify(message: string): void;
}

interface Entry {
  version: number;
  /** The fields that are not as they are stored, as JSON. */
  changes: string;
}

/** Milliseconds after a key press until it is kept. */
export const PAUSE = 250;

/** Whether anything is written at all. */
export const isWritten = <F extends object>(written: Written<F> | null): boolean =>
  written !== null && Object.keys(changesOf(written)).length > 0;

export class Kept<F extends object> {
  readonly #entries = new SvelteMap<string, Entry>();
  /** Rows that are kept otherwise by now, with what is. */
  readonly #pending = new Map<string, Entry | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isLeft = false;
  readonly #forget: () => void;
  /** Done when what was kept before is known. */
  readonly ready: Promise<void>;

  constructor(
    /** What the rows are: ids are their own. */
    private readonly kind: FormKind,
    private readonly backend: DraftBackend = commands,
    private readonly host: DraftHost = app,
  ) {
    const flush = () => this.flush();
    addEventListener('pagehide', flush);
    const forget = beforeClosing(flush);
    this.#forget = () => (removeEventListener('pagehide', flush), forget());
    this.ready = this.#read();
  }

  /** Ends it, as with its library: what waits is not written any more. */
  stop() {
    this.#isLeft = true;
    clearTimeout(this.#timer);
    this.#pending.clear();
    this.#forget();
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Keeps what is written on a row; nothing written keeps nothing. */
  keep(id: string, written: Written<F> | null) {
    if (!written || !isWritten(written)) return this.drop(id);
    const entry = { version: written.version, changes: JSON.stringify(changesOf(written)) };
    const before = this.#entries.get(id);
    if (before?.version === entry.version && before.changes === entry.changes) return;
    this.#entries.set(id, entry);
    this.#later(id, entry);
  }

  /** Forgets what was written, as when it is stored or given up. */
  drop(id: string) {
    if (!this.#entries.delete(id)) return;
    this.#later(id, null);
    void this.flush();
  }

  /** Forgets what was written on rows that are not there any more. While the library changes nobody knows. */
  forget(isThere: (id: string) => boolean) {
    if (this.host.isSwitching || this.#isLeft) return;
    for (const id of [...this.#entries.keys()]) if (!isThere(id)) this.drop(id);
  }

  /** What was written on a row, over the row as it is stored now. */
  restored(id: string, base: F): Written<F> | null {
    const entry = this.#entries.get(id);
    const changes = entry && parsed(entry.changes);
    if (!changes) return null;
    const known = Object.entries(changes).filter(
      ([key, value]) => key in base && isAlike(value, (base as Record<string, unknown>)[key]),
    );
    return { version: entry.version, fields: { ...base, ...Object.fromEntries(known) }, base };
  }

  /** Writes at once what waits; done when it is kept. */
  flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isLeft || this.#pending.size === 0) return this.#writing;
    if (this.host.isSwitching) {
      this.#wait();
      return this.#writing;
    }
    const pending = this.host.library ? [...this.#pending] : [];
    this.#pending.clear();
    this.#writing = this.#writing.then(() => this.#write(pending));
    return this.#writing;
  };

  #later(id: string, entry: Entry | null) {
    if (this.#isLeft) return;
    this.#pending.set(id, entry);
    this.#wait();
  }

  #wait() {
    this.#timer ??= setTimeout(() => void this.flush(), PAUSE);
  }

  async #write(pending: readonly [string, Entry | null][]) {
    for (const [id, entry] of pending) {
      try {
        if (entry) await this.backend.saveFormDraft(this.#draft(id, entry));
        else await this.backend.deleteFormDraft(this.kind, rowOf(id));
      } catch (thrown) {
        // What is written is still there until the window closes.
        if (!this.#isLeft) this.host.fail('Saving your draft', thrown);
      }
    }
  }

  async #read() {
    const { library } = this.host;
    if (!library) return;
    try {
      await takeOver(library.path, this.kind, this.backend, this.host);
      const { drafts, unreadable } = await this.backend.listFormDrafts(this.kind);
      if (this.#isLeft) return;
      if (unreadable) this.host.notify(unreadable);
      for (const { id, aggregate_version, changes } of drafts)
        // What was typed meanwhile is newer.
        if (!this.#entries.has(id ?? NEW)) this.#entries.set(id ?? NEW, { version: aggregate_version, changes });
    } catch (thrown) {
      if (!this.#isLeft) this.host.fail('Restoring your draft', thrown);
    }
  }

  #draft(id: string, { version, changes }: Entry): FormDraft {
    return { kind: this.kind, id: rowOf(id), aggregate_version: version, changes };
  }
}

const rowOf = (id: string): string | null => (id === NEW ? null : id);

function changesOf<F extends object>({ fields, base }: Written<F>): Record<string, unknown> {
  const stored = base as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key])),
  );
}

/** Fields as they were kept; none where an older studio kept something else. */
function parsed(changes: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(changes);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Whether a value can stand where another one does; none can stand for anything. */
const isAlike = (a: unknown, b: unknown): boolean =>
  a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));
