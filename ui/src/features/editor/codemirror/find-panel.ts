/** Find and replace in the open file, as the editor shows them: field, options, count; the second line replaces. */
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import ArrowDown from '@lucide/svelte/icons/arrow-down';
import ArrowUp from '@lucide/svelte/icons/arrow-up';
import CaseSensitive from '@lucide/svelte/icons/case-sensitive';
import Regex from '@lucide/svelte/icons/regex';
import WholeWord from '@lucide/svelte/icons/whole-word';
import X from '@lucide/svelte/icons/x';
import { mount } from 'svelte';
import { Icon, type IconType } from '$kit';

/** More matches are not counted. */
const COUNTED = 1000;

type Option = 'caseSensitive' | 'wholeWord' | 'regexp';

/** `2 of 5`, `5 results`, `No results`, or why there can be none. */
export function countOf(state: EditorState, query: SearchQuery): string {
  if (query.search === '') return '';
  if (!query.valid) return 'Invalid regex';
  const { from, to } = state.selection.main;
  let [total, at] = [0, 0];
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done && total < COUNTED; next = cursor.next()) {
    total += 1;
    if (next.value.from === from && next.value.to === to) at = total;
  }
  if (total === 0) return 'No results';
  const all = total === COUNTED ? `${COUNTED}+` : `${total}`;
  return at > 0 ? `${at} of ${all}` : `${all} ${total === 1 ? 'result' : 'results'}`;
}

function field(label: string, name: string, change: () => void): HTMLInputElement {
  const input = document.createElement('input');
  input.className = 'cm-find-field';
  input.placeholder = label;
  input.spellcheck = false;
  input.setAttribute('aria-label', label);
  input.dataset['testid'] = name;
  if (name === 'find-field') input.setAttribute('main-field', 'true');
  input.addEventListener('input', change);
  return input;
}

function button(
  shown: string | IconType,
  label: string,
  perform: () => unknown,
  kind = 'cm-find-button',
): HTMLButtonElement {
  const node = document.createElement('button');
  node.type = 'button';
  node.className = kind;
  if (typeof shown === 'string') node.textContent = shown;
  else mount(Icon, { target: node, props: { icon: shown } });
  node.dataset.tip = label;
  node.setAttribute('aria-label', label);
  node.addEventListener('click', perform);
  return node;
}

const line = (...parts: HTMLElement[]) => {
  const node = document.createElement('div');
  node.className = 'cm-find-line';
  node.append(...parts);
  return node;
};

class FindPanel implements Panel {
  readonly dom = document.createElement('div');
  readonly top = true;
  #query: SearchQuery;
  #find: HTMLInputElement;
  #replace: HTMLInputElement;
  #count = document.createElement('span');
  #toggles: [Option, HTMLButtonElement][];

  constructor(private readonly view: EditorView) {
    this.#query = getSearchQuery(view.state);
    this.#find = field('Find', 'find-field', () => this.#commit());
    this.#replace = field('Replace', 'replace-field', () => this.#commit());
    this.#count.className = 'cm-find-count';
    this.#count.dataset['testid'] = 'find-count';
    this.#count.setAttribute('role', 'status');
    const toggle = (option: Option, icon: IconType, label: string): [Option, HTMLButtonElement] => [
      option,
      button(icon, label, () => this.#commit({ [option]: !this.#query[option] }), 'cm-find-toggle'),
    ];
    this.#toggles = [
      toggle('caseSensitive', CaseSensitive, 'Match case'),
      toggle('wholeWord', WholeWord, 'Match whole word'),
      toggle('regexp', Regex, 'Use regular expression'),
    ];
    this.dom.className = 'cm-find';
    this.dom.append(
      line(
        this.#find,
        ...this.#toggles.map(([, node]) => node),
        this.#count,
        button(ArrowUp, 'Previous match (Shift+Enter)', () => findPrevious(view), 'cm-find-toggle'),
        button(ArrowDown, 'Next match (Enter)', () => findNext(view), 'cm-find-toggle'),
        button(X, 'Close (Esc)', () => closeSearchPanel(view), 'cm-find-toggle'),
      ),
      line(
        this.#replace,
        button('Replace', 'Replace this match', () => replaceNext(view)),
        button('Replace all', 'Replace all matches in this file', () => replaceAll(view)),
      ),
    );
    this.dom.addEventListener('keydown', (event) => this.#key(event));
    this.#show();
  }

  mount() {
    this.#find.select();
  }

  update(update: ViewUpdate) {
    const query = getSearchQuery(update.state);
    const isOther = !query.eq(this.#query);
    this.#query = query;
    if (isOther) this.#show();
    else if (update.docChanged || update.selectionSet) this.#tell();
  }

  #commit(change: Partial<Pick<SearchQuery, Option>> = {}) {
    const { caseSensitive, wholeWord, regexp } = this.#query;
    const search = this.#find.value;
    const query = new SearchQuery({
      caseSensitive,
      wholeWord,
      regexp,
      search,
      replace: this.#replace.value,
      ...change,
    });
    this.view.dispatch({ effects: setSearchQuery.of(query) });
  }

  #show() {
    if (this.#find.value !== this.#query.search) this.#find.value = this.#query.search;
    if (this.#replace.value !== this.#query.replace) this.#replace.value = this.#query.replace;
    for (const [option, node] of this.#toggles) node.setAttribute('aria-pressed', String(this.#query[option]));
    this.#tell();
  }

  #tell() {
    this.#count.textContent = countOf(this.view.state, this.#query);
    this.#find.setAttribute('aria-invalid', String(this.#query.search !== '' && !this.#query.valid));
  }

  #key(event: KeyboardEvent) {
    if (runScopeHandlers(this.view, event, 'search-panel')) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter' && event.target === this.#find) (event.shiftKey ? findPrevious : findNext)(this.view);
    else if (event.key === 'Enter' && event.target === this.#replace) replaceNext(this.view);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Makes the panel. */
export const findPanel = (view: EditorView): Panel => new FindPanel(view);
