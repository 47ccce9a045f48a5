/** What floats and is open: menus, popovers, lists of selects. It belongs to what is seen, and goes when one goes elsewhere. */
const open = new Set<() => void>();

/** Remembers how to close a popup, until the returned function is called. */
export function whileOpen(close: () => void): () => void {
  open.add(close);
  return () => void open.delete(close);
}

/** Closes all there are now. */
export function closePopups(): void {
  for (const close of [...open]) close();
}
