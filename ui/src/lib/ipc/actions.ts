/** Which commands are an author's actions: what they do is taken back by an Undo of its own, or by none. */

const VERBS = [
  'accept apply bind call compact continue create delete dismiss duplicate fix fork ignore implement import label link',
  'move pull push redo relink remove rename repeat replace resolve restore run save simulate start step tag trash',
  'undo unlink update write say(?=InSimulation) stop(?=Ignoring) set(?=HostBudgets|LibraryClient|ModelSettings|RuleLevel|Threshold)',
];
const ACTION = new RegExp(`^(?:${VERBS.join(' ').replaceAll(' ', '|')})(?=[A-Z])`);
/** What is kept while one types or moves something: there it has an undo of its own. */
const KEPT = /(?:Draft|Positions|UndoHistory)$/;

const listeners = new Set<() => void>();

/** Is told whenever an action of the author's was done; returns how to stop. */
export function onAction(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells it, where a command that succeeded is one. */
export function tellOfAction(command: string): void {
  if (ACTION.test(command) && !KEPT.test(command)) for (const listener of listeners) listener();
}
