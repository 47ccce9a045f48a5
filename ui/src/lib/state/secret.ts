/** How secrets are named and referred to. What is one, the studio says (`find_credentials`). */
import { SECRET_NAME } from '$lib/ipc/bindings';

const SCHEME = 'secret://';
const secretName = new RegExp(SECRET_NAME);

/** Whether a value refers to a secret. */
export const isReference = (value: string): boolean => value.includes(SCHEME);

export const reference = (name: string): string => SCHEME + name;

/** Names of the secrets a value refers to. */
export const references = (value: string): string[] =>
  [...value.matchAll(/secret:\/\/([A-Za-z0-9_-]*)/g)].map((found) => found[1] ?? '');

/** What a secret may be called. */
export const isSecretName = (name: string): boolean => secretName.test(name);
