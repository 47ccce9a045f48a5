/** Where the keyboard goes when one comes to a place. */
import { untrack } from 'svelte';
import { focusOn } from '$lib/focus';
import { app } from './app.svelte';
import type { ViewName } from './history.svelte';

/**
 * For the start of a place: each time one comes to it the keyboard goes to what one begins with, unless it went elsewhere
 * meanwhile. `target` is followed while it is undefined, as long as that is not known; null where it is nothing.
 */
export function onArrival(view: ViewName, target: () => HTMLElement | null | undefined) {
  /** What had the keyboard when one came; undefined while nobody is on the way. */
  let held = $state.raw<Element | null | undefined>(undefined);

  $effect(() => {
    held = app.view === view ? document.activeElement : undefined;
  });

  $effect(() => {
    const from = held;
    if (from === undefined || !app.isInFront || target() === undefined) return;
    untrack(() => (held = undefined));
    requestAnimationFrame(() => {
      if (app.view !== view || ![from, document.body, null].includes(document.activeElement)) return;
      const to = target();
      if (to === undefined) held = from;
      else focusOn(to);
    });
  });
}
