import { existsSync } from 'node:fs';
import { providePackages } from './setup/setup-packages.mjs';
import { provideEpubcheck } from './setup/setup-epubcheck.mjs';
import { provideChromium } from './setup/setup-chromium.mjs';
import { provideRedis } from './setup/setup-redis.mjs';

/*
 * What a fresh machine lacks, before anything else runs: `node netlify/local/setup.mjs`, with `--tests` for what only
 * the tests need and `--packages` for packages alone. Plain JavaScript for Node 20 without packages; says nothing when
 * nothing is to be done.
 */
const tests = process.argv.includes('--tests');
const all = !process.argv.includes('--packages');
if (existsSync('.env')) process.loadEnvFile?.('.env');

const problem =
  providePackages(tests ? 'tests' : 'start') ??
  (all ? provideRedis() : undefined) ??
  (tests ? (provideChromium() ?? provideEpubcheck()) : undefined);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
