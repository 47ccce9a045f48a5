/** The nonce Tauri gave the page's inline style, for `EditorView.cspNonce`; empty outside the window. */
export function cspNonce(): string {
  return document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce ?? '';
}
