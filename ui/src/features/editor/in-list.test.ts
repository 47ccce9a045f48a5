import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SkillInList } from '$lib/ipc';
import { moved } from './difference';
import {
  cutIn,
  cutsOf,
  firstCutIn,
  InList,
  inListSummary,
  inListText,
  LIST_PAUSE,
  listing,
  type InListBackend,
} from './in-list.svelte';

const entry = (part: Partial<SkillInList> = {}): SkillInList => ({
  host: 'claude-code',
  state: 'shortened',
  shown_chars: 120,
  whole_chars: 1410,
  cut_at: 150,
  why: null,
  rule: '',
  ...part,
});

test.each([
  [entry(), 'Claude Code shows 120 of 1,410 characters of this description'],
  [entry({ state: 'whole' }), 'Claude Code shows the whole description'],
  [entry({ state: 'whole', whole_chars: 0 }), null],
  [entry({ state: 'other_text', cut_at: null }), 'Claude Code reads a different description'],
  [entry({ state: 'absent', host: 'codex' }), 'Codex leaves this skill out; its list is full'],
  [
    entry({ state: 'hidden', why: '`paths` is set' }),
    'Claude Code hides this skill from the model because `paths` is set',
  ],
  [entry({ state: 'refused', why: 'it has no name' }), "Claude Code doesn't list this skill because it has no name"],
])('what becomes of %j is said', (shown, text) => expect(inListText(shown)).toBe(text));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the list is asked for once things are quiet, and of no client never', async () => {
  const getSkillInList = vi.fn<InListBackend['getSkillInList']>(async () => entry());
  const list = new InList({ getSkillInList }, vi.fn());
  list.follow('s1', []);
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  for (let change = 0; change < 5; change += 1) list.follow('s1', ['claude-code']);
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(getSkillInList.mock.calls).toEqual([['s1', 'claude-code']]);
  expect(list.shown).toEqual([entry()]);
  list.follow('s1', ['claude-code']);
  expect(list.shown, 'what is known stays until it is known anew').toEqual([entry()]);
  list.follow('s2', ['claude-code']);
  expect(list.shown).toEqual([]);
  list.stop();
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(getSkillInList).toHaveBeenCalledTimes(1);
});

test('an answer that was overtaken does not count, and a failure is told', async () => {
  let answer: (shown: SkillInList) => void = () => {};
  const getSkillInList = vi.fn<InListBackend['getSkillInList']>(() => new Promise((resolve) => (answer = resolve)));
  const fail = vi.fn();
  const list = new InList({ getSkillInList }, fail);
  list.follow('s1', ['codex']);
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  list.follow('s2', ['codex']);
  answer(entry());
  await vi.advanceTimersByTimeAsync(0);
  expect(list.shown).toEqual([]);
  getSkillInList.mockRejectedValueOnce(new Error('gone'));
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(fail).toHaveBeenCalledOnce();
});

test('of all clients each list is asked for, one after the other', async () => {
  const getSkillInList = vi.fn<InListBackend['getSkillInList']>(async (_, host) =>
    host === 'gemini' ? null : entry({ host }),
  );
  const list = new InList({ getSkillInList }, vi.fn());
  list.follow('s1', listing);
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(list.shown.map(({ host }) => host)).toEqual(listing.filter((host) => host !== 'gemini'));
  expect(listing).not.toContain('agent-skills');
});

test('what several lists do is said in one line, and each place is marked once', () => {
  const whole = entry({ host: 'gemini', state: 'whole', cut_at: null });
  const codex = entry({ host: 'codex', shown_chars: 90, cut_at: 120 });
  const [claude, qwen] = [entry(), entry({ host: 'qwen' })];
  expect(inListSummary([])).toBeNull();
  expect(inListSummary([whole, { ...whole, host: 'pi' }])?.text).toBe('All clients show the whole description');
  expect(inListSummary([whole, codex])).toEqual({
    text: 'Codex shows 90 of 1,410 characters of this description',
    full: 'Codex shows 90 of 1,410 characters of this description.',
    state: 'shortened',
  });
  const several = inListSummary([whole, codex, claude]);
  expect(several?.text).toBe("2 of 3 clients don't show the whole description");
  expect(several?.full).toContain('Claude Code shows 120 of 1,410');
  const cuts = cutsOf([claude, codex, whole, qwen]);
  expect(cuts.map(({ at }) => at)).toEqual([120, 150]);
  expect(cuts[1]?.words).toMatch(/^Claude Code .*\. Qwen Code /);
  const text = 'x'.repeat(1410);
  expect(firstCutIn([claude, codex, whole], text, text)).toBe(90);
  expect(firstCutIn([whole], text, text)).toBeNull();
});

test('a place goes with a change before it, stays before one, and is gone with its text', () => {
  const change = { from: 10, to: 14, insert: 'x' };
  expect([5, 10, 12, 14, 20].map((at) => moved(at, change))).toEqual([5, 10, null, 11, 17]);
  expect(moved(20, null)).toBe(20);
});

test.each([
  ['a description', { shown_chars: 3, whole_chars: 10 }, 'Reads 🧯ms.', 'Reads 🧯ms.', 3],
  ['letters of two units', { shown_chars: 7, whole_chars: 10 }, 'Reads 🧯ms.', 'Reads 🧯ms.', 8],
  ['blanks around it', { shown_chars: 3, whole_chars: 10 }, ' Reads 🧯ms.\n', ' Reads 🧯ms.\n', 4],
  ['what is typed before it', { shown_chars: 3, whole_chars: 10 }, 'Reads 🧯ms.', 'It reads 🧯ms.', 6],
  ['its text taken away', { shown_chars: 3, whole_chars: 10 }, 'Reads 🧯ms.', 'R', null],
  ['other words than the list has', { shown_chars: 3, whole_chars: 99 }, 'Reads 🧯ms.', 'Reads 🧯ms.', null],
  ['a description that is whole', { cut_at: null, whole_chars: 10 }, 'Reads 🧯ms.', 'Reads 🧯ms.', null],
])('a form marks the cut of %s', (_, part, listed, typed, at) => {
  expect(cutIn(entry(part), listed, typed)).toBe(at);
});
