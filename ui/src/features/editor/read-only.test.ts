import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { refuseTyping } from './codemirror/setup';

test('a text of a library that cannot be written takes no keys, and takes them again in a copy of it', () => {
  let isReadOnly = true;
  const state = EditorState.create({ doc: 'as it is', extensions: refuseTyping(() => isReadOnly) });
  const after = (userEvent: string | undefined) =>
    state.update({ changes: { from: 0, insert: 'x' }, userEvent }).state.doc.toString();
  for (const event of ['input.type', 'input.paste', 'delete.backward', 'undo']) expect(after(event)).toBe('as it is');
  expect(after(undefined)).toBe('xas it is');
  isReadOnly = false;
  expect(after('input.type')).toBe('xas it is');
});
