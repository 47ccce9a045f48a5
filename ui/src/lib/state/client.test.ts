import { beforeEach, expect, it, vi } from 'vitest';
import type { Host, LibraryClient } from '$lib/ipc';
import { commandsOf } from '$lib/testing/commands';
import { later } from '$lib/testing/screen';
import { ClientOfLibrary } from './client.svelte';

const said = (client: Host | null, is_chosen = false): LibraryClient => ({ client, is_chosen, found: [] });
const studio = commandsOf({
  getLibraryClient: vi.fn<() => Promise<LibraryClient>>(),
  setLibraryClient: vi.fn<(client: Host | null) => Promise<LibraryClient>>(),
});
let client: ClientOfLibrary;

beforeEach(() => {
  vi.resetAllMocks();
  client = new ClientOfLibrary();
  studio.getLibraryClient.mockResolvedValue(said('codex'));
  studio.setLibraryClient.mockImplementation(async (chosen) => said(chosen, true));
});

it('a reading that began before a choice does not put the former client back', async () => {
  const slow = later<LibraryClient>();
  studio.getLibraryClient.mockReturnValueOnce(slow.promise);
  const reading = client.read();
  await vi.waitFor(() => expect(studio.getLibraryClient).toHaveBeenCalled());
  await client.choose('claude-code');
  slow.resolve(said('codex'));
  await reading;
  expect([client.current, client.isChosen]).toEqual(['claude-code', true]);
});

it('choices are kept one after another, and what is read meanwhile is of the last', async () => {
  const slow = later<LibraryClient>();
  studio.setLibraryClient.mockReturnValueOnce(slow.promise);
  const choices = [client.choose('codex'), client.choose('gemini')];
  const reading = client.read();
  await Promise.resolve();
  expect([studio.setLibraryClient.mock.calls, studio.getLibraryClient.mock.calls]).toEqual([[['codex']], []]);
  studio.getLibraryClient.mockResolvedValue(said('gemini', true));
  slow.resolve(said('codex', true));
  await Promise.all([...choices, reading]);
  expect(client.current).toBe('gemini');
});

it('a choice that fails is told to who made it, and stands in no way', async () => {
  studio.setLibraryClient.mockRejectedValueOnce(new Error('read-only'));
  await expect(client.choose('codex')).rejects.toThrow('read-only');
  await client.choose('gemini');
  expect(client.current).toBe('gemini');
});

it('what is on its way as the library is closed is forgotten', async () => {
  const reading = client.read();
  client.set(null);
  await reading;
  expect(client.current).toBeNull();
});
