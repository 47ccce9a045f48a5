/** The free settings of a link: a JSON object, as text. */
import { plural } from '$kit/labels';
import { jsonFault } from '$lib/json';

export interface ConfigCheck {
  error: string | null;
  /** Said below the text: "Valid JSON, 3 keys". */
  words: string;
}

/** Why a text is not JSON; nothing typed is no fault. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return null;
  const fault = jsonFault(text);
  if (!fault) return null;
  const what = fault.what.charAt(0).toLowerCase() + fault.what.slice(1);
  return `Invalid JSON: ${fault.at ? `line ${fault.at.line}, column ${fault.at.column}, ` : ''}${what}`;
}

/** Reads settings as the studio will; nothing typed counts as none. */
export function checkConfig(text: string): ConfigCheck {
  if (text.trim() === '') return { error: null, words: 'Empty (no settings)' };
  const problem = jsonProblem(text);
  if (problem) return bad(problem);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return bad('Settings must be a JSON object: start with { and end with }');
  return { error: null, words: `Valid JSON, ${plural(Object.keys(value).length, 'key')}` };
}

const bad = (error: string): ConfigCheck => ({ error, words: error });

/** Laid out over lines, where it is JSON; as it stands where it is not. */
export function layOut(text: string): string {
  if (text.trim() === '') return '{}';
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Whether two texts are the same settings. */
export const isSameConfig = (a: string, b: string): boolean => layOut(a) === layOut(b);
