/**
 * How long tests wait for what they say will come. Machines are shared: what takes a moment by itself may take half a
 * minute beside compilers, and a test that waits for something else than time ends as soon as it is there.
 */
import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

/** Milliseconds; both libraries would give up after one second. */
const PATIENCE = 60_000;

configure({ asyncUtilTimeout: PATIENCE });

const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options = {}) => ({
  timeout: PATIENCE,
  ...(typeof options === 'number' ? { timeout: options } : options),
});
vi.waitFor = (check, options) => waitFor(check, patient(options));
vi.waitUntil = (check, options) => waitUntil(check, patient(options));
