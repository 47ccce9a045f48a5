/** Who gets the keyboard after what had it is gone from the page: what stands in its place, as the next row of a list does. */

/** Where something was taken out of the page, and what that was. */
interface Gap {
  parent: Element;
  before: Node | null;
  after: Node | null;
  gone: Node;
}

const TABBABLE = 'a[href], button, input, select, textarea, [tabindex]';
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
  const place = tabbable(gone).indexOf(one);
  const alike = tabbable(gone).length;
  const nodes = [...parent.childNodes];
  const at = before?.parentNode === parent ? nodes.indexOf(before as ChildNode) + 1 : nodes.indexOf(after as ChildNode);
  for (const node of around(nodes, Math.max(0, at))) {
    const found = tabbable(node).filter(isSeen);
    const heir = (found.length === alike ? found[place] : undefined) ?? foremost(found);
    if (heir) return heir;
  }
  for (let inner = parent; inner !== part && inner.parentElement; inner = inner.parentElement) {
    const siblings = [...inner.parentElement.childNodes];
    const heir = around(siblings, siblings.indexOf(inner)).flatMap(
      (node) => foremost(tabbable(node).filter(isSeen)) ?? [],
    );
    if (heir[0]) return heir[0];
  }
  return null;
}

/** Those from `at` on, then those before, the nearest first. */
const around = (nodes: readonly Node[], at: number) => [...nodes.slice(at), ...nodes.slice(0, at).reverse()];

function tabbable(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  const all = [node, ...node.querySelectorAll<HTMLElement>(TABBABLE)];
  return all.filter((each) => each.matches(TABBABLE) && each.tabIndex >= 0 && !each.matches(':disabled'));
}

const isSeen = (one: HTMLElement) => one.closest('[hidden], [inert]') === null && (one.checkVisibility?.() ?? true);

/** One does not come to type by losing what one was at. */
const foremost = (all: readonly HTMLElement[]) => all.find((one) => !one.matches('input, textarea')) ?? all[0];
