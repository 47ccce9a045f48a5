/** A studio that keeps drafts of forms in memory, for tests: what is kept outlives the `Kept` that kept it. */
import type { FormDraft, FormKind } from '$lib/ipc';
import { Kept } from '$lib/state/kept';

export class DraftStudio {
  drafts: FormDraft[] = [];
  unreadable: string | null = null;
  /** What the window was told. */
  said: string[] = [];
  failed: string[] = [];
  library: { path: string } | null = { path: '/a' };
  isSwitching = false;
  /** Thrown by each writing, where it is set. */
  refusal: Error | null = null;

  listFormDrafts = async (kind: FormKind) => ({
    drafts: this.drafts.filter((draft) => draft.kind === kind),
    unreadable: this.unreadable,
  });

  saveFormDraft = async (draft: FormDraft) => {
    if (this.refusal) throw this.refusal;
    this.drafts = [...this.drafts.filter((other) => !isSame(other, draft.kind, draft.id)), draft];
  };

  deleteFormDraft = async (kind: FormKind, id: string | null) => {
    if (this.refusal) throw this.refusal;
    this.drafts = this.drafts.filter((draft) => !isSame(draft, kind, id));
  };

  fail = (what: string) => void this.failed.push(what);
  notify = (message: string) => void this.said.push(message);

  /** One opening of the window. */
  session<F extends object>(kind: FormKind): Kept<F> {
    return new Kept<F>(kind, this, this);
  }

  /** Ids of what is kept. */
  ids(kind: FormKind): (string | null)[] {
    return this.drafts.filter((draft) => draft.kind === kind).map(({ id }) => id);
  }
}

const isSame = (draft: FormDraft, kind: FormKind, id: string | null) => draft.kind === kind && draft.id === id;
