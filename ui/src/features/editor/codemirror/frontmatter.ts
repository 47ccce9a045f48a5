/**
 * Hides the frontmatter while the form shows it: one document and one undo history, but the block cannot be seen,
 * entered or damaged by typing. Line numbers stay those of the file.
 */
import {
  Annotation,
  EditorSelection,
  EditorState,
  StateEffect,
  StateField,
  type Extension,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Marks a change the form made, which alone may touch the hidden block. */
export const formChange = Annotation.define<boolean>();

/** Shows or hides the block. */
export const setHidden = StateEffect.define<boolean>();

/** Offsets of a frontmatter block: where its closing line ends and where the first line shown after it starts. */
export interface Block {
  end: number;
  bodyFrom: number;
}

const FENCE = /^---\s*$/;

/** Finds the block as every host does: a first line of three dashes, up to the next such line. */
export function frontmatterBlock(doc: Text): Block | null {
  if (!FENCE.test(doc.line(1).text.replace(/^\uFEFF/, ''))) return null;
  for (let number = 2; number <= doc.lines; number += 1) {
    const line = doc.line(number);
    if (!FENCE.test(line.text)) continue;
    let first = number + 1;
    while (first < doc.lines && doc.line(first).text.trim() === '') first += 1;
    return { end: line.to, bodyFrom: first <= doc.lines ? doc.line(first).from : doc.length };
  }
  return null;
}

class HiddenBlock extends WidgetType {
  override eq() {
    return true;
  }
  toDOM() {
    const element = document.createElement('div');
    element.className = 'cm-hidden-frontmatter';
    return element;
  }
  override get estimatedHeight() {
    return 0;
  }
}

interface Hidden {
  on: boolean;
  /** First offset that can be edited. */
  bodyFrom: number;
  decorations: DecorationSet;
}

function compute(doc: Text, on: boolean): Hidden {
  const block = on ? frontmatterBlock(doc) : null;
  if (!block) return { on, bodyFrom: 0, decorations: Decoration.none };
  const end = block.bodyFrom > block.end ? block.bodyFrom - 1 : block.end;
  const hide = Decoration.replace({ widget: new HiddenBlock(), block: true });
  return { on, bodyFrom: block.bodyFrom, decorations: Decoration.set(hide.range(0, end)) };
}

const hiddenField = StateField.define<Hidden>({
  create: (state) => compute(state.doc, false),
  update(value, tr) {
    const effect = tr.effects.find((e) => e.is(setHidden));
    const on = effect ? effect.value : value.on;
    return on !== value.on || (on && tr.docChanged) ? compute(tr.state.doc, on) : value;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.decorations),
    EditorView.atomicRanges.of((view) => view.state.field(field).decorations),
  ],
});

/** First offset that typing may touch. */
export const bodyStart = (state: EditorState) => state.field(hiddenField, false)?.bodyFrom ?? 0;

const guard = [
  EditorState.changeFilter.of((tr) => {
    const from = bodyStart(tr.startState);
    // From -1, since a range that starts at 0 would let insertions at 0 through.
    return from > 0 && isTyped(tr) ? [-1, from] : true;
  }),
  EditorState.transactionFilter.of((tr) => {
    const from = bodyStart(tr.startState);
    if (from === 0 || !isTyped(tr) || !tr.docChanged || !endsAtFence(tr.startState, from)) return tr;
    return [{ changes: { from, insert: tr.startState.lineBreak } }, tr];
  }),
  EditorState.transactionFilter.of((tr) => {
    if (!tr.selection || tr.docChanged) return tr;
    const from = bodyStart(tr.startState);
    const { anchor, head } = tr.selection.main;
    if (anchor >= from && head >= from) return tr;
    return [tr, { selection: EditorSelection.single(Math.max(anchor, from), Math.max(head, from)) }];
  }),
];

const isTyped = (tr: Transaction) =>
  !tr.annotation(formChange) && (tr.isUserEvent('input') || tr.isUserEvent('delete') || tr.isUserEvent('move'));

/** Whether the file ends with the closing dashes, so that a body needs a line of its own first. */
const endsAtFence = (state: EditorState, from: number) =>
  from === state.doc.length && state.doc.lineAt(from).from !== from;

/** The extension; hidden until `setHidden`. */
export const frontmatterHiding: Extension = [hiddenField, guard];
