import { defineConfig } from 'vitest/config';

const hangs = 240_000;

export default defineConfig({
  test: {
    environment: 'node',
    // Each file of api starts its own Redis; two files at a time is what two cores bear.
    maxWorkers: 2,
    teardownTimeout: 10_000,
    allowOnly: false,
    tags: [{ name: 'long', description: 'What takes long by nature: `npm test` runs a sample of it.' }],
    // A machine that others use as well may be twenty times slower: only what hangs is ended, and what never comes is
    // given up a little before, so that the test can say what it was.
    expect: { poll: { timeout: 200_000 } },
    // A process for each file, and loading packages in it, was a quarter of the work.
    isolate: false,
    setupFiles: ['tests/support/own-process.ts'],
    testTimeout: hangs,
    hookTimeout: hangs,
    projects: ['unit', 'api'].map((name) => ({
      extends: true as const,
      test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`] },
    })),
  },
});
