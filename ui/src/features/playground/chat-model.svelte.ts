/** The chat model that picks skills: its settings, what asking it would cost, and that it is asked only when told to. */
import { type Host, type ModelCost, type ModelSettings, StudioError } from '$lib/ipc';
import { Turn } from '$lib/turn';

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
  readonly #turn = new Turn();

  constructor(private readonly backend: ChatModelBackend) {}

  /** Reckons what asking for this query would take. */
  async estimate(query: string, host: Host): Promise<void> {
    const isNewest = this.#turn.begin();
    try {
      const cost = await this.backend.modelCost(null, [query], host);
      if (!isNewest()) return;
      this.cost = cost;
      this.error = null;
    } catch (thrown) {
      if (isNewest()) this.error = StudioError.from(thrown);
    }
  }

  async readSettings(): Promise<void> {
    this.settings = await this.backend.modelSettings();
  }

  async saveSettings(settings: ModelSettings): Promise<void> {
    this.settings = await this.backend.setModelSettings(settings);
  }
}
