/** The arguments that were typed, by tool, for when the studio is opened again. */
import type { Memory } from '$lib/memory';

/** Tools whose arguments are remembered, and how long a text may be: storage is small. */
const MOST_TOOLS = 50;
const LONGEST = 50_000;

/** The texts kept, the latest last; whatever is of another shape is left out. */
export function readTexts(memory: Memory): Map<string, string> {
  try {
    const read: unknown = JSON.parse(memory.read() ?? '[]');
    const pairs = Array.isArray(read) ? read : [];
    const isPair = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
    return new Map(pairs.filter(isPair));
  } catch {
    // Someone else's text: nothing is remembered.
    return new Map();
  }
}

/** Keeps a tool's text as the latest; none forgets it. */
export function keepText(memory: Memory, toolId: string, text: string | null) {
  const texts = readTexts(memory);
  if ((texts.get(toolId) ?? null) === text || (text !== null && text.length > LONGEST)) return;
  texts.delete(toolId);
  if (text !== null) texts.set(toolId, text);
  memory.write(JSON.stringify([...texts].slice(-MOST_TOOLS)));
}
