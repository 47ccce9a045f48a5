/**
 * Pages of rows that are written on, by the row's id: each stays as it is until it is stored or given up, whichever one looks at
 * meanwhile, and what is written on it is kept over the end of the window.
 */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { type Kept, type Written, isWritten } from './kept';

/** Stands for the id of a row that is being written for the first time. */
export const NEW = 'new';

/** A row's page. */
export interface Page<F extends object> {
  readonly fields: F;
  /** What is written on it and not stored. */
  readonly written: Written<F> | null;
  /** Takes what was written on it before. */
  restore(written: Written<F>): void;
}

export class Pages<F extends object, P extends Page<F>> {
  readonly #pages = new SvelteMap<string, P>();

  constructor(private readonly kept: Kept<F>) {
    // For as long as the window: what is written is kept wherever one is.
    $effect.root(() => {
      $effect(() => {
        for (const [id, { written }] of this.#pages) untrack(() => this.kept.keep(id, written));
      });
    });
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
    const written = this.kept.restored(id, page.fields);
    if (written) page.restore(written);
    this.#pages.set(id, page);
    return page;
  }

  /** What is written on a page is stored now, as the row of `id`. */
  stored(before: string, id: string) {
    const page = this.#pages.get(before);
    this.close(before);
    if (page) this.#pages.set(id, page);
  }

  /** Gives up a page with what is written on it. */
  close(id: string) {
    this.#pages.delete(id);
    this.kept.drop(id);
  }

  /** Leaves the page of a row that is gone. */
  leave(id: string) {
    this.#pages.delete(id);
  }

  /** Forgets what was written on rows that are gone and whose pages are not open. */
  forget(rows: readonly { id: string }[]) {
    this.kept.forget((id) => id === NEW || this.#pages.has(id) || rows.some((row) => row.id === id));
  }

  /** Starts over with the library that is open now. */
  start() {
    this.#pages.clear();
    this.kept.open();
  }
}
