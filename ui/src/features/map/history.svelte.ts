/** What was done on the map and can be undone: one step a gesture, kept with the library beyond a restart. */
import { lastUndo } from '$kit/last-undo.svelte';
import { StudioError } from '$lib/ipc';
import type { MapStep } from './steps';

/** Which way a step is taken. */
export type Way = 'undo' | 'redo';

/** A step that says nothing any more, because what it changed was changed since. It is dropped, never applied. */
export class Outdated extends StudioError {
  constructor(message: string) {
    super('stale', message);
  }
}

const LIMIT = 200;

export class Steps {
  #done = $state.raw<MapStep[]>([]);
  #undone = $state.raw<MapStep[]>([]);
  #last: Promise<void> = Promise.resolve();
  /** How many are being done: the map may show one before its step is here, and what undoes it waits for that. */
  #running = $state(0);
  readonly canUndo = $derived(this.#done.length > 0 || this.#running > 0);
  readonly canRedo = $derived(this.#undone.length > 0);
  readonly undoLabel = $derived(this.#done.at(-1)?.label ?? '');
  readonly redoLabel = $derived(this.#undone.at(-1)?.label ?? '');

  /** `take` carries a step out; `keep` is told after each change what can be undone and done again now. */
  constructor(
    private readonly take: (step: MapStep, way: Way) => Promise<void>,
    private readonly keep: (done: readonly MapStep[], undone: readonly MapStep[]) => void,
  ) {}

  /** Does what is one step; what was undone before is forgotten. */
  async do(work: () => Promise<MapStep | null>): Promise<void> {
    this.#running += 1;
    try {
      await this.#inTurn(async () => {
        const step = await work();
        if (step) this.#set([...this.#done, step].slice(-LIMIT), []);
      });
    } finally {
      this.#running -= 1;
    }
  }

  /** Takes the last step back. One that is outdated is dropped; where it fails otherwise it stays. Its error is thrown. */
  undo(): Promise<void> {
    return this.#inTurn(async () => {
      const step = this.#done.at(-1);
      if (!step) return;
      await this.#take(step, 'undo');
      this.#set(without(this.#done, step), [...this.#undone, step]);
    });
  }

  redo(): Promise<void> {
    return this.#inTurn(async () => {
      const step = this.#undone.at(-1);
      if (!step) return;
      await this.#take(step, 'redo');
      this.#set([...this.#done, step], without(this.#undone, step));
    });
  }

  /** Takes over what was kept, below what was done since. */
  restore(done: readonly MapStep[], undone: readonly MapStep[]) {
    if (this.#done.length === 0 && this.#undone.length === 0) this.#undone = [...undone];
    this.#done = [...done, ...this.#done].slice(-LIMIT);
  }

  /** Forgets the steps here; what is kept with the library stays. */
  clear() {
    this.#done = [];
    this.#undone = [];
  }

  async #take(step: MapStep, way: Way) {
    try {
      await this.take(step, way);
    } catch (thrown) {
      if (thrown instanceof Outdated) this.#set(without(this.#done, step), without(this.#undone, step));
      throw thrown;
    }
  }

  #set(done: MapStep[], undone: MapStep[]) {
    lastUndo.forget();
    [this.#done, this.#undone] = [done, undone];
    this.keep(done, undone);
  }

  /** Two quick presses are two steps: the second waits for the first. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const without = (steps: readonly MapStep[], step: MapStep) => steps.filter((other) => other !== step);
