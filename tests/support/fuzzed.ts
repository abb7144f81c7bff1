import { expect } from 'vitest';
import { fuzz } from '../proof/fuzz/run.ts';

/** So many inputs are answered without a fault, and what is refused writes nothing. Once in a process: settings are read once. */
export async function expectFuzzingFindsNothing(inputs: number): Promise<void> {
  const { rows: _rows, never, broken, slow: _, ...counts } = await fuzz({ seed: 17, inputs });
  // How long a call takes is for the command to judge, on a machine that does nothing else.
  expect(broken.filter((promise) => !promise.includes('took longer'))).toEqual([]);
  expect(counts).toEqual({ inputs, serverErrors: 0, writesOnRefusal: 0 });
  // Each was seen to succeed, in the state that makes it, but what lies in the platform's object store.
  expect(never).toEqual(['GET /api/exports/{id}/parts/{part}']);
}
