/** What the list of the library's client shows of the open skill: asked once things are quiet, not at each key. */
import { count } from '$kit/labels';
import { hostLabels } from '$lib/hosts';
import type { Host, SkillInList } from '$lib/ipc';
import { Turn } from '$lib/turn';
import { difference, moved } from './difference';

/** What is needed of the studio. */
export interface InListBackend {
  getSkillInList(skillId: string, host: Host): Promise<SkillInList | null>;
}

/** Milliseconds without a change before the list is asked for: it is made of all skills. */
export const LIST_PAUSE = 300;

export class InList {
  /** What is shown of the skill that is followed; null while that is not known, and where there is no list. */
  shown = $state.raw<SkillInList | null>(null);
  #skill: string | null = null;
  #client: Host | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asking = new Turn();

  constructor(
    private readonly backend: InListBackend,
    private readonly fail: (error: unknown) => void,
  ) {}

  /** Follows a skill in the list of a client, each time either of them, or the library, is another. */
  follow(skill: string | null, client: Host | null) {
    clearTimeout(this.#timer);
    this.#asking.end();
    if (skill !== this.#skill || client !== this.#client) this.shown = null;
    [this.#skill, this.#client] = [skill, client];
    if (skill === null || client === null) return;
    this.#timer = setTimeout(() => void this.#ask(skill, client), LIST_PAUSE);
  }

  /** Nothing is followed any more. */
  stop() {
    this.follow(null, null);
  }

  async #ask(skill: string, client: Host) {
    const isNewest = this.#asking.begin();
    try {
      const shown = await this.backend.getSkillInList(skill, client);
      if (isNewest()) this.shown = shown;
    } catch (error) {
      if (isNewest()) this.fail(error);
    }
  }
}

/**
 * Where the list cuts a description, as it is typed now; null where it does not, and where what stood in the form when the
 * list was read are not the words that it was made of.
 */
export function cutIn(shown: SkillInList, listed: string, typed: string): number | null {
  // Blanks around it are not counted.
  const letters = [...listed.trim()];
  if (shown.cut_at === null || letters.length !== shown.whole_chars) return null;
  const start = listed.length - listed.trimStart().length;
  return moved(start + letters.slice(0, shown.shown_chars).join('').length, difference(listed, typed));
}

/** What becomes of a skill in a list, as a sentence without its end; null where there is nothing to say. */
export function inListText({ host, state, shown_chars: shown, whole_chars: whole, why }: SkillInList): string | null {
  const label = hostLabels[host];
  const because = why === null ? '' : ` because ${why}`;
  switch (state) {
    case 'whole':
      return whole === 0 ? null : `${label} shows the whole description`;
    case 'shortened':
      return whole === 0
        ? `${label} shows the start of the body as the description`
        : `${label} shows ${count(shown)} of ${count(whole)} characters of this description`;
    case 'name_only':
      return `${label} shows only the name; this description doesn't fit in its list`;
    case 'absent':
      return `${label} leaves this skill out; its list is full`;
    case 'hidden':
      return `${label} hides this skill from the model${because}`;
    case 'refused':
      return `${label} doesn't list this skill${because}`;
  }
}
