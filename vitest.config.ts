import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // Each file of api starts its own Redis; two files at a time is what two cores bear.
    maxWorkers: 2,
    teardownTimeout: 10_000,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], testTimeout: 10_000, hookTimeout: 10_000 },
      },
      {
        extends: true,
        test: { name: 'api', include: ['tests/api/**/*.test.{ts,tsx}'], testTimeout: 20_000, hookTimeout: 30_000 },
      },
    ],
  },
});
