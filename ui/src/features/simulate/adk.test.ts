import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { AdkSettings } from '$lib/ipc';
import { faults } from '$lib/testing/accessibility';
import AdkFields from './AdkFields.svelte';
import { defaultSetup } from './settings';

async function show(settings: AdkSettings) {
  const onchange = vi.fn<(settings: AdkSettings) => void>();
  const { rerender } = render(AdkFields, { settings, skills: ['gas', 'water'], onchange });
  const last = () => onchange.mock.lastCall![0];
  /** As the form does: what was chosen is shown. */
  const taken = () => rerender({ settings: last(), skills: ['gas', 'water'], onchange });
  return { last, taken };
}

it('adk finds a skill by the ways that are set, in their order', async () => {
  const { last, taken } = await show(defaultSetup.adk);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove strategy 1' }).disabled).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'Add strategy' }));
  expect(last().strategies).toEqual([{ kind: 'message' }, { kind: 'name', name: '' }]);
  await taken();
  await fireEvent.input(screen.getByLabelText('Name for strategy 2'), { target: { value: 'gas' } });
  expect(last().strategies[1]).toEqual({ kind: 'name', name: 'gas' });
  await taken();
  await fireEvent.click(screen.getByRole('button', { name: 'Move strategy 2 up' }));
  expect(last().strategies).toEqual([{ kind: 'name', name: 'gas' }, { kind: 'message' }]);
  await taken();
  expect(await faults()).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Remove strategy 2' }));
  expect(last().strategies).toEqual([{ kind: 'name', name: 'gas' }]);
});

it('says what a missing tool does', async () => {
  const { last, taken } = await show(defaultSetup.adk);
  expect(screen.getByText(/Skills that list tools missing from this session aren't selected/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('radio', { name: 'Ignore' }));
  expect(last()).toEqual({ ...defaultSetup.adk, mode: 'permissive' });
  await taken();
  expect(screen.getByText(/can still be selected/)).toBeTruthy();
});

it('goes the way that is chosen, within the limits that are typed', async () => {
  const { last, taken } = await show(defaultSetup.adk);
  await fireEvent.click(screen.getByRole('radio', { name: 'Injector' }));
  expect(last()).toEqual({ ...defaultSetup.adk, way: 'injector' });
  await taken();
  // The injector knows the message alone and binds no tools.
  expect(screen.queryByRole('button', { name: 'Add strategy' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Ignore' })).toBeNull();
  const type = async (label: string, value: string) => {
    await fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await taken();
  };
  await type('Candidates', '2');
  await type('Threshold', '0.5');
  await type('Only tags', 'home, wet');
  await type('Without tags', 'old');
  expect(last().policy).toEqual({ top_k: 2, min_score: 0.5, include_tags: ['home', 'wet'], exclude_tags: ['old'] });
  await type('Max characters of the body', '300');
  expect(last().max_chars).toBe(300);
  await type('Max characters of the body', '');
  expect(last().max_chars).toBeNull();
  expect(await faults()).toEqual([]);
});
