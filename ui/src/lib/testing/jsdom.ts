/** What jsdom lacks of a browser, for tests: layout, drawing, and a few observers that the kit's libraries ask for. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
// Ids and paths in tests need no escaping beyond quotes.
globalThis.CSS ??= { escape: (text: string) => text.replace(/["\\/.:]/g, '\\$&') } as unknown as typeof CSS;
Object.assign(globalThis, { ResizeObserver: Observer, IntersectionObserver: Observer });
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect ??= () => new DOMRect();
// It would only say at each call that it is not there.
HTMLCanvasElement.prototype.getContext = () => null;
Element.prototype.checkVisibility ??= () => true;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
