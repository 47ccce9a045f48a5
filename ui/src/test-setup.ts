// Runs before each test file; files share the page and the modules (see `isolate` in vite.config.ts).
import { afterAll } from 'vitest';
import './lib/testing/patience';
import { tidyPage } from './lib/testing/page';

// jsdom lacks layout and a few observers that the kit's libraries ask for.
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
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;
window.matchMedia ??= (query: string) =>
  ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

afterAll(tidyPage);
