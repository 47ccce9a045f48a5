/** A client's list as rows of a column: each part of what is sent, then the skills that are not in it. Pure. */
import { stateOrder } from '$lib/hosts';
import type { ClientView, HostEntry, HostState, ViewedSkill } from '$lib/ipc';

export type SightRow = { key: string; height: number } & (
  | { kind: 'around'; lines: string[] }
  | { kind: 'entry'; lines: string[]; skill: ViewedSkill }
  | { kind: 'heading'; text: string }
  | { kind: 'missing'; entry: HostEntry }
);

/** Pixels of a line, of what stands around the lines of a row, of a mark below them, and of rows of one line. */
export const LINE = 16;
export const AROUND = 8;
export const MARK = 18;
export const ROW = 30;

/** Skills by what became of them. */
export function amounts(view: ClientView | null): Record<HostState, number> {
  const counts = Object.fromEntries(stateOrder.map((state) => [state, 0])) as Record<HostState, number>;
  for (const { skill } of view?.parts ?? []) if (skill) counts[skill.state] += 1;
  for (const { state } of view?.missing ?? []) counts[state] += 1;
  return counts;
}

/** What a row shows of a part: without the line ends around it, which rows are. */
const bare = (text: string) => text.replace(/^\n+/, '').replace(/\n+$/, '');

const PLAIN = /^[\x20-\x7e]*$/;

/** Columns of a line in a face of one width; whatever is beyond ASCII may take two. */
function widthOf(line: string): number {
  if (PLAIN.test(line)) return line.length;
  return [...line].reduce((sum, letter) => sum + (PLAIN.test(letter) ? 1 : 2), 0);
}

/** The lines of a text where so many columns stand side by side: broken between words, and within one that is longer. */
export function linesOf(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => (widthOf(line) <= columns ? [line] : broken(line, columns)));
}

function broken(line: string, columns: number): string[] {
  const columnsOf = PLAIN.test(line) ? (part: string) => part.length : widthOf;
  const lines: string[] = [];
  let [now, width] = ['', 0];
  const add = (part: string, room: number) => {
    if (width > 0 && width + room > columns) {
      lines.push(now);
      [now, width] = ['', 0];
    }
    now += part;
    width += columnsOf(part);
  };
  // Blanks after a word stay at the end of its line, where they take no room.
  for (const word of line.match(/\s+|\S+\s*/g) ?? []) {
    const room = columnsOf(word.trimEnd());
    if (room <= columns) add(word, room);
    else for (const letter of word) add(letter, columnsOf(letter.trim()));
  }
  return [...lines, now];
}

/** The rows of a list, wrapped at so many columns; with a state, only of skills that are in it. */
export function rowsOf(view: ClientView, columns: number, only: HostState | null): SightRow[] {
  const rows: SightRow[] = [];
  view.parts.forEach(({ text: sent, skill }, at) => {
    const text = bare(sent);
    if (only ? skill?.state !== only : !skill && text === '') return;
    const lines = linesOf(text, columns);
    const height = lines.length * LINE + AROUND;
    if (!skill) rows.push({ kind: 'around', key: `around-${at}`, lines, height });
    else {
      const mark = skill.state === 'whole' ? 0 : MARK;
      rows.push({ kind: 'entry', key: skill.skill_id, lines, skill, height: height + mark });
    }
  });
  const missing = view.missing.filter(({ state }) => !only || state === only);
  if (missing.length > 0) rows.push({ kind: 'heading', key: 'heading', text: 'Not in the list', height: ROW });
  for (const entry of missing) rows.push({ kind: 'missing', key: entry.skill_id, entry, height: ROW + MARK });
  return rows;
}

/** The skill a row is of. */
export const skillOf = (row: SightRow): string | null =>
  row.kind === 'entry' ? row.skill.skill_id : row.kind === 'missing' ? row.entry.skill_id : null;
