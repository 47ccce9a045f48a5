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
