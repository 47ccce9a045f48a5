/** The list of skills: what the library's view composes. */
import { preferences } from '$lib/preferences.svelte';
import { app } from '$lib/state/app.svelte';
import { Library } from './library.svelte';

/** One list a window; what it shows outlives a visit to another place. */
export const library = new Library(() => app.rows, undefined, preferences);

export { libraryActions } from './actions';
export { default as SkillList } from './SkillList.svelte';
