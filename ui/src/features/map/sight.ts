/** How the map is looked at, for what is drawn on it. */
import { createContext } from 'svelte';

export interface Sight {
  /** Whether it is seen from so far that no word on it can be read. */
  readonly isFar: boolean;
}

export const [getSight, setSight] = createContext<Sight>();
