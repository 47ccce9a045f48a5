/** What scrolls and has nothing in it that takes the keyboard takes it itself: WebKit gives it to nobody. */
import { tabbable } from 'tabbable';

export function scrollsByKey(element: HTMLElement): () => void {
  const scrolls = () => element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
  const look = () => {
    // Measured last: the page is laid out for that. Rows that are not drawn yet, as they are out of sight, count.
    if (tabbable(element, { displayCheck: 'none' }).length === 0 && scrolls()) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const children = new MutationObserver(look);
  sizes.observe(element);
  children.observe(element, { childList: true, subtree: true });
  look();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
