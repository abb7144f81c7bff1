import { expect } from 'vitest';
import { fuzz } from '../proof/fuzz/run.ts';

/**
 * Expects that this many inputs cause no fault, and that refused ones write nothing. Once per process, since settings
 * are read only once.
 */
export async function expectFuzzingFindsNothing(inputs: number): Promise<void> {
  const { rows: _rows, never, broken, slow: _, ...counts } = await fuzz({ seed: 17, inputs });
  // Durations are judged by the command `npm run fuzz`, on an idle machine.
  expect(broken.filter((promise) => !promise.includes('took longer'))).toEqual([]);
  expect(counts).toEqual({ inputs, serverErrors: 0, writesOnRefusal: 0 });
  // Every operation has succeeded at least once, except the one that needs the platform's object store.
  expect(never).toEqual(['GET /api/exports/{id}/parts/{part}']);
}
