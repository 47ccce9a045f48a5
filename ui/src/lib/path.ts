/** Paths as one reads them. */

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\]|$)/;

/** A path in two parts, its folder with `~` for the home folder, and its last name with the separator before it. */
export function splitPath(path: string): { folder: string; name: string } {
  const short = path.replace(HOME, '~');
  const at = Math.max(short.lastIndexOf('/'), short.lastIndexOf('\\'));
  return { folder: short.slice(0, Math.max(0, at)), name: short.slice(Math.max(0, at)) };
}
