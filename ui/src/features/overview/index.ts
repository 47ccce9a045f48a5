/** The library at a glance: what the place composes. */
export { default as OverviewPane } from './OverviewPane.svelte';
export { Overview } from './overview.svelte';
