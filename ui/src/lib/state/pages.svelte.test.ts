import { expect, it, vi } from 'vitest';
import { settle } from '$lib/ipc';
import { DraftStudio } from '$lib/testing/drafts';
import { type Page, Pages } from './pages.svelte';

class Note implements Page<{ text: string }> {
  text = $state('');
  readonly fields = $derived({ text: this.text });
  readonly written = $derived({ version: 1, fields: this.fields, base: { text: '' } });
  restore() {}
  write({ text }: { text: string }) {
    this.text = text;
  }
}

it('keeps the last step of undo when the library is left at once', async () => {
  const keeper = { read: async () => ({ done: [], undone: [], basis: '' }), keep: vi.fn(async () => {}) };
  const pages = new Pages<{ text: string }, Note>(new DraftStudio().session<{ text: string }>('tool'), keeper);
  const page = pages.open('a', new Note());
  page.text = 'typed';
  await Promise.resolve();
  expect([pages.canUndo('a'), keeper.keep.mock.calls.length]).toEqual([true, 0]);
  await settle();
  pages.stop();
  expect(keeper.keep.mock.calls).toEqual([['a', expect.objectContaining({ done: ['{"text":""}'] })]]);
});
