/** Keys of the frontmatter: a card under the pointer that says who reads one, and completion with the same card. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { codeSpans } from '$kit/code-spans';
import {
  effectAt,
  effectTexts,
  frontmatterKeys,
  keyNamed,
  readersOf,
  type FrontmatterKey,
} from '$lib/frontmatter-keys';
import type { Host } from '$lib/ipc';
import { frontmatterBlock } from './frontmatter';

/** The client that comes first, asked anew each time; null where all are alike. */
export type First = () => Host | null;

const KEY = /^([A-Za-z][\w-]*)[ \t]*:/;

/** Whether a line lies between the dashes. */
function isWithin(state: EditorState, from: number): boolean {
  const block = frontmatterBlock(state.doc);
  return block !== null && from > 0 && from < state.doc.lineAt(block.end).from;
}

/** The key at a place of the frontmatter, with where it stands. */
export function keyAt(state: EditorState, pos: number): { key: FrontmatterKey; from: number; to: number } | null {
  const { from, text } = state.doc.lineAt(pos);
  const name = KEY.exec(text)?.[1];
  const key = name === undefined ? undefined : keyNamed(name);
  if (!key || pos > from + key.key.length || !isWithin(state, from)) return null;
  return { key, from, to: from + key.key.length };
}

function line(parent: HTMLElement, kind: string, text: string) {
  const node = parent.appendChild(document.createElement('div'));
  node.className = `cm-name-${kind}`;
  node.append(
    ...codeSpans(text).map((span) => {
      if (!span.isCode) return span.text;
      const code = document.createElement('code');
      code.textContent = span.text;
      return code;
    }),
  );
}

/** The card of a key. */
export function keyCard(key: FrontmatterKey, first: Host | null): HTMLElement {
  const node = document.createElement('div');
  node.className = 'cm-name-card';
  node.dataset['testid'] = 'key-card';
  line(node, 'head', key.key);
  line(node, 'kind', key.is_standard ? 'Defined in the Agent Skills spec' : 'Not in the Agent Skills spec');
  if (key.meaning !== '') line(node, 'text', key.meaning);
  for (const text of effectTexts(key, first)) line(node, 'text', text);
  return node;
}

/** Start of the key under the cursor where one can stand, or null. */
function keyStart({ state, pos, explicit }: CompletionContext): number | null {
  const { from, text } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - from);
  const isKey = /^[A-Za-z][\w-]*$/.test(before) || (before === '' && explicit);
  return isKey && isWithin(state, from) ? from : null;
}

/** The keys that the frontmatter does not have yet; those the first client ignores come last. */
export function completeKey(context: CompletionContext, first: Host | null): CompletionResult | null {
  const from = keyStart(context);
  if (from === null) return null;
  const { doc } = context.state;
  const here = doc.lineAt(from);
  const taken = new Set<string | undefined>();
  const end = frontmatterBlock(doc)?.end ?? 0;
  for (const text of doc.sliceString(0, end).split('\n')) if (text !== here.text) taken.add(KEY.exec(text)?.[1]);
  const hasColon = KEY.test(here.text);
  const options = frontmatterKeys
    .filter(({ key }) => !taken.has(key))
    .map((key): Completion => ({
      label: key.key,
      detail: readersOf(key, first),
      info: () => keyCard(key, first),
      apply: hasColon ? key.key : `${key.key}: `,
      boost: first !== null && effectAt(key, first) === 'ignores' ? -50 : 0,
    }));
  return { from, options, validFor: /^[\w-]*$/ };
}

/** The extension. */
export const keyCards = (first: First): Extension =>
  hoverTooltip(
    (view, pos) => {
      const found = keyAt(view.state, pos);
      if (!found) return null;
      return { pos: found.from, end: found.to, above: true, create: () => ({ dom: keyCard(found.key, first()) }) };
    },
    { hoverTime: 350 },
  );
