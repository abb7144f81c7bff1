import { expect, test } from 'vitest';
import { chaos } from '../../proof/chaos/run.ts';

const hangMs = 600_000;

test(
  'what was acknowledged survives the end of the product and of a build, and the store is sound',
  async () => {
    const { acknowledged, lost, doctor, rows } = await chaos({ kills: 2, seed: 17, disk: false });
    expect({ lost, doctor }).toEqual({ lost: 0, doctor: 'sound' });
    expect(acknowledged).toBeGreaterThan(2);
    // How long it took is for the command to judge, on a machine that does nothing else.
    expect(rows).toMatchObject([
      { what: 'product', hit: 1, healedMs: expect.any(Number) as number },
      { what: 'build before its claim', healedMs: expect.any(Number) as number },
    ]);
  },
  hangMs,
);
