import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { StudioError } from '$lib/ipc';
import { saveAsking } from '$lib/state/credentials.svelte';
import KeepCredential from './KeepCredential.svelte';

const refusing = () =>
  vi.fn(async (choice: string) => {
    if (choice === 'ask') throw new StudioError('credentials', 'The header Authorization looks like it holds a key.');
    return choice;
  });

it.each([
  ['credential-secret', 'secret'],
  ['credential-plain', 'plain'],
])('saves again as the author chose (%s)', async (button, choice) => {
  render(KeepCredential);
  const save = refusing();
  const saved = saveAsking(save);
  expect(await screen.findByText('The header Authorization looks like it holds a key.')).toBeTruthy();
  await fireEvent.click(screen.getByTestId(button));
  expect(await saved).toBe(choice);
  expect(save.mock.calls).toEqual([['ask'], [choice]]);
});

it('saves nothing where the author cancels, and asks nothing where there is nothing to ask', async () => {
  render(KeepCredential);
  const save = refusing();
  const saved = saveAsking(save);
  await fireEvent.click(await screen.findByText('Cancel'));
  await expect(saved).rejects.toMatchObject({ code: 'credentials' });
  expect(save.mock.calls).toEqual([['ask']]);
  expect(await saveAsking(async (choice) => choice)).toBe('ask');
});
