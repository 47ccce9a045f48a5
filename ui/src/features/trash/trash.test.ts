import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { app } from '$lib/state/app.svelte';
import Trash from './Trash.svelte';

const studio = vi.hoisted(() => ({ listTrash: vi.fn(), emptyTrash: vi.fn() }));
vi.mock('$lib/ipc', async (original) => ({ ...(await original<object>()), commands: studio }));

const trashed = (id: string) => ({ id, name: id, description: '', trashed_at: '2026-11-22T06:00:00Z' });

it('deletes all that is listed after naming how many, and says what stayed', async () => {
  const notify = vi.spyOn(app, 'notify');
  studio.listTrash.mockResolvedValueOnce(['a', 'b', 'c'].map(trashed)).mockResolvedValue([trashed('c')]);
  studio.emptyTrash.mockResolvedValue(2);
  render(Trash);
  await fireEvent.click(await screen.findByTestId('empty-trash'));
  expect(await screen.findByText('Delete 3 skills forever?')).toBeTruthy();
  expect(studio.emptyTrash).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Delete 3 skills' }));
  await vi.waitFor(() => expect(screen.queryByText('a')).toBeNull());
  expect(studio.emptyTrash.mock.calls).toEqual([[['a', 'b', 'c']]]);
  expect(notify.mock.calls).toEqual([['Deleted 2 skills. 1 skill stayed: other skills depend on them.']]);
});
