/** All actions that are there now: those of the shell, and those a feature adds while it is on screen. */
import { indexBy } from '$lib/group';
import { untrack } from 'svelte';
import type { Action } from './types';

export class Registry {
  #layers = $state.raw<readonly (readonly Action[])[]>([]);
  readonly all: readonly Action[] = $derived([...indexBy(this.#layers.flat(), ({ id }) => id).values()]);

  /** Adds actions; returns how to take them out again. */
  register(actions: readonly Action[]): () => void {
    // Untracked, so that an effect may register without depending on everyone else's actions.
    untrack(() => (this.#layers = [...this.#layers, actions]));
    return () => void untrack(() => (this.#layers = this.#layers.filter((layer) => layer !== actions)));
  }

  /** Those that can be done now. */
  available(): Action[] {
    return this.all.filter((action) => action.when?.() ?? true);
  }

  find(id: string): Action | undefined {
    return this.all.find((action) => action.id === id);
  }

  /** Does it, if it is there and can be done. */
  perform(id: string): boolean {
    const action = this.find(id);
    if (!action || !(action.when?.() ?? true)) return false;
    void action.perform();
    return true;
  }
}

export const registry = new Registry();
