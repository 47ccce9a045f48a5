/**
 * The dry run of the open pack: what writing it would do, kept beside the pack it is of. It runs by itself after a change,
 * unless it takes long; then the author says when. What follows from it stands here too: reading back and writing.
 */
import {
  type GateOverride,
  type Pack,
  type PackExport,
  type PackGate,
  type PackPlan,
  type PackPlanRequest,
  type PackTargetPlan,
  type PackVerification,
  type PackWriteRequest,
  type ScanFinding,
  type ScanRule,
  StudioError,
} from '$lib/ipc';
import { Latest } from '$lib/latest';
import { Part } from '$lib/state/part.svelte';
import { SvelteMap } from 'svelte/reactivity';

/** What dry runs ask of the studio and of the window. */
export interface PlanningBackend {
  planPack(request: PackPlanRequest): Promise<PackPlan>;
  /** Plans beside what is in the folder, which the author is asked about where they have not chosen it. */
  comparePack(request: PackPlanRequest): Promise<PackPlan>;
  verifyPack(planId: string): Promise<PackVerification>;
  writePack(request: PackWriteRequest): Promise<PackExport>;
  dismissScanFinding(key: string, rule: ScanRule, note: string): Promise<unknown>;
  restoreScanFinding(key: string): Promise<unknown>;
  /** The activity of the dry run or the writing, once the studio has said that it runs. */
  exportActivity(): string | undefined;
  cancelActivity(id: string): Promise<unknown>;
}

/** Milliseconds of rest after a change before a dry run begins. */
const REST = 600;
/** A dry run that took longer, in milliseconds, is not begun by itself. */
export const LONG = 3_000;

export class Planning {
  readonly plan = new Part<PackPlan>();
  readonly verification = new Part<PackVerification>();
  /** Gates that the author overrides, with the reason; for the plan there is. */
  readonly overrides = new SvelteMap<PackGate, string>();
  /** The folder the pack is written to; empty where none was chosen. */
  out = $state('');
  /** Whether the manifests are signed. */
  isSigning = $state(false);
  isWriting = $state(false);
  isCancelling = $state(false);
  /** The pack or the library changed since the dry run. */
  isOutdated = $state(false);
  /** The author stopped the dry run. */
  isStopped = $state(false);
  /** How long the last dry run took, in milliseconds. */
  took = $state<number | null>(null);

  readonly isBusy: boolean = $derived(this.plan.isLoading || this.isWriting || this.verification.isLoading);
  readonly targets: readonly PackTargetPlan[] = $derived(this.plan.value?.targets ?? []);
  readonly refused: number = $derived(this.targets.reduce((sum, { refused }) => sum + refused.length, 0));
  /** Gates that hold the pack back, and were not overridden. */
  readonly holding: PackGate[] = $derived(
    (this.plan.value?.gates ?? [])
      .filter((gate) => gate.is_holding && !this.overrides.has(gate.gate))
      .map(({ gate }) => gate),
  );
  /** Files in the folder that would be replaced by something else. */
  readonly replaced: string[] = $derived(
    this.targets.flatMap(({ target, files }) =>
      files.filter(({ on_disk }) => on_disk === 'changed').map(({ path }) => joined(target.folder, path)),
    ),
  );
  /** Whether a change begins a dry run of itself. */
  readonly isAutomatic: boolean = $derived((this.took ?? 0) <= LONG);

  #packId: string | null = null;
  #isShown = false;
  readonly #run = new Latest(() => this.#plan(), REST);

  constructor(
    private readonly backend: PlanningBackend,
    /** The pack, where it is saved as it stands on the screen. */
    private readonly ready: () => Pack | null,
  ) {}

  /** Another pack was opened. */
  begin(packId: string, lastOut: string | null) {
    this.clear();
    this.#packId = packId;
    this.out = lastOut ?? '';
  }

  clear() {
    this.#run.stop();
    this.#packId = null;
    this.plan.clear();
    this.verification.clear();
    this.overrides.clear();
    this.isOutdated = this.isStopped = false;
    this.took = null;
  }

