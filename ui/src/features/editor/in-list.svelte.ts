/** What the lists of clients show of the open skill: asked once things are quiet, not at each key. */
import { groupBy } from '$lib/group';
import { count, plural } from '$kit/labels';
import { STANDARD, hostLabels, hosts } from '$lib/hosts';
import type { Host, SkillInList } from '$lib/ipc';
import { Turn } from '$lib/turn';
import type { Cut } from './codemirror/cut';
import { difference, moved } from './difference';

/** The clients that have a list of their own. */
export const listing: readonly Host[] = hosts.filter((host) => host !== STANDARD && host !== 'adk');

/** What is needed of the studio. */
export interface InListBackend {
  getSkillInList(skillId: string, host: Host): Promise<SkillInList | null>;
}

/** Milliseconds without a change before the list is asked for: it is made of all skills. */
export const LIST_PAUSE = 300;

export class InList {
  /** What is shown of the skill that is followed, client by client; of none while that is not known. */
  shown = $state.raw<readonly SkillInList[]>([]);
  #followed = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #asking = new Turn();

  constructor(
    private readonly backend: InListBackend,
    private readonly fail: (error: unknown) => void,
  ) {}

  /** Follows a skill in the lists of clients, each time one of them, or the library, is another. */
  follow(skill: string | null, clients: readonly Host[]) {
    clearTimeout(this.#timer);
    this.#asking.end();
    const followed = [skill, ...clients].join(' ');
    if (followed !== this.#followed) this.shown = [];
    this.#followed = followed;
    if (skill === null || clients.length === 0) return;
    this.#timer = setTimeout(() => void this.#ask(skill, clients), LIST_PAUSE);
  }

  /** Nothing is followed any more. */
  stop() {
    this.follow(null, []);
  }

  /** One list after the other, since each is made of all skills. */
  async #ask(skill: string, clients: readonly Host[]) {
    const isNewest = this.#asking.begin();
    const found: SkillInList[] = [];
    try {
      for (const client of clients) {
        const shown = await this.backend.getSkillInList(skill, client);
        if (!isNewest()) return;
        if (shown) found.push(shown);
      }
      this.shown = found;
    } catch (error) {
      if (isNewest()) this.fail(error);
    }
  }
}

/** Where lists cut the description of a skill as it is saved: each place once, with what is said of it. */
export function cutsOf(shown: readonly SkillInList[]): Cut[] {
  const cuts = shown.flatMap((each) => {
    const words = inListText(each);
    return each.cut_at === null || words === null ? [] : [{ at: each.cut_at, words }];
  });
  const places = [...groupBy(cuts, ({ at }) => at)].sort(([a], [b]) => a - b);
  return places.map(([at, here]) => ({ at, words: here.map(({ words }) => words).join('. ') }));
}

/** The first place where one of the lists cuts a description, as it is typed now; see `cutIn`. */
export function firstCutIn(shown: readonly SkillInList[], listed: string, typed: string): number | null {
  const places = shown.flatMap((each) => cutIn(each, listed, typed) ?? []);
  return places.length > 0 ? Math.min(...places) : null;
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
    case 'other_text':
      return `${label} reads a different description`;
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

/** What becomes of a skill in one list or in several: in a line, and in full; null where there is nothing to say. */
export function inListSummary(
  shown: readonly SkillInList[],
): { text: string; full: string; state: SkillInList['state'] } | null {
  const [first, ...others] = shown;
  if (first === undefined) return null;
  const less = shown.filter(({ state }) => state !== 'whole');
  const text = inListText(less[0] ?? first);
  if (text === null) return null;
  const { rule, state } = less[0] ?? first;
  if (others.length === 0) return { text, full: `${text}. ${rule}`, state };
  if (less.length === 0) {
    const all = 'All clients show the whole description';
    return { text: all, full: `${all}.`, state };
  }
  const full = less.flatMap((each) => inListText(each) ?? []).map((words) => `${words}.`);
  const several = `${count(less.length)} of ${plural(shown.length, 'client')} don't show the whole description`;
  return { text: less.length === 1 ? text : several, full: full.join(' '), state };
}
