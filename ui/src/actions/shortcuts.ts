/** Keys → actions. One listener on the window; the map is made anew when the registry changes. */
import { groupBy } from '$lib/group';
import { hasOwnUndo, isEditable } from '$lib/own-undo';
import { app } from '$lib/state/app.svelte';
import { createKeybindingsHandler } from 'tinykeys';
import type { Registry } from './registry.svelte';
import type { Action } from './types';

/** A key that types something belongs to the field it is typed into. */
const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1;

/** A dialog has the window to itself: what lies under it cannot be seen, and another dialog would take its text away. */
const isUnderDialog = () => document.querySelector('[role=dialog][aria-modal=true][data-state=open]') !== null;

function handler(actions: Action[]) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || (isPlain(event) && isEditable(event.target))) return;
    const isOwn = hasOwnUndo(event.target);
    // Under the palette nothing is done by keys but going elsewhere.
    const isPalette = app.overlay === 'palette' || app.overlay === 'skills';
    const isModal = !isPalette && isUnderDialog();
    const action = actions.findLast(
      (candidate) =>
        (candidate.when?.() ?? true) &&
        !(isOwn && candidate.leavesFields) &&
        !(isModal && !candidate.worksInDialogs) &&
        !(isPalette && candidate.group !== 'View' && candidate.group !== 'Go to'),
    );
    if (!action) return;
    event.preventDefault();
    void action.perform();
  };
}

/** Listens for the registry's keys, until the returned function is called. */
export function listenForShortcuts(registry: Registry): () => void {
  const pressed = registry.all.flatMap((action) =>
    action.keys ? [action.keys, ...(action.otherKeys ?? [])].map((keys) => ({ keys, action })) : [],
  );
  const handle = createKeybindingsHandler(
    Object.fromEntries(
      [...groupBy(pressed, ({ keys }) => keys)].map(([keys, of]) => [keys, handler(of.map(({ action }) => action))]),
    ),
  );
  window.addEventListener('keydown', handle);
  return () => window.removeEventListener('keydown', handle);
}
