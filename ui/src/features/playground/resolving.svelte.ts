/** What resolves: the strategies in their order, the tools of the host, and the context that comes of them. */
import {
  type Policy,
  type ResolveRequest,
  type Resolution,
  type Scorer,
  type Strategy,
  type StrategyOutcome,
  StudioError,
  type ToolInfo,
} from '$lib/ipc';
import { Turn } from '$lib/turn';
import type { Settings, StrategyCard, StrategyKind } from './settings';

export interface ResolvingBackend {
  resolve(request: ResolveRequest): Promise<Resolution>;
  listTools(): Promise<ToolInfo[]>;
}

/** What is resolved; the settings are the playground's, which keeps them. */
export interface ResolvingOwner extends Readonly<
  Pick<Settings, 'strategies' | 'mode' | 'triggers' | 'lacking' | 'extra' | 'maxChars'>
> {
  readonly query: string;
  readonly isBlank: boolean;
  policy(scorer: Scorer): Policy;
  set(change: Partial<Settings>): void;
}

/** What a strategy's card says came of it. */
export interface CardOutcome {
  state: 'won' | 'failed' | 'not_tried' | 'off' | 'blank';
  text: string;
}

export class Resolving {
  tools = $state.raw<ToolInfo[]>([]);
  resolution = $state.raw<Resolution | null>(null);
  error = $state.raw<StudioError | null>(null);
  #outcomes = $state.raw<Partial<Record<StrategyKind, StrategyOutcome>>>({});
  readonly #turn = new Turn();
  /** What the host offers; none means every tool of the library. */
  readonly available: string[] | null = $derived.by(() => this.#available());

  constructor(
    private readonly backend: ResolvingBackend,
    private readonly owner: ResolvingOwner,
  ) {}

  async readTools(): Promise<void> {
    this.tools = await this.backend.listTools();
  }

  /** Resolves what is asked; `land` takes over what came of it, unless a later answer has. */
  async ask(mostRejected: number, land: (take: () => void) => void): Promise<void> {
    const isNewest = this.#turn.begin();
    const strategies = this.#wanted();
    const take = (change: () => void) => land(() => isNewest() && change());
    try {
      const request = this.#request(strategies, mostRejected);
      const resolution = strategies.length > 0 ? await this.backend.resolve(request) : null;
      take(() => {
        this.resolution = resolution;
        this.#outcomes = Object.fromEntries(
          (resolution?.strategies ?? []).map((outcome) => [outcome.strategy.kind, outcome]),
        );
        this.error = null;
      });
    } catch (thrown) {
      take(() => (this.error = StudioError.from(thrown)));
    }
  }

  /** Forgets what was resolved: the library is for a client that resolves nothing. */
  clear() {
    this.#turn.end();
    this.resolution = null;
    this.#outcomes = {};
    this.error = null;
  }

  changeStrategy(kind: StrategyKind, change: Partial<StrategyCard>) {
    const { strategies } = this.owner;
    this.owner.set({ strategies: strategies.map((card) => (card.kind === kind ? { ...card, ...change } : card)) });
  }

  /** Puts a strategy at another place; beyond the ends it stays at the end. */
  moveStrategy(kind: StrategyKind, to: number) {
    const { strategies } = this.owner;
    const card = strategies.find((each) => each.kind === kind);
    const others = strategies.filter((each) => each.kind !== kind);
    const at = Math.max(0, Math.min(others.length, to));
    if (!card || strategies[at]?.kind === kind) return;
    this.owner.set({ strategies: [...others.slice(0, at), card, ...others.slice(at)] });
  }

  /** Gives a tool to the host or takes it away. */
  offer(tool: string, isThere: boolean) {
    const { lacking, extra } = this.owner;
    const without = (names: readonly string[]) => names.filter((name) => name !== tool);
    const isOfLibrary = this.tools.some(({ name }) => name === tool);
    if (isOfLibrary) this.owner.set({ lacking: isThere ? without(lacking) : [...without(lacking), tool] });
    else this.owner.set({ extra: isThere ? [...without(extra), tool] : without(extra) });
  }

  outcomeOf(card: StrategyCard): CardOutcome {
    if (!card.isOn) return { state: 'off', text: 'Off' };
    if (!this.#hasValue(card)) return { state: 'blank', text: blanks[card.kind] };
    const outcome = this.#outcomes[card.kind];
    return outcome ? { state: outcome.state, text: outcome.detail } : { state: 'blank', text: '' };
  }

  #request(strategies: Strategy[], mostRejected: number): ResolveRequest {
    const { mode, maxChars, triggers } = this.owner;
    return {
      strategies,
      policy: this.owner.policy('adk'),
      mode,
      available_tools: this.available,
      max_instruction_chars: maxChars,
      most_rejected: mostRejected,
      triggers,
    };
  }

  #wanted(): Strategy[] {
    const ready = this.owner.strategies.filter((card) => card.isOn && this.#hasValue(card));
    const { query } = this.owner;
    return ready.map(({ kind, value }) => ({ kind, value: kind === 'by_query' ? query : value.trim() }));
  }

  /** Whether a card has what it needs. A query may be empty where a tag is asked for. */
  #hasValue({ kind, value }: StrategyCard): boolean {
    return kind === 'by_query' ? !this.owner.isBlank : value.trim() !== '';
  }

  #available(): string[] | null {
    const { lacking, extra } = this.owner;
    if (lacking.length === 0 && extra.length === 0) return null;
    const offered = this.tools.map(({ name }) => name).filter((name) => !lacking.includes(name));
    return [...offered, ...extra];
  }
}

const blanks: Record<StrategyKind, string> = {
  by_name: 'Not set',
  by_query: 'No query yet',
  by_tag: 'Not set',
};
