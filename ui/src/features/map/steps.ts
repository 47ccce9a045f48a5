/** Steps of the map as data: what each one changed, how it is taken back, and when it says nothing any more. */
import type {
  ChangeReport,
  FileContent,
  MapData,
  MapLink,
  MapLinkKind,
  MapPoint,
  MapPosition,
  SaveOutcome,
} from '$lib/ipc';
import { Outdated, type Way } from './history.svelte';

export type MapStep = LinkStep | MoveStep | ChangesStep | RenameStep;

interface LinkStep {
  kind: 'link';
  /** What it was, for the menu: "Connect emergency to transfer_call". */
  label: string;
  before: MapLink | null;
  after: MapLink | null;
  /** A parent that made room for this one. */
  replaced: MapLink | null;
}

interface MoveStep {
  kind: 'move';
  label: string;
  /** Nodes, and in the same order where each one stood and stands. */
  keys: string[];
  before: (MapPoint | null)[];
  after: (MapPoint | null)[];
}

/** A set of changes of many skills, which the library takes back and does again. */
interface ChangesStep {
  kind: 'changes';
  label: string;
  /** Its id. */
  set: string;
}

/** A tool that was renamed in texts, as earlier versions kept it. */
interface RenameStep {
  kind: 'rename';
  label: string;
  /** Texts of skills, by skill id. */
  texts: { id: string; before: string; after: string }[];
}

/** What carrying a step out asks of the studio. */
export interface StepBackend {
  getFile(skillId: string, path: string): Promise<FileContent>;
  saveFile(
    skillId: string,
    path: string,
    text: string,
    aggregateVersion: number,
    theirHash: string | null,
  ): Promise<SaveOutcome>;
  undoChangeSet(id: string): Promise<ChangeReport>;
  redoChangeSet(id: string): Promise<ChangeReport>;
  savePositions(positions: MapPosition[]): Promise<unknown>;
  saveLink(link: MapLink): Promise<MapLink>;
  removeLink(kind: MapLinkKind, from: string, to: string, version: number): Promise<unknown>;
}

/** Carries a step out on the map as it is. Returns the places it changed; the map is to be read anew after any other. */
export async function takeStep(
  backend: StepBackend,
  data: MapData,
  step: MapStep,
  way: Way,
): Promise<MapPosition[] | null> {
  if (step.kind === 'move') return moveBack(backend, data, step, way);
  if (step.kind === 'link') await relink(backend, data, step, way);
  else if (step.kind === 'changes') await turn(backend, step, way);
  else for (const { id, before, after } of step.texts) await retext(backend, step, way, { id, before, after });
  return null;
}

async function moveBack(backend: StepBackend, data: MapData, step: MoveStep, way: Way): Promise<MapPosition[]> {
  const now = new Map<string, MapPoint | null>(data.nodes.map(({ key, position }) => [key, position]));
  for (const { key, point } of data.groups) now.set(key, point);
  const [from, to] = way === 'undo' ? [step.after, step.before] : [step.before, step.after];
  // A group has no node and, where nobody moved it, no place.
  const isThere = (key: string) => now.has(key) || key.startsWith('group:');
  const at = step.keys.flatMap((key, index) => (isThere(key) ? [index] : []));
  if (at.length === 0) throw outdated(step, way, 'These nodes are no longer in the library');
  if (!at.every((index) => isPoint(now.get(step.keys[index]!) ?? null, from[index] ?? null)))
    throw outdated(step, way, 'These nodes have been moved since');
  const positions = at.map((index) => ({ key: step.keys[index]!, point: to[index] ?? null }));
  await backend.savePositions(positions);
  return positions;
}

