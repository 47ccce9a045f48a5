import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { commandsOf } from '$lib/testing/commands';
import NewLibrary from './NewLibrary.svelte';
import TemplateChoice from './TemplateChoice.svelte';

const studio = commandsOf({ getLibraryPlace: vi.fn(), createLibrary: vi.fn() });

const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create library' });
const type = (value: string) => fireEvent.input(screen.getByTestId('library-path'), { target: { value } });

it('shows where a library will be written before it is, and why it cannot be', async () => {
  studio.getLibraryPlace.mockImplementation(async (typed: string) =>
    typed === 'taken'
      ? { path: '', problem: '/home/ana/taken.db already exists. Open it, or choose another name.' }
      : { path: `/home/ana/Documents/${typed}.db`, problem: null },
  );
  render(NewLibrary);
  expect(create().disabled).toBe(true);
  await type('team');
  expect((await screen.findByTestId('library-place')).textContent).toContain('/home/ana/Documents/team.db');
  expect(create().disabled).toBe(false);
  await type('taken');
  expect((await screen.findByRole('alert')).textContent).toContain('already exists');
  expect(create().disabled).toBe(true);
});

it('moves the choice of a template with the arrow keys', async () => {
  render(TemplateChoice, { value: 'plain' });
  const chosen = () => screen.getByRole('radio', { checked: true });
  expect(chosen().textContent).toContain('Plain');
  await fireEvent.keyDown(chosen(), { key: 'ArrowRight' });
  expect(chosen().textContent).toContain('With tools');
  await fireEvent.keyDown(chosen(), { key: 'ArrowLeft' });
  await fireEvent.keyDown(chosen(), { key: 'ArrowLeft' });
  expect(chosen().textContent).toContain('With scripts');
});
