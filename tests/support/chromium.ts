import { existsSync } from 'node:fs';

/** Best without windows of its own, which are drawn though nobody sees them and make journeys half as long again. */
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** How to launch the browser that this machine has; without one, Playwright's own. Only root has to do without the sandbox. */
export function chromiumOptions(): { executablePath?: string; args: string[] } {
  const executablePath = places.find((place) => place && existsSync(place));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return executablePath ? { executablePath, args } : { args };
}
