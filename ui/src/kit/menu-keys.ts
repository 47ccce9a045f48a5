/** The keys that open the menu of what the keyboard is at: the menu key and Shift F10. */

export const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** What a list says its keyboard is at, else what has the keyboard. */
function rowOf(target: Element): Element {
  const id = target.getAttribute('aria-activedescendant');
  let row = (id && document.getElementById(id)) || target;
  // Within the row, as the pointer would be: what a row is called stands on an element of its own.
  if (row !== target) while (row.firstElementChild) row = row.firstElementChild;
  return row;
}

/**
 * Opens that menu where the row is, as a right click there does. The system asks in the middle or at the foot of the whole
 * list instead.
 */
export function askAtRow(event: KeyboardEvent): void {
  if (!isMenuKey(event) || event.defaultPrevented || !(event.target instanceof Element)) return;
  event.preventDefault();
  event.stopPropagation();
  const row = rowOf(event.target);
  // A place that scrolls sideways may have scrolled it away.
  row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { left, top, width, height } = row.getBoundingClientRect();
  const at = { clientX: left + Math.min(width / 2, 24), clientY: top + Math.min(height / 2, 24) };
  row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
}
