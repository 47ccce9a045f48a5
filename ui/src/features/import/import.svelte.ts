/** One import, from choosing to the report: preview first, then the work, which can be cancelled. */
import {
  type ImportInspection,
  type ImportItem,
  type ImportPreview,
  type ImportReport,
  type ImportRequest,
  type RowFormat,
  type ScanFinding,
  type ScanRule,
  StudioError,
} from '$lib/ipc';
import { SvelteMap } from 'svelte/reactivity';

/** What an import needs of the studio and of the window. */
export interface ImportBackend {
  preview(paths: string[]): Promise<ImportPreview>;
  /** Who signed it, and what a scan finds in it; nothing is stored. */
  inspect(paths: string[]): Promise<ImportInspection>;
  /** Puts a finding of the scan aside until its text changes. */
  dismissFinding(key: string, rule: ScanRule, note: string): Promise<unknown>;
  restoreFinding(key: string): Promise<unknown>;
  /** Imports what other systems keep as rows, or a website lists. */
  runRows(paths: string[], format: RowFormat): Promise<ImportReport>;
  run(request: ImportRequest): Promise<ImportReport>;
  /** The running import's activity id, once it has said so. */
  activityId(): string | undefined;
  cancel(id: string): Promise<unknown>;
}

export type ImportStep = 'choose' | 'reading' | 'preview' | 'running' | 'report';

/** Whether skills are copied, or stay linked to their files. */
export type Way = 'copy' | 'link';

/** Whether there is anything to choose: what is linked and the same has nothing to import. */
export const canChoose = (item: ImportItem) => item.state !== 'same';

export class ImportFlow {
  step = $state<ImportStep>('choose');
  paths = $state.raw<string[]>([]);
  way = $state<Way>('copy');
  /** The group to list everything under; empty keeps each one's own. */
  group = $state('');
  preview = $state.raw<ImportPreview | null>(null);
  /** What one should know of it before anything is stored. */
  inspection = $state.raw<ImportInspection | null>(null);
  /** Whether it is being found out, beside the preview: until then nothing can be imported. */
  isInspecting = $state(false);
  /** Why that could not be found out. */
  inspectionError = $state.raw<StudioError | null>(null);
  report = $state.raw<ImportReport | null>(null);
  error = $state.raw<StudioError | null>(null);
  isCancelling = $state(false);
  /** Whether what a link leads to is being read. */
  isFollowing = $state(false);
  /** What the author chose or left by hand, by path. */
  readonly #own = new SvelteMap<string, boolean>();
  /** Counts what was chosen: what comes late is of no interest any more. */
  #choice = 0;

  /** Rows, or a website's index, which come in whole; none where skills are chosen one by one. */
  readonly format: RowFormat | null = $derived(this.preview?.format ?? null);
  /** An archive has nothing to stay linked to. */
  readonly canLink = $derived(this.format === null && this.paths.some((path) => !/\.(zip|skill)$/i.test(path)));
  readonly chosen: ImportItem[] = $derived((this.preview?.items ?? []).filter((item) => this.isChosen(item)));

  constructor(private readonly backend: ImportBackend) {}

  isChosen(item: ImportItem): boolean {
    if (!canChoose(item)) return false;
    return this.#own.get(item.path) ?? (this.way === 'link' ? item.is_linked : item.is_copied);
  }

  /** Chooses items, or leaves them. */
  set(items: readonly ImportItem[], isChosen: boolean) {
    for (const item of items) if (canChoose(item)) this.#own.set(item.path, isChosen);
  }

  /** Reads what was chosen; an empty choice changes nothing. */
  async choose(paths: string[]): Promise<void> {
    if (paths.length === 0) return;
    this.paths = paths;
    this.step = 'reading';
    this.error = null;
    this.#own.clear();
    this.group = '';
    this.inspection = null;
    this.inspectionError = null;
    this.preview = null;
    const choice = ++this.#choice;
    try {
      const preview = await this.backend.preview(paths);
      if (choice !== this.#choice) return;
      this.preview = preview;
      // What is linked already stays so, and a client's own folder is linked, as at the first start; any other is copied.
      const isLinked = preview.is_own || preview.items.some(({ state }) => state === 'same');
      this.way = isLinked && this.canLink ? 'link' : 'copy';
      this.step = 'preview';
      // One question about a path of the author's, then the other: each may ask them.
      await this.#inspect(paths, choice);
    } catch (thrown) {
      if (choice === this.#choice) this.#failed(thrown);
    }
  }

  /** Reads what a link leads to, too, as if the author had chosen that file; what they chose before stays. */
  async follow(path: string): Promise<void> {
    if (this.isFollowing || this.paths.includes(path)) return;
    const choice = this.#choice;
    const paths = [...this.paths, path];
    this.isFollowing = true;
    try {
      const preview = await this.backend.preview(paths);
      if (choice !== this.#choice) return;
      this.paths = paths;
      this.preview = preview;
    } finally {
      this.isFollowing = false;
    }
    this.inspection = null;
    this.inspectionError = null;
    await this.#inspect(paths, ++this.#choice);
  }

  /** Puts a finding of the scan aside; the library keeps why. */
  async dismiss({ key, rule }: ScanFinding, note: string): Promise<void> {
    await this.backend.dismissFinding(key, rule, note);
    this.#mark(key, note);
  }

  async restore({ key }: ScanFinding): Promise<void> {
    await this.backend.restoreFinding(key);
    this.#mark(key, null);
  }

  #mark(key: string, dismissed: string | null) {
    const { inspection } = this;
    if (!inspection) return;
    const findings = inspection.scan.findings.map((one) => (one.key === key ? { ...one, dismissed } : one));
    this.inspection = { ...inspection, scan: { ...inspection.scan, findings } };
  }

  async run(): Promise<void> {
    if (this.isInspecting) return;
    this.step = 'running';
    this.isCancelling = false;
    this.error = null;
    try {
      this.report = await (this.format === null
        ? this.backend.run({
            paths: this.paths,
            chosen: this.chosen.map(({ path }) => path),
            is_linked: this.way === 'link' && this.canLink,
            group: this.group.trim() || null,
          })
        : this.backend.runRows(this.paths, this.format));
      this.step = 'report';
    } catch (thrown) {
      this.#failed(thrown);
    }
  }

  /** Asks the running import to stop; what was stored by then stays and is reported. */
  async cancel(): Promise<void> {
    const id = this.backend.activityId();
    if (!id) return;
    this.isCancelling = true;
    await this.backend.cancel(id);
  }

  again() {
    this.#choice += 1;
    this.isInspecting = false;
    this.step = 'choose';
    this.preview = null;
    this.inspection = null;
    this.inspectionError = null;
    this.report = null;
    this.error = null;
  }

  /** What cannot be looked into can still be imported, which says so itself. */
  async #inspect(paths: string[], choice: number): Promise<void> {
    this.isInspecting = true;
    try {
      const inspection = await this.backend.inspect(paths);
      if (choice === this.#choice) this.inspection = inspection;
    } catch (thrown) {
      const error = StudioError.from(thrown);
      if (error.code === 'cancelled') throw error;
      if (choice === this.#choice) this.inspectionError = error;
    } finally {
      if (choice === this.#choice) this.isInspecting = false;
    }
  }

  #failed(thrown: unknown) {
    this.error = StudioError.from(thrown);
    this.step = 'choose';
  }
}
