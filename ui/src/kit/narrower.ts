/**
 * Rules for a part of the window that is narrow. `@container (max-width: …)` would say it, but the WebKit of today compares
 * the width in pixels of the screen with one in pixels of the page: at a zoom of 200% all parts are twice as wide to it.
 */
import type { Attachment } from 'svelte/attachments';

/** Says on an element which of these widths it is not wider than: rules ask `:where([data-narrower~='380'])` above them. */
export function narrower(...widths: readonly number[]): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) element.dataset['narrower'] = widths.filter((width) => entry.contentRect.width <= width).join(' ');
    });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
