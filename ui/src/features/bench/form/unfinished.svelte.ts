/** What was typed into a field that cannot be taken yet, such as half a number: kept until it can, or until its place changes. */
import { SvelteMap } from 'svelte/reactivity';
import { pathOf, rawAt, readJson, removeAt, setAt } from '../json-text';

interface Draft {
  typed: string;
  /** What stood at its place in the text when it was typed. */
  base: string | null;
}

export class Unfinished {
  readonly #drafts = new SvelteMap<string, Draft>();

  /** What was typed for a place, as long as nothing else came there. */
  at(text: string, pointer: string): string | null {
    const draft = this.#drafts.get(pointer);
    return draft && draft.base === rawAt(text, pathOf(pointer)) ? draft.typed : null;
  }

  keep(text: string, pointer: string, typed: string) {
    this.#drafts.set(pointer, { typed, base: rawAt(text, pathOf(pointer)) });
  }

  drop(pointer: string) {
    this.#drafts.delete(pointer);
  }

  /** The text with every draft that can be taken; the others stay here. */
  settled(text: string): string {
    let settled = text;
    for (const pointer of [...this.#drafts.keys()]) {
      const typed = this.at(settled, pointer);
      if (typed === null || (typed.trim() !== '' && readJson(typed).error !== null)) continue;
      const path = pathOf(pointer);
      if (typed.trim() !== '') settled = setAt(settled, path, typed.trim());
      else if (rawAt(settled, path) !== null) settled = removeAt(settled, path);
      this.#drafts.delete(pointer);
    }
    return settled;
  }

  clear() {
    this.#drafts.clear();
  }
}
