/** Failures that no code has caught: those of a gesture, of a timer, of a promise nobody waits for. */

/** Browsers say so of an observer that is asked again in the same frame; nothing has failed. */
const HARMLESS = 'ResizeObserver loop';

/** Reports every failure that nobody caught, until the returned function is called. */
export function listenForUnexpected(report: (thrown: unknown) => void): () => void {
  const thrown = (event: ErrorEvent) => {
    if (!event.message.startsWith(HARMLESS)) report(event.error ?? event.message);
  };
  const rejected = (event: PromiseRejectionEvent) => report(event.reason);
  window.addEventListener('error', thrown);
  window.addEventListener('unhandledrejection', rejected);
  return () => {
    window.removeEventListener('error', thrown);
    window.removeEventListener('unhandledrejection', rejected);
  };
}
