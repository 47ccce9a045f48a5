import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SecretList } from '$lib/ipc';
import Allowed from './Allowed.svelte';
import Secrets from './Secrets.svelte';
import { Keeping, type KeepingBackend } from './secrets.svelte';

let list: SecretList;
const backend = {
  listSecrets: async () => list,
  saveSecret: vi.fn(async (name: string, _value: string) => {
    const secrets = list.secrets.filter((secret) => secret.name !== name);
    return (list = { ...list, secrets: [...secrets, { name, is_set: true, used_by: [] }] });
  }),
  deleteSecret: vi.fn(async (name: string) => {
    return (list = { ...list, secrets: list.secrets.filter((secret) => secret.name !== name) });
  }),
  listConsents: vi.fn(async () => [
    {
      hash: 'h1',
      kind: 'server' as const,
      subject: 'git',
      argv: ['uvx', 'mcp-server-git'],
      granted_at: '2026-01-01T10:00:00Z',
    },
  ]),
  revokeConsent: vi.fn(async (_hash: string) => null),
} satisfies KeepingBackend;
const onattempt = async (_what: string, work: () => Promise<unknown>) => (await work(), true);

beforeEach(() => {
  list = {
    kind: 'vault',
    place: 'No keychain answers here, so the values are kept encrypted.',
    secrets: [
      { name: 'telephony', is_set: true, used_by: ['telephony'] },
      { name: 'knowledge', is_set: false, used_by: ['knowledge-api'] },
    ],
  };
});

async function show() {
  const keeping = new Keeping(backend);
  await keeping.load();
  render(Secrets, { keeping, onattempt });
  render(Allowed, { keeping, onattempt });
}

const write = (name: string, value: string) => fireEvent.input(screen.getByLabelText(name), { target: { value } });

it('says where secrets are, who uses them and which are missing', async () => {
  await show();
  expect(screen.getByTestId('secrets-place').textContent).toContain('kept encrypted');
  expect(screen.getByTestId('secret-telephony').textContent).toContain('used by telephony');
  expect(within(screen.getByTestId('secret-knowledge')).getByText('not set')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete knowledge' })).toBeNull();
});

it('keeps a new secret under a name that is free, its value hidden', async () => {
  await show();
  await fireEvent.click(screen.getByTestId('add-secret'));
  await write('Secret name', 'telephony');
  expect((await screen.findByRole('alert')).textContent).toContain('A secret named telephony already exists.');
  await write('Secret name', 'pubmed');
  await write('Value of pubmed', 'sk-1');
  expect(screen.getByLabelText<HTMLInputElement>('Value of pubmed').type).toBe('password');
  await fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(backend.saveSecret).toHaveBeenCalledWith('pubmed', 'sk-1'));
  expect(await screen.findByTestId('secret-pubmed')).toBeTruthy();
  expect(screen.queryByTestId('secret-form')).toBeNull();
});

it('sets one that is missing, and deletes one only when told twice', async () => {
  await show();
  await fireEvent.click(screen.getByRole('button', { name: 'Set knowledge' }));
  await write('Value of knowledge', 'k');
  await fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(backend.saveSecret).toHaveBeenCalledWith('knowledge', 'k'));
  await fireEvent.click(screen.getByRole('button', { name: 'Delete telephony' }));
  expect(backend.deleteSecret).not.toHaveBeenCalled();
  await fireEvent.click(await screen.findByRole('button', { name: 'Delete secret' }));
  await waitFor(() => expect(screen.queryByTestId('secret-telephony')).toBeNull());
});

it('takes back what was allowed', async () => {
  await show();
  backend.listConsents.mockResolvedValueOnce([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Revoke git: uvx mcp-server-git' }));
  expect(await screen.findByText(/No permissions yet/)).toBeTruthy();
  expect(backend.revokeConsent).toHaveBeenCalledWith('h1');
});
