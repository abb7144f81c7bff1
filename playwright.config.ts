import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from './tests/support/browser/chromium.ts';

export default defineConfig({
  outputDir: 'test-results',
  globalSetup: './tests/support/browser/e2e-place.ts',
  // Each with a product of its own, which builds on the same two cores.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // On a machine that others use as well, publishing may take minutes, and a journey may publish twice: only what hangs
  // is ended, by a limit of its own before.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: chromiumOptions(),
    // Journeys see every request themselves; those about reading offline let the worker in.
    serviceWorkers: 'block',
    // Pictures of every step would take longer than the steps, and copies of every page a twelfth of all. What the page
    // showed when it failed is kept beside the trace.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
  projects: [
    { name: 'chromium', testDir: 'tests/e2e' },
    {
      name: 'visual',
      testDir: 'tests/visual',
      snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
      expect: {
        toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', threshold: 0.1, maxDiffPixels: 40 },
      },
      use: {
        locale: 'en-GB',
        timezoneId: 'UTC',
        // Letters are drawn the same on every machine.
        launchOptions: chromiumOptions('wide', [
          '--font-render-hinting=none',
          '--disable-lcd-text',
          '--force-color-profile=srgb',
        ]),
      },
    },
  ],
});
