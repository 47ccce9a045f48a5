/** A studio of packs in memory, for tests: it saves, plans and writes what the test says it would. */
import type {
  AgentInfo,
  KeyList,
  OverlapReport,
  Pack,
  PackEdit,
  PackExport,
  PackExportChange,
  PackFileDiff,
  PackPlan,
  PackSummary,
  PackTargetOffer,
  PackVerification,
  QuerySet,
  UndoHistory,
} from '$lib/ipc';
import { StudioError } from '$lib/ipc';
import { offer, pack, plan, summary } from './fixtures';
import { Packs, type PacksBackend } from './packs.svelte';

const NO_HISTORY: UndoHistory = { done: [], undone: [], basis: '' };

export class PackStudio {
  packs: Pack[] = [pack('1'), pack('2')];
  unreadable: { id: string; name: string; reason: string }[] = [];
  offer: PackTargetOffer = offer();
  agents: AgentInfo[] = [{ id: 'a', name: 'plumber', model: 'm', skills: ['valves'], left_out: [] }];
  sets: QuerySet[] = [{ name: 'all', queries: 61, in_scope: 50, unknown: 0 }];
  overlaps = { pairs: [] } as unknown as OverlapReport;
  summary: PackSummary = summary();
  exports: PackExport[] = [];
  changes: PackExportChange[] = [];
  diff: PackFileDiff = { before: 'one\n', after: 'two\n', lines: { added: 1, removed: 1 }, note: null };
  verification: PackVerification = { targets: [] };
  keys: KeyList = { own: null, trusted: [] };
  /** What a dry run comes to beside the usual. */
  planned: Partial<PackPlan> = {};
  undo: UndoHistory = NO_HISTORY;
  /** The activity that can be cancelled. */
  running: string | undefined = undefined;
  /** What a dry run, a writing or a reading back waits for. */
  gate: Promise<unknown> = Promise.resolve();
  /** Thrown by a command of this name, where it is set. */
  refusals: Partial<Record<string, StudioError>> = {};
  /** What was asked for, in order. */
  asked: unknown[][] = [];
  kept: string | null = null;

  readonly backend: PacksBackend = {
    listPacks: async () => (this.#refuse('list'), { packs: this.packs, unreadable: this.unreadable }),
    listPackTargets: async () => (this.#refuse('targets'), this.offer),
    savePack: async (edit) => this.#save(edit),
    getPackSummary: async (content) => (this.#ask('describe', content), this.summary),
    listAgents: async () => this.agents,
    listQuerySets: async () => this.sets,
    listOverlaps: async () => this.overlaps,
    trashItem: async (item) => {
      this.#ask('trash', item.id);
      this.packs = this.packs.filter(({ id }) => id !== item.id);
      return item;
    },
    restoreItem: async (item) => {
      this.#ask('restore', item.id);
      this.packs = [pack(item.id), ...this.packs];
    },
    getUndoHistory: async () => this.undo,
    saveUndoHistory: async (scope, history) => void ((this.undo = history), this.#ask('keep undo', scope)),
    planPack: async (request) => {
      this.#ask('plan', request);
      await this.gate;
      this.#refuse('plan');
      const of = this.packs.find(({ id }) => id === request.pack_id)!;
      return plan(of, { out: request.out, is_compared: request.out !== null, ...this.planned });
    },
    comparePack: async (request) => {
      this.#ask('compare with the folder', request);
      this.#refuse('compare with the folder');
      const of = this.packs.find(({ id }) => id === request.pack_id)!;
      return plan(of, { out: request.out, ...this.planned, is_compared: true });
    },
    getPackFile: async (request) => (this.#ask('file', request), this.#refuse('file'), this.diff),
    verifyPack: async (planId) => {
      this.#ask('verify', planId);
      await this.gate;
      this.#refuse('verify');
      return this.verification;
    },
    writePack: async (request) => {
      this.#ask('write', request);
      await this.gate;
      this.#refuse('write');
      const written = { ...this.exports[0]!, id: `e${String(this.exports.length + 1)}` };
      this.exports = [written, ...this.exports];
      return written;
    },
    dismissScanFinding: async (key, rule, note) => this.#ask('dismiss', key, rule, note),
    restoreScanFinding: async (key) => this.#ask('bring back', key),
    exportActivity: () => this.running,
    cancelActivity: async (id) => this.#ask('cancel', id),
    listPackExports: async () => (this.#refuse('history'), { exports: this.exports, unreadable: [] }),
    comparePackExports: async (before, after) => (this.#ask('compare', before, after), this.changes),
    getPackExportFile: async (request) => (this.#ask('export file', request), this.diff),
  };

  readonly keysBackend = {
    listKeys: async () => (this.#refuse('keys'), this.keys),
    createSigningKey: async () => (this.keys = { ...this.keys, own: { key_id: 'AB12', public_key: 'RWown' } }),
    trustKey: async (name: string, publicKey: string) => {
      this.#ask('trust', name, publicKey);
      this.#refuse('trust');
      const one = { name, key_id: 'CD34', public_key: publicKey, trusted_at: '2026-01-01T00:00:00Z', consent: 'c1' };
      return (this.keys = { ...this.keys, trusted: [one] });
    },
    revokeConsent: async (consent: string) => {
      this.#ask('revoke', consent);
      this.keys = { ...this.keys, trusted: [] };
    },
  };

  /** The place as it is opened, with its first dry run done. */
  async open(): Promise<Packs> {
    const memory = { read: () => this.kept, write: (text: string) => void (this.kept = text) };
    const packs = new Packs(this.backend, memory);
    packs.planning.show(true);
    await packs.start();
    await packs.readChoices();
    if (packs.pack) await packs.planning.again();
    return packs;
  }

  /** What was asked for of a kind. */
  of(what: string): unknown[][] {
    return this.asked.filter(([kind]) => kind === what).map(([, ...rest]) => rest);
  }

  /** Somebody else saves a pack. */
  changeElsewhere(id: string, more: Partial<Pack>) {
    this.packs = this.packs.map((one) =>
      one.id === id ? { ...one, ...more, aggregate_version: one.aggregate_version + 1 } : one,
    );
  }

  #save({ id, aggregate_version, name, content }: PackEdit): Pack {
    this.#ask('save', id, name, content);
    this.#refuse('save');
    const before = this.packs.find((one) => one.id === id);
    if (id !== null && before?.aggregate_version !== aggregate_version)
      throw new StudioError('stale', 'The pack was changed elsewhere.');
    const saved = pack(id ?? '9', { name, content, aggregate_version: aggregate_version + 1 });
    this.packs = before ? this.packs.map((one) => (one === before ? saved : one)) : [...this.packs, saved];
    return saved;
  }

  #refuse(what: string) {
    const refusal = this.refusals[what];
    if (refusal) throw refusal;
  }

  #ask(...what: unknown[]) {
    this.asked.push(what);
  }
}
