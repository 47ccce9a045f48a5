/** What looks like a secret, what a secret can be called, and where one is referred to. */

const SCHEME = 'secret://';

/** Names whose values are secrets nearly always. */
const tellingName = /token|secret|passw|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|authori[sz]ation|credential/i;
/** How the keys of well-known services begin. */
const knownKey =
  /^(bearer |basic )?(sk-|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|eyJ|npm_|hf_)/i;
/** One long word of letters and digits mixed, as no sentence and no path has it. */
const longKey = /^(?=.*[0-9])(?=.*[a-z])[A-Za-z0-9+_-]{24,}={0,2}$/i;

/** Whether a value refers to a secret. */
export const isReference = (value: string): boolean => value.includes(SCHEME);

/** Whether a value that is written out should rather be kept apart. */
export function looksSecret(name: string, value: string): boolean {
  const text = value.trim();
  if (text === '' || isReference(text)) return false;
  return tellingName.test(name) || knownKey.test(text) || longKey.test(text);
}

/** What a secret may be called: up to 64 letters, digits, hyphens and underscores. */
export const isSecretName = (name: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(name);

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A name for the secret of a server's variable or header: `telephony-token` for `TELEPHONY_TOKEN` of telephony. */
export function proposedName(server: string, name: string): string {
  const [of, what] = [slug(server), slug(name)];
  return ([what.startsWith(of) ? '' : of, what].filter(Boolean).join('-') || 'secret').slice(0, 64);
}

/** The scheme of a header's value stays beside the reference: only what follows is the secret. */
export function split(value: string): { before: string; secret: string } {
  const scheme = /^(bearer|basic|token)\s+/i.exec(value)?.[0] ?? '';
  return { before: scheme, secret: value.slice(scheme.length) };
}

/** Names of the secrets a value refers to. */
export const references = (value: string): string[] =>
  [...value.matchAll(/secret:\/\/([A-Za-z0-9_-]*)/g)].map((found) => found[1] ?? '');

/** What the page's fields ask of whoever keeps secrets. */
export interface SecretKeeper {
  /** Keeps a value; gives what stands for it, or none where that failed. */
  keep(name: string, value: string): Promise<string | null>;
  isTaken(name: string): boolean;
  /** The first secret a value refers to that has no value yet. */
  missing(value: string): string | null;
}

export const reference = (name: string): string => SCHEME + name;
