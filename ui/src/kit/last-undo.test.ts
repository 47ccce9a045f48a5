import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { Toaster, lastUndo, toast } from '.';

const said = () =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map((each) => each.textContent?.trim());
const offer = (message: string, perform = vi.fn()) => {
  toast(message, { duration: Infinity, action: { label: 'Undo', perform } });
  return perform;
};

beforeEach(() => lastUndo.forget());

test('what a toast offers to take back can be taken back until the next offer, and once', async () => {
  render(Toaster);
  const [first, second] = [offer('Moved 36 skills to trash'), offer('Changed tags for 2 skills')];
  await vi.waitFor(() => expect(said()).toEqual(['Changed tags for 2 skills']));
  toast('Copied', { action: { label: 'Show', perform: vi.fn() } });
  expect(lastUndo.current?.said).toBe('Changed tags for 2 skills');
  lastUndo.take();
  lastUndo.take();
  expect([first.mock.calls.length, second.mock.calls.length, lastUndo.current]).toEqual([0, 1, null]);
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('the toast itself takes it back as well, and then nothing else does', async () => {
  render(Toaster);
  const perform = offer('Moved gas to trash');
  await fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  lastUndo.take();
  expect([perform.mock.calls.length, lastUndo.current]).toEqual([1, null]);
});

test('what is done next without a way back takes the offer away', async () => {
  render(Toaster);
  const perform = offer('Moved gas to trash');
  await screen.findByRole('button', { name: 'Undo' });
  lastUndo.forget();
  await vi.waitFor(() => expect(said()).toEqual([]));
  expect(perform).not.toHaveBeenCalled();
});
