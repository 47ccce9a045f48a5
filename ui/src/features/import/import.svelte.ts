/** One import, from choosing to the report: preview first, then the work, which can be cancelled. */
import { type ImportPreview, type ImportReport, StudioError } from '$lib/ipc';

/** What an import needs of the studio and of the window. */
export interface ImportBackend {
  preview(paths: string[]): Promise<ImportPreview>;
  run(paths: string[], link: boolean): Promise<ImportReport>;
  /** The running import's activity id, once it has said so. */
  activityId(): string | undefined;
  cancel(id: string): Promise<unknown>;
}

export type ImportStep = 'choose' | 'reading' | 'preview' | 'running' | 'report';

export class ImportFlow {
  step = $state<ImportStep>('choose');
  paths = $state.raw<string[]>([]);
  /** Whether folders stay linked: saving writes there too. */
  link = $state(true);
  preview = $state.raw<ImportPreview | null>(null);
  report = $state.raw<ImportReport | null>(null);
  error = $state.raw<StudioError | null>(null);
  isCancelling = $state(false);

  /** Skills the import would bring or change. */
  readonly incoming = $derived((this.preview?.items ?? []).filter((item) => item.action !== 'same').length);
  /** An archive has nothing to stay linked to. */
  readonly canLink = $derived(this.paths.some((path) => !/\.(zip|skill)$/i.test(path)));

  constructor(private readonly backend: ImportBackend) {}

  /** Reads what was chosen; an empty choice changes nothing. */
  async choose(paths: string[]): Promise<void> {
    if (paths.length === 0) return;
    this.paths = paths;
    this.step = 'reading';
    this.error = null;
    try {
      this.preview = await this.backend.preview(paths);
      this.step = 'preview';
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  async run(): Promise<void> {
    this.step = 'running';
    this.isCancelling = false;
    this.error = null;
    try {
      this.report = await this.backend.run(this.paths, this.link && this.canLink);
      this.step = 'report';
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  /** Asks the running import to stop; what came in by then stays and is reported. */
  async cancel(): Promise<void> {
    const id = this.backend.activityId();
    if (!id) return;
    this.isCancelling = true;
    await this.backend.cancel(id);
  }

  again() {
    this.step = 'choose';
    this.preview = null;
    this.report = null;
    this.error = null;
  }

  #failed(thrown: unknown) {
    this.error = StudioError.from(thrown);
    this.step = 'choose';
  }
}
