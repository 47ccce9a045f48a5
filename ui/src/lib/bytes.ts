/** How large a file is, as file managers say it: `340 B`, `1.2 KB`, `2.5 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  // What would round to 1000.0 KB is a megabyte.
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
