import { expect, it } from 'vitest';
import { duration } from './duration';

it.each([
  [0, '0.00 ms'],
  [40, '0.04 ms'],
  [99, '0.10 ms'],
  [100, '0.1 ms'],
  [3_249, '3.2 ms'],
  [9_949, '9.9 ms'],
  [9_951, '10 ms'],
  [12_600, '13 ms'],
  [999_400, '999 ms'],
  [999_600, '1.0 s'],
  [1_234_567, '1.2 s'],
  [61_000_000, '61.0 s'],
])('%i µs is %s', (microseconds, said) => expect(duration(microseconds)).toBe(said));
