/** Sentences with `code` in them, as the studio writes them: what stands between backticks is set in the code face. */
export interface Span {
  text: string;
  isCode: boolean;
}

/** The parts of a sentence in order; a backtick without a partner stays as it is. */
export function codeSpans(sentence: string): Span[] {
  const parts = sentence.split(/(`[^`]+`)/);
  return parts
    .filter((part) => part !== '')
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? { text: part.slice(1, -1), isCode: true }
        : { text: part, isCode: false },
    );
}

/** The sentence where nothing can be set in another face, as in a tooltip. */
export const plainText = (sentence: string) =>
  codeSpans(sentence)
    .map(({ text }) => text)
    .join('');
