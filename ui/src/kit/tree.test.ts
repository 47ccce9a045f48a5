import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { faults } from '$lib/testing/accessibility';
import { oddNames } from '$lib/testing/names';
import Tree from './Tree.svelte';

const files = () => [
  { id: 'SKILL.md', label: 'SKILL.md' },
  {
    id: 'references',
    label: 'references',
    children: [
      { id: 'references/deep', label: 'deep', children: [{ id: 'references/deep/a.md', label: 'a.md' }] },
      { id: 'references/b.md', label: 'b.md' },
    ],
  },
  { id: 'scripts', label: 'scripts', children: [] },
];
const item = (name: string) => screen.getByRole('treeitem', { name });
const names = () => screen.getAllByRole('treeitem').map((each) => each.textContent?.trim());
const focused = () => document.activeElement?.textContent?.trim();
const press = (name: string, key: string) => fireEvent.keyDown(item(name), { key });
const stops = () =>
  screen
    .getAllByRole('treeitem')
    .filter((each) => each.tabIndex === 0)
    .map((each) => each.textContent?.trim());

describe('a tree', () => {
  test('says how deep each row stands, and is one tab stop', async () => {
    render(Tree, { nodes: files(), label: 'Files' });
    expect(screen.getAllByRole('treeitem').map((each) => each.getAttribute('aria-level'))).toEqual([
      '1',
      '1',
      '2',
      '3',
      '2',
      '1',
    ]);
    expect(stops()).toEqual(['SKILL.md']);
    expect(await faults()).toEqual([]);
  });

  test('is walked with the arrows, to its ends and no further', async () => {
    render(Tree, { nodes: files(), label: 'Files' });
    await press('SKILL.md', 'ArrowDown');
    expect(focused()).toBe('references');
    await press('references', 'End');
    expect(focused()).toBe('scripts');
    await press('scripts', 'ArrowDown');
    expect(focused()).toBe('scripts');
    await press('scripts', 'Home');
    await press('SKILL.md', 'ArrowUp');
    expect([focused(), stops()]).toEqual(['SKILL.md', ['SKILL.md']]);
  });

  test('right opens and then goes in, left closes and then goes out', async () => {
    render(Tree, { nodes: files(), label: 'Files' });
    await press('references', 'ArrowLeft');
    expect(names()).toEqual(['SKILL.md', 'references', 'scripts']);
    await press('references', 'ArrowRight');
    expect(item('references').getAttribute('aria-expanded')).toBe('true');
    await press('references', 'ArrowRight');
    expect(focused()).toBe('deep');
    await press('deep', 'ArrowRight');
    expect(focused()).toBe('a.md');
    await press('a.md', 'ArrowLeft');
    expect(focused()).toBe('deep');
    await press('a.md', 'ArrowRight');
    expect(focused()).toBe('deep');
  });

  test('what was closed within comes back closed', async () => {
    render(Tree, { nodes: files(), label: 'Files' });
    await press('deep', 'ArrowLeft');
    await press('references', 'ArrowLeft');
    await press('references', 'ArrowRight');
    expect(names()).toEqual(['SKILL.md', 'references', 'deep', 'b.md', 'scripts']);
  });

  test.each(['Enter', ' '])('%j chooses a file and folds a folder', async (key) => {
    const onselect = vi.fn();
    render(Tree, { nodes: files(), label: 'Files', onselect });
    await press('b.md', key);
    expect(onselect.mock.calls.map(([node]: { id: string }[]) => node!.id)).toEqual(['references/b.md']);
    expect(item('b.md').getAttribute('aria-selected')).toBe('true');
    await press('references', key);
    expect([onselect.mock.calls.length, item('references').getAttribute('aria-expanded')]).toEqual([1, 'false']);
  });

  test('a folder with nothing in it says that it is one', () => {
    render(Tree, { nodes: files(), label: 'Files' });
    expect([item('scripts').getAttribute('aria-expanded'), item('SKILL.md').hasAttribute('aria-expanded')]).toEqual([
      'true',
      false,
    ]);
  });

  test('whose chosen row goes is reached at its first', async () => {
    const { rerender } = render(Tree, { nodes: files(), label: 'Files', selected: 'references/b.md' });
    expect(stops()).toEqual(['b.md']);
    await rerender({ nodes: files().slice(2) });
    expect(stops()).toEqual(['scripts']);
  });

  test('leaves a key alone that somebody took', async () => {
    const onselect = vi.fn();
    const onkeydown = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();
    render(Tree, { nodes: files(), label: 'Files', onselect, onkeydown });
    await press('SKILL.md', 'Enter');
    expect(onselect).not.toHaveBeenCalled();
    expect(await press('SKILL.md', 'F2')).toBe(true);
  });

  test('tells which row was clicked with the other button', async () => {
    const oncontextmenu = vi.fn();
    render(Tree, { nodes: files(), label: 'Files', oncontextmenu });
    await fireEvent.contextMenu(item('deep'));
    expect((oncontextmenu.mock.lastCall as [unknown, { id: string }])[1].id).toBe('references/deep');
  });

  test('draws what trails each row', () => {
    const trailing = createRawSnippet<[{ label: string }]>((node) => ({
      render: () => `<b>${String(node().label.length)}</b>`,
    }));
    render(Tree, { nodes: files().slice(0, 1), label: 'Files', trailing: trailing as never });
    expect(item('SKILL.md 8').querySelector('b')?.textContent).toBe('8');
  });

  test.each(oddNames)('a name %s is shown whole and chosen', async (_, name) => {
    const onselect = vi.fn();
    render(Tree, { nodes: [{ id: name, label: name }], label: 'Files', onselect });
    await fireEvent.click(screen.getByRole('treeitem'));
    expect([names(), onselect.mock.calls.length]).toEqual([[name], 1]);
  });
});
