/** Names of tools and skills in the text: a card under the pointer, and Ctrl+click to what they stand for. */
import type { Extension } from '@codemirror/state';
import { EditorView, hoverTooltip } from '@codemirror/view';
import { plural } from '$kit/labels';
import type { NamedEntity, NamedKind } from '$lib/ipc';

/** What the editor knows of names. */
export interface Names {
  /** What stands at an offset of the text; null for a plain word, and where nobody could say. */
  at(text: string, offset: number): Promise<NamedEntity | null>;
  /** Opens what a name stands for. */
  open(entity: NamedEntity): void;
}

const kinds: Record<NamedKind, string> = {
  skill: 'Skill',
  tool: 'Tool',
  host_tool: 'Client tool',
  missing_tool: 'Missing tool',
};

const element = (parent: HTMLElement, kind: string, text: string) => {
  const node = parent.appendChild(document.createElement('div'));
  node.className = `cm-name-${kind}`;
  node.textContent = text;
};

/** The card of a name. */
export function card({ kind, name, description, signature, tokens, problem }: NamedEntity): HTMLElement {
  const node = document.createElement('div');
  node.className = 'cm-name-card';
  node.dataset['testid'] = 'name-card';
  node.dataset['kind'] = kind;
  element(node, 'head', name);
  element(node, 'kind', tokens === null ? kinds[kind] : `${kinds[kind]} · ${plural(tokens, 'token')}`);
  if (problem) element(node, 'problem', problem);
  if (signature) element(node, 'signature', signature);
  if (description) element(node, 'text', description.length > 300 ? `${description.slice(0, 299)}…` : description);
  if (kind === 'tool' || kind === 'skill') element(node, 'keys', 'Ctrl+click or F12 to open · Shift+F12 to find uses');
  return node;
}

/** The extension. */
export const nameCards = (names: Names): Extension => [
  hoverTooltip(
    async (view, pos) => {
      const doc = view.state.doc;
      const entity = await names.at(doc.toString(), pos);
      if (!entity || view.state.doc !== doc) return null;
      const { from, to } = entity.range;
      return { pos: from, end: to, above: true, create: () => ({ dom: card(entity) }) };
    },
    { hoverTime: 350 },
  ),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (pos === null) return false;
      void names.at(view.state.doc.toString(), pos).then((entity) => entity && names.open(entity));
      return false;
    },
  }),
];
