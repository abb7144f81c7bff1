import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { installed, succeeds } from './machine.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

/** Best without windows of its own, which are drawn though nobody sees them and make journeys half as long again. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Sees to it that the tests have a Chromium. Gives the sentence that says what to do where that failed.
 * @returns {string | undefined}
 */
export function provideChromium() {
  if (systemBrowser() || hasPlaywrightBrowser()) return undefined;
  if (installed('chromium', () => systemBrowser() !== undefined)) return undefined;
  console.log('fetching a Chromium for the tests…');
  const npx = path.join(root, 'node_modules/.bin/playwright');
  if (succeeds(npx, ['install', 'chromium'], { cwd: root }) && hasPlaywrightBrowser()) return undefined;
  return 'Chromium is missing and could not be installed here: install chromium, or set CHROMIUM_PATH to a browser.';
}

/**
 * The browser that tests take before Playwright's own.
 * @returns {string | undefined}
 */
export function systemBrowser() {
  return [process.env['CHROMIUM_PATH'], ...places].find((place) => place && existsSync(place));
}

function hasPlaywrightBrowser() {
  const script = "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  return Boolean(stdout) && existsSync(stdout.trim());
}
