/** What axe finds wrong on the page, for tests. Layout and colours are not there, and a part of a window is no page. */
import axe from 'axe-core';

const unseen = [
  'color-contrast',
  'region',
  'target-size',
  'scrollable-region-focusable',
  'page-has-heading-one',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-unique',
];

/** Each fault with what has it. */
export async function faults(root: Element = document.body): Promise<string[]> {
  const rules = Object.fromEntries(unseen.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(root, { rules, iframes: false, resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
