import { render, screen, waitFor, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import Chip from './Chip.svelte';
import ConfirmDialog from './ConfirmDialog.svelte';
import SearchField from './SearchField.svelte';
import ScoreBar from './ScoreBar.svelte';
import Segmented from './Segmented.svelte';
import Toaster from './Toaster.svelte';
import TierMeter from './TierMeter.svelte';
import Tree from './Tree.svelte';
import { codeSpans, plainText } from './code-spans';
import { count, plural, shortTokens } from './labels';
import { toastError } from './toast';

const press = (element: Element, key: string) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

describe('choices by keyboard', () => {
  test('a segmented choice moves with the arrows, passes over what is disabled and has one tab stop', async () => {
    const onchange = vi.fn();
    const options = [
      { value: 'form', label: 'Form' },
      { value: 'tree', label: 'Tree', disabled: true },
      { value: 'yaml', label: 'YAML' },
    ];
    render(Segmented, { label: 'Mode', value: 'form', options, onchange });
    press(screen.getByRole('radio', { name: 'Form' }), 'ArrowRight');
    await tick();
    expect(onchange).toHaveBeenCalledExactlyOnceWith('yaml');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'YAML' }));
    expect(screen.getAllByRole('radio').filter((radio) => radio.getAttribute('tabindex') === '0')).toHaveLength(1);
  });

  test('Escape clears a search first and leaves it second', async () => {
    const onclear = vi.fn();
    render(SearchField, { label: 'Filter', value: 'gas', onclear });
    const input = screen.getByRole('textbox', { name: 'Filter' }) as HTMLInputElement;
    input.focus();
    press(input, 'Escape');
    await tick();
    expect([input.value, onclear.mock.calls.length, document.activeElement === input]).toEqual(['', 1, true]);
    press(input, 'Escape');
    expect(document.activeElement).not.toBe(input);
  });

  test('a tree folds with the left arrow, and what it hides leaves the page', async () => {
    const onselect = vi.fn();
    const nodes = [{ id: 'a', label: 'references', children: [{ id: 'a/b', label: 'grades.md' }] }];
    render(Tree, { nodes, label: 'Files', onselect });
    const folder = screen.getByRole('treeitem', { name: 'references' });
    expect(folder.getAttribute('aria-expanded')).toBe('true');
    press(screen.getByRole('treeitem', { name: 'grades.md' }), 'Enter');
    expect(onselect).toHaveBeenCalledOnce();
    press(folder, 'ArrowLeft');
    await tick();
    expect(screen.queryByRole('treeitem', { name: 'grades.md' })).toBeNull();
  });
});

describe('names for screen readers', () => {
  test('meters say their parts, not only their colours', () => {
    render(TierMeter, {
      parts: [
        { tier: 'catalogue', tokens: 48 },
        { tier: 'body', tokens: 1284 },
        { tier: 'files', tokens: 0 },
      ],
    });
    render(ScoreBar, { fields: { name: 0.2, description: 0.64, tags: 0, body: 0.36 }, max: 1.5 });
    expect(screen.getAllByRole('img').map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'Description 48, Body 1,284 tokens',
      'Score 1.200: Name 0.200, Description 0.640, Body 0.360',
    ]);
  });

  test("a chip's cross names what it removes", () => {
    const onremove = vi.fn();
    render(Chip, { label: 'safety', onremove });
    screen.getByRole('button', { name: 'Remove safety' }).click();
    expect(onremove).toHaveBeenCalledOnce();
  });
});

test('a question that destroys puts the focus on the safe answer', async () => {
  const onconfirm = vi.fn();
  render(ConfirmDialog, {
    open: true,
    danger: true,
    title: 'Delete permanently?',
    text: 'Gone.',
    confirm: 'Delete permanently',
    onconfirm,
  });
  const dialog = await screen.findByRole('dialog', { name: 'Delete permanently?' });
  await vi.waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' })));
  within(dialog).getByRole('button', { name: 'Delete permanently' }).click();
  expect(onconfirm).toHaveBeenCalledOnce();
});

test('amounts read as an author would say them', () => {
  expect([
    count(1284),
    plural(1, 'error'),
    plural(2, 'error'),
    plural(0, 'skill'),
    plural(3, 'entry', 'entries'),
  ]).toEqual(['1,284', '1 error', '2 errors', '0 skills', '3 entries']);
  expect([48, 790, 22_210, 99_600, 1_240_000].map(shortTokens)).toEqual(['48', '0.8k', '22.2k', '100k', '1.2M']);
});

describe('a failure', () => {
  test('said again takes the place of the one on screen, with a way to put it away and to copy what is known', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    Object.assign(navigator, { clipboard: { writeText } });
    render(Toaster);
    const error = { code: 'file', message: 'notes.md is gone', detail: 'os error 2\nat t.open.flush (index.js:1)' };
    toastError(error, 'Saving');
    toastError(error, 'Saving');
    await waitFor(() => expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1));
    const said = document.querySelector('[data-sonner-toast]')!;
    expect(said.textContent).toContain('Saving failed: notes.md is gone');
    expect(said.textContent).not.toContain('index.js');
    expect(within(said as HTMLElement).getByRole('button', { name: 'Close' })).toBeTruthy();
    within(said as HTMLElement)
      .getByRole('button', { name: 'Copy details' })
      .click();
    expect(writeText).toHaveBeenCalledExactlyOnceWith(
      'Saving\nfile: notes.md is gone\nos error 2\nat t.open.flush (index.js:1)',
    );
  });
});

test('what stands between backticks is code, and a lone backtick stays', () => {
  expect(codeSpans('Add `name:` or `').map(({ text, isCode }) => [text, isCode])).toEqual([
    ['Add ', false],
    ['name:', true],
    [' or `', false],
  ]);
  expect(plainText('Rename to `a`')).toBe('Rename to a');
});
