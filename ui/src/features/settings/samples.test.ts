import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import type { SamplesUpdated, SampleUpdate } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { Samples } from './samples.svelte';
import SamplesSection from './SamplesSection.svelte';

const newer: SampleUpdate = {
  tools: ['sayHello', 'transfer_call'],
  skills: ['hello-world'],
  examples: ['queries', 'pack'],
  kept: ['group_commits'],
};
const none: SampleUpdate = { tools: [], skills: [], examples: [], kept: ['group_commits'] };
const done: SamplesUpdated = {
  tools: [],
  server: null,
  skills: { set: null, done: 1, refused: [] },
  examples: { queries: ['1'], run: null, session: null, pack: null },
};

it('names newer samples and what stays, brings them in, and takes that back with one Undo', async () => {
  vi.spyOn(app, 'reloadRows').mockResolvedValue();
  const notify = vi.spyOn(app, 'notify');
  let now = newer;
  const backend = {
    getSampleUpdate: async () => now,
    updateSamples: vi.fn(async () => ((now = none), done)),
    undoSampleUpdate: vi.fn(async (_: SamplesUpdated) => ((now = newer), ['sayHello'])),
  };
  const samples = new Samples(backend);
  await samples.load();
  render(SamplesSection, { samples });
  expect(screen.getByText('Newer versions available: 2 tools, 1 skill, test queries, and a pack')).toBeTruthy();
  expect(screen.getByText('sayHello, transfer_call, hello-world')).toBeTruthy();
  expect(screen.getByTestId('kept-samples').textContent).toContain('you changed them: group_commits');
  await fireEvent.click(screen.getByRole('button', { name: 'Update samples' }));
  expect(await screen.findByText('Up to date')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  await vi.waitFor(() => expect(notify).toHaveBeenCalledOnce());
  const [said, undo] = notify.mock.calls[0]!;
  expect(said).toBe('Updated 2 tools, 1 skill, test queries, and a pack');
  undo!.perform();
  expect(await screen.findByRole('button', { name: 'Update samples' })).toBeTruthy();
  expect(backend.undoSampleUpdate).toHaveBeenCalledExactlyOnceWith(done);
  await vi.waitFor(() =>
    expect(notify.mock.calls.at(-1)?.[0]).toBe("Not undone because they've changed since then: sayHello"),
  );
});

it('says why the samples could not be compared, and tries again', async () => {
  let fails = true;
  const getSampleUpdate = async () => {
    if (fails) throw { code: 'storage', message: 'The library is busy.', detail: null };
    return none;
  };
  const samples = new Samples({ getSampleUpdate } as never);
  await samples.load();
  render(SamplesSection, { samples });
  expect(screen.getByText('The library is busy.')).toBeTruthy();
  fails = false;
  await fireEvent.click(screen.getByRole('button', { name: /again|Retry/i }));
  expect(await screen.findByText('Up to date')).toBeTruthy();
});

it('says that there are new samples where none of the old ones changed', async () => {
  const added: SampleUpdate = { tools: [], skills: [], examples: ['run', 'session'], kept: [] };
  const samples = new Samples({ getSampleUpdate: async () => added } as never);
  await samples.load();
  render(SamplesSection, { samples });
  expect(screen.getByText('New samples available: a run and a session')).toBeTruthy();
});
