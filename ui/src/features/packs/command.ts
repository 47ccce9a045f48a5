/** What one types to do the same without the window. */

/** A word of a shell, in quotes where it has more than plain letters. */
const word = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The commands that plan, verify and write a pack. */
export function commandLine(name: string, out: string, isSigning: boolean): string {
  const target = out === '' ? 'DIR' : word(out);
  return [`skillctl pack write ${word(name)} \\`, `  --out ${target}${isSigning ? ' --sign' : ''}`].join('\n');
}
