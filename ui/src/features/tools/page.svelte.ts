/** One tool's page: what is stored, what is written, and whether somebody else changed it meanwhile. */
import type { SpecEdit, ToolDetail, ToolEdit, ToolEffect, ToolImplementation } from '$lib/ipc';
import type { Written } from '$lib/state/kept';
import { blank, type Kind } from './implementations';
import { Spec, type SpecBackend } from './spec.svelte';

const TIMEOUT = 30;

/** All that is written on a page, for what is not stored to be kept. */
export type ToolFields = Pick<
  ToolPage,
  'name' | 'description' | 'version' | 'kind' | 'effect' | 'timeout' | 'retries' | 'needs'
> & { spec: SpecEdit; written: Partial<Record<Kind, ToolImplementation>> };

export class ToolPage {
  /** None for a tool that is new. */
  stored = $state.raw<ToolDetail | null>(null);
  /** What somebody else stored while this was written. */
  newer = $state.raw<ToolDetail | null>(null);
  name = $state('');
  description = $state('');
  version = $state('');
  kind = $state<Kind>('none');
  /** None until the author chooses, as long as the tool is new. */
  effect = $state<ToolEffect | null>(null);
  timeout = $state(TIMEOUT);
  retries = $state(0);
  needs = $state.raw<string[]>([]);
  isSaving = $state(false);
  readonly spec = new Spec({
    convertSpec: (edit) => this.studio.convertSpec(edit),
    respellSignature: (signature, dialect) => this.studio.respellSignature(signature, dialect),
  });
  /** What is written for each way of carrying it out; another way keeps what was written for this one. */
  #written = $state.raw<Partial<Record<Kind, ToolImplementation>>>({});
  /** What was taken in, to tell what is written from it. */
  #taken = $state('');
  #base = $state.raw<ToolFields | null>(null);

  constructor(
    private readonly studio: SpecBackend,
    detail: ToolDetail | null,
    name = '',
  ) {
    if (detail) this.take(detail);
    else {
      this.#took();
      this.name = name;
    }
  }

  readonly implementation: ToolImplementation = $derived(this.#written[this.kind] ?? blank(this.kind));
  readonly edit: ToolEdit = $derived({
    id: this.stored?.id ?? null,
    aggregate_version: this.stored?.aggregate_version ?? 0,
    name: this.name.trim(),
    description: this.description,
    version: this.version,
    spec: this.spec.edit,
    implementation: this.implementation,
    effect: this.effect,
    timeout_s: this.timeout,
    retries: this.retries,
    depends_on: this.needs,
  });
  /** What is written, without where it is kept. */
  get #text(): string {
    const { id: _id, aggregate_version: _version, ...written } = this.edit;
    return JSON.stringify(written);
  }
  readonly isDirty: boolean = $derived(this.stored === null || this.#text !== this.#taken);
  readonly fields: ToolFields = $derived({
    name: this.name,
    description: this.description,
    version: this.version,
    kind: this.kind,
    effect: this.effect,
    timeout: this.timeout,
    retries: this.retries,
    needs: this.needs,
    spec: this.spec.edit,
    written: this.#written,
  });
  readonly written: Written<ToolFields> | null = $derived(
    this.isDirty && this.#base ? { version: this.edit.aggregate_version, fields: this.fields, base: this.#base } : null,
  );
  /** Why it cannot be stored as it is; none where it can. */
  readonly missing: string | null = $derived.by(() => {
    if (!this.name.trim()) return 'Name the tool first.';
    if (this.spec.problems.length > 0) return 'Fix the problems in the parameters first.';
    if (!(this.timeout >= 1)) return 'The timeout must be at least 1 second.';
    return null;
  });

  /** Takes a tool as it is stored; what was written is given up. */
  take(detail: ToolDetail) {
    this.stored = detail;
    this.newer = null;
    this.name = detail.name;
    this.description = detail.description;
    this.version = detail.version;
    this.kind = detail.implementation.kind;
    this.#written = { [detail.implementation.kind]: detail.implementation };
    this.effect = detail.effect;
    this.timeout = detail.timeout_s;
    this.retries = detail.retries;
    this.needs = detail.depends_on.map(({ id }) => id);
    this.spec.take(detail.spec);
    this.#took();
  }

  #took() {
    this.#taken = this.#text;
    this.#base = this.fields;
  }

  /** Writes what was kept over what is stored; where that has changed since, the author decides. */
  restore({ version, fields }: Written<ToolFields>) {
    this.write(fields);
    if (!this.stored || version === this.stored.aggregate_version || !this.isDirty) return;
    this.newer = this.stored;
    this.stored = { ...this.stored, aggregate_version: version };
  }

  /** Puts all fields as they are given. */
  write({ spec, written, ...rest }: ToolFields) {
    Object.assign(this, rest);
    this.#written = written;
    if (JSON.stringify(spec) !== JSON.stringify(this.spec.edit)) this.spec.write(spec);
  }

  /** What the studio says of it now: taken where nothing is written, else shown beside it. */
  follow(detail: ToolDetail) {
    if (!this.stored || !this.isDirty) this.take(detail);
    else if (detail.aggregate_version === this.stored.aggregate_version) this.stored = detail;
    else this.newer = detail;
  }

  /** What came of its calls by now; nothing else of the page changes. */
  recount({ metrics, asks_first }: Pick<ToolDetail, 'metrics' | 'asks_first'>) {
    if (this.stored) this.stored = { ...this.stored, metrics, asks_first };
  }

  /** Gives up what is written; returns how to bring it back. */
  discard(): () => void {
    const detail = this.newer ?? this.stored;
    if (!detail) return () => {};
    const written = this.written;
    this.take(detail);
    return () => {
      if (written) this.restore(written);
    };
  }

  /** Lets what is written stand over what somebody else stored. */
  keepMine() {
    if (this.newer) this.stored = this.newer;
    this.newer = null;
  }

  writeImplementation(implementation: ToolImplementation) {
    this.#written = { ...this.#written, [implementation.kind]: implementation };
  }
}
