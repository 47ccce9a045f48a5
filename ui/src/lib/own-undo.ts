/** What has an undo of its own, so that Ctrl+Z there never takes back an action on skills. */

/** Whether one types or chooses in it. */
export const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether one types in it. */
export const isText = (target: EventTarget | null) =>
  isEditable(target) && !(target instanceof HTMLInputElement && /^(checkbox|radio|button|range)$/.test(target.type));

/** A field, or anything in the pane of an editor. */
export const hasOwnUndo = (target: EventTarget | null) =>
  isText(target) || (target instanceof Element && target.closest('[data-own-undo]') !== null);
