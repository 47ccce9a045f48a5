/** The list of skills: what the library's view composes. */
import { app } from '$lib/state/app.svelte';
import { Library } from './library.svelte';

/** One list a window; what it shows outlives a visit to another place. */
export const library = new Library(() => app.rows);

export { libraryActions } from './actions';
export { default as SkillList } from './SkillList.svelte';
