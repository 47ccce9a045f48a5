/**
 * The look of every CodeMirror in the studio: text, findings, what floats, differences. Every value is a custom property,
 * so light and dark need no second theme and a change between them costs nothing.
 */
import { yamlLanguage } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags as t } from '@lezer/highlight';
import { cspNonce } from '$lib/csp';

const prose = HighlightStyle.define([
  { tag: t.heading, color: 'var(--syn-heading)', fontWeight: 'var(--mono-bold)' },
  { tag: t.strong, fontWeight: 'var(--mono-bold)' },
  { tag: t.emphasis, fontStyle: 'italic' },
  { tag: t.strikethrough, textDecoration: 'line-through' },
  { tag: t.processingInstruction, color: 'var(--syn-mark)' },
  { tag: [t.contentSeparator, t.meta, t.bracket, t.punctuation], color: 'var(--syn-mark)' },
  { tag: [t.propertyName, t.attributeName], color: 'var(--syn-key)' },
  { tag: [t.function(t.variableName), t.function(t.definition(t.variableName)), t.className], color: 'var(--syn-key)' },
  { tag: [t.string, t.special(t.string), t.attributeValue, t.regexp], color: 'var(--syn-string)' },
  { tag: [t.monospace, t.keyword, t.labelName, t.typeName], color: 'var(--syn-code)' },
  { tag: [t.number, t.bool, t.null, t.atom], color: 'var(--syn-code)' },
  { tag: t.link, color: 'var(--text)' },
  { tag: t.url, class: 'cm-url' },
  { tag: t.comment, color: 'var(--syn-comment)', fontStyle: 'italic' },
  { tag: t.quote, color: 'var(--text-muted)' },
]);

/** YAML calls a plain value "content", as Markdown calls a paragraph; only the former is a string to the eye. */
const frontmatter = HighlightStyle.define(
  [
    { tag: t.content, color: 'var(--syn-string)' },
    { tag: t.separator, color: 'var(--text)' },
  ],
  { scope: yamlLanguage },
);

const text = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: 'var(--editor-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontWeight: 'var(--mono-weight)',
    lineHeight: 'var(--editor-line)',
    fontFeatureSettings: '"calt" 0',
    overflowX: 'var(--editor-overflow)',
    overflowY: 'auto',
  },
  // Whether lines wrap is a setting: the editor reads it off the style.
  '.cm-content.cm-lineWrapping': { whiteSpace: 'var(--editor-white-space)', flexShrink: 'var(--editor-shrink)' },
  '.cm-content': { padding: '6px 0 40px', caretColor: 'var(--accent)', userSelect: 'text' },
  '.cm-line': { padding: '0 16px 0 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--accent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    border: 'none',
    color: 'var(--text-faint)',
    fontSize: 'var(--text-xs)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 12px 0 0', fontVariantNumeric: 'tabular-nums' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { backgroundColor: 'var(--surface-hover)' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--text)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--track-strong)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--track-strong)', outline: 'none' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--track)', border: 'none', color: 'var(--text-muted)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-url': {
    color: 'var(--syn-link)',
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in oklab, currentColor 40%, transparent)',
    textUnderlineOffset: '3px',
  },
  '.cm-hidden-frontmatter': { height: '0' },
});

/** Written out in full: WebKit does not read style, colour and thickness in the short form. */
const squiggle = (style: string, color: string) => ({
  textDecorationLine: 'underline',
  textDecorationStyle: style,
  textDecorationColor: color,
  textDecorationThickness: '1px',
});

const findings = EditorView.theme({
  '.cm-lineNumbers .cm-has-error': { boxShadow: 'inset 2px 0 0 var(--danger)' },
  '.cm-lineNumbers .cm-has-warning': { boxShadow: 'inset 2px 0 0 var(--warn)' },
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textUnderlineOffset: '4px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-error': squiggle('wavy', 'var(--danger)'),
  '.cm-lintRange-warning': squiggle('wavy', 'var(--warn)'),
  '.cm-lintRange-info, .cm-lintRange-hint': squiggle('dotted', 'var(--text-faint)'),
  '.cm-lint-margin': { display: 'inline-block', textDecoration: 'none' },
  '.cm-lintRange-active': { backgroundColor: 'var(--accent-soft)' },
});

