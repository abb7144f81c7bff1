import { existsSync } from 'node:fs';
import { providePackages } from './setup/setup-packages.mjs';
import { provideEpubcheck } from './setup/setup-epubcheck.mjs';
import { provideChromium } from './setup/setup-chromium.mjs';
import { provideRedis } from './setup/setup-redis.mjs';

/*
 * What a fresh machine lacks, before anything else runs: `node netlify/local/setup.mjs`, with `--tests` for what only
 * the tests need. Plain JavaScript for Node 20 without packages; says nothing when nothing is to be done.
 */
const tests = process.argv.includes('--tests');
if (existsSync('.env')) process.loadEnvFile?.('.env');

const problem = providePackages() ?? provideRedis() ?? (tests ? (provideChromium() ?? provideEpubcheck()) : undefined);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
