/** The chat model that picks skills: its settings, and what asking it would cost. */
import { type Host, type ModelCost, type ModelList, type ModelSettings, StudioError } from '$lib/ipc';
import { Turn } from '$lib/turn';

export interface ChatModelBackend {
  listModels(): Promise<ModelList>;
  getModelSettings(): Promise<ModelSettings>;
  setModelSettings(settings: ModelSettings): Promise<ModelSettings>;
  estimateModelCost(set: string | null, queries: string[], host: Host | null): Promise<ModelCost>;
}

export class ChatModel {
  settings = $state.raw<ModelSettings | null>(null);
  /** Those that are set up in Settings. */
  saved = $state.raw<readonly ModelSettings[]>([]);
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
    const [settings, { models }] = await Promise.all([this.backend.getModelSettings(), this.backend.listModels()]);
    if (!isNewest()) return;
    this.settings = settings;
    this.saved = models;
  }

  async saveSettings(settings: ModelSettings): Promise<void> {
    const stored = await this.backend.setModelSettings(settings);
    // A reading that began before is older than what was saved.
    this.#settingsTurn.end();
    this.settings = stored;
  }
}
