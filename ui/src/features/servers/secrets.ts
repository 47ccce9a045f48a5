/** What the secrets of a server are called, and what its page asks of whoever keeps them. */
import type { NamedValue } from '$lib/ipc';

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

/** What the page's fields ask of whoever keeps secrets. */
export interface SecretKeeper {
  /** Keeps a value; gives what stands for it, or none where that failed. */
  keep(name: string, value: string): Promise<string | null>;
  isTaken(name: string): boolean;
  /** Which of these values look like secrets. */
  find(values: NamedValue[]): Promise<boolean[]>;
  /** The first secret a value refers to that has no value yet. */
  missing(value: string): string | null;
}
