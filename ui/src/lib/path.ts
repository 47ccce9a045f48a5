/** Paths as one reads them. How the computer writes them stands in themselves; what `~` stands for is told by the studio. */

let home = '';

/** Says which folder is the author's home; none where the studio knows none. */
export function setHome(folder: string | null): void {
  home = folder ?? '';
}

/** Whether a path is that of a folder, or of something in it. */
export const isWithin = (path: string, folder: string): boolean =>
  folder !== '' && path.startsWith(folder) && /^(?:[/\\]|$)/.test(path.slice(folder.length));

const withTilde = (path: string): string => (isWithin(path, home) ? `~${path.slice(home.length)}` : path);

/** A path in two parts, its folder with `~` for the home folder, and its last name with the separator before it. */
export function splitPath(path: string): { folder: string; name: string } {
  const short = withTilde(path);
  const at = Math.max(short.lastIndexOf('/'), short.lastIndexOf('\\'));
  return { folder: short.slice(0, Math.max(0, at)), name: short.slice(Math.max(0, at)) };
}

/** The last name of a path. */
export const fileName = (path: string): string => splitPath(path).name.replace(/^[/\\]/, '');

/** A path as it stands in a list: with `~` for the home folder, and of a skill the folder, as the file is called alike in all. */
export const readablePath = (path: string): string => withTilde(path).replace(/(?<=.)[/\\]SKILL\.md$/, '');

/** The folders that a path leads through, each with the separator after it. */
const foldersOf = (path: string): string[] => path.split(/(?<=[/\\])/).filter((part) => /[/\\]$/.test(part));

/** How many folders a path leads through. */
export const depthOf = (path: string): number => foldersOf(path).length;

/** The deepest folder that holds all of them, with no separator at its end; nothing where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map(foldersOf);
  if (!first) return '';
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return first
    .slice(0, differs < 0 ? first.length : differs)
    .join('')
    .replace(/[/\\]$/, '');
}
