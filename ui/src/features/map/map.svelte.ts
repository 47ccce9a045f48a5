/* eslint-disable svelte/prefer-svelte-reactivity -- sets and maps here are replaced, never changed. */
/**
 * The Map place: the library as one picture, what is selected, found, folded and faded on it, and what was done to it. A
 * change is made in the studio first; what is drawn is what the studio says afterwards.
 */
import {
  type BlastRadius,
  type EmbeddingStatus,
  type MapData,
  type MapFindings,
  type MapLink,
  type MapLinkKind,
  type MapNode,
  type MapNodeKind,
  type MapPoint,
  type MapPosition,
  StudioError,
  type StudioEvent,
  type UndoHistory,
  type UndoScope,
} from '$lib/ipc';
import { Part } from '$lib/state/part.svelte';
import { Typed } from '$lib/state/typed.svelte';
import { type Way, Steps } from './history.svelte';
import {
  type Shown,
  type ShownNode,
  canLink,
  drawable,
  findingsOf,
  fold,
  groupKey,
  groupsOf,
  newLink,
  placed,
  serverStateOf,
  targetsOf,
  toggled,
  isAbsent,
} from './model';
import { accessOf } from './flow';
import { type Placing, place } from './place';
import type { Memory } from '$lib/memory';
import { type MapStep, type StepBackend, readSteps, takeStep, writeSteps } from './steps';
import { type View, readView } from './view';

/** What the place asks of the studio. */
export interface MapBackend extends StepBackend {
  getMap(): Promise<MapData>;
  getMapFindings(limit: number | null): Promise<MapFindings>;
  getBlastRadius(key: string): Promise<BlastRadius>;
  getUndoHistory(scope: UndoScope): Promise<UndoHistory>;
  saveUndoHistory(scope: UndoScope, history: UndoHistory): Promise<unknown>;
}

export interface Selection {
  kind: 'node' | 'link';
  key: string;
}

/** Something on the map one can step through. */
export type Trouble = 'missing' | 'overlap' | 'cycle';

/** How long events rest before the map is read anew, in milliseconds. */
export const REST = 150;

export class LibraryMap {
  /** The map, with what is known of missing tools and overlaps. */
  readonly data = new Part<MapData>();
  /** What is read off the texts of skills, which comes after the rest of the map. */
  readonly findings = new Part<MapFindings>();
  /** The lowest similarity drawn as an overlap; null for the one the studio holds worth a look. */
  overlapLimit = $state.raw<number | null>(null);
  readonly steps = new Steps(
    (step, way) => this.#take(step, way),
    (done, undone) => this.#keep(done, undone),
  );
  selection = $state.raw<Selection | null>(null);
  blast = $state.raw<BlastRadius | null>(null);
  readonly #words = new Typed();
  /** All changes that are being made. */
  #atWork: Promise<unknown> = Promise.resolve();
  /** Kinds of nodes that are faded. */
  hidden = $state.raw<ReadonlySet<MapNodeKind>>(new Set());
  /** Whether only what has a problem is lit. */
  onlyProblems = $state(false);
  collapsed = $state.raw<ReadonlySet<string>>(new Set());
  mode = $state<'canvas' | 'list'>('canvas');
  /** Key of a node or link that is to come into view. */
  reveal = $state.raw<string | null>(null);
  /** Counts how often something was to come into view: the same may be asked for again. */
  reveals = $state(0);
  /** Counts how often all of the map is to be brought into view. */
  fits = $state(0);
  /** Why the last change was refused. */
  refused = $state.raw<StudioError | null>(null);
  viewport = $state.raw<View['viewport']>(null);

