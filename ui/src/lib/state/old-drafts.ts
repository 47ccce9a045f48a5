/** Drafts of forms that an older studio kept in the window's own storage: given to the studio once, and gone from there. */
import type { FormKind } from '$lib/ipc';
import { type Memory, localMemory } from '$lib/memory';
import type { DraftBackend, DraftHost } from './kept';

/** A draft as it was kept, without what might have been secret. */
interface OldDraft {
  library: string;
  place: string;
  id: string;
  version: number;
  changes: Record<string, unknown>;
  /** What was left out of it: where it stood, what the author knew it as, and whether it is stored in the row. */
  withheld: { path: unknown[]; label: string; isStored: boolean }[];
}

const PLACES: Record<FormKind, string | null> = { tool: 'tools', server: 'servers', agent: 'agents', call: null };

/** Gives the studio what was kept of one kind for a library. What it has of a row already is newer. */
export async function takeOver(
  library: string,
  kind: FormKind,
  backend: DraftBackend,
  host: Pick<DraftHost, 'notify'>,
  memory: Memory = localMemory('unsaved'),
): Promise<void> {
  const isMine = (draft: OldDraft) => draft.library === library && draft.place === PLACES[kind];
  const mine = read(memory).filter(isMine);
  if (mine.length === 0) return;
  const known = new Set((await backend.listFormDrafts(kind)).drafts.map(({ id }) => id));
  for (const draft of mine) {
    const id = draft.id === 'new' ? null : draft.id;
    if (known.has(id)) continue;
    await backend.saveFormDraft({ kind, id, aggregate_version: draft.version, changes: JSON.stringify(left(draft)) });
  }
  const others = read(memory).filter((draft) => !isMine(draft));
  memory.write(JSON.stringify(others));
  const missing = mine.flatMap(({ withheld }) => withheld.map(({ label }) => label));
  if (missing.length > 0)
    host.notify(
      `An earlier version didn't save values that might be secrets: ${missing.join(', ')}. Enter them again.`,
    );
}

/** A field from which a stored text was left out stays as it is stored: saving must not take that text away. */
function left({ changes, withheld }: OldDraft): Record<string, unknown> {
  const cut = new Set(withheld.filter(({ isStored }) => isStored).map(({ path }) => path[0]));
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !cut.has(key)));
}

/** All that is there; whatever is of another shape is left out. */
function read(memory: Memory): OldDraft[] {
  try {
    const found: unknown = JSON.parse(memory.read() ?? '[]');
    return Array.isArray(found) ? found.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is OldDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { library, place, id, version, changes, withheld } = value as Partial<OldDraft>;
  const isMark = (mark: OldDraft['withheld'][number] | null) =>
    typeof mark?.label === 'string' && Array.isArray(mark.path);
  return (
    [library, place, id].every((text) => typeof text === 'string') &&
    typeof version === 'number' &&
    typeof changes === 'object' &&
    changes !== null &&
    Array.isArray(withheld) &&
    withheld.every(isMark)
  );
}
