import { hasOwnUndo } from '$lib/own-undo';

/**
 * Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) of a form; a text editor or a search field within it has an undo of its own. A form
 * that has no step to take back leaves the key to what was done last elsewhere.
 */
export function undoKeys(form: { undo(): void; redo(): void; canUndo?: boolean }) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('.cm-editor, [data-own-undo]')) return;
    const key = event.key.toLowerCase();
    const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
    if (!isRedo && key !== 'z') return;
    if (!isRedo && form.canUndo === false && !hasOwnUndo(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isRedo) form.redo();
    else form.undo();
  };
}
