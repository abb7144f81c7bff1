import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caller, type Caller } from '../../proof/fuzz/calls.ts';
import { validRequest, documentedOperations, type Operation } from '../../proof/fuzz/operations.ts';
import { recipes } from '../../proof/fuzz/recipes.ts';
import { pickOf, schemaValue } from '../../proof/fuzz/values.ts';
import { startFuzzTarget, startWorld, type World } from '../../proof/fuzz/world.ts';
import { loadFunctions } from '../../support/api.ts';
import { countRoundTrips, type RoundTrips } from '../../support/round-trips.ts';

/** Maximum sequential round trips of a write: until its response, and for notifications after it. */
const maxTrips: RoundTrips = { before: 3, after: 2 };

/** Calls that need more, and why. Mail and background work come after it. */
const exceptions: Record<string, RoundTrips> = {
  // Two, plus the mail if it is the person's first notification: it is claimed, sent and checked again.
  decide: { before: 3, after: 4 },
  decideAppeal: { before: 3, after: 4 },
  // Choices from a file were resolved before, since the part reports their outcome. A part with notes only takes three.
  importEntries: { before: 5, after: 1 },
  // Its answer has begun before the last one, which asks whether the account was closed meanwhile.
  exportChosen: { before: 4, after: 0 },
  // Limited by the amount of data in tests/api/transfer/many-trips.test.ts.
  deleteAccount: { before: 3, after: 5 },
};

let place: Awaited<ReturnType<typeof startFuzzTarget>>;
let calls: Caller;
let world: World;
let trips: ReturnType<typeof countRoundTrips>;

beforeAll(async () => {
  place = await startFuzzTarget();
  calls = caller(await loadFunctions());
  world = await startWorld(place, calls);
  trips = countRoundTrips(place.api.store.url);
});

afterAll(async () => {
  trips.stop();
  await place.stop();
});

async function counted(operation: Operation, turn: number): Promise<RoundTrips> {
  const pick = pickOf(7, turn);
  const ready = (await recipes[operation.id]?.(world, pick)) ?? {
    who: world.loner,
    ...(operation.body && { body: schemaValue(operation.body, pick) }),
  };
  await calls.settled();
  const sent = validRequest({ ...operation, ...(operation.origin !== undefined && { origin: world.siteUrl }) }, ready);
  const { done, ...needed } = await trips.of(
    () => calls.call(sent),
    () => calls.settled(),
  );
  expect(done?.status, done?.text).toBeLessThan(400);
  if (done) await Promise.resolve(ready.after?.(done)).catch(() => undefined);
  await ready.drop?.().catch(() => undefined);
  return needed;
}

/** In randomly drawn states. The first call also sends the scripts in full. */
for (const { first, states, tags } of [
  { first: 4, states: [0, 1], tags: [] },
  { first: 2, states: [3], tags: ['long'] },
]) {
  describe(
    `a write needs few sequential round trips to the store, in the states ${states.join(' and ')}`,
    { tags },
    () => {
      test.each(documentedOperations('').filter(({ method }) => method !== 'GET'))(
        '$method $path',
        async (operation) => {
          await counted(operation, first);
          const found: RoundTrips[] = [];
          for (const state of states) found.push(await counted(operation, state));
          const { before, after } = exceptions[operation.id] ?? maxTrips;
          expect(found.filter((one) => one.before > before || one.after > after)).toEqual([]);
        },
      );
    },
  );
}
