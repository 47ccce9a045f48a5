/**
 * Lines so long that colouring and wrapping them takes seconds at each key: a text that has one is shown plain, and says
 * so. Short again, it stays plain until it is opened anew.
 */
import { Compartment, EditorState, type Extension, type Text } from '@codemirror/state';

/** Longest line, in characters, that is coloured and wrapped. */
export const LONGEST_LINE = 20_000;

const comforts = new Compartment();
const plain: Extension = [];

/** Whether a line of the text is too long for comfort. */
export function hasLongLine(doc: Text): boolean {
  for (const line of doc.iterLines()) if (line.length > LONGEST_LINE) return true;
  return false;
}

/** Extensions that are taken away as soon as the text has a long line. */
export function unlessLong(extension: Extension, text: string): Extension {
  const isLong = text.split('\n').some((line) => line.length > LONGEST_LINE);
  return [comforts.of(isLong ? plain : extension), watch];
}

/** Whether a text is shown plain for a long line. */
export const isPlain = (state: EditorState) => comforts.get(state) === plain;

const watch = EditorState.transactionExtender.of((tr) => {
  if (!tr.docChanged || isPlain(tr.startState)) return null;
  let isLong = false;
  tr.changes.iterChanges((_fromA, _toA, fromB, toB) => {
    // A line can also grow key by key, or by joining two.
    const [first, last] = [tr.newDoc.lineAt(fromB), tr.newDoc.lineAt(toB)];
    isLong ||= first.length > LONGEST_LINE || last.length > LONGEST_LINE || hasLongLine(tr.newDoc.slice(fromB, toB));
  });
  return isLong ? { effects: comforts.reconfigure(plain) } : null;
});
