import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // Each file of api starts its own Redis; two files at a time is what two cores bear.
    maxWorkers: 2,
    teardownTimeout: 10_000,
    allowOnly: false,
    // Only what never comes is given up.
    expect: { poll: { timeout: 50_000 } },
    // A machine that others use as well may be five times slower: only what hangs is ended.
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 30_000, hookTimeout: 30_000 },
      },
      {
        extends: true,
        test: { name: 'api', include: ['tests/api/**/*.test.{ts,tsx}'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
    ],
  },
});
