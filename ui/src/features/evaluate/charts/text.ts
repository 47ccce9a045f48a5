/** A text no longer than so many letters. */
export const clip = (text: string, letters: number): string =>
  text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
