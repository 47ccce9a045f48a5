/** Where the author is, kept for a page whose process ends: one that is loaded again begins there. */
import { localMemory } from '$lib/memory';
import type { Place } from './history.svelte';

/** Ends the address of a page that is loaded again after its process ended: `src-tauri/src/reviving.rs` sees to that. */
const CRASHED = '#crashed';
const memory = localMemory('place');

/** A place of a library. */
export interface Left {
  /** Path of the library. */
  library: string;
  place: Place;
}

export const keepPlace = (left: Left) => memory.write(JSON.stringify(left));

/** Where the page was that crashed. */
export const placeLeft = (): Left | null => JSON.parse(memory.read() ?? 'null') as Left | null;

/** Whether the page is one that crashed; asked once, so that what is loaded next is none. */
export function hasCrashed(): boolean {
  if (location.hash !== CRASHED) return false;
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}
