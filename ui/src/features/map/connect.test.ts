import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import ConnectMenu from './ConnectMenu.svelte';
import { connections } from './connections';
import { data } from './fixtures';
import { targetsOf } from './model';

const map = data();
const from = map.nodes.find((node) => node.key === 'skill:emergency')!;
const targets = targetsOf(map, from);

it('offers each way that is left, and none that is there', () => {
  const offered = connections(from, targets, map.links).map(({ target, kind }) => `${kind} ${target.name}`);
  expect(offered).toEqual(['uses git_log', 'depends plumbing-leaks', 'parent plumbing-leaks', 'parent triage-basics']);
});

it('is picked from by keyboard alone', async () => {
  const onpick = vi.fn();
  const onclose = vi.fn();
  render(ConnectMenu, { props: { from, targets, links: map.links, anchor: document.body, onpick, onclose } });
  const field = await screen.findByRole('combobox', { name: 'Connect emergency to' });
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  await fireEvent.input(field, { target: { value: 'plumb' } });
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'))).toEqual([
    'requires plumbing-leaks',
    'is a child of plumbing-leaks',
  ]);
  await fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]!.id);
  await fireEvent.keyDown(field, { key: 'Enter' });
  expect(onpick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: 'skill:plumbing-leaks' }), 'parent');
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(onclose).not.toHaveBeenCalled();
  await fireEvent.keyDown(field, { key: 'Escape' });
  expect(onclose).toHaveBeenCalledOnce();
});

it('says so where nothing is left to connect to', async () => {
  render(ConnectMenu, { props: { from, targets: [], anchor: document.body, onpick: vi.fn(), onclose: vi.fn() } });
  expect(await screen.findByText('Nothing left to connect.')).toBeTruthy();
});
