/** What Settings show of scorers, interpreters and backups. */
import type { BackupInfo, InterpreterInfo, InterpreterLanguage, Scorer, ScorerInfo } from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';

/** What they ask of the studio. */
export interface MachineBackend {
  listScorers(): Promise<ScorerInfo[]>;
  setThreshold(scorer: Scorer, minScore: number | null): Promise<ScorerInfo[]>;
  listInterpreters(): Promise<InterpreterInfo[]>;
  setInterpreter(language: InterpreterLanguage, program: string | null): Promise<InterpreterInfo[]>;
  getBackupInfo(): Promise<BackupInfo>;
}

export class Machine {
  readonly scorers = new Part<ScorerInfo[]>();
  readonly interpreters = new Part<InterpreterInfo[]>();
  readonly backups = new Part<BackupInfo>();
  readonly #backend: MachineBackend;

  constructor(backend: MachineBackend) {
    this.#backend = backend;
  }

  async load(): Promise<void> {
    await Promise.all([this.loadScorers(), this.loadInterpreters(), this.loadBackups()]);
  }

  loadScorers = () => this.scorers.load(() => this.#backend.listScorers());
  loadInterpreters = () => this.interpreters.load(() => this.#backend.listInterpreters());
  loadBackups = () => this.backups.load(() => this.#backend.getBackupInfo());

  async setInterpreter(language: InterpreterLanguage, program: string | null): Promise<void> {
    this.interpreters.set(await this.#backend.setInterpreter(language, program));
  }

  async setThreshold(scorer: Scorer, minScore: number | null): Promise<void> {
    this.scorers.set(await this.#backend.setThreshold(scorer, minScore));
  }
}
