/**
 * What was written on rows and not stored, kept over the end of the window and a change of library. It goes to the
 * browser's storage shortly after a key press, by library, without what may be secret; in this session it is known whole.
 */
import { SvelteMap } from 'svelte/reactivity';
import { beforeClosing } from '$lib/ipc';
import { type Memory, localMemory } from '$lib/memory';
import { app } from './app.svelte';
import { type Withheld, isOpen, refill, withhold } from './withheld';

/** What is written over a row. */
export interface Written<F extends object> {
  /** The row's version it is written over; 0 for a new one. */
  version: number;
  fields: F;
  /** The fields as they are stored. */
  base: F;
  /** What could not be kept and has to be entered again. */
  withheld: readonly Withheld[];
}

interface Entry {
  version: number;
  /** Only the fields that are not as they are stored. */
  changes: Record<string, unknown>;
  withheld: readonly Withheld[];
}

interface KeptEntry extends Entry {
  library: string;
  place: string;
  id: string;
}

/** Milliseconds after a key press until it is in the storage. */
export const PAUSE = 250;
/** Most characters of all that is kept, which is 1 MB as the storage counts; the oldest goes. */
export const LARGEST = 500_000;

/** Whether anything is written at all. */
export const isWritten = <F extends object>(written: Written<F> | null): boolean =>
  written !== null && Object.keys(changesOf(written)).length > 0;

export class Kept<F extends object> {
  readonly #entries = new SvelteMap<string, Entry>();
  readonly #pending = new Map<string, Written<F> | null>();
  #library: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The place whose rows these are: ids are its own. */
    private readonly place: string,
    private readonly memory: Memory = localMemory('unsaved'),
    private readonly where: { library: { path: string } | null; isSwitching: boolean } = app,
  ) {
    this.open();
    addEventListener('pagehide', () => this.flush());
    beforeClosing(async () => this.flush());
  }

  /** Turns to the library that is open now. */
  open() {
    this.flush();
    this.#library = this.where.library?.path ?? null;
    this.#entries.clear();
    for (const entry of read(this.memory)) if (this.#isMine(entry)) this.#entries.set(entry.id, entry);
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Keeps what is written on a row; nothing written keeps nothing. */
  keep(id: string, written: Written<F> | null) {
    if (!written || !isWritten(written)) return this.drop(id);
    const { version, withheld } = written;
    const entry: Entry = { version, changes: changesOf(written), withheld };
    if (JSON.stringify(entry) === textOf(this.#entries.get(id))) return;
    this.#entries.set(id, entry);
    this.#pending.set(id, written);
    this.#timer ??= setTimeout(() => this.flush(), PAUSE);
  }

  /** Forgets what was written, as when it is stored or given up. */
  drop(id: string) {
    if (!this.#entries.delete(id)) return;
    this.#pending.set(id, null);
    this.flush();
  }

  /** Forgets what was written on rows that are not there any more. While the library changes nobody knows. */
  forget(isThere: (id: string) => boolean) {
    if (this.where.isSwitching || (this.where.library?.path ?? null) !== this.#library) return;
    for (const id of [...this.#entries.keys()]) if (!isThere(id)) this.drop(id);
  }

  /** What was written on a row, over the row as it is stored now. */
  restored(id: string, base: F): Written<F> | null {
    const entry = this.#entries.get(id);
    if (!entry) return null;
    const known = Object.entries(entry.changes).filter(
      ([key, value]) => key in base && isAlike(value, (base as Record<string, unknown>)[key]),
    );
    const changes = JSON.parse(JSON.stringify(Object.fromEntries(known))) as Partial<F>;
    const fields = { ...base, ...changes };
    return { version: entry.version, fields, base, withheld: refill(fields, base, entry.withheld) };
  }

  /** Writes at once what waits. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = [...this.#pending];
    this.#pending.clear();
    const library = this.#library;
    if (pending.length === 0 || library === null) return;
    const ids = new Set(pending.map(([id]) => id));
    const others = read(this.memory).filter((entry) => !this.#isMine(entry) || !ids.has(entry.id));
    const mine = pending.flatMap(([id, written]) =>
      written ? [{ library, place: this.place, id, ...withoutSecrets(written) }] : [],
    );
    try {
      this.memory.write(fitting([...others, ...mine]));
    } catch {
      // The storage is full or closed to us: what is written is still there until the window closes.
    }
  }

  #isMine({ library, place }: KeptEntry): boolean {
    return library === this.#library && place === this.place;
  }
}

function changesOf<F extends object>({ fields, base }: Written<F>): Record<string, unknown> {
  const stored = base as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key])),
  );
}

function withoutSecrets<F extends object>(written: Written<F>): Entry {
  const { fields, withheld } = withhold(changesOf(written), written.base);
  // What was not entered again since is not forgotten to be missing.
  const still = written.withheld.filter((mark) => isOpen(mark, written.fields));
  return { version: written.version, changes: fields, withheld: [...still, ...withheld] };
}

const textOf = (entry: Entry | undefined): string | undefined =>
  entry && JSON.stringify({ version: entry.version, changes: entry.changes, withheld: entry.withheld });

/** Whether a value can stand where another one does; none can stand for anything. */
const isAlike = (a: unknown, b: unknown): boolean =>
  a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b));

/** The latest of the entries, as many as there is room for. */
function fitting(entries: readonly KeptEntry[]): string {
  const texts = entries.map((entry) => JSON.stringify(entry)).filter(({ length }) => length < LARGEST);
  let size = 1;
  const first = texts.findLastIndex((text) => (size += text.length + 1) > LARGEST);
  return `[${texts.slice(first + 1).join(',')}]`;
}

/** What is kept for all libraries and places; whatever is of another shape is left out. */
function read(memory: Memory): KeptEntry[] {
  try {
    const found: unknown = JSON.parse(memory.read() ?? '[]');
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    // Someone else's text: nothing is kept.
    return [];
  }
}

function isEntry(value: unknown): value is KeptEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { library, place, id, version, changes, withheld } = value as Partial<KeptEntry>;
  const isMark = (mark: Partial<Withheld> | null) => typeof mark?.text === 'string' && Array.isArray(mark.path);
  return (
    [library, place, id].every((text) => typeof text === 'string') &&
    typeof version === 'number' &&
    typeof changes === 'object' &&
    changes !== null &&
    Array.isArray(withheld) &&
    withheld.every(isMark)
  );
}
