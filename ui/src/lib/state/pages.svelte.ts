/**
 * Pages of rows that are written on, by the row's id: each stays as it is until it is stored or given up, whichever page is
 * shown meanwhile, and what is written on it survives closing the window.
 */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { type UndoHistory, beforeClosing } from '$lib/ipc';
import { FormHistory } from './form-history.svelte';
import { type Kept, NEW, type Written, isWritten } from './kept';

export { NEW };

/** A row's page. */
export interface Page<F extends object> {
  readonly fields: F;
  /** What is written on it and not stored. */
  readonly written: Written<F> | null;
  /** Takes what was written on it before. */
  restore(written: Written<F>): void;
  /** Puts all fields as they are given. */
  write(fields: F): void;
}

/** Where undo is kept when the window is closed. */
export interface UndoKeeper {
  read(id: string): Promise<UndoHistory>;
  keep(id: string, history: UndoHistory): Promise<unknown>;
}

/** Milliseconds after a change until its undo is kept. */
const PAUSE = 400;

export class Pages<F extends object, P extends Page<F>> {
  readonly #pages = new SvelteMap<string, P>();
  readonly #histories = new SvelteMap<string, FormHistory<F>>();
  // Nothing on the screen reads what waits.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();

  /** Ends what follows the pages. */
  readonly #unfollow: () => void;
  readonly #unlisten: () => void;

  constructor(
    private readonly kept: Kept<F>,
    private readonly keeper: UndoKeeper | null = null,
  ) {
    // An effect root, not the component's: what is written is kept also while the page is not on screen.
    this.#unfollow = $effect.root(() => {
      $effect(() => {
        for (const [id, { written, fields }] of this.#pages)
          untrack(() => {
            this.kept.keep(id, written);
            if (this.#histories.get(id)?.record(fields)) this.#keepUndo(id);
          });
      });
    });
    this.#unlisten = beforeClosing(() => Promise.all([...this.#waiting.keys()].map((id) => this.#keepNow(id))));
    void kept.ready.then(() => {
      for (const [id, page] of this.#pages) if (!isWritten(page.written)) this.#restore(id, page);
    });
  }

  canUndo(id: string | null): boolean {
    return (id !== null && this.#histories.get(id)?.canUndo) || false;
  }

  canRedo(id: string | null): boolean {
    return (id !== null && this.#histories.get(id)?.canRedo) || false;
  }

  /** Takes the last step on a page back. */
  undo(id: string | null) {
    if (id !== null) this.#turn(id, this.#histories.get(id)?.undo() ?? null);
  }

  /** Does again what was taken back last. */
  redo(id: string | null) {
    if (id !== null) this.#turn(id, this.#histories.get(id)?.redo() ?? null);
  }

  get(id: string | null): P | null {
    return id === null ? null : (this.#pages.get(id) ?? null);
  }

  all(): [id: string, page: P][] {
    return [...this.#pages];
  }

  /** Whether something is written on a row's page that is not stored, whether it is open or was left so. */
  hasUnsaved(id: string): boolean {
    const page = this.#pages.get(id);
    return page ? isWritten(page.written) : this.kept.has(id);
  }

  /** Takes a page as its row is stored; what was written on it before stands on it again. */
  open(id: string, page: P): P {
    this.#restore(id, page);
    this.#pages.set(id, page);
    const history = new FormHistory(page.fields);
    this.#histories.set(id, history);
    // If it cannot be read, undo starts empty.
    void this.keeper?.read(id).then(
      (kept) => history.read(kept),
      () => {},
    );
    return page;
  }

  /** What is written on a page is stored now, as the row of `id`. */
  stored(before: string, id: string) {
    const [page, history] = [this.#pages.get(before), this.#histories.get(before)];
    this.close(before);
    if (!page) return;
    this.#pages.set(id, page);
    if (!history) return;
    history.record(page.fields);
    this.#histories.set(id, history);
    this.#keepUndo(id);
  }

  /** Gives up a page with what is written on it. */
  close(id: string) {
    this.leave(id);
    this.kept.drop(id);
  }

  /** Leaves the page of a row that is gone. */
  leave(id: string) {
    this.#pages.delete(id);
    this.#histories.delete(id);
  }

  /** Forgets what was written on rows that are gone and whose pages are not open. */
  forget(rows: readonly { id: string }[]) {
    this.kept.forget((id) => id === NEW || this.#pages.has(id) || rows.some((row) => row.id === id));
  }

  /** Ends with the library its rows are of. */
  stop() {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#unfollow();
    this.#unlisten();
    this.kept.stop();
  }

  #restore(id: string, page: P) {
    const written = this.kept.restored(id, page.fields);
    if (written) page.restore(written);
  }

  #turn(id: string, fields: F | null) {
    if (!fields) return;
    this.#pages.get(id)?.write(fields);
    this.#keepUndo(id);
  }

  /** Keeps the undo of a stored row soon; the studio leaves out what may be secret. */
  #keepUndo(id: string) {
    if (!this.keeper || id === NEW) return;
    clearTimeout(this.#waiting.get(id));
    this.#waiting.set(
      id,
      setTimeout(() => void this.#keepNow(id), PAUSE),
    );
  }

  async #keepNow(id: string) {
    clearTimeout(this.#waiting.get(id));
    this.#waiting.delete(id);
    const history = this.#histories.get(id)?.write();
    // What is not kept is only missing after the next start.
    if (history) await this.keeper?.keep(id, history).catch(() => {});
  }
}
