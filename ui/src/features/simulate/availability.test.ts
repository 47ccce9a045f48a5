import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';
import { registry } from '$actions';
import { app } from '$lib/state/app.svelte';
import { faults, wordsOf } from '$lib/testing/screen';
import { runtimeRows } from './availability';
import Availability from './Availability.svelte';
import { runtimeLabels } from './words';

beforeEach(() => {
  app.overlay = null;
});

it('s1_15 the tool availability model is a page of help: a picture of what is on when, and a row for each runtime', async () => {
  expect(registry.perform('view.availability')).toBe(true);
  expect(app.overlay).toBe('availability');
  render(Availability);
  const picture = await screen.findByRole('group', { name: 'Tools of an agent in three states' });
  const tools = (state: string) =>
    within(within(picture).getByRole('region', { name: state }))
      .getAllByRole('listitem')
      .map(wordsOf);
  expect(tools('No skill is active')).toEqual([
    'get_skill Global on',
    'set_picos_element Component on',
    'clear_picos Component on',
    'make_glossary Skill off',
  ]);
  expect(tools('A skill with tools is active')).toEqual([
    'get_skill Global on',
    'set_picos_element Component on',
    'clear_picos Component off',
    'make_glossary Skill on',
  ]);
  expect(tools('A skill without tools is active')).toEqual(tools('No skill is active'));
  expect(screen.getByText(/Tool "name" is currently disabled/)).toBeTruthy();
  expect(runtimeRows.map(({ name }) => name)).toEqual(Object.values(runtimeLabels));
  expect(screen.getAllByRole('rowheader').map(wordsOf)).toEqual(Object.values(runtimeLabels));
  expect(await faults()).toEqual([]);
  await fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
});
