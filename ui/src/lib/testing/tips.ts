/** Finds elements by what their tooltip says, for tests. */

export const findTip = (words: string, within: ParentNode = document): HTMLElement | null =>
  [...within.querySelectorAll<HTMLElement>('[data-tip]')].find(({ dataset }) => dataset.tip === words) ?? null;

export function byTip(words: string, within?: ParentNode): HTMLElement {
  const found = findTip(words, within);
  if (!found) throw new Error(`No tooltip says ${words}.`);
  return found;
}
