/** The repairs of what the cursor is on, as a list beside it: arrows move, Enter repairs, Escape goes back to the text. */
import { forEachDiagnostic, type Action } from '@codemirror/lint';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, showTooltip, type Tooltip } from '@codemirror/view';

interface Repair extends Action {
  from: number;
  to: number;
}

/** The repairs at a place in the text; where nothing is wrong just there, those of its line. */
export function repairsAt(state: EditorState, at: number): Repair[] {
  const line = state.doc.lineAt(at);
  const found: Repair[] = [];
  forEachDiagnostic(state, ({ actions = [] }, from, to) => {
    if (from <= line.to && to >= line.from) found.push(...actions.map((action) => ({ ...action, from, to })));
  });
  const here = found.filter(({ from, to }) => from <= at && at <= to);
  return here.length > 0 ? here : found;
}

const setList = StateEffect.define<Tooltip | null>();

const listField = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, tr) {
    const effect = tr.effects.find((each) => each.is(setList));
    if (effect) return effect.value;
    return tr.docChanged || tr.selection ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

function list(view: EditorView, repairs: readonly Repair[]): HTMLElement {
  const node = document.createElement('div');
  node.className = 'cm-quick-fix';
  node.setAttribute('role', 'menu');
  node.setAttribute('aria-label', 'Quick fix');
  node.dataset['testid'] = 'quick-fix';
  const close = () => {
    view.dispatch({ effects: setList.of(null) });
    view.focus();
  };
  for (const { name, apply, from, to } of repairs) {
    const button = node.appendChild(document.createElement('button'));
    button.type = 'button';
    button.setAttribute('role', 'menuitem');
    button.textContent = name;
    button.addEventListener('click', () => {
      close();
      apply(view, from, to);
    });
  }
  node.addEventListener('keydown', (event) => {
    const items = [...node.querySelectorAll('button')];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) items[(at + step + items.length) % items.length]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  node.addEventListener('focusout', (event) => {
    if (!node.contains(event.relatedTarget as Node | null)) view.dispatch({ effects: setList.of(null) });
  });
  return node;
}

/** Opens the list at the cursor; false where nothing there has a repair. */
export function openRepairs(view: EditorView): boolean {
  const { head } = view.state.selection.main;
  const repairs = repairsAt(view.state, head);
  if (repairs.length === 0) return false;
  const create = () => {
    const dom = list(view, repairs);
    return { dom, mount: () => dom.querySelector('button')?.focus() };
  };
  view.dispatch({ effects: setList.of({ pos: head, create }) });
  return true;
}

export const quickFix: Extension = [
  listField,
  EditorView.baseTheme({
    '.cm-quick-fix': { display: 'grid', minWidth: '180px', maxWidth: '420px', padding: '4px' },
    '.cm-quick-fix button': {
      padding: '4px 8px',
      borderRadius: 'var(--radius-s)',
      fontSize: 'var(--text-s)',
      textAlign: 'left',
    },
    '.cm-quick-fix button:hover, .cm-quick-fix button:focus': {
      background: 'var(--surface-selected)',
      outline: 'none',
    },
  }),
];
