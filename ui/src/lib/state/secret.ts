/** What looks like a secret, what a secret can be called, and how it is referred to. */

const SCHEME = 'secret://';

/** In names whose values are secrets nearly always; imports know the same (`text::tool_lists::credentials`). */
export const TELLING =
  'token(?!s|iz|[-_]?url)|secret|passw|passphrase|pwd|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|auth(?!or(?!i[sz]ation)|[-_]?(?:url|type))|credential|session|cookie';
/** How the keys of well-known services begin. */
export const KEY_STARTS = 'sk-|sk_|pk_|rk_|gh[opsu]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|eyJ|npm_|hf_';

const tellingName = new RegExp(`${TELLING}|(?:^|[-_])(?:key|pat)$`, 'i');
const knownKey = new RegExp(`^(?:bearer |basic )?(?:${KEY_STARTS})`, 'i');
/** One long word of letters and digits mixed, as no sentence and no path has it. */
export const longKey = /^(?=.*[0-9])(?=.*[a-z])[A-Za-z0-9+_-]{24,}={0,2}$/i;
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