  /** The place is seen or not: nothing is planned behind the author's back. */
  show(isShown: boolean) {
    this.#isShown = isShown;
    if (this.#packId !== null && (this.isOutdated || (this.plan.value === null && !this.isStopped))) this.soon();
  }

  /** The pack or the library changed: plans it, where that is quick. */
  soon() {
    this.isOutdated = this.plan.value !== null;
    if (this.isAutomatic && this.#isShown) this.#run.soon();
  }

  /** There is nothing to plan. */
  drop() {
    this.#run.stop();
    this.plan.clear();
    this.verification.clear();
    this.isOutdated = false;
  }

  /** What is planned is not what would be written any more. */
  outdate() {
    this.isOutdated = this.plan.value !== null;
  }

  /** Plans now. */
  async again(): Promise<void> {
    await this.#run.now();
  }

  async setOut(out: string): Promise<void> {
    if (out === this.out) return;
    this.out = out;
    await this.again();
  }

  /** Stops the dry run, or the writing: nothing is written then. */
  async cancel(): Promise<void> {
    const id = this.backend.exportActivity();
    if (id === undefined) return;
    this.isCancelling = true;
    await this.backend.cancelActivity(id);
  }

  /** Imports what would be written into an empty library, and compares. */
  async verify(): Promise<void> {
    const { value: plan } = this.plan;
    if (plan) await this.verification.load(() => this.backend.verifyPack(plan.plan_id));
  }

  /** Writes what was planned. What stands in the way is thrown, and nothing is written then. */
  async write(isOverwriting: boolean): Promise<PackExport | null> {
    if (!this.plan.value) return null;
    const overrides: GateOverride[] = [...this.overrides].map(([gate, reason]) => ({ gate, reason }));
    this.isWriting = true;
    this.isCancelling = false;
    try {
      const plan = await this.#compared(this.plan.value);
      const request = { plan_id: plan.plan_id, is_overwriting: isOverwriting, is_signed: this.isSigning, overrides };
      return await this.backend.writePack(request);
    } catch (thrown) {
      // The library moved on: what was looked at is not what would be written.
      if (StudioError.from(thrown).code === 'stale') this.outdate();
      throw thrown;
    } finally {
      this.isWriting = false;
      this.isCancelling = false;
    }
  }

  /** The plan beside what is in its folder: what is not compared yet is not written. */
  async #compared(plan: PackPlan): Promise<PackPlan> {
    if (plan.is_compared) return plan;
    const compared = await this.backend.comparePack({ pack_id: plan.pack_id, out: plan.out });
    if (compared.pack_id === this.#packId) this.plan.set(compared);
    return compared;
  }

  /** Puts a finding of the scan aside, with a note. */
  async dismiss({ key, rule }: ScanFinding, note: string): Promise<void> {
    await this.backend.dismissScanFinding(key, rule, note);
    this.#mark(key, note);
  }

  async bringBack({ key }: ScanFinding): Promise<void> {
    await this.backend.restoreScanFinding(key);
    this.#mark(key, null);
  }

  /** What the gates say of it is known after another dry run. */
  #mark(key: string, dismissed: string | null) {
    const { value: plan } = this.plan;
    if (!plan) return;
    const findings = plan.scan.findings.map((one) => (one.key === key ? { ...one, dismissed } : one));
    this.plan.set({ ...plan, scan: { ...plan.scan, findings } });
    this.soon();
  }

  async #plan(): Promise<void> {
    const pack = this.ready();
    if (!pack || pack.id !== this.#packId) return;
    this.isStopped = this.isCancelling = this.isOutdated = false;
    const from = performance.now();
    const before = this.plan.value;
    const plan = await this.plan.load(() => this.backend.planPack({ pack_id: pack.id, out: this.out || null }));
    if (pack.id !== this.#packId) return;
    this.isCancelling = false;
    if (plan) {
      this.took = performance.now() - from;
      this.verification.clear();
      this.#keepOverrides(plan);
    } else if (this.plan.error?.code === 'cancelled') {
      if (before) this.plan.set(before);
      else this.plan.clear();
      this.isOutdated = before !== null;
      this.isStopped = true;
    }
  }

  /** A gate that does not hold the pack back any more needs no override. */
  #keepOverrides(plan: PackPlan) {
    for (const { gate, is_holding } of plan.gates) if (!is_holding) this.overrides.delete(gate);
  }
}

/** A file's path below the folder the pack is written to. */
export const joined = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);
