import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { app } from '$lib/state/app.svelte';
import Loading from '$kit/Loading.svelte';
import { places } from './places';
import Stage from './Stage.svelte';

afterEach(() => vi.restoreAllMocks());

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
