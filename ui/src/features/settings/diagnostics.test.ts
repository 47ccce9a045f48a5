import { fireEvent, render, screen } from '@testing-library/svelte';
import { commands } from '$lib/ipc';
import { expect, it, vi } from 'vitest';
import Diagnostics from './Diagnostics.svelte';

const attempts = () => vi.fn(async (_what: string, work: () => Promise<unknown>) => work().catch(() => undefined));

it('copies what the studio says of itself, and can be asked again after a failure', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const asked = vi
    .spyOn(commands, 'getDiagnostics')
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue('Skill Studio 9');
  const onattempt = attempts();
  render(Diagnostics, { onattempt });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Copy diagnostics' });
  await fireEvent.click(button);
  await vi.waitFor(() => expect(button.disabled).toBe(false));
  expect(writeText).not.toHaveBeenCalled();
  await fireEvent.click(button);
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith('Skill Studio 9'));
  expect(asked).toHaveBeenCalledTimes(2);
  expect(onattempt).toHaveBeenCalledWith('Copying the diagnostics', expect.anything());
});
