import { existsSync } from 'node:fs';
import { providePackages } from './setup/setup-packages.mjs';
import { provideEpubcheck, provideChromium, provideRedis } from './setup/programs.mjs';

/*
 * What a fresh machine lacks, before anything else runs: `node netlify/local/setup.mjs`, with `--tests` for what only
 * the tests need, `--packages` for packages alone, and `--compiled` for what runs without compilers. Plain JavaScript
 * for Node 20 without packages; says nothing when nothing is to be done.
 */
const tests = process.argv.includes('--tests');
const all = !process.argv.includes('--packages');
try {
  if (existsSync('.env')) process.loadEnvFile?.('.env');
} catch {
  // What runs next says what is wrong with it.
}

const problem =
  providePackages(tests ? 'tests' : 'start', undefined, !process.argv.includes('--compiled')) ??
  (all ? provideRedis() : undefined) ??
  (tests ? (provideChromium() ?? provideEpubcheck()) : undefined);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
