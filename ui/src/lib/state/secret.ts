/** What looks like a secret, what a secret can be called, and how it is referred to. */
import { CREDENTIAL_RULES } from '$lib/ipc/bindings';

const SCHEME = 'secret://';

const { telling, harmless, endings, key_starts, long_run } = CREDENTIAL_RULES;
const oneOf = (words: readonly string[]) => `(?:${words.map((word) => word.replaceAll('_', '[-_ ]')).join('|')})`;

/** In names whose values are secrets nearly always. What is one the studio decides; these are its words as patterns. */
export const TELLING = `(?!${oneOf(harmless)}(?![a-z]))${oneOf(telling)}`;
/** How the keys of well-known services begin. */
export const KEY_STARTS = key_starts.join('|');

const tellingName = new RegExp(`${TELLING}|(?:^|[-_])${oneOf(endings)}$`, 'i');
const knownKey = new RegExp(`^(?:bearer |basic )?(?:${KEY_STARTS})`, 'i');
/** One long run of letters and digits mixed, as no sentence and no path has it. */
const longRun = new RegExp(`(?=[a-z]*[0-9])(?=[0-9]*[a-z])[A-Za-z0-9]{${long_run},}`, 'i');
export const longKey = { test: (text: string) => /^[\w+-]+={0,2}$/.test(text) && longRun.test(text) };
/** A name a secret can have: up to 64 letters, digits, hyphens and underscores. */
const secretName = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a value refers to a secret. */
export const isReference = (value: string): boolean => value.includes(SCHEME);

export const reference = (name: string): string => SCHEME + name;

/** Names of the secrets a value refers to. */
export const references = (value: string): string[] =>
  [...value.matchAll(/secret:\/\/([A-Za-z0-9_-]*)/g)].map((found) => found[1] ?? '');

/** What a secret may be called. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/** Whether a field of this name holds a secret nearly always. */
export const isTelling = (name: string): boolean => tellingName.test(name);

/** Whether a value that is written out should rather be kept apart. */
export function looksSecret(name: string, value: string): boolean {
  const text = value.trim();
  if (text === '' || isReference(text)) return false;
  return isTelling(name) || knownKey.test(text) || longKey.test(text);
}
