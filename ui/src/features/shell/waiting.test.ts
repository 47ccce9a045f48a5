import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { LibraryInfo, ServerDetail } from '$lib/ipc';
import { recordedStudio, tell } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import WaitingServers from './WaitingServers.svelte';

const listServers = vi.fn();

const server = (name: string, state: ServerDetail['state']) => ({ id: `id-${name}`, name, state }) as ServerDetail;

it('counts the servers that wait for consent, and leads to the first', async () => {
  recordedStudio({ listServers });
  listServers.mockResolvedValue([server('git', 'running'), server('telephony', 'needs_consent')]);
  app.library = { path: '/a/library.db', notices: [] } as unknown as LibraryInfo;
  render(WaitingServers);
  const one = await screen.findByRole('button', { name: '1 server needs permission' });
  await fireEvent.click(one);
  expect([app.view, app.intents.take('tool')]).toEqual(['tools', { server: 'id-telephony' }]);

  listServers.mockResolvedValue([server('git', 'needs_consent'), server('telephony', 'needs_consent')]);
  await tell({ kind: 'servers_changed' });
  const two = await screen.findByRole('button', { name: '2 servers need permission' });
  expect(two.dataset.tip).toBe('Show what would run: git, telephony');

  listServers.mockResolvedValue([server('git', 'running')]);
  await tell({ kind: 'servers_changed' });
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});
