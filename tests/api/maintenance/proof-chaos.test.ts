import { expect, test } from 'vitest';
import { chaos } from '../../proof/chaos/run.ts';

const hangMs = 600_000;

test(
  'acknowledged writes survive killing the product or a build, and the store is consistent',
  async () => {
    const { acknowledged, lost, doctor, rows } = await chaos({ kills: 2, seed: 17, disk: false });
    expect({ lost, doctor }).toEqual({ lost: 0, doctor: 'sound' });
    expect(acknowledged).toBeGreaterThan(2);
    // The command itself judges how long it took, on an idle machine.
    expect(rows).toMatchObject([
      { what: 'product', hit: 1, healedMs: expect.any(Number) as number },
      { what: 'build before its claim', healedMs: expect.any(Number) as number },
    ]);
  },
  hangMs,
);
