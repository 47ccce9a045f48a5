/** The editor of a skill and its files: what the library's view composes. */
import { app } from '$lib/state/app.svelte';
import { beforeClosing, commands, onStudioEvent } from '$lib/ipc';
import { Editor } from './editor.svelte';

/** One editor a window; its documents outlive a visit to another place. */
export const editor = new Editor(commands, {
  openMerge: (merge, resolved) => app.openMerge(merge, resolved),
  notify: (message) => app.notify(message),
  fail: (what, error) => app.fail(what, error),
  isReadOnly: () => Boolean(app.library?.read_only),
});

onStudioEvent((event) => {
  if (event.kind === 'skill_changed') void editor.skillChanged(event.skill_id);
  else if (event.kind === 'outside_change') void editor.outsideChange(event);
  else if (event.kind === 'library_changed') void editor.loadTools();
});

beforeClosing(editor.secure);
// The window may go away at any of these moments too; what was typed is then on disk already.
for (const moment of ['blur', 'pagehide', 'beforeunload']) window.addEventListener(moment, () => void editor.flush());
document.addEventListener('visibilitychange', () => void editor.flush());

export { editorActions } from './actions';
export { default as EditorPane } from './EditorPane.svelte';
export { default as Inspector } from './Inspector.svelte';
