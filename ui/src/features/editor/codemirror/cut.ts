/** A mark in the description where the list of a client cuts it. */
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Where a description is cut, and what that is in words. */
export interface Cut {
  at: number;
  words: string;
}

/** Puts the mark somewhere, or takes it away. */
export const setCut = StateEffect.define<Cut | null>();

class CutMark extends WidgetType {
  constructor(private readonly words: string) {
    super();
  }
  override eq(other: CutMark) {
    return other.words === this.words;
  }
  toDOM() {
    const node = document.createElement('span');
    node.className = 'cm-description-cut';
    node.dataset.tip = this.words;
    node.dataset['testid'] = 'description-cut';
    node.setAttribute('role', 'img');
    node.setAttribute('aria-label', this.words);
    return node;
  }
}

/** Where the mark is now; it goes with the text as that is typed. */
const cutField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, tr) {
    const effect = tr.effects.find((each) => each.is(setCut));
    if (!effect) return value.map(tr.changes);
    if (effect.value === null || effect.value.at > tr.newDoc.length) return Decoration.none;
    const widget = new CutMark(effect.value.words);
    return Decoration.set(Decoration.widget({ widget, side: -1 }).range(effect.value.at));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The extension. */
export const descriptionCut: Extension = [
  cutField,
  EditorView.baseTheme({
    '.cm-description-cut': {
      display: 'inline-block',
      height: '1.1em',
      margin: '0 1px',
      borderLeft: '2px solid var(--warn)',
      verticalAlign: 'text-bottom',
    },
  }),
];
