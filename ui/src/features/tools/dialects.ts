/** The ways a signature is written, and what it gives back, said in another one of them. */
import type { SignatureDialect } from '$lib/ipc';

export const dialectLabels: Record<SignatureDialect, string> = {
  arrow: 'Arrow',
  curried: 'Curried',
  classic: 'Classic',
};

const plain: Record<string, string> = { String: 'Text', Integer: 'Int', Number: 'Double', Boolean: 'Bool' };
const classic: Record<string, string> = Object.fromEntries(Object.entries(plain).map(([old, word]) => [word, old]));

/** What a signature gives back, as it is written; none where it cannot be told. */
function result(signature: string): string | null {
  const found = /-->\s*(?:IO\s+)?([^]*?)\s*$/.exec(signature) ?? /==>\s*\(::\s*([^]*?)\s*\)\s*$/.exec(signature);
  return found?.[1] ?? null;
}

/** `to` with the result of `from`, in its own words; none where it has no words for it. */
export function carryResult(from: string, to: string, dialect: SignatureDialect): string | null {
  const given = result(from);
  const stands = result(to);
  if (given === null || stands === null) return null;
  const word = plain[given] ?? given;
  if (!/^[A-Z]\w*$/.test(word)) return null;
  const at = to.lastIndexOf(stands);
  const said = dialect === 'classic' ? (classic[word] ?? word) : word;
  return to.slice(0, at) + said + to.slice(at + stands.length);
}
