/** Paths as one reads them. */

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\]|$)/;

/** A path in two parts, its folder with `~` for the home folder, and its last name with the separator before it. */
export function splitPath(path: string): { folder: string; name: string } {
  const short = path.replace(HOME, '~');
  const at = Math.max(short.lastIndexOf('/'), short.lastIndexOf('\\'));
  return { folder: short.slice(0, Math.max(0, at)), name: short.slice(Math.max(0, at)) };
}

/** The last name of a path. */
export const fileName = (path: string): string => splitPath(path).name.replace(/^[/\\]/, '');

/** A path as it stands in a list: with `~` for the home folder, and of a skill the folder, as the file is called alike in all. */
export const readablePath = (path: string): string => path.replace(HOME, '~').replace(/(?<=.)[/\\]SKILL\.md$/, '');

/** The deepest folder that holds all of them, with no separator at its end; nothing where there is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths.map((path) => path.split('/').slice(0, -1));
  if (!first) return '';
  const differs = first.findIndex((part, at) => others.some((other) => other[at] !== part));
  return first.slice(0, differs < 0 ? first.length : differs).join('/');
}
