/** The keys an editor leaves to the window, whichever of its own actions stand on them. */
import type { KeyBinding } from '@codemirror/view';

/** Run, import, go back and forward, switch the theme, show the problems. */
const theWindows: ReadonlySet<string> = new Set([
  'Mod-Enter',
  'Mod-i',
  'Alt-ArrowLeft',
  'Alt-ArrowRight',
  'Mod-Shift-l',
  'Mod-Shift-m',
]);

/** Bindings of an editor without those that are the window's. */
export const editorKeys = (...keymaps: (readonly KeyBinding[])[]): KeyBinding[] =>
  keymaps.flat().filter(({ key }) => !theWindows.has(key ?? ''));
