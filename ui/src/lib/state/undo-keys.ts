/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) of a form; a text editor within it has an undo of its own. */
export function undoKeys(form: { undo(): void; redo(): void }) {
  return (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('.cm-editor')) return;
    const key = event.key.toLowerCase();
    const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
    if (!isRedo && key !== 'z') return;
    event.preventDefault();
    event.stopPropagation();
    if (isRedo) form.redo();
    else form.undo();
  };
}
