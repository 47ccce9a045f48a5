/** What axe finds wrong on the page, for tests: what is serious, as in the window. Layout and colours are not there. */
import axe from 'axe-core';

const unseen = ['color-contrast', 'region', 'target-size', 'scrollable-region-focusable'];

/** Each fault with what has it; those of the rules in `known` are left out. */
export async function faults(root: Element = document.body, known: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries([...unseen, ...known].map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run(root, { rules, iframes: false, resultTypes: ['violations'] });
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