  readonly shown: Shown = $derived(
    fold(this.data.value ?? { nodes: [], links: [], cycles: [], groups: [] }, this.collapsed),
  );
  readonly placing: Placing = $derived(place(this.shown.nodes, this.shown.links));
  readonly places: Map<string, MapPoint> = $derived(this.placing.places);
  readonly #known = $derived(new Map(this.shown.nodes.map((node) => [node.key, node])));
  readonly #links = $derived(new Map(this.shown.links.map((link) => [link.key, link])));
  /** What skills may do with each tool, by its key. */
  readonly access = $derived(accessOf(this.shown));
  readonly counts = $derived.by(() => {
    const data = this.data.value;
    return {
      missing: data?.nodes.filter(isAbsent).length ?? 0,
      overlap: data?.links.filter((link) => link.kind === 'overlap').length ?? 0,
      cycle: data?.cycles.length ?? 0,
    };
  });
  /** How many overlaps there are, drawn or not. */
  readonly overlaps = $derived(Math.max(this.counts.overlap, this.findings.value?.overlaps ?? 0));
  /** Nodes that answer the search, those in folded groups too: the names that start with it first. */
  readonly matches: MapNode[] = $derived.by(() => {
    const wanted = this.#words.settled.trim().toLowerCase();
    if (!wanted) return [];
    const nodes = (this.data.value?.nodes ?? []).filter((node) => node.name.toLowerCase().includes(wanted));
    const rank = (node: MapNode) => (node.name.toLowerCase().startsWith(wanted) ? 0 : 1);
    return nodes.sort((a, b) => rank(a) - rank(b));
  });
  /** Keys of what answers the search as it is drawn: a folded group for the nodes in it. */
  readonly found: string[] = $derived([...new Set(this.matches.map((node) => this.shownKey(node)))]);
  /** Keys of the nodes that stand out; null where none is faded. */
  readonly lit: ReadonlySet<string> | null = $derived.by(() => this.#lit());
  readonly groups: string[] = $derived(groupsOf(this.data.value?.nodes ?? []));

  #at: Record<Trouble, number> = { missing: -1, overlap: -1, cycle: -1 };
  #indexed = -1;
  #base: MapData | null = null;
  #isRestored = false;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly backend: MapBackend,
    private readonly memory: Memory,
  ) {
    this.#look();
  }

  /** What is searched for, as it is typed. */
  get search(): string {
    return this.#words.text;
  }
  set search(search: string) {
    this.#words.text = search;
  }

