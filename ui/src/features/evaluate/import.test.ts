import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import type { QueryImport, RepeatedLabels } from '$lib/ipc';
import type { Evaluate } from './evaluate.svelte';
import ImportQueries from './ImportQueries.svelte';

afterEach(cleanup);

it('lets the author accept every label of a repeated query, before the import or after it', async () => {
  const importFile = vi.fn(
    async (_path: string, _set: string | null, labels: RepeatedLabels): Promise<QueryImport> => ({
      set: 'letters',
      format: 'jsonl',
      imported: labels === 'all' ? 0 : 2,
      duplicates: labels === 'all' ? 2 : 0,
      relabelled: labels === 'all' ? 1 : 0,
      repeated: 1,
      conflicting: 1,
      problems: [{ line: 3, message: 'The same query is on lines 3 and 4 with different labels.', is_skipped: false }],
    }),
  );
  const evaluate = { set: 'letters', labelled: { import: importFile } } as unknown as Evaluate;
  render(ImportQueries, { evaluate, choose: async () => null, onclose: () => undefined });
  await fireEvent.input(screen.getByTestId('import-queries-path'), { target: { value: '/tmp/letters.jsonl' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Import queries' }));
  await waitFor(() => screen.getByTestId('import-problems'));
  expect(importFile).toHaveBeenLastCalledWith('/tmp/letters.jsonl', null, 'first');
  expect(screen.getByText(/1 query appears with different expected skills/)).toBeTruthy();
  await fireEvent.click(screen.getByTestId('import-all-labels'));
  await waitFor(() =>
    expect(screen.getByTestId('import-result').textContent).toContain('updated with all expected skills'),
  );
  expect(importFile).toHaveBeenLastCalledWith('/tmp/letters.jsonl', null, 'all');
  expect(screen.queryByTestId('import-all-labels')).toBeNull();

  await fireEvent.click(screen.getByRole('button', { name: 'Import more' }));
  await fireEvent.input(screen.getByTestId('import-queries-path'), { target: { value: '/tmp/other.jsonl' } });
  await fireEvent.click(screen.getByRole('checkbox'));
  await fireEvent.click(screen.getByRole('button', { name: 'Import queries' }));
  await waitFor(() => expect(importFile).toHaveBeenLastCalledWith('/tmp/other.jsonl', null, 'all'));
});
