/**
 * The place Packs: the packs of the library, and the one that is open, as its author changes it. Every change is saved
 * shortly after it was made, can be undone, and is then planned anew.
 */
import {
  type AgentInfo,
  type OverlapReport,
  type Pack,
  type PackContent,
  type PackEdit,
  type PackList,
  type PackSummary,
  type PackTargetOffer,
  type QuerySet,
  type StudioEvent,
  type TrashRef,
  type UndoHistory,
  type UndoScope,
  type WhenNeeded,
  StudioError,
} from '$lib/ipc';
import { lastUndo } from '$kit/last-undo.svelte';
import { Latest } from '$lib/latest';
import type { Memory } from '$lib/memory';
import { FormHistory } from '$lib/state/form-history.svelte';
import { Part } from '$lib/state/part.svelte';
import { trashRef } from '$lib/state/trashing.svelte';
import { type Choice, newContent, withTarget, withoutTarget } from './content';
import { Exports, type ExportsBackend } from './exports.svelte';
import { Looking, type LookingBackend } from './looking.svelte';
import { Planning, type PlanningBackend } from './planning.svelte';
import { countOverlaps } from './skills';

/** What the place asks of the studio. */
export interface PacksBackend extends PlanningBackend, LookingBackend, ExportsBackend {
  listPacks(): Promise<PackList>;
  listPackTargets(): Promise<PackTargetOffer>;
  savePack(pack: PackEdit): Promise<Pack>;
  getPackSummary(content: PackContent): Promise<PackSummary>;
  listAgents(): Promise<AgentInfo[]>;
  listQuerySets(): Promise<QuerySet[]>;
  listOverlaps(limit: number | null): Promise<OverlapReport>;
  trashItem(item: TrashRef, when: WhenNeeded): Promise<TrashRef>;
  restoreItem(item: TrashRef, name: string | null): Promise<unknown>;
  getUndoHistory(scope: UndoScope): Promise<UndoHistory>;
  saveUndoHistory(scope: UndoScope, history: UndoHistory): Promise<unknown>;
}

/** What of a pack is undone together. */
interface Fields {
  name: string;
  content: PackContent;
}

/** Milliseconds of rest before a change is saved, and before news of the library are looked at. */
const [SAVE, NEWS] = [250, 500];
/** Steps of packs with more skills than this are not kept over the end of the window: each would be long. */
const MOST_KEPT = 500;

export class Packs {
  readonly list = new Part<PackList>();
  readonly summary = new Part<PackSummary>();
  /** The targets a pack can have. */
  readonly offer = new Part<PackTargetOffer>();
  readonly agents = new Part<AgentInfo[]>();
  readonly sets = new Part<QuerySet[]>();
  readonly overlaps = new Part<OverlapReport>();
  readonly planning: Planning;
  readonly looking: Looking;
  readonly exports: Exports;

  /** The open pack as it was saved last. */
  pack = $state.raw<Pack | null>(null);
  /** The same as it is changed. */
  fields = $state.raw<Fields | null>(null);
  /** Why it could not be saved. */
  failure = $state.raw<StudioError | null>(null);
  isSaving = $state(false);

  readonly packs: Pack[] = $derived(this.list.value?.packs ?? []);
  readonly content: PackContent | null = $derived(this.fields?.content ?? null);
  /** A pack that nothing was chosen for yet has nothing to plan, and nothing wrong with it. */
  readonly isEmpty: boolean = $derived(this.content?.skills.length === 0);
  readonly isDirty: boolean = $derived(
    this.pack !== null && JSON.stringify(this.fields) !== JSON.stringify(fieldsOf(this.pack)),
  );
  /** Somebody else saved it meanwhile: what is changed here is older than that. */
  readonly isStale: boolean = $derived(this.failure?.code === 'stale');
  /** How many other skills each skill means nearly the same as. */
  readonly overlapsOf: ReadonlyMap<string, number> = $derived(countOverlaps(this.overlaps.value));

