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
  1: 'This is not a value: strings need quotation marks',
  2: 'This is not a number',
  3: 'A name in quotation marks is expected here',
  4: 'A value is expected here',
  5: 'A colon is expected here',
  6: 'A comma is expected here',
  7: 'A } is missing',
  8: 'A ] is missing',
  9: 'Unexpected text after the value',
  10: 'JSON does not allow comments',
  11: 'JSON does not allow comments',
  12: 'A string lacks its closing quotation mark',
  13: 'This number is incomplete',
  14: 'This is not a valid character code',
  15: 'This escape does not exist in JSON',
  16: 'This character must be escaped in a string',
};
const UNKNOWN = 'It cannot be read as JSON';

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
