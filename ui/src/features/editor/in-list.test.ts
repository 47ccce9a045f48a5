import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SkillInList } from '$lib/ipc';
import { moved } from './difference';
import { cutIn, InList, inListText, LIST_PAUSE, type InListBackend } from './in-list.svelte';

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
  list.follow('s1', null);
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  for (let change = 0; change < 5; change += 1) list.follow('s1', 'claude-code');
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(getSkillInList.mock.calls).toEqual([['s1', 'claude-code']]);
  expect(list.shown).toEqual(entry());
  list.follow('s1', 'claude-code');
  expect(list.shown, 'what is known stays until it is known anew').toEqual(entry());
  list.follow('s2', 'claude-code');
  expect(list.shown).toBeNull();
  list.stop();
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(getSkillInList).toHaveBeenCalledTimes(1);
});

test('an answer that was overtaken does not count, and a failure is told', async () => {
  let answer: (shown: SkillInList) => void = () => {};
  const getSkillInList = vi.fn<InListBackend['getSkillInList']>(() => new Promise((resolve) => (answer = resolve)));
  const fail = vi.fn();
  const list = new InList({ getSkillInList }, fail);
  list.follow('s1', 'codex');
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  list.follow('s2', 'codex');
  answer(entry());
  await vi.advanceTimersByTimeAsync(0);
  expect(list.shown).toBeNull();
  getSkillInList.mockRejectedValueOnce(new Error('gone'));
  await vi.advanceTimersByTimeAsync(LIST_PAUSE);
  expect(fail).toHaveBeenCalledOnce();
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
