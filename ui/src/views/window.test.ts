import { render, screen, waitFor } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import App from '../App.svelte';
import type { EmbeddingStatus } from '$lib/ipc';
import { type Answers, recorded, recordedStudio, tell } from '$lib/ipc/recorded';
import { app } from '$lib/state/app.svelte';

// jsdom has no layout; lists ask where things are.
Object.defineProperties(HTMLElement.prototype, { offsetHeight: { value: 900 }, offsetWidth: { value: 300 } });

it('the window shows what the studio answers, and asks again when it tells of a change', async () => {
  const answers: Answers = {
    getSetting: () => null,
    setSetting: () => {},
    reportReady: () => {},
    getEmbeddingStatus: () => ({ state: 'ready' }) as EmbeddingStatus,
  };
  recordedStudio(answers);
  app.go('problems');
  render(App);
  await screen.findAllByTestId('library-problem');
  expect(app.library).toEqual(recorded('getLibrary'));
  expect(app.rows).toEqual(recorded('listSkills'));
  const shown = screen.getByTestId('library-problems').textContent;
  const { files } = recorded('listProblems');
  expect(files.filter(({ skill }) => shown.includes(skill)).length).toBeGreaterThan(0);

  const [first] = recorded('listSkills');
  answers.listSkills = () => [first!];
  await tell({ kind: 'library_changed' });
  await waitFor(() => expect(app.rows).toEqual([first]));
});

it('what was not recorded is named', () => {
  expect(() => recorded('getSkill', { id: 'of another library' })).toThrow('Nothing was recorded for get_skill');
});