  #history = $state.raw<FormHistory<Fields> | null>(null);
  /** What could not be saved, by pack, until one comes back to it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it.
  readonly #unsaved = new Map<string, { fields: Fields; failure: StudioError }>();
  #open: string | null;
  readonly #save = new Latest(() => this.#write(), SAVE);
  readonly #describe = new Latest(() => this.#summarise(), 60);
  readonly #news = new Latest(() => this.#readNews(), NEWS);

  constructor(
    private readonly backend: PacksBackend,
    private readonly memory: Memory,
  ) {
    this.#open = memory.read();
    this.planning = new Planning(backend, () => this.#ready());
    this.looking = new Looking(backend);
    this.exports = new Exports(backend);
  }

  get canUndo(): boolean {
    return this.#history?.canUndo ?? false;
  }

  get canRedo(): boolean {
    return this.#history?.canRedo ?? false;
  }

  /** Reads what there is, and opens the pack that was open last. */
  async start(): Promise<void> {
    await this.readList();
    const { packs } = this;
    const last = packs.find(({ id }) => id === this.#open) ?? packs[0];
    if (last && !this.pack) await this.open(last);
  }

  async readList(): Promise<void> {
    await this.list.load(() => this.backend.listPacks());
  }

  /** Reads what one chooses from, and what is said of skills beside their own rows. */
  async readChoices(): Promise<void> {
    await Promise.all([
      this.readOffer(),
      this.agents.load(() => this.backend.listAgents()),
      this.sets.load(() => this.backend.listQuerySets()),
      this.overlaps.load(() => this.backend.listOverlaps(null)),
    ]);
  }

  async readOffer(): Promise<void> {
    await this.offer.load(() => this.backend.listPackTargets());
  }

  /** Opens a pack. What was changed in the one before is saved first. */
  async open(pack: Pack): Promise<void> {
    await this.settle();
    if (this.pack && this.fields && this.failure)
      this.#unsaved.set(this.pack.id, { fields: this.fields, failure: this.failure });
    this.#show(pack);
    const unsaved = this.#unsaved.get(pack.id);
    if (unsaved) [this.fields, this.failure] = [unsaved.fields, unsaved.failure];
    this.#unsaved.delete(pack.id);
    this.planning.begin(pack.id, pack.last_out);
    this.looking.clear();
    this.summary.clear();
    const history = (this.#history = new FormHistory(this.fields ?? fieldsOf(pack)));
    this.#describe.soon(0);
    this.planning.soon();
    void this.exports.read(pack.id);
    // Without it undo begins here.
    const kept = await this.backend.getUndoHistory({ kind: 'pack', id: pack.id }).catch(() => null);
    if (kept && this.pack?.id === pack.id && !this.isDirty && history.read(kept)) this.#history = history;
  }

  /** Makes a pack and opens it. */
  async create(name: string, content: PackContent): Promise<void> {
    await this.settle();
    const made = await this.backend.savePack({ id: null, aggregate_version: 0, name, content });
    await this.readList();
    await this.open(made);
  }

  /** Makes a pack of these skills, with the targets that a new one begins with, and opens it. */
  async begin(name: string, skills: string[]): Promise<void> {
    const offer = this.offer.value ?? (await this.backend.listPackTargets());
    await this.create(name, newContent(skills, offer));
  }

  /** Makes a pack like this one, and opens it. */
  async duplicate(): Promise<void> {
    if (!this.fields) return;
    const names = this.packs.map(({ name }) => name);
    const { name, content } = this.fields;
    const free = Array.from({ length: names.length + 1 }, (_, at) => `${name}-copy${at === 0 ? '' : `-${at + 1}`}`);
    await this.create(
      free.find((candidate) => !names.includes(candidate))!,
      content,
    );
  }

  /** Changes the open pack. */
  change(content: PackContent) {
    if (this.fields) this.#take({ ...this.fields, content });
  }

  addTarget(choice: Choice) {
    if (this.content) this.change(withTarget(this.content, choice, this.offer.value));
  }

  removeTarget(choice: Choice) {
    if (this.content) this.change(withoutTarget(this.content, choice));
  }

  rename(name: string) {
    if (this.fields) this.#take({ ...this.fields, name });
  }

  undo() {
    this.#turn(this.#history?.undo() ?? null);
  }

  redo() {
    this.#turn(this.#history?.redo() ?? null);
  }

  /** Takes what somebody else saved, and drops what was changed here. */
  async takeTheirs(): Promise<void> {
    await this.readList();
    const theirs = this.packs.find(({ id }) => id === this.pack?.id);
    this.failure = null;
    if (theirs) {
      // What is on the screen is theirs already: there is nothing to keep of the one before.
      this.#show(theirs);
      await this.open(theirs);
    } else await this.#leave();
  }

  /** Saves what was changed here over what somebody else saved. */
  async keepMine(): Promise<void> {
    await this.readList();
    const theirs = this.packs.find(({ id }) => id === this.pack?.id);
    if (!theirs) return this.#leave();
    this.pack = theirs;
    this.failure = null;
    await this.#save.now();
  }

  /** Saves what is not saved yet. */
  async settle(): Promise<void> {
    if (this.isDirty && !this.failure) await this.#save.now();
  }

  /** It was written: reads its history, and plans what another writing would do. */
  async written(): Promise<void> {
    const { pack } = this;
    if (!pack) return;
    await this.exports.read(pack.id);
    await this.planning.again();
  }

  /** The place is gone, as with its library: nothing is asked any more. */
  stop() {
    for (const each of [this.#save, this.#describe, this.#news]) each.stop();
    this.planning.clear();
  }

  /** Moves the open pack to the trash; what is handed back brings it back from there. */
  async trash(): Promise<TrashRef | null> {
    if (!this.pack) return null;
    await this.settle();
    const gone = await this.backend.trashItem(trashRef('pack', this.pack.id, this.pack.aggregate_version), 'trash');
    await this.#leave();
    return gone;
  }

  async restore(gone: TrashRef): Promise<void> {
    await this.backend.restoreItem(gone, null);
    await this.readList();
    const back = this.packs.find(({ id }) => id === gone.id);
    if (back) await this.open(back);
  }

  /** Follows what happens in the studio. */
  follow(event: StudioEvent) {
    if (event.kind === 'packs_changed' || isAboutLibrary(event)) this.#news.soon();
    if (isAboutLibrary(event)) this.planning.soon();
  }

  async #readNews(): Promise<void> {
    await this.readList();
    this.#describe.soon();
    const fresh = this.packs.find(({ id }) => id === this.pack?.id);
    if (!this.pack) return this.#openFirst();
    void this.exports.read(this.pack.id);
    if (this.isSaving || this.isDirty) return;
    if (!fresh) return this.#leave();
    if (fresh.aggregate_version === this.pack.aggregate_version) return;
    this.#show(fresh);
    this.#history = new FormHistory(fieldsOf(fresh));
    this.planning.soon();
  }

  async #leave(): Promise<void> {
    this.pack = null;
    this.fields = null;
    this.failure = null;
    this.planning.clear();
    this.looking.clear();
    await this.readList();
    await this.#openFirst();
  }

  async #openFirst(): Promise<void> {
    const [first] = this.packs;
    if (first) await this.open(first);
  }

  #show(pack: Pack) {
    this.pack = pack;
    this.fields = fieldsOf(pack);
    this.failure = null;
    this.memory.write(pack.id);
  }

