/** Tools a skill names that no library has. */
import type { Finding } from '$lib/ipc';

/** Findings that say a name is no tool's. */
const UNKNOWN = new Set(['unknown-tool', 'tool-mention']);

/** The finding that says a listed tool is unknown: its subject is the name without what stands in parentheses. */
export const unknownTool = (findings: readonly Finding[], name: string): Finding | undefined =>
  findings.find(({ code, subject }) => UNKNOWN.has(code) && (subject === name || name.startsWith(`${subject}(`)));

/** Names that findings call unknown tools. */
export const missingTools = (findings: readonly Finding[]): string[] =>
  findings.filter(({ code }) => UNKNOWN.has(code)).map(({ subject }) => subject);
