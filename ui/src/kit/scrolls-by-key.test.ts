import { expect, it, vi } from 'vitest';
import { scrollsByKey } from './scrolls-by-key';

it('takes the keyboard only where it scrolls and nothing in it does', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const sized = vi.spyOn(element, 'scrollHeight', 'get').mockReturnValue(0);
  const stop = scrollsByKey(element);
  expect(element.hasAttribute('tabindex')).toBe(false);
  sized.mockReturnValue(500);
  const words = element.appendChild(document.createElement('p'));
  await vi.waitFor(() => expect(element.tabIndex).toBe(0));
  words.replaceWith(document.createElement('button'));
  await vi.waitFor(() => expect(element.hasAttribute('tabindex')).toBe(false));
  // No key leads to it, and what is sideways is out of sight too.
  element.querySelector('button')!.tabIndex = -1;
  sized.mockReturnValue(0);
  vi.spyOn(element, 'scrollWidth', 'get').mockReturnValue(500);
  element.append('wide');
  await vi.waitFor(() => expect(element.tabIndex).toBe(0));
  stop();
  element.remove();
});
