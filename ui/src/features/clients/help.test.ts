import { render, screen, within } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { hostOptions } from '$lib/hosts';
import { faults, wordsOf } from '$lib/testing/screen';
import Help from './Help.svelte';

it('explains what depends on the client, and lists every client', async () => {
  render(Help);
  const help = await screen.findByTestId('clients-help');
  const titles = within(help).getAllByRole('heading').map(wordsOf);
  expect(titles).toEqual([
    "The library's client",
    'What a client sees',
    'Compare with installed client',
    'Compaction',
    'Test queries next to your skills',
    'MCP servers from other clients',
  ]);
  // A head, and every client but adk-rust.
  expect(within(help).getAllByRole('row')).toHaveLength(hostOptions.length);
  expect(await faults()).toEqual([]);
});
