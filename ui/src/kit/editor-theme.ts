import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** CodeMirror in the studio's look; roles only, so light and dark need no second theme. */
const chrome = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--text-s)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', fontFeatureSettings: '"calt" 0', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--accent)', padding: 'var(--space-1) 0', userSelect: 'text' },
  '.cm-line': { padding: '0 var(--space-4) 0 var(--space-1)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '1.5px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-faint)',
    border: 'none',
    fontSize: 'var(--text-xs)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 var(--space-2) 0 var(--space-3)', minWidth: '36px' },
  '.cm-activeLine': { backgroundColor: 'var(--surface-hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)', color: 'var(--text)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--track-strong)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--track-strong)', outline: 'none' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--track)', border: 'none', color: 'var(--text-muted)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-raised)',
    border: 'var(--hairline) solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--surface-selected)', color: 'var(--text)' },
  '.cm-panels': { backgroundColor: 'var(--surface-sunken)', color: 'var(--text)', borderColor: 'var(--border)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: 'var(--hairline) solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)' },
  '.cm-insertedLine, .cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--ok-soft)' },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText, .cm-changedLine .cm-changedText': {
    background: 'var(--inserted)',
  },
  '.cm-deletedChunk .cm-deletedText, &.cm-merge-a .cm-changedText': { background: 'var(--removed)' },
  '.cm-collapsedLines': { background: 'var(--surface-sunken)', color: 'var(--text-muted)', fontFamily: 'var(--font)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···" !important' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '0' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok) !important' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--danger) !important' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.heading, color: 'var(--syn-heading)', fontWeight: '650' },
  { tag: [tags.processingInstruction, tags.meta, tags.punctuation, tags.contentSeparator], color: 'var(--syn-mark)' },
  {
    tag: [tags.propertyName, tags.definition(tags.propertyName), tags.keyword, tags.attributeName],
    color: 'var(--syn-key)',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--syn-string)' },
  { tag: [tags.monospace, tags.number, tags.bool, tags.literal], color: 'var(--syn-code)' },
  { tag: [tags.link, tags.url], color: 'var(--syn-link)' },
  { tag: [tags.comment, tags.quote], color: 'var(--syn-comment)', fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

/** The look of every CodeMirror in the studio; always a tab stop, so that what scrolls can be scrolled by keys. */
export function editorTheme(nonce = ''): Extension {
  return [
    chrome,
    syntaxHighlighting(highlighting),
    EditorView.contentAttributes.of({ tabindex: '0' }),
    nonce ? EditorView.cspNonce.of(nonce) : [],
  ];
}