async function relink(backend: StepBackend, data: MapData, step: LinkStep, way: Way) {
  const [from, to] = way === 'undo' ? [step.after, step.before] : [step.before, step.after];
  const link = from ?? to;
  if (!link) return;
  const names = new Map(data.nodes.map(({ key, name }) => [key, name]));
  if (!names.has(link.from) || !names.has(link.to))
    throw outdated(step, way, 'One end of this link is no longer in the library');
  const now = data.links.find(({ key }) => key === link.key) ?? null;
  if (!isSame(now, from))
    throw outdated(step, way, `The link from ${names.get(link.from)} to ${names.get(link.to)} has changed since`);
  if (to) await backend.saveLink({ ...to, aggregate_version: now?.aggregate_version ?? 0 });
  else await backend.removeLink(link.kind, link.from, link.to, now?.aggregate_version ?? 0);
  if (way === 'undo' && step.replaced && names.has(step.replaced.to))
    await backend.saveLink({ ...step.replaced, aggregate_version: 0 });
}

async function turn(backend: StepBackend, step: ChangesStep, way: Way) {
  const report = await (way === 'undo' ? backend.undoChangeSet(step.set) : backend.redoChangeSet(step.set));
  const refused = report.refused[0];
  if (report.done === 0 && refused)
    throw outdated(step, way, `${refused.skill}: ${refused.message.replace(/\.$/, '')}`);
}

async function retext(backend: StepBackend, step: RenameStep, way: Way, text: RenameStep['texts'][number]) {
  const [from, to] = way === 'undo' ? [text.after, text.before] : [text.before, text.after];
  if (!(await putBack(backend, text.id, from, to)))
    throw outdated(step, way, 'A skill has changed since (see its version history)');
}

const SKILL_FILE = 'SKILL.md';

/** Puts a text back; says whether what stands there was still what was written, and nobody is at it. */
async function putBack(backend: StepBackend, skillId: string, expected: string, text: string): Promise<boolean> {
  const file = await backend.getFile(skillId, SKILL_FILE);
  if (file.text !== expected || (file.draft !== null && file.draft !== file.text)) return false;
  const outcome = await backend.saveFile(skillId, SKILL_FILE, text, file.aggregate_version, null);
  return outcome.kind !== 'conflict';
}

const outdated = (step: MapStep, way: Way, why: string) =>
  new Outdated(`${why}, so “${step.label}” can't be ${way === 'undo' ? 'undone' : 'redone'}.`);

const isPoint = (a: MapPoint | null, b: MapPoint | null) => (a && b ? a.x === b.x && a.y === b.y : a === b);

/** Whether two links say the same, in whatever version. */
function isSame(a: MapLink | null, b: MapLink | null): boolean {
  if (!a || !b) return a === b;
  const said = ({ key: _, aggregate_version: __, ...facts }: MapLink) => JSON.stringify(Object.entries(facts).sort());
  return said(a) === said(b);
}

/** Steps that were kept as text, the newest last. One that cannot be read ends the list: what is before it cannot be taken back either. */
export function readSteps(texts: readonly string[]): MapStep[] {
  const steps: MapStep[] = [];
  for (const text of texts.toReversed()) {
    const step = readStep(text);
    if (!step) break;
    steps.unshift(step);
  }
  return steps;
}

function readStep(text: string): MapStep | null {
  try {
    const step = JSON.parse(text) as MapStep;
    const isKnown =
      (step.kind === 'link' && (step.before ?? step.after) !== undefined) ||
      (step.kind === 'move' && [step.keys, step.before, step.after].every(Array.isArray)) ||
      (step.kind === 'changes' && typeof step.set === 'string') ||
      (step.kind === 'rename' && Array.isArray(step.texts));
    return isKnown && typeof step.label === 'string' ? step : null;
  } catch {
    return null;
  }
}

const written = new WeakMap<MapStep, string>();

/** Steps as text; one that was written before is not written again. */
export const writeSteps = (steps: readonly MapStep[]): string[] =>
  steps.map((step) => {
    const text = written.get(step) ?? JSON.stringify(step);
    written.set(step, text);
    return text;
  });
