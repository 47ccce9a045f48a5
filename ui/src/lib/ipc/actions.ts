/** Tells when an author has done something: it is taken back by an Undo of its own, or by none. The program says what that is. */
import { ACTIONS, type commands } from './bindings';

const actions: ReadonlySet<string> = new Set<keyof typeof commands>(ACTIONS);
const listeners = new Set<() => void>();

/** Is told whenever an action of the author's was done; returns how to stop. */
export function onAction(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells it, where a command that succeeded is one. */
export function tellOfAction(command: string): void {
  if (actions.has(command)) for (const listener of listeners) listener();
}
