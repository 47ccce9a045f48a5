/** Who gets the keyboard after what had it is gone from the page: what stands in its place, as the next row of a list does. */
import { tabbable } from 'tabbable';

/** Where something was taken out of the page, and what that was. */
interface Gap {
  parent: Element;
  before: Node | null;
  after: Node | null;
  gone: Node;
}

/** No heir is looked for outside of the part of the page that it was in. */
const PART = 'section, aside, nav, header, footer, [role=dialog]';

/** Where `one` was taken out, by what the page tells of; null where it was not. */
export function gapOf(one: Node, records: readonly MutationRecord[]): Gap | null {
  let node = one;
  for (;;) {
    const record = records.find(({ removedNodes }) => [...removedNodes].some((removed) => removed.contains(node)));
    if (!(record?.target instanceof Element)) return null;
    const { target: parent, previousSibling: before, nextSibling: after } = record;
    const gone = [...record.removedNodes].find((removed) => removed.contains(node)) ?? node;
    if (parent.isConnected) return { parent, before, after, gone };
    // It went with something larger.
    node = parent;
  }
}

/** What has the keyboard in place of `one`: of the same place in its row where the rows are alike, never a field before a button. */
export function heirIn({ parent, before, after, gone }: Gap, one: HTMLElement): HTMLElement | null {
  const part = parent.closest(PART);
  if (!part) return null;
  const row = tabbableIn(gone);
  const place = row.indexOf(one);
  const alike = (all: readonly HTMLElement[]) => (all.length === row.length ? all[place] : undefined) ?? foremost(all);
  const nodes = [...parent.childNodes];
  const at = before?.parentNode === parent ? nodes.indexOf(before as ChildNode) + 1 : nodes.indexOf(after as ChildNode);
  let heir = nearest(nodes, Math.max(0, at), alike);
  for (let inner = parent; !heir && inner !== part && inner.parentElement; inner = inner.parentElement) {
    const siblings = [...inner.parentElement.childNodes];
    heir = nearest(siblings, siblings.indexOf(inner), foremost);
  }
  return heir;
}

type Choose = (all: readonly HTMLElement[]) => HTMLElement | undefined;

/** What is chosen of the nearest node that has something to choose: of those from `at` on, then of those before. */
function nearest(nodes: readonly Node[], at: number, choose: Choose): HTMLElement | null {
  for (const node of [...nodes.slice(at), ...nodes.slice(0, at).reverse()]) {
    const chosen = choose(tabbableIn(node).filter((one) => one.checkVisibility()));
    if (chosen) return chosen;
  }
  return null;
}

/** Displayed or not: what is gone from the page is not, and of long lists the page draws only what is looked at. */
function tabbableIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  const all = tabbable(node, { includeContainer: true, displayCheck: 'none' });
  return all.filter((each) => each instanceof HTMLElement);
}

/** One does not come to type by losing what one was at. */
const foremost: Choose = (all) => all.find((one) => !one.matches('input, textarea')) ?? all[0];
