import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
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

it('tries again when the skills were read anew or another library was opened, and not before', async () => {
  const retry = vi.fn();
  render(Failed, { thrown: new Error('broken'), place: 'Map', retry });
  await tick();
  expect(retry).not.toHaveBeenCalled();
  app.rows = [];
  await tick();
  expect(retry).toHaveBeenCalledOnce();
});
