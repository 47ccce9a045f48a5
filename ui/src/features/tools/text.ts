/** What the editors of a specification and of scripts are made of. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { python } from '@codemirror/lang-python';
import { bracketMatching, StreamLanguage } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorKeys } from '$kit/editor-keys';
import { editorTheme } from '$kit/editor-theme';
import type { SpecProblem } from '$lib/ipc';

export type Language = 'signature' | 'json' | 'python' | 'javascript';

/** Names before a colon, types with a capital, arrows and brackets. */
const signature = StreamLanguage.define<null>({
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^(-->|==>|->|=>)/)) return 'keyword';
    if (stream.match(/^"(\\.|[^"])*"/)) return 'string';
    if (stream.match(/^-?\d[\d.]*/)) return 'number';
    if (stream.match(/^[A-Z]\w*/)) return 'keyword';
    if (stream.match(/^(`[^`]*`|[\w$@.-]+)(?=\s*::?)/)) return 'propertyName';
    if (stream.match(/^[\w$@]+/)) return null;
    stream.next();
    return 'punctuation';
  },
});

const languages: Record<Language, () => Extension> = {
  signature: () => signature,
  json,
  python,
  javascript,
};

const setLit = StateEffect.define<readonly [number, number] | null>();
const lit = Decoration.mark({ class: 'cm-lit' });

/** The parameter that is lit; what is typed moves it along. */
const litParameter = StateField.define({
  create: () => Decoration.none,
  update(value, { changes, effects, newDoc }) {
    let marks = value.map(changes);
    for (const effect of effects) {
      if (!effect.is(setLit)) continue;
      const [from, to] = effect.value ?? [0, 0];
      marks = to > from && to <= newDoc.length ? Decoration.set(lit.range(from, to)) : Decoration.none;
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look = EditorView.theme({
  '&': { height: 'auto', fontSize: 'var(--mono-s)', backgroundColor: 'transparent' },
  '.cm-scroller': { lineHeight: '20px', overflow: 'auto', minHeight: 'var(--least)', maxHeight: 'var(--most)' },
  // As tall as what is seen of it, so that a click below the last line puts the cursor there.
  '.cm-content': { padding: '2px 0', alignSelf: 'stretch', minHeight: 'var(--least)' },
  '.cm-line': { padding: '0 8px 0 0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '32px', padding: '0 10px 0 0' },
  '&:not(.cm-focused) .cm-matchingBracket': { backgroundColor: 'transparent' },
  '.cm-lit': {
    borderRadius: 'var(--radius-s)',
    background: 'var(--surface-selected)',
    boxShadow: '0 0 0 1px var(--accent)',
  },
});

export interface Setup {
  language: Language;
  label: string;
  readonly: boolean;
  testId?: string;
}

export function setup({ language, label, readonly, testId }: Setup): Extension {
  const isScript = language === 'python' || language === 'javascript';
  const writing = [
    history(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    keymap.of(editorKeys(closeBracketsKeymap, historyKeymap, isScript ? [indentWithTab] : [], defaultKeymap)),
  ];
  return [
    look,
    editorTheme(),
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
    lineNumbers(),
    drawSelection(),
    bracketMatching(),
    languages[language](),
    litParameter,
    EditorView.lineWrapping,
    readonly ? [EditorState.readOnly.of(true), keymap.of(editorKeys(defaultKeymap))] : writing,
    EditorView.contentAttributes.of({ 'aria-label': label, ...(testId && { 'data-testid': testId }) }),
  ];
}

/** Lights a range, or none, and brings it into view where it is beyond the edge. */
export function light(view: EditorView, range: readonly [number, number] | null, isOwn: boolean) {
  const effects: StateEffect<unknown>[] = [setLit.of(range)];
  if (range && !isOwn && range[1] <= view.state.doc.length)
    effects.push(EditorView.scrollIntoView(range[0], { y: 'nearest' }));
  view.dispatch({ effects });
}

/** Underlines what is wrong. */
export function underline(view: EditorView, problems: readonly SpecProblem[]) {
  const { length } = view.state.doc;
  const found = problems.map(({ start, end, message }): Diagnostic => {
    const from = Math.min(start, length);
    return { from, to: Math.max(from, Math.min(end, length)), severity: 'error', message };
  });
  view.dispatch(setDiagnostics(view.state, found));
}
