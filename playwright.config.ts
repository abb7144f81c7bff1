import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/e2e-place.ts',
  // One running product for all journeys: a second one would build on the same two cores.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Publishing may take 90 s on a busy machine, and a journey may publish twice: what hangs fails by its own limit before.
  timeout: 240_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: chromiumOptions(),
    // Journeys see every request themselves; those about reading offline let the worker in.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
  },
  projects: [{ name: 'chromium' }],
});
