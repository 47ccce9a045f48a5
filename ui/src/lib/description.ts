/** How long a skill's description is: in characters, as Rust counts them. */
export const lengthOf = (description: string): number => [...description].length;
