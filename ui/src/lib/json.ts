/**
 * Where a text is not JSON, and why. Engines word their complaints differently, and the window's gives no place at all: so the
 * place is found by a reader of our own choosing, the verdict is the engine's.
 */
import { type ParseError, parse } from 'jsonc-parser';

export interface JsonFault {
  /** From 1; none where the place could not be found. */
  at: { line: number; column: number } | null;
  /** What is wrong there, as a sentence without its end. */
  what: string;
}

/** By the codes of jsonc-parser. */
const words: Record<number, string> = {
  1: 'Invalid value: strings need quotation marks',
  2: 'Invalid number',
  3: 'Expected a property name in quotation marks',
  4: 'Expected a value',
  5: 'Expected a colon',
  6: 'Expected a comma',
  7: 'Missing }',
  8: 'Missing ]',
  9: 'Unexpected text after the value',
  10: "Comments aren't allowed in JSON",
  11: "Comments aren't allowed in JSON",
  12: 'Unterminated string',
  13: 'Incomplete number',
  14: 'Invalid Unicode escape',
  15: 'Invalid escape sequence',
  16: 'Invalid character in a string: escape it',
};
const UNKNOWN = 'Not valid JSON';

/** What is wrong with a text; none where it is JSON. */
export function jsonFault(text: string): JsonFault | null {
  try {
    JSON.parse(text);
    return null;
  } catch {
    const first = firstError(text);
    return { at: first && placeOf(text, first.offset), what: (first && words[first.error]) ?? UNKNOWN };
  }
}

function firstError(text: string): ParseError | null {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch {
    // Nested too deeply to be read: what was found until then counts.
  }
  return errors.reduce<ParseError | null>((first, each) => (first && first.offset <= each.offset ? first : each), null);
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
