/** The chat model that picks skills: its settings, what asking it would cost, and that it is asked only when told to. */
import { type Host, type ModelCost, type ModelSettings, StudioError } from '$lib/ipc';

export interface ChatModelBackend {
  modelSettings(): Promise<ModelSettings>;
  setModelSettings(settings: ModelSettings): Promise<ModelSettings>;
  modelCost(set: string | null, queries: string[], host: Host | null): Promise<ModelCost>;
}

export class ChatModel {
  settings = $state.raw<ModelSettings | null>(null);
  cost = $state.raw<ModelCost | null>(null);
  error = $state.raw<StudioError | null>(null);
  isAsking = $state(false);
  #turn = 0;

  constructor(private readonly backend: ChatModelBackend) {}

  /** Reckons what asking for this query would take. */
  async estimate(query: string, host: Host): Promise<void> {
    const turn = ++this.#turn;
    try {
      const cost = await this.backend.modelCost(null, [query], host);
      if (turn !== this.#turn) return;
      this.cost = cost;
      this.error = null;
    } catch (thrown) {
      if (turn === this.#turn) this.error = StudioError.from(thrown);
    }
  }

  async readSettings(): Promise<void> {
    this.settings = await this.backend.modelSettings();
  }

  async saveSettings(settings: ModelSettings): Promise<void> {
    this.settings = await this.backend.setModelSettings(settings);
  }
}
