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
  stop();
  element.remove();
});
