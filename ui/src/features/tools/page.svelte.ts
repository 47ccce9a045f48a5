/** One tool's page: what is stored, what is written, and whether somebody else changed it meanwhile. */
import type { SpecEdit, ToolDetail, ToolEdit, ToolEffect, ToolImplementation, ToolMetrics, ToolSpec } from '$lib/ipc';
import { blank, type Kind } from './implementations';
import { Spec } from './spec.svelte';

const TIMEOUT = 30;

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
  readonly spec = new Spec((edit) => this.convert(edit));
  /** What is written for each way of carrying it out; another way keeps what was written for this one. */
  #written = $state.raw<Partial<Record<Kind, ToolImplementation>>>({});
  /** What was taken in, to tell what is written from it. */
  #taken = $state('');

  constructor(
    private readonly convert: (edit: SpecEdit) => Promise<ToolSpec>,
    detail: ToolDetail | null,
    name = '',
  ) {
    if (detail) this.take(detail);
    else {
      this.#taken = this.#text;
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
  /** Why it cannot be stored as it is; none where it can. */
  readonly missing: string | null = $derived.by(() => {
    if (!this.name.trim()) return 'Give it a name.';
    if (this.spec.problems.length > 0) return 'Put right what is wrong with its parameters.';
    if (!(this.timeout >= 1)) return 'Give a time limit of one second or more.';
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
    this.#taken = this.#text;
  }

  /** What the studio says of it now: taken where nothing is written, else shown beside it. */
  follow(detail: ToolDetail) {
    if (!this.stored || !this.isDirty) this.take(detail);
    else if (detail.aggregate_version === this.stored.aggregate_version) this.stored = detail;
    else this.newer = detail;
  }

  /** What came of its calls by now; nothing else of the page changes. */
  recount(metrics: ToolMetrics[]) {
    if (this.stored) this.stored = { ...this.stored, metrics };
  }

  /** Gives up what is written. */
  discard() {
    const detail = this.newer ?? this.stored;
    if (detail) this.take(detail);
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
