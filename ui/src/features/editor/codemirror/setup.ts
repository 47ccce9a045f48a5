/** Everything a text editor of the studio consists of, for one file. */
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorKeys } from '$kit/editor-keys';
import { editorTheme } from '$kit/editor-theme';
import { studioCompletion, type Vocabulary } from './completion';
import { descriptionCut } from './cut';
import { findingMarks } from './findings';
import { findPanel } from './find-panel';
import { frontmatterHiding } from './frontmatter';
import { keyCards } from './keys';
import { nameCards, type Names } from './names';
import { quickFix } from './quick-fix';
import { isProse, languageOf } from './language';
import { unlessLong } from './long-lines';

/** Only a line feed ends a line, as in the texts the studio sends; its offsets then fit. */
const lineFeeds: Extension = [
  EditorState.lineSeparator.of('\n'),
  EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/g, '\n')),
];

const editing: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  search({ top: true, createPanel: findPanel }),
];

/** What costs more the longer a line is. */
const comforts: Extension = [
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches({ minSelectionLength: 3 }),
  EditorView.lineWrapping,
];

/** What an author does to a text; what the program does goes on. */
const TYPED = ['input', 'delete', 'move', 'undo', 'redo'];

/** Takes no keys that change the text for as long as `isReadOnly` says so. */
export function refuseTyping(isReadOnly: () => boolean): Extension {
  return EditorState.transactionFilter.of((transaction) =>
    transaction.docChanged && TYPED.some((event) => transaction.isUserEvent(event)) && isReadOnly() ? [] : transaction,
  );
}

/** The extensions of a file's editor, made for the text it opens with. */
export function editorSetup(path: string, vocabulary: Vocabulary, names: Names, text = ''): Extension {
  const code = isProse(path) ? [] : [closeBrackets(), keymap.of([...closeBracketsKeymap, indentWithTab])];
  return [
    lineFeeds,
    editing,
    code,
    frontmatterHiding,
    findingMarks,
    quickFix,
    studioCompletion(vocabulary),
    nameCards(names),
    vocabulary.first ? [keyCards(vocabulary.first), descriptionCut] : [],
    unlessLong([comforts, languageOf(path)], text),
    keymap.of(editorKeys(completionKeymap, searchKeymap, lintKeymap, historyKeymap, defaultKeymap)),
    EditorView.contentAttributes.of({
      'aria-label': `Contents of ${path}`,
      'data-testid': 'editor-content',
    }),
    editorTheme(),
  ];
}