  #take(fields: Fields) {
    // Each choice is a gesture of its own, however quickly one follows the other.
    this.#history?.rest();
    if (!this.#history?.record(fields)) return;
    lastUndo.forget();
    this.#changed(fields);
  }

  #turn(fields: Fields | null) {
    if (fields) this.#changed(fields);
  }

  #changed(fields: Fields) {
    this.fields = fields;
    if (this.isEmpty) this.planning.drop();
    else this.planning.outdate();
    this.#describe.soon();
    // A newer one of somebody else's stays until the author has said which of both counts.
    if (!this.isStale) this.#save.soon();
  }

  async #write(): Promise<void> {
    const { pack, fields } = this;
    if (!pack || !fields || !this.isDirty) return;
    this.isSaving = true;
    try {
      const saved = await this.backend.savePack({ id: pack.id, aggregate_version: pack.aggregate_version, ...fields });
      if (this.pack?.id !== saved.id) return;
      this.pack = saved;
      this.failure = null;
      this.list.set({ unreadable: [], ...this.list.value, packs: replaced(this.packs, saved) });
      this.#keepUndo(saved);
      this.planning.soon();
    } catch (thrown) {
      if (this.pack?.id === pack.id) this.failure = StudioError.from(thrown);
    } finally {
      this.isSaving = false;
    }
  }

  #keepUndo({ id, content }: Pack) {
    if (!this.#history || content.skills.length > MOST_KEPT) return;
    // What is not kept is only missing after the next start.
    void this.backend.saveUndoHistory({ kind: 'pack', id }, this.#history.write()).catch(() => {});
  }

  async #summarise(): Promise<void> {
    const { content } = this;
    if (content) await this.summary.load(() => this.backend.getPackSummary(content));
  }

  /** The pack a dry run can be made of: saved as it is. */
  #ready(): Pack | null {
    return this.isDirty || this.isEmpty || this.failure ? null : this.pack;
  }
}

/** What is on the screen may be otherwise after it. */
const isAboutLibrary = ({ kind }: StudioEvent): boolean =>
  kind === 'library_changed' || kind === 'skill_changed' || kind === 'tools_changed';

const fieldsOf = ({ name, content }: Pack): Fields => ({ name, content });

const replaced = (packs: readonly Pack[], saved: Pack): Pack[] =>
  packs.map((pack) => (pack.id === saved.id ? saved : pack)).sort((a, b) => a.name.localeCompare(b.name));
