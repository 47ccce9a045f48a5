/** What has an undo of its own, so that Ctrl+Z there never takes back an action on skills. */

/** Whether one types or chooses in it. */
export const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether one types in it. */
const isText = (target: EventTarget | null) =>
  isEditable(target) && !(target instanceof HTMLInputElement && /^(checkbox|radio|button|range)$/.test(target.type));

/** The field that something was typed into since the keyboard came to it. */
let typedInto: EventTarget | null = null;
document.addEventListener('focusin', () => (typedInto = null), { capture: true });
document.addEventListener('input', ({ target }) => (typedInto = target), { capture: true });

/** An empty field one has only come to, as a place puts the keyboard there: there is nothing of it to take back. */
const isUntouched = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.value === '' &&
  typedInto !== target;

/** A field with something to take back, or anything in the pane of an editor. */
export const hasOwnUndo = (target: EventTarget | null) => {
  const pane = target instanceof Element ? target.closest<HTMLElement>('[data-own-undo]') : null;
  if (pane && pane.dataset['ownUndo'] !== 'field') return true;
  return isText(target) ? !isUntouched(target) : pane !== null;
};
