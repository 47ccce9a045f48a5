/** What scrolls and has nothing in it that takes the keyboard takes it itself: WebKit gives it to nobody. */
const TAKES_KEYS =
  'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]:not([tabindex="-1"])';

export function scrollsByKey(element: HTMLElement): () => void {
  const look = () => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const scrolls = scrollHeight > clientHeight || scrollWidth > clientWidth;
    if (scrolls && element.querySelector(TAKES_KEYS) === null) element.tabIndex = 0;
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
