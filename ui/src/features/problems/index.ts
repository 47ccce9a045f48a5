/** Every problem of the library: what the place composes. */
export { default as ProblemsPane } from './ProblemsPane.svelte';
export { Problems } from './problems.svelte';
