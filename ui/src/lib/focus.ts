/**
 * Gives the keyboard to a field that may have come only just now. It is laid out first: of one that is not, WebKitGTK tells a
 * screen reader about the caret before the focus, and Orca then takes it for a field that it has read already.
 */
export function focusOn(field: HTMLElement | null | undefined): void {
  field?.getBoundingClientRect();
  field?.focus();
}
