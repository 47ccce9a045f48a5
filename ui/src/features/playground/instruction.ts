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

const INSTRUCTIONS = '## Instructions\n';

/** Lines of the instruction text, each with its tier. */
export function instructionLines(resolved: Resolved): Line[] {
  const named = new RegExp(`(${[...resolved.tools, ...resolved.omitted].map(escapeName).join('|')})`);
  const split = (line: string) => pieces(line, resolved, named);
  return sections(resolved).flatMap(({ tier, text }) => linesOf(text).map((line) => ({ tier, pieces: split(line) })));
}

interface Section {
  tier: Tier | null;
  text: string;
}

/** Follows the layout that adk-skill gives the text: frame, heading, tools, body, frame. */
function sections({ instruction, name, tools }: Resolved): Section[] {
  const opening = `[skill:${name}]\n\n`;
  const toolsLine = tools.length > 0 ? `You have access to the following tools: ${tools.join(', ')}.\n\n` : '';
  const bodyMark = `\n\n${toolsLine}${INSTRUCTIONS}`;
  const closing = '\n\n[/skill]';
  const mark = instruction.indexOf(bodyMark, opening.length);
  if (!instruction.startsWith(opening) || mark < 0 || !instruction.endsWith(closing))
    return [{ tier: 'body', text: instruction }];
  const toolsAt = mark + 2;
  const bodyAt = toolsAt + toolsLine.length;
  const end = instruction.length - closing.length + 2;
  return [
    { tier: null, text: opening },
    { tier: 'catalogue', text: instruction.slice(opening.length, toolsAt) },
    { tier: 'schemas', text: toolsLine },
    { tier: 'body', text: instruction.slice(bodyAt, end) },
    { tier: null, text: instruction.slice(end) },
  ];
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
