/** The chat model that picks skills: its settings, and what asking it would cost. */
import { type Host, type ModelCost, type ModelSettings, StudioError } from '$lib/ipc';
import { Turn } from '$lib/turn';

export interface ChatModelBackend {
  getModelSettings(): Promise<ModelSettings>;
  setModelSettings(settings: ModelSettings): Promise<ModelSettings>;
  estimateModelCost(set: string | null, queries: string[], host: Host | null): Promise<ModelCost>;
}

export class ChatModel {
  settings = $state.raw<ModelSettings | null>(null);
  cost = $state.raw<ModelCost | null>(null);
  error = $state.raw<StudioError | null>(null);
  /** Whoever asks it says so here. */
  isAsking = $state(false);
  readonly #turn = new Turn();
  readonly #settingsTurn = new Turn();

  constructor(private readonly backend: ChatModelBackend) {}

  /** Estimates the cost of asking for this query. Until it is known there is none: that of another query says nothing. */
  async estimate(query: string, host: Host): Promise<void> {
    const isNewest = this.#turn.begin();
    this.cost = null;
    try {
      const cost = await this.backend.estimateModelCost(null, [query], host);
      if (!isNewest()) return;
      this.cost = cost;
      this.error = null;
    } catch (thrown) {
      if (isNewest()) this.error = StudioError.from(thrown);
    }
  }

  async readSettings(): Promise<void> {
    const isNewest = this.#settingsTurn.begin();
    const settings = await this.backend.getModelSettings();
    if (isNewest()) this.settings = settings;
  }

  async saveSettings(settings: ModelSettings): Promise<void> {
    const stored = await this.backend.setModelSettings(settings);
    // A reading that began before is older than what was saved.
    this.#settingsTurn.end();
    this.settings = stored;
  }
}
