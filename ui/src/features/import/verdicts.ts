/** What the manifest and the signature of a pack come to, in words. */
import type { Tone } from '$kit';
import { plural } from '$kit/labels';
import type { ManifestProblem, ManifestVerdict, RowFormat, SignatureVerdict } from '$lib/ipc';

export const formatLabels: Record<RowFormat, string> = {
  'light4j-sql': 'light-4j SQL',
  'light4j-events': 'light-4j events',
  'well-known': 'Well-known index',
};

export const problemLabels: Record<ManifestProblem, string> = {
  altered: 'changed since',
  missing: 'missing',
  added: 'not in the manifest',
};

/** Who signed it, and how good that is. */
export function signatureWords(signature: SignatureVerdict): { text: string; tone: Tone } {
  switch (signature.kind) {
    case 'valid':
      return { text: `Signed with the key of ${signature.name}.`, tone: 'ok' };
    case 'unknown_key':
      return { text: `Signed with the key ${signature.key_id}, which you do not trust.`, tone: 'warn' };
    case 'wrong':
      return {
        text: `It claims the key of ${signature.name}, but the signature does not fit: it was changed, or is somebody else’s.`,
        tone: 'danger',
      };
    case 'unreadable':
      return { text: `The signature cannot be read: ${signature.message}`, tone: 'danger' };
    case 'unsigned':
      return { text: 'Not signed.', tone: 'neutral' };
  }
}

/** A pack as its manifest says, whether its files are so, and who signed that. */
export function verdictWords({ name, version, files, findings, signature, problem }: ManifestVerdict): {
  text: string;
  tone: Tone;
} {
  if (problem !== null) return { text: `The manifest of the pack cannot be read: ${problem}`, tone: 'danger' };
  const signed = signatureWords(signature);
  const what = `Pack ${name} ${version}.`;
  if (findings.length > 0)
    return {
      text: `${what} ${plural(findings.length, 'file is', 'files are')} not as the manifest says. ${signed.text}`,
      tone: 'danger',
    };
  return { text: `${what} ${plural(files, 'file')}, all as the manifest says. ${signed.text}`, tone: signed.tone };
}
