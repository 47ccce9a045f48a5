import { cleanup, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import EmptyState from './EmptyState.svelte';
import SplitPane from './SplitPane.svelte';

afterEach(cleanup);

const content = createRawSnippet(() => ({ render: () => '<p>Rows</p>' }));

test('an empty part of a place offers its action without the accent', () => {
  const action = { label: 'Import tools', perform: () => {} };
  const { unmount } = render(EmptyState, { title: 'No tools yet', action });
  expect(screen.getByRole('button', { name: 'Import tools' }).className).toContain('primary');
  unmount();
  render(EmptyState, { title: 'No tools yet', action, quiet: true });
  expect(screen.getByRole('button', { name: 'Import tools' }).className).not.toContain('primary');
});

test('a pane that needs little is no larger than that', () => {
  const panes = [
    { id: 'tools', size: 62, label: 'Tools', content },
    { id: 'servers', size: 38, most: 75, label: 'Servers', content },
  ];
  const { container } = render(SplitPane, { id: 'few', direction: 'vertical', panes });
  const [tools, servers] = [...container.querySelectorAll<HTMLElement>('.pane')];
  expect(tools!.style.getPropertyValue('--most')).toBe('');
  expect(servers!.style.getPropertyValue('--most')).toBe('75px');
});
