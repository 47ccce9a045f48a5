/** The arguments an older studio kept in the window's own storage, by tool: each is taken over once, and gone from there. */
import { type Memory, localMemory } from '$lib/memory';

/** What was typed for a tool; none where nothing was. */
export function takeOldText(toolId: string, memory: Memory = localMemory('bench')): string | null {
  const texts = read(memory);
  const text = texts.get(toolId) ?? null;
  if (text === null) return null;
  texts.delete(toolId);
  memory.write(JSON.stringify([...texts]));
  return text;
}

/** The texts kept; whatever is of another shape is left out. */
function read(memory: Memory): Map<string, string> {
  try {
    const found: unknown = JSON.parse(memory.read() ?? '[]');
    const isPair = (one: unknown): one is [string, string] =>
      Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string');
    return new Map((Array.isArray(found) ? found : []).filter(isPair));
  } catch {
    // Someone else's text: nothing is remembered.
    return new Map();
  }
}
