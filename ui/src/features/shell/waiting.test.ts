import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { LibraryInfo, ServerDetail, StudioEvent } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import WaitingServers from './WaitingServers.svelte';

const studio = vi.hoisted(() => ({
  listServers: vi.fn(),
  follow: (_event: unknown) => {},
}));
vi.mock('$lib/ipc', async (original) => ({
  ...(await original<object>()),
  commands: { listServers: studio.listServers },
  onStudioEvent: (handler: (event: StudioEvent) => void) => (
    (studio.follow = handler as typeof studio.follow),
    () => {}
  ),
}));

const server = (name: string, state: ServerDetail['state']) => ({ id: `id-${name}`, name, state }) as ServerDetail;

it('counts the servers that wait for consent, and leads to the first', async () => {
  studio.listServers.mockResolvedValue([server('git', 'running'), server('telephony', 'needs_consent')]);
  app.library = { path: '/a/library.db', notices: [] } as unknown as LibraryInfo;
  render(WaitingServers);
  const one = await screen.findByRole('button', { name: '1 server waits for consent' });
  await fireEvent.click(one);
  expect([app.view, app.intents.take('tool')]).toEqual(['tools', { server: 'id-telephony' }]);

  studio.listServers.mockResolvedValue([server('git', 'needs_consent'), server('telephony', 'needs_consent')]);
  studio.follow({ kind: 'servers_changed' });
  const two = await screen.findByRole('button', { name: '2 servers wait for consent' });
  expect(two.title).toBe('Show what would run: git, telephony');

  studio.listServers.mockResolvedValue([server('git', 'running')]);
  studio.follow({ kind: 'servers_changed' });
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});
