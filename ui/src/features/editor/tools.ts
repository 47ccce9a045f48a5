/** Tools a skill names that no library has: the closest one that exists, and where the name stands in the text. */
import type { Finding, TextEdit, ToolInfo } from '$lib/ipc';

/** How many letters must change to make one name the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The tool whose name is nearest, where one is near enough to be meant. */
export function closestTool(name: string, tools: readonly ToolInfo[]): ToolInfo | null {
  let best: ToolInfo | null = null;
  let least = Math.max(2, Math.floor(name.length * 0.4)) + 1;
  for (const tool of tools) {
    const steps = name.startsWith(tool.name) || tool.name.startsWith(name) ? 1 : distance(name, tool.name);
    if (steps < least) [best, least] = [tool, steps];
  }
  return best;
}

/** Every place where a name stands as a whole. */
export function places(text: string, name: string): number[] {
  const pattern = new RegExp(`(?<![\\w-])${escape(name)}(?![\\w-])`, 'g');
  return [...text.matchAll(pattern)].map((match) => match.index);
}

/** Replaces a name everywhere. */
export const replaceEverywhere = (text: string, name: string, by: string): TextEdit[] =>
  places(text, name).map((from) => ({ from, to: from + name.length, insert: by }));

/** Findings that say a name is no tool's. */
const UNKNOWN = new Set(['unknown-tool', 'tool-mention']);

/** The finding that says a listed tool is unknown: its subject is the name without what stands in parentheses. */
export const unknownTool = (findings: readonly Finding[], name: string): Finding | undefined =>
  findings.find(({ code, subject }) => UNKNOWN.has(code) && (subject === name || name.startsWith(`${subject}(`)));

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Names that findings call unknown tools. */
export const missingTools = (findings: readonly Finding[]): string[] =>
  findings.filter(({ code }) => UNKNOWN.has(code)).map(({ subject }) => subject);
