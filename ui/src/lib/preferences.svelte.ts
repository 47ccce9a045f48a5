/**
 * What one person prefers on this computer, whichever library is open. Kept in the browser's storage; what the style
 * sheets need stands on the page's root.
 */
import type { Scorer } from './ipc';
import { localMemory, type Memory } from './memory';

const smallest = 10;
const largest = 24;
const scorers: readonly Scorer[] = ['adk', 'bm25', 'embedding', 'hybrid', 'model'];

interface Kept {
  fontSize: number;
  wrap: boolean;
  /** The scorer that Playground and Evaluate begin with; null leaves it to them. */
  scorer: Scorer | null;
  sort: string | null;
}

export class Preferences {
  #kept = $state.raw<Kept>({ fontSize: 12, wrap: true, scorer: null, sort: null });
  readonly fontSizes = { smallest, largest };

  constructor(private readonly memory: Memory) {
    this.#kept = { ...this.#kept, ...read(memory.read()) };
    this.#apply();
  }

  get fontSize(): number {
    return this.#kept.fontSize;
  }
  set fontSize(size: number) {
    if (!Number.isFinite(size)) return;
    this.#keep({ fontSize: Math.min(largest, Math.max(smallest, Math.round(size))) });
  }

  get wrap(): boolean {
    return this.#kept.wrap;
  }
  set wrap(wrap: boolean) {
    this.#keep({ wrap });
  }

  get scorer(): Scorer | null {
    return this.#kept.scorer;
  }
  set scorer(scorer: Scorer | null) {
    this.#keep({ scorer });
  }

  /** How the list of skills is sorted; the list knows the words. */
  get sort(): string | null {
    return this.#kept.sort;
  }
  set sort(sort: string | null) {
    this.#keep({ sort });
  }

  #keep(changed: Partial<Kept>) {
    this.#kept = { ...this.#kept, ...changed };
    this.memory.write(JSON.stringify(this.#kept));
    this.#apply();
  }

  #apply() {
    const { style } = document.documentElement;
    style.setProperty('--editor-text', `${this.fontSize}px`);
    style.setProperty('--editor-line', `${Math.round(this.fontSize * 1.6) + 1}px`);
    document.documentElement.dataset.wrap = this.wrap ? 'on' : 'off';
    // Editors measure their lines when the window's size changes.
    window.dispatchEvent(new Event('resize'));
  }
}

/** What is kept and still means something. */
function read(text: string | null): Partial<Kept> {
  let kept: Record<string, unknown>;
  try {
    kept = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
  const { fontSize, wrap, scorer, sort } = kept;
  const known: Partial<Kept> = {};
  if (typeof fontSize === 'number' && fontSize >= smallest && fontSize <= largest) known.fontSize = fontSize;
  if (typeof wrap === 'boolean') known.wrap = wrap;
  if (scorers.includes(scorer as Scorer)) known.scorer = scorer as Scorer;
  if (typeof sort === 'string') known.sort = sort;
  return known;
}

export const preferences = new Preferences(localMemory('preferences'));
