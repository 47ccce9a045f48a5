import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { StudioError } from '$lib/ipc';
import GramDialog from './GramDialog.svelte';

afterEach(cleanup);

it('names what gram loses before it writes, and stays open where nothing was written', async () => {
  const why = "Gram doesn't support temperature 0.2. Importing sets it to 0.7.";
  const enumerated = { entity: 'tool t', field: 'schema: q', why: "a signature doesn't support `enum`" };
  const gram = { text: '[a:Agent]', losses: [{ entity: 'agent a', field: 'temperature', why }, enumerated] };
  const save = vi.fn(async (_text: string) => false);
  const onclose = vi.fn();
  render(GramDialog, { name: 'a', gram, save, onclose });
  expect(screen.getByTestId('gram-losses').textContent).toContain(why);
  expect(screen.getByTestId('gram-losses').textContent).toContain("A signature doesn't support");
  expect(save).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByTestId('gram-save'));
  expect(save).toHaveBeenCalledWith('[a:Agent]');
  expect(onclose).not.toHaveBeenCalled();
  save.mockRejectedValueOnce(new StudioError('file', 'The disk is full.'));
  await fireEvent.click(screen.getByTestId('gram-save'));
  await waitFor(() => screen.getByText('The disk is full.'));
  save.mockResolvedValueOnce(true);
  await fireEvent.click(screen.getByTestId('gram-save'));
  await waitFor(() => expect(onclose).toHaveBeenCalled());
});
