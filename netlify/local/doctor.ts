import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { examine, repair, type Finding } from '../../src/server/doctor/doctor.ts';
import { connect } from '../../src/server/store/redis.ts';
import { startGateway } from './gateway.ts';
import { startRedis } from './redis.ts';
import { runningSocket } from './running-redis.ts';

/**
 * `npm run doctor [-- --repair]`: compares every index of the store with the records, and with --repair makes anew what
 * differs. Looks at the database that the environment names, else at the one under DATA_DIR, running or not. Ends with
 * status 1 when something is wrong and left.
 */
const { url, token, close } = await openStore();
try {
  const redis = connect({ url, token });
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
} finally {
  await close();
}

function sentence({ key, says }: Finding): string {
  return `${key} ${says}.`;
}

async function openStore(): Promise<{ url: string; token: string; close: () => Promise<void> }> {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, DATA_DIR = '.data' } = process.env;
  if (url && token) return { url, token, close: async () => undefined };
  const dir = path.join(DATA_DIR, 'redis');
  await mkdir(dir, { recursive: true });
  const running = await runningSocket(dir);
  const server = running === undefined ? await startRedis({ dir }) : undefined;
  const opening = 'opened by the doctor alone';
  const gateway = await startGateway({ redis: running ?? server?.url ?? '', token: opening });
  const close = async () => {
    await gateway.stop();
    await server?.stop();
  };
  return { url: gateway.url, token: opening, close };
}
