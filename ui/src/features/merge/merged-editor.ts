/** The editable half of a merge: CodeMirror with conflicts marked, side by side with nothing else. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { RangeSetBuilder, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { editorKeys } from '$kit/editor-keys';
import { editorTheme } from '$kit/editor-theme';
import { findConflicts } from './conflicts';

const mark = {
  mine: Decoration.line({ class: 'cm-mine' }),
  theirs: Decoration.line({ class: 'cm-theirs' }),
  marker: Decoration.line({ class: 'cm-marker' }),
};

function decorate(text: string): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const conflict of findConflicts(text)) {
    let side: 'mine' | 'theirs' = 'mine';
    let at = conflict.from;
    for (const line of text.slice(conflict.from, conflict.to).replace(/\n$/, '').split('\n')) {
      const isMarker = /^(<{9} mine|={9}$|>{9} theirs)/.test(line);
      builder.add(at, at, isMarker ? mark.marker : mark[side]);
      if (line === '=========') side = 'theirs';
      at += line.length + 1;
    }
  }
  return builder.finish();
}

const conflictMarks = StateField.define<DecorationSet>({
  create: (state) => decorate(state.doc.toString()),
  update: (marks, change) => (change.docChanged ? decorate(change.newDoc.toString()) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '.cm-mine': { backgroundColor: 'var(--ok-soft)' },
  '.cm-theirs': { backgroundColor: 'var(--accent-soft)' },
  '.cm-marker': { backgroundColor: 'var(--track)', color: 'var(--text-muted)', fontWeight: '600' },
  '.cm-marker *': { color: 'inherit', fontStyle: 'normal' },
});

/** Mounts the editor; `changed` hears every new text. */
export function mountMerged(parent: HTMLElement, text: string, changed: (text: string) => void): EditorView {
  return new EditorView({
    doc: text,
    parent,
    extensions: [
      history(),
      keymap.of(editorKeys(defaultKeymap, historyKeymap)),
      lineNumbers(),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'Merged text' }),
      markdown(),
      conflictMarks,
      editorTheme(),
      look,
      EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
}
