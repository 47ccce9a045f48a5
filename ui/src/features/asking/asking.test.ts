import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { commandsOf } from '$lib/testing/commands';
import Asking from './Asking.svelte';

const studio = commandsOf({ getQuestion: vi.fn(), answerQuestion: vi.fn(async () => null) });

const asked = { kind: 'path', purpose: 'write', path: '/home/you/.profile', is_there: true };
beforeEach(() => {
  vi.useFakeTimers();
  studio.getQuestion.mockResolvedValue(asked);
  studio.answerQuestion.mockClear();
});
afterEach(() => void vi.useRealTimers());

it('says what would happen, and takes no yes from Enter or from a click that comes too soon', async () => {
  render(Asking);
  expect(await screen.findByText('Let Skill Studio write to this file or folder?')).toBe(document.activeElement);
  expect(screen.getByTestId('question-path').textContent).toBe('/home/you/.profile');
  screen.getByText('Existing files may be overwritten.');
  const yes = screen.getByTestId<HTMLButtonElement>('answer-allow');
  expect(yes.disabled).toBe(true);
  yes.click();
  expect(studio.answerQuestion).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(599);
  expect(yes.disabled).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(yes.disabled).toBe(false);
  // Enter presses what has the focus: still the question, and no button.
  expect(screen.getByText('Let Skill Studio write to this file or folder?')).toBe(document.activeElement);
  yes.click();
  expect(studio.answerQuestion).toHaveBeenLastCalledWith(true);
});

it('is a no on Escape', async () => {
  render(Asking);
  await screen.findByText('Let Skill Studio write to this file or folder?');
  await fireEvent.keyDown(window, { key: 'Escape' });
  expect(studio.answerQuestion).toHaveBeenLastCalledWith(false);
});
