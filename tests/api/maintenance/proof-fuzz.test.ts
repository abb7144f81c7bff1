import { expect, test } from 'vitest';
import { fuzz } from '../../proof/fuzz/run.ts';

const hangMs = 600_000;

test(
  'no input of 600 is answered by a fault, and what is refused writes nothing',
  async () => {
    const { rows: _rows, never, broken, slow: _, ...counts } = await fuzz({ seed: 17, inputs: 600 });
    // How long a call takes is for the command to judge, on a machine that does nothing else.
    expect(broken.filter((promise) => !promise.includes('took longer'))).toEqual([]);
    expect(counts).toEqual({ inputs: 600, serverErrors: 0, writesOnRefusal: 0 });
    // Each was seen to succeed, in the state that makes it, but what lies in the platform's object store.
    expect(never).toEqual(['GET /api/exports/{id}/parts/{part}']);
  },
  hangMs,
);
