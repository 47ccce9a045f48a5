import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { recorded } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';
import Failed from './Failed.svelte';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  app.rows = [];
  writeText.mockReset().mockResolvedValue();
  Object.assign(navigator, { clipboard: { writeText } });
});

it('says one sentence, keeps the stack off the screen, and has it to copy', async () => {
  const thrown = new Error('https://svelte.dev/e/each_key_duplicate');
  render(Failed, { thrown, place: 'Playground', retry: vi.fn() });
  expect(screen.getByRole('heading').textContent).toBe('Playground stopped working');
  expect(document.body.textContent).toContain('Something unexpected went wrong');
  expect(document.body.textContent).not.toMatch(/each_key_duplicate|\bat /);
  screen.getByRole('button', { name: 'Copy details' }).click();
  expect(writeText.mock.calls[0]?.[0]).toMatch(/Playground stopped working\n.*\n.*each_key_duplicate/);
});

it.each([
  ['the skills were read anew', () => (app.rows = [])],
  ['another library was opened', () => (app.library = { ...recorded('getLibrary'), path: '/other.db' })],
])('tries again when %s, and not before', async (_, change) => {
  const retry = vi.fn();
  render(Failed, { thrown: new Error('broken'), place: 'Map', retry });
  await tick();
  expect(retry).not.toHaveBeenCalled();
  change();
  await tick();
  expect(retry).toHaveBeenCalledOnce();
});
