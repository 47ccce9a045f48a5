/** How long a skill's description may be, and how that is counted: in characters, as Rust counts them. */
export const MAX_DESCRIPTION = 1024;

export const lengthOf = (description: string): number => [...description].length;
