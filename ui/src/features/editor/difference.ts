/** The smallest single change between two texts, so that the cursor and the marks outside it stay where they are. */
export function difference(before: string, after: string): { from: number; to: number; insert: string } | null {
  if (before === after) return null;
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Where a place of the text before is after the change; null where the change took it. */
export function moved(at: number, change: ReturnType<typeof difference>): number | null {
  if (change === null || at <= change.from) return at;
  return at < change.to ? null : at + change.insert.length - (change.to - change.from);
}
