/** The free settings of a link: a JSON object, as text. */
import { plural } from '$kit/labels';

export interface ConfigCheck {
  error: string | null;
  /** Said below the text: "Valid JSON, 3 keys". */
  words: string;
}

/** Why a text is not JSON; nothing typed is no fault. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (thrown) {
    return `This is no JSON yet: ${where(text, (thrown as Error).message)}`;
  }
}

/** Reads settings as the studio will; nothing typed counts as none. */
export function checkConfig(text: string): ConfigCheck {
  if (text.trim() === '') return { error: null, words: 'Empty: no settings' };
  const problem = jsonProblem(text);
  if (problem) return bad(problem);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return bad('Settings are a JSON object: start with { and end with }');
  return { error: null, words: `Valid JSON, ${plural(Object.keys(value).length, 'key')}` };
}

const bad = (error: string): ConfigCheck => ({ error, words: error });

function where(text: string, message: string): string {
  const offset = /position (\d+)/.exec(message)?.[1];
  const what = message
    .replace(/ in JSON.*$/s, '')
    .replace(/ at position.*$/s, '')
    .replace(/^JSON\.parse: |^JSON Parse error: /, '');
  if (offset === undefined) return what;
  const before = text.slice(0, Number(offset)).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}, ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}

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
