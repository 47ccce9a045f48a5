/** The views by name; each is its own chunk. */
import type { Component } from 'svelte';
import type { ViewName } from '$lib/state/history.svelte';

export const places: Record<ViewName, () => Promise<{ default: Component }>> = {
  overview: () => import('./Overview.svelte'),
  library: () => import('./Library.svelte'),
  map: () => import('./Map.svelte'),
  playground: () => import('./Playground.svelte'),
  evaluate: () => import('./Evaluate.svelte'),
  simulate: () => import('./Simulate.svelte'),
  tools: () => import('./Tools.svelte'),
  packs: () => import('./Packs.svelte'),
  problems: () => import('./Problems.svelte'),
};
