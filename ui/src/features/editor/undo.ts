/** A document's undo, kept over the end of the window: CodeMirror's own steps, and the text they lead to. */
import { historyField } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import type { UndoHistory } from '$lib/ipc';

/** Milliseconds after a change until its undo is kept. */
export const PAUSE = 600;

const fields = { history: historyField };

/** The steps of a state, as they are kept. */
export function keptOf(state: EditorState): UndoHistory {
  const { history: steps } = state.toJSON(fields) as { history?: { done: unknown[]; undone: unknown[] } };
  const texts = (events: readonly unknown[] = []) => events.map((event) => JSON.stringify(event));
  return { done: texts(steps?.done), undone: texts(steps?.undone), basis: basisOf(state.doc.toString()) };
}

/** A state with the steps that were kept, where they lead to this very text; none otherwise. */
export function restored(text: string, kept: UndoHistory | null, extensions: Extension): EditorState | null {
  if (!kept || (kept.done.length === 0 && kept.undone.length === 0) || kept.basis !== basisOf(text)) return null;
  try {
    const [done, undone] = [kept.done, kept.undone].map((events) =>
      events.map((event) => JSON.parse(event) as unknown),
    );
    const selection = { main: 0, ranges: [{ anchor: 0, head: 0 }] };
    return EditorState.fromJSON({ doc: text, selection, history: { done, undone } }, { extensions }, fields);
  } catch {
    // Written by another version of the editor: undo begins here.
    return null;
  }
}

/** Tells texts apart: their length and 53 bits of a hash (cyrb53, public domain). */
function basisOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${String(text.length)} ${4294967296 * (2097151 & b) + (a >>> 0)}`;
}
