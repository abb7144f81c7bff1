import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { millis } from '../../../../src/platform/server/store/script-parts.ts';
import { readScript } from '../../../../src/platform/server/store/script.ts';
import { startStore } from '../../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const read = readScript({
  uses: [millis],
  args: ['...times'],
  returns: z.array(z.coerce.number()),
  body: `
    local found = {}
    for i, time in ipairs(times) do found[i] = millis(time) end
    return found
    `,
});

test('scripts read a stored time as the same number of milliseconds', async () => {
  const forms = ['2024-02-29T23:59Z', '2000-03-01T00:00:00Z', '1900-03-01T12:00:01.5Z', '2026-11-23T15:12:00.123456Z'];
  expect(await read(store.redis, { times: forms })).toEqual(forms.map((form) => Date.parse(form)));
  const between = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.date(between), { minLength: 1, maxLength: 200 }), async (dates) => {
      const times = dates.map((date) => date.toISOString());
      expect(await read(store.redis, { times })).toEqual(dates.map((date) => date.getTime()));
    }),
    { numRuns: 20 },
  );
});
