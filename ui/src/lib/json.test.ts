import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsonProblem } from './config/config';
import { jsonFault } from './json';

afterEach(() => vi.restoreAllMocks());

describe('a text that is not JSON', () => {
  it.each<[string, number, number, RegExp]>([
    ['{\n "a": }', 2, 7, /Expected a value/],
    ['{"a" 1}', 1, 6, /colon/],
    ['{"a": 1 "b": 2}', 1, 9, /comma/],
    ['{a: 1}', 1, 2, /Invalid value|name in quotation marks/],
    ['{"a": [1, 2}', 1, 12, /comma|\]/],
    ['{"a": 1', 1, 8, /\}/],
    ['{} x', 1, 4, /Invalid value|Unexpected text/],
    ['{"a": 1,}', 1, 9, /name in quotation marks/],
    ['{"a": "x\n}', 1, 7, /Unterminated|escape/],
    ['{"a": 1 // why\n}', 1, 9, /^Comments/],
    ['', 1, 1, /Expected a value/],
  ])('%j is told with its line and column', (text, line, column, what) => {
    const fault = jsonFault(text)!;
    expect(fault.at).toEqual({ line, column });
    expect(fault.what).toMatch(what);
  });

  it.each(['{}', ' [1, "a", null] ', '"x"', '-1.5e3', 'true'])('%j is none', (text) =>
    expect(jsonFault(text)).toBeNull(),
  );

  it('is found whatever the engine says of it, such as one that gives no place', () => {
    const parse = JSON.parse;
    vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
      try {
        return parse(text) as unknown;
      } catch {
        throw new SyntaxError('JSON Parse error: Unexpected token');
      }
    });
    expect(jsonFault('{\n "a": }')).toEqual({ at: { line: 2, column: 7 }, what: 'Expected a value' });
    expect(jsonProblem('{\n "a": }')).toBe('Invalid JSON: line 2, column 7, expected a value');
  });

  it('that is nested without end is refused, not crashed on', () => {
    expect(jsonFault('['.repeat(200_000))).not.toBeNull();
  });
});