/** What floats over the text: the tooltip of a finding, completions, the search panel. */
const floating = EditorView.theme({
  '.cm-tooltip': {
    background: 'var(--surface-raised)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    boxShadow: 'var(--shadow)',
    color: 'var(--text)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-s)',
    overflow: 'hidden',
  },
  '.cm-tooltip-lint': { maxWidth: '380px' },
  '.cm-diagnostic': { padding: '9px 12px', borderLeft: 'none', marginLeft: '0', whiteSpace: 'normal' },
  '.cm-diagnostic + .cm-diagnostic': { borderTop: '1px solid var(--border)' },
  '.cm-diagnosticText': { display: 'block', lineHeight: '1.45' },
  '.cm-diagnostic-title': { display: 'block', fontWeight: '500' },
  '.cm-diagnostic-code': { display: 'block', color: 'var(--text-faint)', fontSize: 'var(--text-xs)', marginTop: '2px' },
  '.cm-diagnosticAction': {
    height: '22px',
    padding: '0 8px',
    margin: '7px 6px 0 0',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-s)',
    background: 'var(--surface-raised)',
    color: 'var(--text)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-s)',
    fontWeight: '500',
    cursor: 'default',
  },
  '.cm-diagnosticAction:hover': { background: 'var(--surface-hover)' },
  '.cm-diagnosticAction:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '220px', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    height: '26px',
    lineHeight: '26px',
    padding: '0 8px',
    borderRadius: 'var(--radius-s)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--accent)', fontWeight: '600' },
  '.cm-completionDetail': {
    color: 'var(--text-faint)',
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
    marginLeft: '10px',
  },
  '.cm-panels': { background: 'var(--surface-sunken)', color: 'var(--text)', fontFamily: 'var(--font)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--border)' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.cm-find': { display: 'grid', gap: '6px', padding: '6px 8px 6px 12px', fontSize: 'var(--text-s)' },
  '.cm-find-line': { display: 'flex', alignItems: 'center', gap: '4px', minWidth: '0' },
  '.cm-find-field': {
    flex: '1',
    minWidth: '60px',
    height: '26px',
    padding: '0 8px',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-s)',
  },
  '.cm-find-field:focus': { borderColor: 'var(--focus)', outline: '1px solid var(--focus)', outlineOffset: '0' },
  '.cm-find-field[aria-invalid=true]': { borderColor: 'var(--danger)', outlineColor: 'var(--danger)' },
  '.cm-find-count': {
    minWidth: '68px',
    color: 'var(--text-muted)',
    fontSize: 'var(--text-xs)',
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'right',
    whiteSpace: 'nowrap',
  },
  '.cm-find-toggle': {
    display: 'inline-flex',
    flex: 'none',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    borderRadius: 'var(--radius-s)',
    color: 'var(--text-muted)',
  },
  '.cm-find-toggle:hover': { background: 'var(--surface-hover)', color: 'var(--text)' },
  '.cm-find-toggle[aria-pressed=true]': { background: 'var(--surface-selected)', color: 'var(--accent)' },
  '.cm-find-button': {
    flex: 'none',
    height: '24px',
    padding: '0 8px',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-s)',
    background: 'var(--surface-raised)',
    color: 'var(--text)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--text-s)',
    fontWeight: '500',
  },
  '.cm-find-button:hover': { background: 'var(--surface-hover)' },
  '.cm-find-button:focus-visible, .cm-find-toggle:focus-visible': {
    outline: '2px solid var(--focus)',
    outlineOffset: '1px',
  },
  '.cm-textfield, .cm-button': {
    height: '24px',
    padding: '0 8px',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-s)',
    background: 'var(--surface)',
    backgroundImage: 'none',
    color: 'var(--text)',
    fontSize: 'var(--text-s)',
  },
  '.cm-name-card': { display: 'grid', gap: '4px', maxWidth: '420px', padding: '9px 12px', lineHeight: '1.45' },
  '.cm-name-head': { fontFamily: 'var(--mono)', fontWeight: '600' },
  '.cm-name-kind, .cm-name-keys': { color: 'var(--text-faint)', fontSize: 'var(--text-xs)' },
  '.cm-name-problem': { color: 'var(--danger)' },
  '.cm-name-signature': {
    padding: '4px 8px',
    borderRadius: 'var(--radius-s)',
    background: 'var(--surface-sunken)',
    fontFamily: 'var(--mono)',
    fontSize: 'var(--text-xs)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

const differences = EditorView.theme({
  '.cm-insertedLine, .cm-changedLine, &.cm-merge-b .cm-changedLine': { backgroundColor: 'var(--ok-soft)' },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-merge-b .cm-changedText, .cm-insertedLine .cm-changedText, .cm-changedLine .cm-changedText': {
    background: 'var(--inserted)',
  },
  '.cm-deletedChunk .cm-deletedText, &.cm-merge-a .cm-changedText': { background: 'var(--removed)' },
  '&.cm-all-came .cm-line': { backgroundColor: 'var(--ok-soft)' },
  '&.cm-all-came .cm-gutters': { boxShadow: 'inset -3px 0 0 var(--ok)' },
  '&.cm-all-went .cm-line': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-all-went .cm-gutters': { boxShadow: 'inset -3px 0 0 var(--danger)' },
  // As far in as the lines around it.
  '.cm-deletedChunk': { paddingLeft: '0' },
  '.cm-collapsedLines': { background: 'var(--surface-sunken)', color: 'var(--text-muted)', fontFamily: 'var(--font)' },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"···" !important' },
  '.cm-changeGutter': { width: '3px', paddingLeft: '0' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok) !important' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--danger) !important' },
});

/** The whole look; always a tab stop, so that what scrolls can be scrolled by keys. */
export function editorTheme(): Extension {
  const nonce = cspNonce();
  return [
    text,
    findings,
    floating,
    differences,
    syntaxHighlighting(prose),
    syntaxHighlighting(frontmatter),
    EditorView.contentAttributes.of({ tabindex: '0' }),
    nonce ? EditorView.cspNonce.of(nonce) : [],
  ];
}
