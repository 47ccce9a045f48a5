/** Chords as tinykeys takes them, in the words that keys and menus show. */

const names: Record<string, string> = {
  $mod: 'Ctrl',
  Control: 'Ctrl',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  ' ': 'Space',
};

/** `$mod+Shift+k` → `Ctrl Shift K` */
export function showChord(keys: string): string {
  return keys
    .replace('Shift+?', '?')
    .split(' ')
    .map((press) =>
      press
        .split(/\b\+/)
        .map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key.replace(/^Digit|^Key/, '')))
        .join(' '),
    )
    .join(', ');
}
