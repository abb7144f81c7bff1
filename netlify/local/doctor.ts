import { examine, repair, type Finding } from '../../src/maintenance/doctor/doctor.ts';
import { openSchema, schemaVersion } from '../../src/maintenance/schema/schema.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { loadSettings, sentenceFor, StartFailure } from './settings.ts';
import { openStore } from './redis/open-store.ts';

/**
 * `npm run doctor [-- --repair]`: compares every index of the store with the records, and with --repair rebuilds what
 * differs. Uses the database that the environment names, else the one under DATA_DIR, running or not. Exits with status 1
 * if something is wrong and was not repaired.
 */
try {
  loadSettings();
  const { redis, close } = await openStore();
  await checkStore(redis).finally(close);
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

async function checkStore(redis: Redis): Promise<void> {
  if ((await openSchema(redis)) < schemaVersion) {
    throw new StartFailure(
      'The store was written by an earlier version, whose indexes differ: start the product, which brings it up to date, ' +
        'and run the doctor then.',
    );
  }
  const mending = process.argv.includes('--repair');
  const { repaired, left } = mending ? await repair(redis) : { repaired: 0, left: await examine(redis) };
  for (const finding of left) console.log(sentence(finding));
  if (repaired > 0) console.log(`${repaired} indexes made anew.`);
  const fixable = left.some((finding) => finding.repair);
  console.log(
    left.length === 0
      ? 'The store is sound.'
      : `${left.length} faults.${fixable ? ' Repair with: npm run doctor -- --repair' : ''}`,
  );
  process.exitCode = left.length === 0 ? 0 : 1;
}

function sentence({ key, says }: Finding): string {
  return `${key} ${says}.`;
}
