/** What a place remembers between two openings: one text under one key. */
export interface Memory {
  read(): string | null;
  write(text: string): void;
}

/** The browser's storage under one key. */
export const localMemory = (key: string): Memory => ({
  read: () => localStorage.getItem(key),
  write: (text) => localStorage.setItem(key, text),
});
