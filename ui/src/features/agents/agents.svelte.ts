/**
 * Agents as they are edited: one is open, what was typed in the others waits until one comes back to them. Nothing typed
 * is lost to news from elsewhere: those are said, and the author decides.
 */
import {
  type AgentDetail,
  type AgentEdit,
  type ComponentEdit,
  type CredentialChoice,
  StudioError,
  type StudioEvent,
  type UndoHistory,
  type UndoScope,
  type TrashRef,
  type WhenNeeded,
} from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import { FormHistory } from '$lib/state/form-history.svelte';
import { Kept, NEW } from '$lib/state/kept';
import { Part } from '$lib/state/part.svelte';
import { trashRef } from '$lib/state/trashing.svelte';
import {
  type AgentForm,
  type ComponentErrors,
  type Errors,
  added,
  componentErrorsOf,
  errorsOf,
  inOrder,
  moved,
  newComponent,
  newForm,
  toEdit,
  toForm,
  toolsOf,
} from './form';

/** What the editor asks of the studio. */
export interface AgentBackend {
  getAgent(id: string): Promise<AgentDetail>;
  saveAgent(agent: AgentEdit, credentials: CredentialChoice): Promise<AgentDetail>;
  trashItem(item: TrashRef, when: WhenNeeded): Promise<TrashRef>;
  restoreItem(item: TrashRef, name: string | null): Promise<unknown>;
  getUndoHistory(scope: UndoScope): Promise<UndoHistory>;
  saveUndoHistory(scope: UndoScope, history: UndoHistory): Promise<unknown>;
}

/** Names by id, as the window knows them. */
export interface Names {
  skill(id: string): string;
  tool(id: string): string;
}

/** Milliseconds after a change until its undo is kept. */
const PAUSE = 400;

export class Agents {
  readonly detail = new Part<AgentDetail>();
  /** The agent that is open; null for a new one. */
  id = $state<string | null>(null);
  form = $state.raw<AgentForm>(newForm());
  /** Why it could not be stored. */
  failure = $state.raw<StudioError | null>(null);
  isSaving = $state(false);
  /** Somebody else stored it meanwhile: what is typed here is older than that. */
  isStale = $state(false);
  /** Whether faults of fields are shown that were not yet typed in. */
  wasTried = $state(false);

