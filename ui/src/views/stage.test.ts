import { fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { app } from '$lib/state/app.svelte';
import Loading from '$kit/Loading.svelte';
import { places } from './places';
import Stage from './Stage.svelte';

afterEach(() => {
  vi.restoreAllMocks();
  app.library = null;
});

it('names a place that could not be loaded, and loads it again when asked to', async () => {
  const load = vi.spyOn(places, 'problems').mockRejectedValueOnce(new Error('the file is gone'));
  app.go('problems');
  render(Stage);
  expect((await screen.findByRole('heading')).textContent).toBe("Couldn't load Problems");
  load.mockResolvedValueOnce({ default: Loading as never });
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
  expect(load).toHaveBeenCalledTimes(2);
});

it('shows a place anew for a library that took the place of another at its path, and not for news of the same', async () => {
  const info = { name: 'Here', path: '/here.db', skills: 0, is_sample: false, notices: [], read_only: null } as const;
  const [first, second] = ['1', '2'].map((host) => ({
    ...info,
    notices: [],
    host,
    displaced: null,
    home: null,
    opens_on: 'skill' as const,
  }));
  vi.spyOn(places, 'problems').mockResolvedValue({ default: Loading as never });
  app.library = first!;
  app.go('problems');
  const { container } = render(Stage);
  const shown = () => container.querySelector('section:not([hidden])');
  const before = shown();
  app.library = { ...first!, skills: 1 };
  await tick();
  expect(shown()).toBe(before);
  app.library = second!;
  await tick();
  expect(shown()).not.toBe(before);
});
