import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caller, type Caller } from '../../proof/fuzz/calls.ts';
import { asReady, described, type Operation } from '../../proof/fuzz/operations.ts';
import { recipes } from '../../proof/fuzz/recipes.ts';
import { pickOf, schemaValue } from '../../proof/fuzz/values.ts';
import { startPlace, startWorld, type World } from '../../proof/fuzz/world.ts';
import { loadFunctions } from '../../support/api.ts';
import { countingTrips, type Trips } from '../../support/round-trips.ts';

/** Of a write: one trip after another until its answer, and of what is announced after it. */
const most: Trips = { before: 3, after: 2 };

/** What still needs more, and why. Mail and what goes on in the background is after it. */
const more: Record<string, Trips> = {
  // What a decision was about is known from the decision, and a comment's note from the comment.
  decideAppeal: { before: 5, after: 1 },
  decide: { before: 5, after: 1 },
  // A picture is looked for, made, kept and held before anybody shows it.
  putAvatar: { before: 6, after: 0 },
  sendPicture: { before: 4, after: 1 },
  // Each writes many things, or reads them, a hundred and more a trip.
  renameTag: { before: 7, after: 1 },
  restoreTags: { before: 6, after: 1 },
  actOnLibrary: { before: 5, after: 1 },
  mergeDuplicates: { before: 4, after: 1 },
  importFile: { before: 12, after: 0 },
  importEntries: { before: 8, after: 0 },
  exportChosen: { before: 4, after: 0 },
  scheduleExport: { before: 6, after: 4 },
  exportNow: { before: 2, after: 4 },
  // Held to what it deletes by tests/api/transfer/many-trips.test.ts.
  deleteAccount: { before: 3, after: 10 },
  askLibrary: { before: 5, after: 0 },
};

let place: Awaited<ReturnType<typeof startPlace>>;
let calls: Caller;
let world: World;
let trips: ReturnType<typeof countingTrips>;

beforeAll(async () => {
  place = await startPlace();
  calls = caller(await loadFunctions());
  world = await startWorld(place, calls);
  trips = countingTrips(place.api.store.url);
});

afterAll(async () => {
  trips.stop();
  await place.stop();
});

async function counted(operation: Operation, turn: number): Promise<Trips> {
  const pick = pickOf(7, turn);
  const ready = (await recipes[operation.id]?.(world, pick)) ?? {
    who: world.loner,
    ...(operation.body && { body: schemaValue(operation.body, pick) }),
  };
  await calls.settled();
  const sent = asReady({ ...operation, ...(operation.origin !== undefined && { origin: world.siteUrl }) }, ready);
  const { done, ...needed } = await trips.of(
    () => calls.call(sent),
    () => calls.settled(),
  );
  expect(done?.status, done?.text).toBeLessThan(400);
  if (done) await Promise.resolve(ready.after?.(done)).catch(() => undefined);
  await ready.drop?.().catch(() => undefined);
  return needed;
}

/** How often each is done, in states that chance makes. The first time, scripts are digested and sent in full. */
const turns = 4;

describe('a write asks little of the store one after another', () => {
  test.each(described('').filter(({ method }) => method !== 'GET'))('$method $path', async (operation) => {
    await counted(operation, turns);
    const found: Trips[] = [];
    for (let turn = 0; turn < turns; turn += 1) found.push(await counted(operation, turn));
    const { before, after } = more[operation.id] ?? most;
    expect(found.filter((one) => one.before > before || one.after > after)).toEqual([]);
  });
});
