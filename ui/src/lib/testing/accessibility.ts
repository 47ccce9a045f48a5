/** What axe finds wrong on the page, for tests. Layout and colours are not there in a test: those are looked at elsewhere. */
import axe from 'axe-core';

const unseen = ['color-contrast', 'region', 'target-size', 'scrollable-region-focusable'];
const rules = Object.fromEntries(unseen.map((rule) => [rule, { enabled: false }]));

/** Each fault with what has it. */
export async function faults(root: Element = document.body): Promise<string[]> {
  const { violations } = await axe.run(root, { rules, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
