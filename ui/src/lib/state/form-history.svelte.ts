/**
 * Undo for a form: its fields as they were after each gesture. Typing in one field is one step until the author rests or goes to
 * another field. It can be written down and taken up again, so that undo outlives the window.
 */
import type { UndoHistory } from '$lib/ipc';

/** Milliseconds of rest after which typing in the same field is another step. */
export const REST = 800;
/** Most steps that are kept. */
export const MOST = 100;

export class FormHistory<F extends object> {
  #past = $state.raw<readonly F[]>([]);
  #future = $state.raw<readonly F[]>([]);
  #now: F;
  #changedAt = 0;
  #field: string | null = null;

  constructor(
    now: F,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.#now = now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Notes the fields as they are now; says whether they are other than before. */
  record(fields: F): boolean {
    const changed = differing(this.#now, fields);
    if (changed.length === 0) return false;
    const field = changed.length === 1 ? changed[0]! : null;
    const at = this.clock();
    const goesOn = field !== null && field === this.#field && at - this.#changedAt < REST;
    if (!goesOn) this.#past = [...this.#past, this.#now].slice(-MOST);
    this.#future = [];
    this.#now = fields;
    this.#field = field;
    this.#changedAt = at;
    return true;
  }

  /** What is typed from here on is a step of its own, however soon it comes. */
  rest() {
    this.#field = null;
  }

  /** The fields before the last step; none where there is no step. */
  undo(): F | null {
    const before = this.#past.at(-1);
    if (!before) return null;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.#now, ...this.#future];
    return this.#turn(before);
  }

  /** The fields after the step that was undone last; none where there is none. */
  redo(): F | null {
    const [next, ...rest] = this.#future;
    if (!next) return null;
    this.#future = rest;
    this.#past = [...this.#past, this.#now];
    return this.#turn(next);
  }

  /** As it is kept over the end of the window. */
  write(): UndoHistory {
    const texts = (states: readonly F[]) => states.map((state) => JSON.stringify(state));
    return { done: texts(this.#past), undone: texts(this.#future).reverse(), basis: JSON.stringify(this.#now) };
  }

  /** Takes up what was kept where it ends in the fields as they are now; says whether it did. */
  read({ done, undone, basis }: UndoHistory): boolean {
    const now = this.#parsed([basis]);
    if (now?.length !== 1 || differing(now[0]!, this.#now).length > 0) return false;
    const [past, future] = [this.#parsed(done), this.#parsed(undone)];
    if (!past || !future) return false;
    this.#past = past;
    this.#future = future.reverse();
    return true;
  }

  /** States of the fields this form has; none where one is something else. */
  #parsed(texts: readonly string[]): F[] | null {
    const keys = (state: object) => Object.keys(state).sort().join();
    try {
      const states = texts.map((text) => JSON.parse(text) as unknown);
      const isOne = (state: unknown): state is F =>
        typeof state === 'object' && state !== null && keys(state) === keys(this.#now);
      return states.every(isOne) ? states : null;
    } catch {
      return null;
    }
  }

  #turn(fields: F): F {
    this.#now = fields;
    this.#field = null;
    return fields;
  }
}

/** Names of the fields in which two states differ. */
function differing<F extends object>(one: F, other: F): string[] {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}
