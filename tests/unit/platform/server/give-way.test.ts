import { expect, test } from 'vitest';
import { periodicYield } from '../../../../src/platform/server/http/text-stream.ts';

test('long-running work yields to others, and short work does not', async () => {
  let now = 0;
  const giveWay = periodicYield(() => now);
  expect(giveWay()).toBe(undefined);
  let hadTurn = false;
  setImmediate(() => (hadTurn = true));
  now = 10;
  await giveWay();
  expect(hadTurn).toBe(true);
  expect(giveWay()).toBe(undefined);
});
