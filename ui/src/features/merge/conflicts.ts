/** Conflict markers in a merged text, nine signs long: `<<<<<<<<< mine`, `=========`, `>>>>>>>>> theirs`, each on a line of its own. */

export interface Conflict {
  /** Offsets of the whole block, with its markers and last line end. */
  from: number;
  to: number;
  /** Line of the first marker, from 1. */
  line: number;
  mine: string;
  theirs: string;
}

export type Choice = 'mine' | 'theirs' | 'both';

const block = /^<{9} mine\r?\n([\s\S]*?)^={9}\r?\n([\s\S]*?)^>{9} theirs\r?(?:\n|$)/gm;

/** Every conflict that still stands in the text. */
export function findConflicts(text: string): Conflict[] {
  return [...text.matchAll(block)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    line: text.slice(0, match.index).split('\n').length,
    mine: match[1]!,
    theirs: match[2]!,
  }));
}

/** The text that takes the place of a conflict. */
export function settle(conflict: Conflict, choice: Choice): string {
  return choice === 'both' ? conflict.mine + conflict.theirs : conflict[choice];
}
