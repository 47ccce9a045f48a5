/** A skill's files as a tree, and what may be said of a path. */
import type { FileInfo } from '$lib/ipc';

export interface FileNode {
  id: string;
  label: string;
  data: { tokens: number; isText: boolean; bytes: number };
  children?: FileNode[];
}

/** Folders before files at each level, except that `SKILL.md` stands first. */
export function fileTree(files: readonly FileInfo[]): FileNode[] {
  const root: FileNode = { id: '', label: '', data: { tokens: 0, isText: true, bytes: 0 }, children: [] };
  for (const file of files) {
    const parts = file.path.split('/');
    let folder = root;
    for (const [at, part] of parts.slice(0, -1).entries()) {
      const id = `${parts.slice(0, at + 1).join('/')}/`;
      let next = folder.children!.find((node) => node.id === id);
      if (!next) {
        next = { id, label: part, data: { tokens: 0, isText: true, bytes: 0 }, children: [] };
        folder.children!.push(next);
      }
      next.data.tokens += file.tokens;
      folder = next;
    }
    folder.children!.push({
      id: file.path,
      label: parts.at(-1) ?? file.path,
      data: { tokens: file.tokens, isText: file.is_text, bytes: file.bytes },
    });
  }
  return root.children!;
}

/** What is wrong with a file's path within a skill; null when nothing is. */
export function pathProblem(path: string, taken: readonly string[]): string | null {
  if (path === '' || path.endsWith('/')) return null;
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'A path within the skill, without a leading slash.';
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return 'No empty, “.” or “..” parts.';
  if (/[\\<>:"|?*\u0000-\u001f]/.test(path)) return 'Some of these characters are not allowed in file names.';
  if (taken.some((other) => other.toLowerCase() === path.toLowerCase())) return 'The skill has a file of this name.';
  return null;
}

/** `4 KB` */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
