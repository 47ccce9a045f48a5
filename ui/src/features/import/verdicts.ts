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
  altered: 'modified',
  'made executable': 'made executable',
  'no longer executable': 'no longer executable',
  missing: 'missing',
  added: 'not in the manifest',
};

/** Who signed it, and how good that is. */
export function signatureWords(signature: SignatureVerdict): { text: string; tone: Tone } {
  switch (signature.kind) {
    case 'valid':
      return { text: `Signed by ${signature.name}.`, tone: 'ok' };
    case 'unknown_key':
      return { text: `Signed with key ${signature.key_id}, which you don't trust.`, tone: 'warn' };
    case 'wrong':
      return {
        text: `Claims to be signed by ${signature.name}, but the signature doesn't match. It was changed, or someone else signed it.`,
        tone: 'danger',
      };
    case 'unreadable':
      return { text: `Couldn't read the signature: ${signature.message}`, tone: 'danger' };
    case 'unsigned':
      return { text: 'Not signed.', tone: 'neutral' };
  }
}

/** A pack as its manifest says, whether its files are so, and who signed that. */
export function verdictWords({ name, version, files, findings, signature, problem }: ManifestVerdict): {
  text: string;
  tone: Tone;
} {
  if (problem !== null) return { text: `Couldn't read the pack's manifest: ${problem}`, tone: 'danger' };
  const signed = signatureWords(signature);
  const what = `Pack ${name} ${version}.`;
  if (findings.length > 0)
    return {
      text: `${what} ${plural(findings.length, "file doesn't", "files don't")} match the manifest. ${signed.text}`,
      tone: 'danger',
    };
  return { text: `${what} ${plural(files, 'file')}, all matching the manifest. ${signed.text}`, tone: signed.tone };
}
