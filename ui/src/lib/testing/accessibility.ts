/** What axe finds wrong on the page, for tests. Layout, colours and the page as a whole are not there: those are looked at in the window. */
import axe from 'axe-core';

const unseen = ['color-contrast', 'region', 'target-size', 'scrollable-region-focusable', 'heading-order'];

/** Each fault with what has it; those of the rules in `known` are left out. */
export async function faults(root: Element = document.body, known: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries([...unseen, ...known].map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(root, { rules, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