  /** As the library was last looked at. */
  #look() {
    const view = readView(this.memory.read());
    this.viewport = view.viewport;
    this.collapsed = new Set(view.collapsed);
    this.mode = view.mode;
  }

  /** Reads the map. What is selected stays so where it is still there. */
  async load() {
    let base: MapData | null = null;
    const data = await this.data.load(async () => {
      base = await this.backend.getMap();
      return withFindings(base, this.findings.value);
    });
    if (data) {
      this.#base = base;
      void this.#find();
      await this.#restore();
    }
    if (!data || !this.selection) return;
    const rows = this.selection.kind === 'node' ? data.nodes : data.links;
    if (!rows.some((row) => row.key === this.selection?.key)) this.selection = null;
  }

  /** Draws overlaps from another similarity on. */
  async setOverlapLimit(limit: number | null) {
    this.overlapLimit = limit;
    await this.#find();
  }

  async #find() {
    const found = await this.findings.load(() => this.backend.getMapFindings(this.overlapLimit));
    if (!found || !this.#base) return;
    this.#draw(withFindings(this.#base, found));
    // One looks at the whole: what has come is part of it.
    if (this.viewport === null) this.fits++;
  }

  /** Follows what happens in the studio: a burst of events is read once. */
  follow(event: StudioEvent) {
    const isChange = ['tools_changed', 'library_changed', 'skill_changed', 'servers_changed'].includes(event.kind);
    if (!isChange && !(event.kind === 'embedding' && this.#isNewlyIndexed(event.status))) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), REST);
  }

  node(key: string): ShownNode | null {
    return this.#known.get(key) ?? null;
  }

  link(key: string): MapLink | null {
    return this.#links.get(key) ?? null;
  }

  /** The key a node is drawn under: its folded group's, where it is in one. */
  shownKey(node: MapNode): string {
    const group = groupKey(node);
    return group !== null && this.collapsed.has(group) ? group : node.key;
  }

  /** Goes to the next node that answers the search, and unfolds its group. */
  goToMatch() {
    this.#words.settle();
    const { matches, selection } = this;
    const at = matches.findIndex((node) => node.key === selection?.key);
    const next = matches[(at + 1) % Math.max(1, matches.length)];
    if (next) this.goTo(next.key);
  }

  /** Selects a node and brings it into view, out of a folded group if need be. */
  goTo(key: string) {
    const node = this.data.value?.nodes.find((known) => known.key === key);
    const group = node ? groupKey(node) : null;
    if (group !== null && this.collapsed.has(group)) {
      this.collapsed = toggled(this.collapsed, group);
      this.remember();
    }
    this.show({ kind: 'node', key });
  }

  select(selection: Selection | null) {
    // A canvas that is drawn anew says again that nothing is selected: that takes no message away.
    if (selection?.key !== this.selection?.key || selection?.kind !== this.selection?.kind) this.refused = null;
    this.selection = selection;
  }

  /** Selects something and brings it into view. */
  show(selection: Selection | null) {
    this.select(selection);
    this.#reveal(selection?.key ?? null);
  }

  #reveal(key: string | null) {
    this.reveal = key;
    this.reveals++;
  }

  /** Nodes a node can be linked to. */
  targets(key: string): MapNode[] {
    const from = this.data.value?.nodes.find((node) => node.key === key);
    return from && this.data.value ? targetsOf(this.data.value, from) : [];
  }

  /** Whether a link may be drawn between two nodes. */
  canConnect(from: string, to: string): boolean {
    const [start, end] = [this.node(from), this.node(to)];
    return start !== null && end !== null && canLink(start, end, (key) => this.#links.has(key));
  }

  /** Links two nodes, in the way named or the first that fits. Says whether it was done. */
  async connect(from: string, to: string, kind?: MapLinkKind): Promise<boolean> {
    const [start, end] = [this.node(from), this.node(to)];
    const fitting = start && end ? drawable(start.kind, end.kind) : [];
    const chosen = kind ?? fitting[0];
    if (!start || !end || !chosen || !fitting.includes(chosen)) return false;
    return this.put(newLink(chosen, from, to), `Connect ${start.name} to ${end.name}`);
  }

  /** Creates or changes a link, as one step that can be undone. */
  async put(link: MapLink, label = 'Edit link'): Promise<boolean> {
    const links = this.data.value?.links ?? [];
    const before = links.find((known) => known.key === link.key) ?? null;
    // A skill has one parent: another one takes its place.
    const replaced =
      link.kind === 'parent'
        ? (links.find((known) => known.kind === 'parent' && known.from === link.from && known.key !== link.key) ?? null)
        : null;
    const done = await this.#do(async () => {
      const stored = await this.backend.saveLink(link);
      if (!before) this.selection = { kind: 'link', key: stored.key };
      return { kind: 'link', label, before, after: stored, replaced };
    });
    await this.load();
    return done;
  }

  /** Removes a link, as one step that can be undone. */
  async remove(key: string): Promise<boolean> {
    const link = this.data.value?.links.find((known) => known.key === key);
    if (!link) return false;
    const done = await this.#do(async () => {
      await this.backend.removeLink(link.kind, link.from, link.to, link.aggregate_version);
      if (this.selection?.key === key) this.selection = null;
      return { kind: 'link', label: 'Remove link', before: link, after: null, replaced: null };
    });
    await this.load();
    return done;
  }

  /** Keeps where nodes were put, as one step however many they are. */
  async move(points: ReadonlyMap<string, MapPoint>, label = 'Move nodes'): Promise<boolean> {
    const keys = [...points.keys()];
    const [before, after] = [keys.map((key) => this.node(key)?.position ?? null), [...points.values()]];
    return this.#do(async () => {
      const positions = keys.map((key, at) => ({ key, point: after[at] ?? null }));
      await this.backend.savePositions(positions);
      this.#place(positions);
      return { kind: 'move', label, keys, before, after };
    });
  }

  /** Shows what depends on a node, or nothing. */
  async showBlast(key: string | null) {
    if (key === null) {
      this.blast = null;
      return;
    }
    await this.#try(async () => {
      this.blast = await this.backend.getBlastRadius(key);
      this.#reveal(key);
    });
  }

  /** Selects the next thing of a kind of trouble. */
  step(trouble: Trouble) {
    const data = this.data.value;
    if (!data) return;
    const selections: Selection[] = {
      missing: data.nodes.filter(isAbsent).map(({ key }) => ({ kind: 'node' as const, key })),
      overlap: data.links.filter((link) => link.kind === 'overlap').map(({ key }) => ({ kind: 'link' as const, key })),
      cycle: data.cycles.map((cycle) => ({ kind: 'node' as const, key: cycle[0] ?? '' })),
    }[trouble];
    if (!selections.length) return;
    this.#at[trouble] = (this.#at[trouble] + 1) % selections.length;
    this.show(selections[this.#at[trouble]] ?? null);
  }

  /** Folds or unfolds a group, or with null all of them. */
  toggleGroup(key: string | null) {
    if (key !== null) this.collapsed = toggled(this.collapsed, key);
    else this.collapsed = new Set(this.collapsed.size ? [] : this.groups);
    this.fit();
    this.remember();
  }

  /** Brings all of the map into view. */
  fit() {
    this.viewport = null;
    this.fits++;
  }

  toggleKind(kind: MapNodeKind) {
    this.hidden = toggled(this.hidden, kind);
  }

  async undo() {
    await this.#try(() => this.steps.undo());
  }

  async redo() {
    await this.#try(() => this.steps.redo());
  }

  /** Keeps how the map is looked at. */
  remember() {
    this.memory.write(JSON.stringify({ viewport: this.viewport, collapsed: [...this.collapsed], mode: this.mode }));
  }

  async #take(step: MapStep, way: Way) {
    // Somebody else's change may not be on the screen yet, nor what was asked for it; a step over it would undo that too.
    const data = step.kind === 'move' ? this.data.value : await this.backend.getMap();
    if (!data) return;
    const moved = await takeStep(this.backend, data, step, way).catch(async (thrown: unknown) => {
      await this.load();
      throw thrown;
    });
    if (moved) this.#place(moved);
    else await this.load();
  }

  /** Keeps with the library what can be undone, so that it still can be after a restart. */
  #keep(done: readonly MapStep[], undone: readonly MapStep[]) {
    const history = { done: writeSteps(done), undone: writeSteps(undone), basis: '' };
    void this.#try(async () => void (await this.backend.saveUndoHistory({ kind: 'map' }, history)));
  }

  /** Takes over the steps kept with the library, once. */
  async #restore() {
    if (this.#isRestored) return;
    this.#isRestored = true;
    const kept = await this.backend.getUndoHistory({ kind: 'map' }).catch(() => null);
    if (kept) this.steps.restore(readSteps(kept.done), readSteps(kept.undone));
  }

  /** Overlaps are known once every skill has its vector. */
  #isNewlyIndexed({ indexed, total }: EmbeddingStatus): boolean {
    const before = this.#indexed;
    this.#indexed = indexed;
    return indexed !== before && indexed === total;
  }

  #place(positions: readonly MapPosition[]) {
    const data = this.data.value;
    if (!data) return;
    if (this.#base) this.#base = placed(this.#base, positions);
    this.#draw(placed(data, positions));
  }

  /** Draws a change of what is on screen. A reading that is on its way does not know of it, and is done again. */
  #draw(data: MapData) {
    const isReading = this.data.isLoading;
    this.data.set(data);
    if (isReading) void this.load();
  }

  /** What is selected with what it is linked to: read together, whatever else is found. */
  #around(selection: Selection | null): string[] {
    if (!selection) return [];
    const { key } = selection;
    const links = this.shown.links.filter((link) => link.key === key || link.from === key || link.to === key);
    return [...(selection.kind === 'node' ? [key] : []), ...links.flatMap(({ from, to }) => [from, to])];
  }

  #lit(): ReadonlySet<string> | null {
    if (this.blast) return new Set([this.blast.key, ...this.blast.hit.map((hit) => hit.key)]);
    if (this.found.length) return new Set([...this.found, ...this.#around(this.selection)]);
    if (this.#words.settled.trim()) return new Set();
    if (!this.hidden.size && !this.onlyProblems) return null;
    const isLit = (node: MapNode) => {
      const kind = node.kind === 'missing' ? 'tool' : node.kind === 'client' ? 'server' : node.kind;
      if (this.hidden.has(kind)) return false;
      const { errors, warnings } = findingsOf(node);
      return !this.onlyProblems || isAbsent(node) || errors + warnings > 0 || serverStateOf(node) === 'failed';
    };
    return new Set(this.shown.nodes.filter(isLit).map((node) => node.key));
  }

  /** Ends with all that is at work, and with what that keeps once it is done. */
  async settle(): Promise<void> {
    for (let known; known !== this.#atWork;) await (known = this.#atWork);
  }

  /** Makes a change that is one step. */
  #do(change: () => Promise<MapStep>): Promise<boolean> {
    return this.#try(() => this.steps.do(change));
  }

  /** Makes a change; why it was refused is kept for the screen. */
  #try(change: () => Promise<void>): Promise<boolean> {
    this.refused = null;
    const work = change().then(
      () => true,
      (thrown: unknown) => {
        this.refused = StudioError.from(thrown);
        return false;
      },
    );
    this.#atWork = Promise.all([this.#atWork, work]);
    return work;
  }
}

/** The map with what was found in texts; what was found of skills that are gone is left out. */
function withFindings(map: MapData, found: MapFindings | null): MapData {
  if (!found) return map;
  const nodes = [...map.nodes, ...found.missing];
  const keys = new Set(nodes.map((node) => node.key));
  const links = found.links.filter(({ from, to }) => keys.has(from) && keys.has(to));
  return { ...map, nodes, links: [...map.links, ...links] };
}
