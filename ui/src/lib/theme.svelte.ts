/** Light, dark or as the system: remembered at once in the browser's storage and in the studio's settings. */
import { commands } from './ipc';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'theme';

const isChoice = (text: string | null): text is ThemeChoice => text === 'light' || text === 'dark' || text === 'system';

export class Theme {
  choice = $state<ThemeChoice>('system');
  #systemIsDark = $state(false);
  readonly current: 'light' | 'dark' = $derived(
    this.choice === 'system' ? (this.#systemIsDark ? 'dark' : 'light') : this.choice,
  );

  constructor() {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    this.#systemIsDark = system.matches;
    system.addEventListener('change', (event) => {
      this.#systemIsDark = event.matches;
      this.#paint();
    });
    const kept = localStorage.getItem(KEY);
    if (isChoice(kept)) this.choice = kept;
    this.#paint();
  }

  /** Takes over the studio's setting where this window has none of its own yet. */
  async load(): Promise<void> {
    if (localStorage.getItem(KEY)) return;
    const kept = await commands.getSetting(KEY).catch(() => null);
    if (isChoice(kept)) this.#apply(kept);
  }

  async choose(choice: ThemeChoice): Promise<void> {
    this.#apply(choice);
    // Without an open library there is nowhere to keep settings; the browser's storage has it already.
    await commands.setSetting(KEY, choice).catch(() => {});
  }

  /** From what is seen now to its opposite. */
  toggle(): Promise<void> {
    return this.choose(this.current === 'dark' ? 'light' : 'dark');
  }

  #apply(choice: ThemeChoice) {
    this.choice = choice;
    localStorage.setItem(KEY, choice);
    this.#paint();
  }

  #paint() {
    document.documentElement.dataset.theme = this.current;
  }
}

export const theme = new Theme();
