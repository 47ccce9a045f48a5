/** A run of an installed client: which one, on which skills, and what came of it beside what the studio says. */
import {
  type Host,
  type ClientComparison,
  type InstalledClient,
  type KeptText,
  type SkillToLoad,
  StudioError,
  type commands,
} from '$lib/ipc';
import type { ComparisonWish } from '$lib/state/intents.svelte';
import { Part } from '$lib/state/part.svelte';

export type ComparingBackend = Pick<
  typeof commands,
  'listInstalledClients' | 'compareWithClient' | 'cancelCall' | 'saveExport'
>;

/** What is saved of a run: what came, or that with the skills it came of, for tests to hold. */
export type Kept = 'capture' | 'fixture';

/** Asks where a file goes; null when the author changes their mind. */
type Choose = (path: string, extension: string) => Promise<string | null>;

export class Comparing {
  readonly clients = new Part<InstalledClient[]>();
  readonly result = new Part<ClientComparison>();
  chosen = $state.raw<Host | null>(null);
  /** Whether the author's own skills, plugins' skills, use counts and settings lie before the client, too. */
  hasOwn = $state(false);
  /** The run that is under way, to be cancelled by this id. */
  callId = $state.raw<string | null>(null);
  /** Why the run that goes on could not be cancelled. */
  failure = $state.raw<StudioError | null>(null);
  readonly installed = $derived((this.clients.value ?? []).filter(({ program }) => program !== null));
  readonly client = $derived(this.installed.find(({ client }) => client === this.chosen) ?? null);
  /** Why the last run came to nothing; that it was cancelled is no failure. */
  readonly error = $derived(this.result.error?.code === 'cancelled' ? null : this.result.error);

  constructor(
    private readonly backend: ComparingBackend,
    readonly wish: ComparisonWish,
  ) {}

  /** Looks which clients are here, and chooses the one whose list was looked at. */
  async load() {
    await this.clients.load(() => this.backend.listInstalledClients());
    const wanted = this.installed.find(({ client }) => client === this.wish.host) ?? this.installed[0];
    this.chosen = wanted?.client ?? null;
  }

  choose(client: Host) {
    this.chosen = client;
    this.result.clear();
  }

  /** Runs the client, which is to load a skill where one is given. */
  async run(load: SkillToLoad | null = null) {
    const client = this.chosen;
    if (client === null) return;
    this.failure = null;
    const callId = (this.callId = crypto.randomUUID());
    const { scope } = this.wish;
    const request = { call_id: callId, client, scope, has_own: this.hasOwn, load };
    await this.result.load(() => this.backend.compareWithClient(request));
    if (this.callId === callId) this.callId = null;
  }

  /** Ends the client that runs. */
  async cancel() {
    if (this.callId === null) return;
    try {
      await this.backend.cancelCall(this.callId);
    } catch (thrown) {
      this.failure = StudioError.from(thrown);
    }
  }

  /** What can be saved of the run that is over. */
  kept(what: Kept): KeptText | null {
    const run = this.result.value;
    if (!run || what === 'capture') return run?.kept ?? null;
    return run.fixture.kind === 'offered' ? run.fixture.fixture : null;
  }

  /** Writes that where the author says; the path it went to, or null. */
  async save(what: Kept, choose: Choose): Promise<string | null> {
    const [run, kept] = [this.result.value, this.kept(what)];
    if (!run || !kept) return null;
    const end = what === 'fixture' ? '-fixture' : '';
    const path = await choose(`${run.client}-${run.version || 'capture'}${end}.json`, 'json');
    return path === null ? null : this.backend.saveExport(path, kept.text, false);
  }
}
