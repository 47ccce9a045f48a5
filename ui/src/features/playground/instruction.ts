/** The resolved context, cut into the lines and pieces that are drawn. Joined again they are the context, byte for byte. */
import type { Resolved } from '$lib/ipc';
import type { Tier } from '$kit';
import { toast } from '$kit/toast';

/** A run of text within a line. */
export interface Piece {
  text: string;
  kind: 'text' | 'mark' | 'heading' | 'tool' | 'omitted';
}

/** One line with its line end, and the tier it belongs to; none for the frame around the skill. */
export interface Line {
  tier: Tier | null;
  pieces: Piece[];
}

/** Lines of the instruction text, each with its tier. */
export function instructionLines(resolved: Resolved): Line[] {
  const named = new RegExp(`(${[...resolved.tools, ...resolved.omitted].map(escapeName).join('|')})`);
  let at = 0;
  return linesOf(resolved.instruction).map((line) => {
    const tier = tierAt(at, resolved);
    at += line.length;
    return { tier, pieces: pieces(line, resolved, named) };
  });
}

/** What a line that starts at an offset is part of; the empty line behind a part goes with it. */
function tierAt(at: number, { ranges: { heading, tools_line, body } }: Resolved): Tier | null {
  if (at < heading.from) return null;
  if (at < tools_line.from) return 'catalogue';
  if (tools_line.from < tools_line.to && at < tools_line.to + 2) return 'schemas';
  return at < body.to + 2 ? 'body' : null;
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function pieces(line: string, { tools, omitted }: Resolved, named: RegExp): Piece[] {
  const heading = /^(#{1,6} )(.*)$/s.exec(line);
  if (heading)
    return [
      { text: heading[1] ?? '', kind: 'mark' },
      { text: heading[2] ?? '', kind: 'heading' },
    ];
  if (/^\[\/?skill/.test(line)) return [{ text: line, kind: 'mark' }];
  if (tools.length + omitted.length === 0) return [{ text: line, kind: 'text' }];
  return line.split(named).flatMap((text): Piece[] => {
    if (text === '') return [];
    return [{ text, kind: tools.includes(text) ? 'tool' : omitted.includes(text) ? 'omitted' : 'text' }];
  });
}

/** A tool's name as a whole word. */
function escapeName(name: string): string {
  return `(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`;
}

/** Puts the context on the clipboard, as an agent would get it. */
export async function copyContext({ instruction }: Resolved): Promise<void> {
  await navigator.clipboard.writeText(instruction);
  toast('Context copied', { tone: 'ok' });
}