  #base = $state.raw<AgentForm>(newForm());
  #history: FormHistory<AgentForm> | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  readonly isNew = $derived(this.id === null);
  readonly isDirty = $derived(!same(this.form, this.#base));
  readonly errors: Errors = $derived(errorsOf(this.form, (id) => this.names.tool(id)));
  readonly componentErrors: ComponentErrors[] = $derived(componentErrorsOf(this.form.components));
  /** Ids of all its tools: none of them can be added once more. */
  readonly takenTools: string[] = $derived(toolsOf(this.form));
  readonly canSave = $derived(this.isDirty && !this.isSaving);

  constructor(
    private readonly backend: AgentBackend,
    private readonly names: Names,
    /** What was typed and not stored, by id. */
    private readonly kept = new Kept<AgentForm>('agent'),
  ) {}

  /** Shows an agent, or with null a new one. What was typed in the one before is kept. */
  async open(id: string | null) {
    this.id = id;
    this.failure = null;
    this.wasTried = false;
    this.detail.clear();
    this.isStale = false;
    this.form = this.#base = newForm();
    clearTimeout(this.#waiting);
    this.#history = null;
    await this.kept.ready;
    if (this.id !== id) return;
    if (id === null) this.#show(this.form);
    else await this.#read(id);
    if (this.id !== id) return;
    const history = (this.#history = new FormHistory(stepOf(this.form)));
    if (id === null) return;
    // Without it undo begins here.
    const kept = await this.backend.getUndoHistory({ kind: 'agent', id }).catch(() => null);
    if (kept) history.read(kept);
  }

  /** Keeps the undo of a stored agent; the studio leaves out what may be secret. */
  #keepUndo() {
    if (this.id === null || !this.#history) return;
    // What is not kept is only missing after the next start.
    void this.backend.saveUndoHistory({ kind: 'agent', id: this.id }, this.#history.write()).catch(() => {});
  }

  /** Reads the open agent anew. */
  async reload() {
    if (this.id !== null) await this.#read(this.id);
  }

  /** Follows what happens in the studio. */
  follow(event: StudioEvent) {
    if (this.id === null || this.isSaving) return;
    if (['tools_changed', 'library_changed', 'skill_changed'].includes(event.kind)) void this.reload();
  }

  set(change: Partial<AgentForm>) {
    this.#history?.record(stepOf({ ...this.form, ...change }));
    this.#write({ ...this.form, ...change });
  }

  /** Takes the last step back. */
  undo() {
    this.#turn(this.#history?.undo() ?? null);
  }

  /** Does again what was taken back last. */
  redo() {
    this.#turn(this.#history?.redo() ?? null);
  }

  #turn(form: AgentForm | null) {
    const { id, aggregate_version } = this.form;
    if (form) this.#write({ ...form, id, aggregate_version });
  }

  #write(form: AgentForm) {
    this.form = form;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#keepUndo(), PAUSE);
    const { form: fields, isDirty } = this;
    const version = this.#base.aggregate_version;
    this.kept.keep(this.#key, isDirty ? { version, fields, base: this.#base } : null);
  }

  addSkill(id: string) {
    this.set({ skills: added(this.form.skills, id) });
  }

  removeSkill(id: string) {
    this.set({ skills: this.form.skills.filter((skill) => skill.skill_id !== id) });
  }

  /** Changes one assignment; where that moves it, it moves at once. */
  setSkill(id: string, change: Partial<AgentForm['skills'][number]>) {
    const skills = this.form.skills.map((skill) => (skill.skill_id === id ? { ...skill, ...change } : skill));
    this.set({ skills: inOrder(skills, this.names.skill) });
  }

  moveSkill(id: string, step: number) {
    this.set({ skills: moved(this.form.skills, id, step) });
  }

  addTool(id: string) {
    if (!this.form.tools.includes(id)) this.set({ tools: [...this.form.tools, id] });
  }

  removeTool(id: string) {
    this.set({ tools: this.form.tools.filter((tool) => tool !== id) });
  }

  addComponent() {
    this.set({ components: [...this.form.components, newComponent()] });
  }

  setComponent(at: number, change: Partial<ComponentEdit>) {
    this.set({ components: this.form.components.map((one, other) => (other === at ? { ...one, ...change } : one)) });
  }

  removeComponent(at: number) {
    this.set({ components: this.form.components.filter((_, other) => other !== at) });
  }

  /** Stores it. Over a newer state only when `force` is asked for. */
  async save({ force = false } = {}): Promise<boolean> {
    this.wasTried = true;
    if (Object.keys(this.errors).length > 0) return false;
    const typed = this.form;
    const key = this.#key;
    this.isSaving = true;
    this.failure = null;
    try {
      const edit = toEdit(typed);
      if (force && edit.id !== null) {
        edit.aggregate_version = (await this.backend.getAgent(edit.id)).edit.aggregate_version;
      }
      const stored = await saveAsking((choice) => this.backend.saveAgent(edit, choice), { what: 'agent' });
      this.kept.drop(key);
      if (this.#key === key) this.#take(stored);
      return true;
    } catch (thrown) {
      const failure = StudioError.from(thrown);
      if (this.#key !== key) return false;
      this.isStale = failure.code === 'stale';
      this.failure = this.isStale ? null : failure;
      return false;
    } finally {
      this.isSaving = false;
    }
  }

  /** Takes back what was typed; where somebody stored a newer state, that is shown. Returns how to bring back what was typed. */
  async discard(): Promise<() => void> {
    const { form, id } = this;
    const version = this.#base.aggregate_version;
    this.kept.drop(this.#key);
    this.form = this.#base;
    this.failure = null;
    this.wasTried = false;
    if (this.isStale) await this.reload();
    this.isStale = false;
    this.#history?.rest();
    this.#history?.record(stepOf(this.form));
    return () => {
      if (this.id !== id) return;
      // Over what somebody else stored meanwhile it is as it was: still to be decided.
      this.isStale = version !== this.#base.aggregate_version;
      this.#base = { ...this.#base, aggregate_version: version };
      this.set({ ...form, aggregate_version: version });
    };
  }

  /** The open agent as it was read. */
  get asRead(): TrashRef | null {
    const stored = this.detail.value?.edit;
    return this.id === null || !stored ? null : trashRef('agent', this.id, stored.aggregate_version);
  }

  /** Moves an agent to the trash, whoever depends on it; gives it as it is there. */
  async trash(item: TrashRef): Promise<TrashRef> {
    const { id } = item;
    const there = await this.backend.trashItem(item, 'trash');
    this.kept.drop(id);
    if (this.id === id) {
      this.form = this.#base;
      await this.reload();
    }
    return there;
  }

  /** Takes an agent out of the trash. */
  async restore(item: TrashRef): Promise<void> {
    await this.backend.restoreItem(item, null);
    if (this.id === item.id) await this.reload();
  }

  /** Ends with the library its agents are of. */
  end() {
    clearTimeout(this.#waiting);
    this.kept.stop();
  }

  get #key(): string {
    return this.id ?? NEW;
  }

  async #read(id: string) {
    const detail = await this.detail.load(() => this.backend.getAgent(id));
    if (this.id !== id) return;
    if (this.detail.error?.code === 'not_found') this.kept.forget((other) => other !== id);
    if (!detail) return;
    const read = this.#formOf(detail);
    if (!this.isDirty) this.#show(read);
    else if (read.aggregate_version !== this.#base.aggregate_version) this.isStale = true;
  }

  /** Shows an agent as it is stored, and what was typed over that. */
  #show(read: AgentForm) {
    const { version: aggregate_version, fields } = this.kept.restored(this.#key, read) ?? {
      version: read.aggregate_version,
      fields: read,
    };
    this.#base = { ...read, aggregate_version };
    this.form = { ...fields, aggregate_version };
    this.isStale = this.isDirty && aggregate_version !== read.aggregate_version;
    if (this.isDirty) return;
    this.kept.drop(this.#key);
    this.form = this.#base = read;
  }

  #take(detail: AgentDetail) {
    this.id = detail.edit.id;
    this.detail.set(detail);
    this.form = this.#base = this.#formOf(detail);
    this.#history?.record(stepOf(this.form));
    this.#history?.rest();
    this.#keepUndo();
    this.isStale = false;
    this.wasTried = false;
  }

  #formOf(detail: AgentDetail): AgentForm {
    return { ...toForm(detail.edit), skills: inOrder(detail.edit.skills, this.names.skill) };
  }
}

/** A form as undo keeps it: which row and version it is of goes on with each save, and is not taken back. */
const stepOf = (form: AgentForm): AgentForm => ({ ...form, id: null, aggregate_version: 0 });
const same = (a: AgentForm, b: AgentForm) => a === b || JSON.stringify(a) === JSON.stringify(b);
