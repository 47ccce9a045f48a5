/** Marks in the description where the lists of clients cut it. */
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

/** Where a description is cut, and what that is in words. */
export interface Cut {
  at: number;
  words: string;
}

/** Puts marks somewhere in place of those there are. */
export const setCuts = StateEffect.define<readonly Cut[]>();

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

/** Where the marks are now; they go with the text as that is typed. */
const cutField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, tr) {
    const effect = tr.effects.find((each) => each.is(setCuts));
    if (!effect) return value.map(tr.changes);
    const cuts: readonly Cut[] = effect.value;
    const marks = cuts
      .filter(({ at }) => at <= tr.newDoc.length)
      .map(({ at, words }) => Decoration.widget({ widget: new CutMark(words), side: -1 }).range(at));
    return Decoration.set(marks, true);
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
