import path from 'node:path';
import { openReleases } from './publishing/releases.ts';
import { loadSettings } from './settings.ts';

/**
 * `npm run rollback [-- ID]`: immediately serves an earlier release again, the previous one if none is named. A running
 * product follows within a second; the next build continues from the newest release.
 */
try {
  loadSettings();
  const dataDir = path.resolve(process.env['DATA_DIR'] || '.data');
  const releases = await openReleases(dataDir, { tidyUp: false });
  const { buildId, revision } = await releases.rollBack(process.argv[2]);
  console.log(`serving ${buildId} again, with all changes up to revision ${revision}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
